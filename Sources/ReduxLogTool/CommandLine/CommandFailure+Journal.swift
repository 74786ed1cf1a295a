package import ReduxJournal
package import ReduxRecorder
package import ReduxReplay

extension CommandFailure {
  /// The failure to read or write a journal.
  package init(_ error: JournalError) {
    self.init("\(error.problem)", file: error.path, line: error.line)
  }

  /// The failure to rebuild a state. One that differs from what was recorded is a finding.
  package init(_ error: ReplayError) {
    let exitCode: ExitCode =
      if case .diverges = error.problem { .finding } else { .trouble }
    self.init(error.message, file: error.path, line: error.line, exitCode: exitCode)
  }

  /// The failure to record to a journal.
  package init(_ failure: RecorderFailure, file: String) {
    if case .journal(let error) = failure { self.init(error) } else { self.init("\(failure)", file: file) }
  }
}
