/// How a journal ends.
public enum JournalTail: Sendable {
  /// With a seal: the last session was closed in good order.
  case closed
  /// With a whole record, but not a seal. Lines may have been lost at the end without a trace.
  case notClosed
  /// With bytes that aren't a whole line.
  case torn(TornLine)
}

/// The bytes after a journal's last line end.
public struct TornLine: Sendable {
  /// The number of that line; `nil` if the reader started in the middle of the file.
  public var line: Int?
  /// Where they start in the file.
  public var offset: Int
  /// The bytes.
  public var bytes: [UInt8]
  /// Whether a writer holds the journal's lock, so that the rest may still arrive.
  public var beingWritten: Bool
  /// Whether this is a whole record with a valid sum that only lacks its line end.
  public var isWhole: Bool
  /// The action in flight, if the part of its line that precedes the reducer is here. It led to no known state. A whole
  /// record may also be that of an interrupted action.
  ///
  /// Unless a process is still writing, this is the action in whose reducer the process died.
  public var action: ActionRecord?

  init?(
    _ bytes: [UInt8], after validator: JournalValidator, line: Int?, offset: Int, beingWritten: @autoclosure () -> Bool
  ) {
    guard !bytes.isEmpty else { return nil }
    self.line = line
    self.offset = offset
    self.bytes = bytes
    self.beingWritten = beingWritten()
    isWhole = false
    switch TornLineForm(bytes, after: validator, at: offset) {
    case .whole(let interrupted):
      isWhole = true
      action = interrupted
    case .action(let action, _): self.action = action
    case .cutShort: break
    }
  }
}
