package import ReduxJournal
package import StateTree

extension Replayer {
  /// Folds the whole journal, checking every step, and writes it down again under rules. All hashes are made anew.
  ///
  /// O(n) in the size of the journal, in constant memory beside the state. A torn last line is left out, and so are
  /// records of unknown kinds.
  ///
  /// - Parameters:
  ///   - rules: What to redact; what the journal's own rules say is redacted as well.
  ///   - writer: What writes the copy. It has nothing yet, and is not closed.
  ///   - onStep: Called with the seq of each state.
  /// - Returns: What was found, and how many secrets were replaced. After a divergence, the copy is of no use.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded, what `onStep` throws.
  package func redact(
    by rules: RedactionRules, to writer: JournalWriter, onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int) {
    try checkHasNoOlderSchema()
    var run = VerifyingRun(replayer: self)
    var copy = RedactingCopy<App>(rules: rules, path: file.path, to: writer)
    try copy.startInTheMiddle(file)
    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      try run.take(line)
      if run.diverges { break }
      // Reading a line again means to ask once more whether there is a state yet, for which all before it may be read.
      let entry = try line.entry ?? file.entry(atOffset: line.offset)
      // Where a secret was left out already, the states can't be followed; a copy of them would be made up.
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
