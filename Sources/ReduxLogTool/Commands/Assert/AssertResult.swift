import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// The result of checking a journal's states.
struct AssertResult: JournalResult {
  private let path: String
  /// What was asked and found, and the steps that led to the violations.
  private let found: (inquiry: AssertInquiry, answer: AssertInquiry.Answer)?
  private let failures: [CommandFailure]
  private let context: (file: JournalFile, warnings: [String])?

  /// Checks a journal. A journal that can't be checked is a result, not an error.
  ///
  /// - Throws: Errors that aren't about the journal.
  init(
    of journal: JournalFinder.Found, options: JournalReader.Options,
    _ check: (JournalFile) throws -> (AssertInquiry, AssertInquiry.Answer)
  ) throws {
    path = journal.path
    var found: (inquiry: AssertInquiry, answer: AssertInquiry.Answer)?
    do {
      if let failure = journal.failure { throw failure }
      let file = try JournalFile(path: journal.path, options: options)
      let (inquiry, answer) = try check(file)
      found = (inquiry, answer)
      failures = try answer.violations.sorted { ($0.seq ?? .max) < ($1.seq ?? .max) }.map {
        try AssertResult.failure($0, of: inquiry, in: file)
      }
      context = (file, answer.queriesWithoutResults)
    } catch let failure as CommandFailure {
      failures = [failure]
      context = nil
    } catch let error as JournalError {
      failures = [CommandFailure(error)]
      context = nil
    } catch let error as ReplayError {
      failures = [CommandFailure(error)]
      context = nil
    }
    self.found = found
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

  var exitCode: ExitCode { failures.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .fine }

  private var status: String {
    failures.isEmpty ? "ok" : found != nil ? "violated" : exitCode == .reducer ? "no-reducer" : "failed"
  }

  /// The result in one line.
  var line: StyledText {
    let style: Style = failures.isEmpty ? .added : .error
    var text: StyledText = "\(StyledText(status, style)) \(path)"
    guard let found else { return text }
    let what = found.inquiry.isOverSteps ? "step" : "state"
    let count = found.answer.states
    text +=
      ": \(found.inquiry.assertions.count - failures.count) of \(found.inquiry.assertions.count) hold in \(count) \(what)\(count == 1 ? "" : "s")"
    if found.answer.unknown > 0 { text += ", \(found.answer.unknown) unknown" }
    return text
  }

  /// Prints the violations, and warns of empty queries.
  func explain(in context: CommandContext) throws {
    for failure in failures { try context.report(failure.report(tool: context.toolName)) }
    guard let (file, queries) = self.context, !queries.isEmpty else { return }
    try context.warn(ofEmpty: queries, in: file) {
      try StateLookup(file: file, apps: context.apps).node(at: RevisionResolver(file).lastSeq(), nil)
    }
  }

  /// The violations as annotations of GitHub Actions.
  var workflowCommands: [WorkflowCommand] {
    failures.map { failure in
      WorkflowCommand(
        .error, file: failure.file ?? path, line: failure.line, title: "reduxlog assert: \(status)",
        message: [failure.message, failure.advice].compactMap(\.self).joined(separator: "\n"))
    }
  }

  /// The result as a test.
  var test: JUnitReport.Test {
    let details = failures.map { failure in
      "\(failure.file ?? path)\(failure.line.map { ":\($0)" } ?? ""): \(failure.message)"
    }
    let problem = failures.first.map { JUnitReport.Problem(type: status, message: $0.message, details: details) }
    return JUnitReport.Test(
      path: path, failure: found == nil ? nil : problem, error: found == nil ? problem : nil, warnings: [])
  }

  /// The result as JSON.
  var json: JSONValue {
    let violations = failures.map { failure in
      JSONReport.object([
        "message": .string(failure.message), "segment": failure.file == path ? .none : failure.file.map { .string($0) },
        "line": failure.line.map { JSONValue($0) },
      ])
    }
    return JSONReport.object([
      "file": .string(path), "status": .string(status), "states": (found?.answer.states).map { JSONValue($0) },
      "unknown": (found?.answer.unknown).map { JSONValue($0) }, "violations": .array(violations),
    ])
  }
}
