import StateTree

extension JournalError: CustomStringConvertible {
  /// `FILE:LINE: what is wrong; what to do`.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return "\(place): \(problem)"
  }
}

extension JournalError.Problem: CustomStringConvertible {
  /// What is wrong; what to do.
  public var description: String {
    switch self {
    case .noSuchFile: "no such file; check the path"
    case .noSuchFolder: "no such folder; create it, or check the path"
    case .replaced: "another file has taken its place; open the journal again"
    case .permission: "permission denied; check who owns the file and its folder"
    case .isDirectory: "a folder, not a journal; name a file"
    case .symbolicLink: "a symbolic link, through which nothing is written; name the file that it leads to"
    case .notRegular: "not a regular file; a journal must be a file on a disk"
    case .olderSegment(let newest): "an older segment of '\(newest)', at which nothing can be added; name that"
    case .newestSegmentMissing(let last):
      "no such file, though there are older segments of it; each can be read by itself, as '\(last)'"
    case .locked: "another process is recording to this file; stop it, or record to another file"
    case .otherApp(let name): "the sessions in it are of the app '\(name)'; record to another file"
    case .io(let operation, let reason): "\(operation) failed: \(reason)"
    case .fileExists: "a file is there already; name another one"
    case .inTheWay: "no part of the journal, but in the way of its next segment; move it elsewhere"
    case .compressed: "the file is compressed; unpack it with 'gunzip -k', and name what comes out"
    case .emptyFile: "the file is empty; nothing was recorded to it"
    case .notAJournal(let reason): "not a journal: \(reason); check the path"
    case .damaged(let reason): "damaged: \(reason); what stands before this line can be trusted"
    case .unknownFormat(let found):
      "format \(found), but this version reads format \(JournalLimits.format); use a newer version"
    case .unknownHash(let found):
      "state hash \(found), but this version knows \(StateHash.definition); use a newer version"
    case .unknownKind(let kind):
      "a record of kind \(kind), which must not be skipped and which this version does not know; use a newer version"
    case .lineTooLong(let limit): "a line of more than \(limit) bytes; raise the limit if that is right"
    case .tooManyValues(let limit):
      "a line of more than \(limit) values and keys; raise the limit of its bytes, ten for each, if that is right"
    case .keyMissing(let key):
      "it is recorded with the key \(key), without which nothing can be added; give that key, or name another file"
    case .otherKey(let key, let given):
      "it is recorded with the key \(key), not with \(given); give that key"
    case .notKeyed:
      "it was recorded without a key, so nothing proves it authentic; leave out the key, or name another file"
    case .forged(let reason): "not authentic: \(reason); what stands before this line is authentic"
    case .stopped: "recording has stopped after a failure; recover first"
    case .notDurable: "an fsync failed, so what is on the disk is unknown; open the journal again"
    case .misuse(let what): "\(what); this is an error in the program that records"
    }
  }
}
