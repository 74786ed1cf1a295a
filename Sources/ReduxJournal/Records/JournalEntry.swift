/// A record and its position.
public struct JournalEntry: Sendable {
  /// The line, counted from 1; `nil` if the reader started in the middle of the file.
  public var line: Int?
  /// The offset of the line's first byte in the file.
  public var offset: Int
  /// The number of bytes in the line, with its line end.
  public var byteCount: Int
  /// The record.
  public var record: JournalRecord
  /// The seq of the state that the record set or follows.
  public var seq: Int
  /// Whether the record set the state with its seq: an action, a rewind, or a snapshot of a new state.
  public var setsState: Bool
}
