/// Why a journal cannot be read or written: where, what was found, and what to do next.
public struct JournalError: Error, Hashable, Sendable {
  /// The journal's path, as it was given.
  public let path: String
  /// The line, counted from 1, where there is one to blame.
  public let line: Int?
  /// The byte of the file at which that line starts, counted from 0, if it is known.
  public let offset: Int?
  /// The seq of the state in question, if there is one.
  public let seq: Int?
  /// What is wrong.
  public let problem: Problem

  /// Creates an error.
  package init(_ problem: Problem, path: String, line: Int? = nil, offset: Int? = nil, seq: Int? = nil) {
    self.path = path
    self.line = line
    self.offset = offset
    self.seq = seq
    self.problem = problem
  }

  /// What can be wrong with a journal.
  public enum Problem: Error, Hashable, Sendable {
    /// There is no file of that name.
    case noSuchFile
    /// There is no folder to create the file in.
    case noSuchFolder
    /// Another file has taken the place of the one that is open.
    case replaced
    /// The file may not be opened.
    case permission
    /// The path is that of a folder.
    case isDirectory
    /// The path is that of a symbolic link, through which nothing is written.
    case symbolicLink
    /// The path is that of a pipe, a device or a socket.
    case notRegular
    /// The file is an older segment of the journal whose path is given: nothing comes after it but the next segment.
    case olderSegment(of: String)
    /// There is no file of that name, but there are older segments of it, the last of which is given.
    case newestSegmentMissing(last: String)
    /// Another process is recording to the file.
    case locked
    /// The journal holds sessions of another app, whose name is given.
    case otherApp(String)
    /// The system refused an operation, with its reason.
    case io(operation: String, reason: String)
    /// A file is there already, and is not to be overwritten.
    case fileExists
    /// A file that is no part of the journal has the name that its next segment gets first.
    case inTheWay
    /// The file is compressed.
    case compressed
    /// The file is there but empty.
    case emptyFile
    /// The file is not a journal, and why that is clear.
    case notAJournal(String)
    /// The journal was changed after it was written, or breaks the rules of the format.
    case damaged(String)
    /// The header states a format that this version does not know.
    case unknownFormat(String)
    /// The header states a hash definition that this version does not know.
    case unknownHash(String)
    /// A record of a kind that this version does not know, and that must not be skipped.
    case unknownKind(String)
    /// A line is longer than the limit in bytes.
    case lineTooLong(limit: Int)
    /// A line holds more values and keys than the limit, which grows with that of its bytes.
    case tooManyValues(limit: Int)
    /// The journal is recorded with a key, of which this is the fingerprint, and can't be written without it.
    case keyMissing(String)
    /// The journal is recorded with another key than was given; their fingerprints.
    case otherKey(String, given: String)
    /// A key was given, but the journal is recorded without one.
    case notKeyed
    /// A line was not written by who holds the key, and how that shows.
    case forged(String)
    /// The writer met a failure before and has not recovered from it.
    case stopped
    /// An fsync failed, so that nobody knows what is on the disk.
    case notDurable
    /// A call that the format does not allow there: an error in the calling code.
    case misuse(String)
  }
}
