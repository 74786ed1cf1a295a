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
    /// A line is longer than the limit in bytes.
    case lineTooLong(limit: Int)
    /// A line holds more values and keys than the limit, which grows with that of its bytes.
    case tooManyValues(limit: Int)
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
