/// Finding the data that a writer needs to continue a journal.
extension JournalFile {
  /// Returns the validator after the last whole line, without data that requires counting.
  func validator(at check: JournalCheck) throws(JournalError) -> JournalValidator {
    if check == .full {
      let reader = try entries(fromOffset: 0)
      while reader.offset < byteCount, try reader.next() != nil {}
      return reader.validator
    }
    let reader = try entries(fromOffset: try startOfTail())
    while reader.offset < byteCount, try reader.next() != nil {}
    var validator = reader.validator
    let (header, offset) = try lastHeader()
    validator.session = header.session
    validator.header = .at(offset)
    validator.wholeState = try lastWholeState()
    return validator
  }

  /// After a loss of power, some of the last lines may be whole and others not, back to the last seal forced to the
  /// disk.
  private static let uncertainByteCount = 64 << 10

  /// Returns the offset from which lines are checked before a writer appends.
  private func startOfTail() throws(JournalError) -> Int {
    let last = try start(ofLineBefore: byteCount)
    let secondLast = last > 0 ? try start(ofLineBefore: last) : last
    let uncertain = max(0, byteCount - JournalFile.uncertainByteCount)
    return try JournalFile.lineStart(atOrBefore: min(secondLast, uncertain), in: file, limit: maximumLineBytes)
  }

  /// Returns the offset of the last snapshot with a whole state.
  private func lastWholeState() throws(JournalError) -> JournalValidator.Base {
    try wholeState(before: byteCount).map { .at($0.offset) } ?? .absent
  }

  /// Returns the last snapshot with a whole state before an offset, at which a line starts or the file ends.
  ///
  /// It is the first one on the way back, or the base of an action on the way back. An action without a base shows that
  /// there is no such snapshot.
  package func wholeState(before end: Int) throws(JournalError) -> JournalEvent? {
    var offset = end
    while offset > 0 {
      offset = try start(ofLineBefore: offset)
      guard ["snapshot", "action"].contains(try prefix(at: offset).kind) else { continue }
      let entry = try entry(atOffset: offset)
      if let snapshot = try baseSnapshot(of: entry) { return snapshot }
      if case .action(let action) = entry.record, !action.interrupted, action.base == nil { return nil }
    }
    return nil
  }
}

/// How much of a journal is checked before it is appended to.
public enum JournalCheck: Hashable, Sendable {
  /// The last two lines, and the last 64 KB: what a loss of power may have damaged.
  case tail
  /// Every line. O(n) in the bytes.
  case full
}
