import StateCoding
import StateTree
import SystemSupport

/// The reason why a journal can't be read or written: where, what was found, and what to do next.
public struct JournalError: Error, Hashable, Sendable {
  /// The journal's path, as the caller passed it.
  public let path: String
  /// The faulty line, counted from 1, if there is one.
  public let line: Int?
  /// The offset in bytes at which that line starts, if known.
  public let offset: Int?
  /// The seq of the state in question, if any.
  public let seq: Int?
  /// The problem.
  public let problem: Problem

  /// Creates an error.
  package init(_ problem: Problem, path: String, line: Int? = nil, offset: Int? = nil, seq: Int? = nil) {
    self.path = path
    self.line = line
    self.offset = offset
    self.seq = seq
    self.problem = problem
  }

  /// The kinds of errors.
  public enum Problem: Error, Hashable, Sendable {
    /// The file doesn't exist.
    case noSuchFile
    /// The folder doesn't exist.
    case noSuchFolder
    /// Another file replaced the open one.
    case replaced
    /// The file may not be opened.
    case permission
    /// The path leads to a folder.
    case isDirectory
    /// The path leads to a symbolic link, which writers don't follow.
    case symbolicLink
    /// The path leads to a pipe, a device or a socket.
    case notRegular
    /// The file is an older segment of the journal at the given path, so it can't be appended to.
    case olderSegment(of: String)
    /// The file doesn't exist, but older segments of it do; the last is given.
    case newestSegmentMissing(last: String)
    /// Another process is recording to the file.
    case locked
    /// The journal holds sessions of another app, with this name.
    case otherApp(String)
    /// The system refused an operation, for this reason.
    case io(operation: String, reason: String)
    /// The file exists, and must not be overwritten.
    case fileExists
    /// A file that isn't part of the journal has the name that its next segment needs.
    case inTheWay
    /// The file is compressed.
    case compressed
    /// The file is empty.
    case emptyFile
    /// The file isn't a journal, for this reason.
    case notAJournal(String)
    /// The journal was changed after it was written, or breaks the rules of the format.
    case damaged(String)
    /// The header states a format that this version doesn't know.
    case unknownFormat(String)
    /// The header states a hash definition that this version doesn't know.
    case unknownHash(String)
    /// The header's redaction rules name a version of the default lists that this version doesn't know.
    case unknownRules(String)
    /// A record of a kind that this version doesn't know and must not skip.
    case unknownKind(String)
    /// A line is longer than the limit in bytes. Its length is known if it was to be written.
    case lineTooLong(limit: Int, found: Int? = nil)
    /// A line holds more values and keys than the limit, which grows with that of its bytes.
    case tooManyValues(limit: Int, found: Int? = nil)
    /// The journal is recorded with a key, with this fingerprint, and can't be appended to without it.
    case keyMissing(String)
    /// The journal is recorded with a key other than the given one; both fingerprints.
    case otherKey(String, given: String)
    /// A key was given, but the journal is recorded without one.
    case notKeyed
    /// A line was written without the key, and how that shows.
    case forged(String)
    /// The journal has reached the greatest number of a seq or a session, and what it has no more of.
    case exhausted(String)
    /// The writer failed before and hasn't recovered.
    case stopped
    /// An fsync failed, so the disk's contents are unknown.
    case notDurable
    /// A call that the format doesn't allow there: an error in the calling code.
    case misuse(String)
  }
}

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
    case .lineTooLong(let limit, nil): "a line of more than \(limit) bytes; raise the limit if the line is valid"
    case .lineTooLong(let limit, let found?):
      "a line of \(found) bytes, more than the limit of \(limit); raise the limit"
    case .tooManyValues(let limit, let found):
      (found.map { "a line of \($0) values and keys, more than the limit of \(limit)" }
        ?? "a line of more than \(limit) values and keys")
        + "; if the line is valid, raise the limit in bytes to \(JournalLimits.bytesPerValue) for each"
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

extension JournalError {
  /// Creates the error for a system call that failed.
  init(_ path: String, _ error: Platform.SystemError) {
    self.init(.io(operation: error.call, reason: error.description), path: path)
  }

  /// Creates the error for a file that can't be opened or placed.
  init(opening path: String, _ error: Platform.SystemError) {
    if error.isMissing {
      self.init(.noSuchFile, path: path)
    } else if error.isPermission {
      self.init(.permission, path: path)
    } else if error.isFolder {
      self.init(.isDirectory, path: path)
    } else if error.isMissingDevice {
      self.init(.notRegular, path: path)
    } else {
      self.init(path, error)
    }
  }

  /// Calls the system for a file.
  static func at<Result>(
    _ path: String, _ call: @autoclosure () throws(Platform.SystemError) -> Result
  ) throws(JournalError) -> Result {
    do { return try call() } catch { throw JournalError(path, error) }
  }
}

extension JournalError.Problem {
  /// Whether the journal is damaged, as opposed to out of reach, or needing a newer version, another key or a higher limit.
  package var isDamage: Bool {
    switch self {
    case .emptyFile, .notAJournal, .damaged, .forged: true
    default: false
    }
  }
}
