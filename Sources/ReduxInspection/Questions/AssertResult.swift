import CommandLineKit
import ReducerIsolation
package import ReduxJournal
import StateTree

extension AssertInquiry {
  /// An answer about a journal, with remarks.
  package struct Answered {
    let inquiry: AssertInquiry
    let answer: Answer
    /// Why it may not be that of the app.
    let notes: [String]
    /// The possible mistakes in the conditions.
    let warnings: [String]

    package init(inquiry: AssertInquiry, answer: Answer, notes: [String], warnings: [String]) {
      self.inquiry = inquiry
      self.answer = answer
      self.notes = notes
      self.warnings = warnings
    }
  }
}

extension JournalResult {
  /// Checks a journal's states. A journal that can't be checked is a result, not an error.
  package static func asserting(
    in journal: JournalFinder.Found, options: JournalReader.Options,
    _ check: (JournalFile) throws -> AssertInquiry.Answered
  ) throws -> JournalResult {
    do {
      if let failure = journal.failure { throw failure }
      let file = try JournalFile(path: journal.path, options: options)
      return try result(of: check(file), in: file)
    } catch let error as UsageError {
      // The journal's app may lack a check that others have.
      return failed(CommandFailure(error.message, file: journal.path, exitCode: .usage), of: journal.path)
    } catch {
      return try failed(error, of: journal.path)
    }
  }

  private static func result(of answered: AssertInquiry.Answered, in file: JournalFile) throws -> JournalResult {
    let (inquiry, answer, path) = (answered.inquiry, answered.answer, file.path)
    var failures = try answer.violations.sorted { ($0.seq ?? .max) < ($1.seq ?? .max) }.map {
      try $0.failure(of: inquiry, in: file)
    }
    if failures.isEmpty, answer.isOpen, !answer.isStopped {
      failures = [
        CommandFailure(
          "\(answer.unknown.counted("state")) can't be rebuilt or encoded, so the conditions aren't decided",
          file: path, advice: "'reduxlog verify \(ShellWord.quoted(path))' names the actions.")
      ]
    }
    let status =
      answer.isStopped ? "stopped" : !answer.violations.isEmpty ? "violated" : answer.isOpen ? "unknown" : "ok"
    let counts =
      "\(answer.held) of \(inquiry.assertions.count) hold in \(answer.states.counted(inquiry.isOverSteps ? "step" : "state"))"
    var messages = failures.map(JournalMessage.failure)
    messages += answered.notes.map { .note("\(path): note: \($0)") }
    messages += answered.warnings.map { .warning($0, file: path) }
    return JournalResult(
      path: path, status: status,
      exitCode: answer.isStopped ? .interrupted : failures.map(\.exitCode).max() ?? .fine,
      summary: counts + (answer.unknown > 0 ? ", \(answer.unknown) unknown" : "")
        + (answer.isStopped ? " so far" : ""),
      problems: failures.map { JournalProblem($0, in: path) },
      warnings: answered.warnings.map { Verification.Warning(message: $0) }, notes: answered.notes, messages: messages,
      json: JSONReport.object([
        "file": path, "status": status, "states": answer.states, "unknown": answer.unknown,
        "violations": failures.map { failure in
          JSONReport.object([
            "message": failure.message, "segment": failure.file == path ? nil : failure.file, "line": failure.line,
          ])
        },
        "warnings": answered.warnings.isEmpty
          ? nil : answered.warnings.map { JSONReport.object(["message": $0]) },
      ]))
  }
}

extension AssertInquiry.Answer.Violation {
  fileprivate func failure(of inquiry: AssertInquiry, in file: JournalFile) throws -> CommandFailure {
    let assertion = inquiry.assertions[self.assertion]
    let text = assertion.expectation.text
    guard let seq, let entry = try file.entry(settingSeq: seq) else {
      let what = inquiry.isOverSteps ? "step" : "state"
      return CommandFailure("\(text) holds in no \(what)", file: file.path, exitCode: .finding)
    }
    let place = file.location(ofLine: entry.line, at: entry.offset)
    let step = try HistoryStep(to: entry, in: file).name
    let message =
      inquiry.isOverSteps
      ? "\(text) \(assertion.mode == .never ? "holds for" : "is false for") \(step)"
      : "\(text) \(assertion.mode == .never ? "holds" : "is false") in state \(seq), after \(step)"
    let quoted = ShellWord.quoted(file.path)
    let unknown = since.map {
      "; the states after \($0) and before it can't be rebuilt, so an earlier action may be the cause"
    }
    return CommandFailure(
      message + (unknown ?? ""), file: place.path, line: place.line,
      advice: seq > 0 ? "'reduxlog diff \(quoted)@\(since ?? seq - 1)..\(seq)' shows what changed." : nil,
      exitCode: .finding)
  }
}
