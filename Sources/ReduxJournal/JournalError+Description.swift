import StateCoding
import StateTree

extension JournalError: CustomStringConvertible {
  /// `FILE:LINE: PROBLEM; NEXT STEP`.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem)"
  }
}

extension JournalError.Problem: CustomStringConvertible {
  /// The problem and the next step.
  public var description: String {
    switch self {
    case .noSuchFile: "no such file; check the path"
    case .noSuchFolder: "no such folder; create it, or check the path"
    case .replaced: "another file replaced it; open the journal again"
    case .permission: "permission denied; check the owner of the file and its folder"
    case .isDirectory: "a folder, not a journal; name a file"
    case .symbolicLink: "a symbolic link, which the recorder doesn't follow; name the file that it leads to"
    case .notRegular: "not a regular file; a journal must be a file on a disk"
    case .olderSegment(let newest): "an older segment of '\(newest)', which can't be appended to; name that file"
    case .newestSegmentMissing(let last):
      "no such file, but older segments of it exist; read each by itself, such as '\(last)'"
    case .locked: "another process is recording to this file; stop it, or record to another file"
    case .otherApp(let name): "it holds sessions of the app '\(name)'; record to another file"
    case .io(let operation, let reason): "\(operation) failed: \(reason)"
    case .fileExists: "the file already exists; name another one"
    case .inTheWay: "not part of the journal, but has the name that its next segment needs; move it elsewhere"
    case .compressed: "the file is compressed; unpack it with 'gunzip -k', and name the result"
    case .emptyFile: "the file is empty; nothing was recorded to it"
    case .notAJournal(let reason): "not a journal: \(reason); check the path"
    case .damaged(let reason): "damaged: \(reason); the lines before it can be trusted"
    case .unknownFormat(let found):
      "format \(found), but this version reads format \(JournalLimits.format); use a newer version"
    case .unknownHash(let found):
      "state hash \(found), but this version knows \(StateHash.definition); use a newer version"
    case .unknownRules(let found):
      "redaction rules \(found), but this version knows \(RedactionRules.knownLists); use a newer version"
    case .unknownKind(let kind):
      "a record of kind \(kind), which this version doesn't know and must not skip; use a newer version"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes; raise the limit if the line is valid"
    case .tooManyValues(let limit):
      "a line of more than \(limit) values and keys; if the line is valid, raise the byte limit to ten bytes for each"
    case .keyMissing(let key):
      "it is recorded with the key \(key), and can't be appended to without it; give that key, or name another file"
    case .otherKey(let key, let given):
      "it is recorded with the key \(key), not with \(given); give that key"
    case .notKeyed:
      "it was recorded without a key, so nothing proves it authentic; leave out the key, or name another file"
    case .forged(let reason): "not authentic: \(reason); the lines before it are authentic"
    case .exhausted(let what): "the journal has no more \(what); record to another file"
    case .stopped: "recording has stopped after a failure; recover first"
    case .notDurable: "an fsync failed, so the disk's contents are unknown; open the journal again"
    case .misuse(let what): "\(what); this is an error in the program that records"
    }
  }
}
