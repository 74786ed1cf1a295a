package import ReduxJournal
package import StateCoding

extension Replayer {
  /// Replays and checks the whole journal, and writes a copy under redaction rules with new hashes.
  ///
  /// The copy omits a torn last line and records of unknown kinds. O(n) in the size of the journal, in constant memory
  /// beside the state.
  ///
  /// - Parameters:
  ///   - rules: The rules, in addition to the journal's own.
  ///   - writer: The writer of the copy. It must be empty, and stays open.
  ///   - search: How to examine divergences.
  ///   - onStep: Called with the seq of each state.
  /// - Returns: The findings, and the number of redacted secrets. After a divergence, the copy is unusable.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   `onStep`.
  package func redact(
    by rules: RedactionRules, to writer: JournalWriter, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int) {
    try checkHasNoOlderSchema()
    var run = VerifyingRun(replayer: self, search: search)
    var copy = RedactingCopy<App>(rules: rules, path: file.path, to: writer)
    try copy.startInTheMiddle(file)
    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      try run.take(line)
      if run.diverges { break }
      // Avoid reading the line again: that would check again whether a state precedes it, which may read everything
      // before.
      let entry = try line.entry ?? file.entry(atOffset: line.offset)
      // If an earlier redaction changed a state, the states after it are unknown, and a copy would invent them.
      guard run.report.redacted.isEmpty else { throw error(.unreachable, at: line, seq: line.seq) }
      try copy.write(entry, after: run)
      if run.hasState(of: line) { try onStep(line.seq) }
    }
    if !run.diverges { try copy.finish() }
    var report = run.report
    report.tail = VerifyReport.Tail(reader.tail)
    return (report, copy.redactions)
  }
}
