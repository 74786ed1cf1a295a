/// A position between two lines of a journal, with enough knowledge of the lines before it to continue reading.
///
/// A reader that starts in the middle takes some of that on trust: the previous line's own claims, the session's
/// number, and the count of records. `following` checks these once the lines before have been read, too.
package struct JournalCursor: Sendable {
  /// The offset of the next line in the file.
  package let offset: Int
  /// The number of the next line; in a chunk, lines count from its first.
  package let line: Int
  let validator: JournalValidator

  /// Returns the cursor at the end of the chunk that starts here, with all lines before it known.
  ///
  /// - Parameters:
  ///   - start: The chunk's start, as its reader assumed it.
  ///   - end: The chunk's end, as its reader found it.
  /// - Returns: The cursor; `nil` if the chunk doesn't start here, or contradicts the lines before it.
  package func following(from start: JournalCursor, to end: JournalCursor) -> JournalCursor? {
    guard start.offset == offset, let validator = validator.following(from: start.validator, to: end.validator) else {
      return nil
    }
    return JournalCursor(offset: end.offset, line: line + end.line - start.line, validator: validator)
  }
}

extension JournalValidator {
  /// Returns this validator after lines that were read without those before; `nil` if they contradict each other.
  fileprivate func following(from start: JournalValidator, to end: JournalValidator) -> JournalValidator? {
    guard start.sum == sum, start.auth == auth, start.seq == seq, start.hasState == hasState, start.journal == journal
    else { return nil }
    if end.assumptionsDiffer { return nil }
    if let assumed = end.assumedSession, let session, assumed != session { return nil }
    if let assumed = end.assumedRecords, let records, assumed != records { return nil }
    if let assumed = end.assumedHeader, case .at(let start) = header, assumed != start { return nil }
    var validator = end
    validator.session = end.session ?? session
    validator.records = end.records ?? records.map { $0 + end.recordsRead }
    validator.wholeState = end.wholeState == .unknown ? wholeState : end.wholeState
    validator.header = end.header == .unknown ? header : end.header
    validator.assumedSession = assumedSession
    validator.assumedHeader = assumedHeader
    validator.assumedRecords = assumedRecords
    validator.recordsRead = recordsRead + end.recordsRead
    return validator
  }
}
