/// How a journal ends.
public enum JournalTail: Sendable {
  /// With a seal: the last session was closed in good order.
  case closed
  /// With a whole record, but not a seal. Lines may have been lost at the end without a trace.
  case notClosed
  /// With bytes that make no whole line.
  case torn(TornLine)
}

/// The bytes after a journal's last line end.
public struct TornLine: Sendable {
  /// The line that they would be; `nil` where nobody counted.
  public var line: Int?
  /// Where they start in the file.
  public var offset: Int
  /// The bytes.
  public var bytes: [UInt8]
  /// Whether a writer holds the journal's lock, so that the rest may yet come.
  public var beingWritten: Bool
  /// Whether this is a whole record with the right sum, which only lacks its line end.
  public var isWhole: Bool
  /// The action in flight, if what is written before the reducer runs is there: it led to no known state. A whole record
  /// may be that of one that was interrupted.
  ///
  /// If nobody is writing, this is the action in whose reducer the process died.
  public var action: ActionRecord?

  init?(_ bytes: [UInt8], after validator: JournalValidator, line: Int?, offset: Int, file: SegmentedFile) {
    guard !bytes.isEmpty else { return nil }
    self.line = line
    self.offset = offset
    self.bytes = bytes
    beingWritten = file.isBeingWritten()
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
