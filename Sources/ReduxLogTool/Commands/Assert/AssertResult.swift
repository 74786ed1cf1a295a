import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// The result of checking a journal's states.
struct AssertResult: JournalResult {
  /// An answer about a journal.
  struct Answered {
    let inquiry: AssertInquiry
    let answer: AssertInquiry.Answer
    /// Why it may not be that of the app.
    let notes: [String]
    /// The possible mistakes in the conditions.
    let warnings: [String]
  }

  /// An answer, with the failures that it names.
  private struct Found {
    let answered: Answered
    let failures: [CommandFailure]

    var answer: AssertInquiry.Answer { answered.answer }
    var inquiry: AssertInquiry { answered.inquiry }
  }

  private enum Content {
    case found(Found)
    /// The states can't be checked, for a reason of which `verify` reports, too.
    case unchecked(Verification)
  }

  let path: String
  private let content: Content

  /// Checks a journal. A journal that can't be checked is a result, not an error.
  ///
  /// - Throws: Errors that aren't about the journal.
  init(
    of journal: JournalFinder.Found, options: JournalReader.Options,
    _ check: (JournalFile) throws -> Answered
  ) throws {
    path = journal.path
    func failed(_ failure: CommandFailure) -> Content {
      .unchecked(Verification(path: journal.path, outcome: .failed(failure)))
    }
    do {
      if let failure = journal.failure { throw failure }
      let file = try JournalFile(path: journal.path, options: options)
      let answered = try check(file)
      let (inquiry, answer) = (answered.inquiry, answered.answer)
      var failures = try answer.violations.sorted { ($0.seq ?? .max) < ($1.seq ?? .max) }.map {
        try AssertResult.failure($0, of: inquiry, in: file)
      }
      if failures.isEmpty, answer.isOpen, !answer.isStopped {
        failures = [AssertResult.failure(ofUnknown: answer.unknown, in: file)]
      }
      content = .found(Found(answered: answered, failures: failures))
    } catch let error as FailedReplay {
      content = .unchecked(error.verification)
    } catch let failure as CommandFailure {
      content = failed(failure)
    } catch let error as JournalError {
      content = failed(CommandFailure(error))
    } catch let error as ReplayError {
      content = failed(CommandFailure(error))
    } catch let error as UsageError {
      // The journal's app may lack a check that others have.
      content = failed(CommandFailure(error.message, file: journal.path, exitCode: .usage))
    }
  }

  private static func failure(ofUnknown count: Int, in file: JournalFile) -> CommandFailure {
    let states = count == 1 ? "1 state" : "\(count) states"
    return CommandFailure(
      "\(states) can't be rebuilt, so the conditions aren't decided", file: file.path,
      advice: "'reduxlog verify \(ShellWord.quoted(file.path))' names the actions.")
  }

  private static func failure(
    _ violation: AssertInquiry.Answer.Violation, of inquiry: AssertInquiry, in file: JournalFile
  ) throws -> CommandFailure {
    let assertion = inquiry.assertions[violation.assertion]
    let text = assertion.expectation.text
    guard let seq = violation.seq, let entry = try file.entry(settingSeq: seq) else {
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
    return CommandFailure(
      message, file: place.path, line: place.line,
      advice: seq > 0 ? "'reduxlog diff \(quoted)@\(seq - 1)..\(seq)' shows what changed." : nil, exitCode: .finding)
  }

  var exitCode: ExitCode {
    switch content {
    case .found(let found):
      found.answer.isStopped
        ? .interrupted : found.failures.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .fine
    case .unchecked(let verification): verification.exitCode
    }
  }

  var status: String {
    switch content {
    case .found(let found):
      found.answer.isStopped
        ? "stopped" : !found.answer.violations.isEmpty ? "violated" : found.answer.isOpen ? "unknown" : "ok"
    case .unchecked(let verification): verification.status
    }
  }

  var command: String { "assert" }

  var summary: String? {
    let found: Found
    switch content {
    case .unchecked(let verification): return verification.summary
    case .found(let answered): found = answered
    }
    let answer = found.answer
    let what = (found.inquiry.isOverSteps ? "step" : "state") + (answer.states == 1 ? "" : "s")
    let counts = "\(answer.held) of \(found.inquiry.assertions.count) hold in \(answer.states) \(what)"
    let unknown = answer.unknown > 0 ? ", \(answer.unknown) unknown" : ""
    return counts + unknown + (answer.isStopped ? " so far" : "")
  }

  var problems: [JournalProblem] {
    switch content {
    case .unchecked(let verification): verification.problems
    case .found(let found): found.failures.map { JournalProblem($0, in: path) }
    }
  }

  var warnings: [Verification.Warning] {
    switch content {
    case .unchecked(let verification): verification.warnings
    case .found(let found): found.answered.warnings.map { Verification.Warning(message: $0) }
    }
  }

  var notes: [String] {
    switch content {
    case .unchecked(let verification): verification.notes
    case .found(let found): found.answered.notes
    }
  }

  var verdict: Verdict? { if case .unchecked(let verification) = content { verification.verdict } else { nil } }

  func explain(in context: CommandContext) throws {
    switch content {
    case .unchecked(let verification): try verification.explain(in: context)
    case .found(let found):
      for failure in found.failures { try context.report(failure.report(tool: context.toolName)) }
      for note in notes { try context.note("\(path): note: \(note)") }
      for warning in warnings { try context.warn("\(warning.message)", file: path) }
    }
  }

  var json: JSONValue {
    switch content {
    case .unchecked(let verification): verification.json
    case .found(let found):
      JSONReport.object([
        "file": .string(path), "status": .string(status), "states": JSONValue(found.answer.states),
        "unknown": JSONValue(found.answer.unknown), "violations": .array(found.failures.map(json)),
        "warnings": warnings.isEmpty
          ? .none : .array(warnings.map { JSONReport.object(["message": .string($0.message)]) }),
      ])
    }
  }

  private func json(_ failure: CommandFailure) -> JSONValue {
    JSONReport.object([
      "message": .string(failure.message), "segment": failure.file == path ? .none : failure.file.map { .string($0) },
      "line": failure.line.map { JSONValue($0) },
    ])
  }
}
