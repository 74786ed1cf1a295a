package import StateCoding

/// A checked line of a journal, parsed as far as a replay needs.
package struct JournalLine: Sendable {
  /// The contents of a line.
  package enum Content: Sendable {
    /// An action in the usual form.
    case action(PlainAction)
    /// Any other record.
    indirect case record(JournalRecord)
  }

  /// The line, counted from 1; `nil` if the reader started in the middle of the file.
  package let line: Int?
  /// The offset of the line's first byte in the file.
  package let offset: Int
  /// The number of bytes in the line, with its line end.
  package let byteCount: Int
  /// The seq of the state that the record set or follows.
  package let seq: Int
  /// Whether the record set the state with its seq.
  package let setsState: Bool
  /// The contents.
  package let content: Content

  /// The time and the seed that the line's reducer got, if the session declares inputs.
  package var inputs: ActionInputs? {
    switch content {
    case .action(let action): action.inputs
    case .record(.action(let record)): record.inputs
    case .record: nil
    }
  }

  /// The record with its position; `nil` for an action in the usual form.
  package var entry: JournalEvent? {
    guard case .record(let record) = content else { return nil }
    return JournalEvent(
      line: line, offset: offset, byteCount: byteCount, record: record, seq: seq, setsState: setsState, session: nil,
      time: record.at ?? 0)
  }
}
