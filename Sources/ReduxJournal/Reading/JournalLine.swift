/// A line of a journal, checked, with as much of it read as a fold needs.
package struct JournalLine: Sendable {
  /// What stands in a line.
  package enum Content: Sendable {
    /// An action of the usual kind.
    case action(PlainAction)
    /// Any other record.
    indirect case record(JournalRecord)
  }

  /// The line, counted from 1; `nil` if the reader started in the middle of the file.
  package let line: Int?
  /// The offset of the line's first byte in the file.
  package let offset: Int
  /// How many bytes the line has, with its line end.
  package let byteCount: Int
  /// The seq of the state that the record set or follows.
  package let seq: Int
  /// Whether the record set the state of its seq.
  package let setsState: Bool
  /// What it holds.
  package let content: Content

  /// The record where it stands; `nil` for an action of the usual kind.
  package var entry: JournalEntry? {
    guard case .record(let record) = content else { return nil }
    return JournalEntry(
      line: line, offset: offset, byteCount: byteCount, record: record, seq: seq, setsState: setsState)
  }
}
