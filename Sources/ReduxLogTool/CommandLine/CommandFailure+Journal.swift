package import ReduxJournal
package import ReduxRecorder
package import ReduxReplay

extension CommandFailure {
  /// The failure to read or write a journal.
  package init(_ error: JournalError) {
    if case .lineTooLong(let limit) = error.problem {
      self.init(
        "the line has more than \(limit) bytes", file: error.path, line: error.line,
        advice: "Raise the limit if that is right, with a larger --max-line BYTES.")
    } else {
      self.init("\(error.problem)", file: error.path, line: error.line)
    }
  }

  /// The failure to rebuild a state. One that differs from what was recorded is a finding.
  package init(_ error: ReplayError) {
    let exitCode: ExitCode =
      if case .diverges = error.problem { .finding } else { .trouble }
    self.init(error.message, file: error.path, line: error.line, exitCode: exitCode)
  }

  /// The failure to record to a journal.
  package init(_ failure: RecorderFailure, file: String) {
    switch failure {
    // No option makes the lines longer that are written.
    case .journal(let error) where error.problem.isLineTooLong:
      self.init("\(error.problem)", file: error.path, line: error.line)
    case .journal(let error): self.init(error)
    default: self.init("\(failure)", file: file)
    }
  }
}

extension JournalError.Problem {
  fileprivate var isLineTooLong: Bool { if case .lineTooLong = self { true } else { false } }
}
