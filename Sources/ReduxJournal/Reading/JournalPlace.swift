/// A place between two lines of a journal, with what is known of the lines before it: enough to read on from there as
/// if all of them had been read.
///
/// Where a reader entered in the middle, it takes some of that on trust: what the line before says of itself, the
/// number of the session, how many records there are. `follow` finds out whether that was right, once the lines before
/// have been read too.
package struct JournalPlace: Sendable {
  /// Where the next line starts in the file.
  package let offset: Int
  /// The number of the next line; in a stretch that was entered in the middle, 1 is the line it was entered at.
  package let line: Int
  let rules: JournalRules

  /// The seq of the line before.
  package var seq: Int { rules.seq }

  /// The place where a stretch ends, as it is after all of the lines before it.
  ///
  /// - Parameters:
  ///   - start: Where the stretch begins, as its reader took it to be.
  ///   - end: Where it ends, as its reader found it.
  /// - Returns: That place; `nil` if the stretch does not begin here, or its lines don't go with those before.
  package func follow(from start: JournalPlace, to end: JournalPlace) -> JournalPlace? {
    guard start.offset == offset, let rules = rules.follow(from: start.rules, to: end.rules) else { return nil }
    return JournalPlace(offset: end.offset, line: line + end.line - start.line, rules: rules)
  }
}

extension JournalRules {
  /// The rules at the end of lines that were read without knowing of those before; `nil` if they don't go together.
  fileprivate func follow(from start: JournalRules, to end: JournalRules) -> JournalRules? {
    guard start.sum == sum, start.auth == auth, start.seq == seq, start.hasState == hasState, start.journal == journal
    else { return nil }
    if end.assumptionsDiffer { return nil }
    if let assumed = end.assumedSession, let session, assumed != session { return nil }
    if let assumed = end.assumedRecords, let records, assumed != records { return nil }
    if let assumed = end.assumedHeader, case .at(let start) = header, assumed != start { return nil }
    var rules = end
    rules.session = end.session ?? session
    rules.records = end.records ?? records.map { $0 + end.recordsRead }
    rules.wholeState = end.wholeState == .unknown ? wholeState : end.wholeState
    rules.header = end.header == .unknown ? header : end.header
    rules.assumedSession = assumedSession
    rules.assumedHeader = assumedHeader
    rules.assumedRecords = assumedRecords
    rules.recordsRead = recordsRead + end.recordsRead
    return rules
  }
}
