import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// `assert`: checks conditions on all states of journals.
struct AssertCommand: Command {
  private static let files = ArgumentSpecification(
    "FILE", arity: .any, help: "A journal, or a folder: every journal in it and its subfolders.")
  private static let always = OptionSpecification(
    "always", value: "EXPR", isRepeatable: true,
    help: "EXPR, or check:NAME, must hold in every state. Repeatable. See 'help expressions'.")
  private static let never = OptionSpecification(
    "never", value: "EXPR", isRepeatable: true, help: "EXPR must hold in no state. Repeatable.")
  private static let eventually = OptionSpecification(
    "eventually", value: "EXPR", isRepeatable: true, help: "EXPR must hold in at least one state. Repeatable.")
  private static let over = OptionSpecification(
    "over", value: "WHAT", allowedValues: ["state", "step"],
    help: "What $ is: a state (default), or a step with seq, type, action, error, before and after.")

  static let specification = CommandSpecification(
    name: "assert",
    abstract: "Check conditions on all states of journals.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      assert replays each journal and looks at every state, also at those that a rewind abandoned. It prints one line
      per journal to standard output and the first violation of each condition, as FILE:LINE, to standard error.

      Without conditions, assert runs all checks of the app. After Control-C, it prints the violations so far.
      """,
    examples: [
      .init("assert Tests/Journals", "do the app's checks pass in every state of every journal?"),
      .init("assert run.jsonl --always '$.cart.total >= 0' --eventually '$.user'", "two conditions"),
      .init(
        "assert run.jsonl --over step --always '$.type != \"cart.add\" || $.after.cart.count > $.before.cart.count'",
        "what an action must change"),
      .init("assert Tests/Journals --format junit > assert.xml", "a report for a CI system"),
    ],
    arguments: [files],
    options: [
      always, never, eventually, over, .batch, .batchJobs, .timeout,
      Formats.results.option,
      .maximumLine,
      .keyFile,
    ],
    rules: .batch(files, excluding: []) + [.needs(.batchJobs, .batch)],
    sections: [
      .exitCodes(
        [
          "0": "All conditions hold.",
          "1": "A condition is violated, or the reducers lead to other states than the recorded ones.",
          "2": "A journal is damaged, or the conditions depend on states that can't be rebuilt or encoded.",
          "3": "A reducer crashed or hung, or this tool doesn't contain the app's reducers.",
        ],
        note: "With several journals, the highest code wins.")
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    for option in [Self.always, Self.never, Self.eventually] {
      for text in arguments[option] { try Expectation.checkSyntax(of: text, option) }
    }
    let timeout = try arguments.timeout()
    guard !arguments.has(.batch) else {
      let quiet = context.withLinesOfItsOwn
      try Batch(of: "assert", indexing: options, in: context).run(threads: arguments.jobs()) { batch in
        let isolation = ReducerIsolation(in: quiet, timeout: timeout)
        batch.work { job, onStep in
          try Self.result(of: job.journal, arguments, options: options, apps: context.apps) {
            try isolation.answer($0, about: $1, onStep: onStep)
          } state: {
            try isolation.answer($0, about: $1, onStep: onStep)
          }
        }
      }
      return .fine
    }
    let isolation = ReducerIsolation(in: context, timeout: timeout)
    let head = ResultHead(command: "assert", schema: "reduxlog.assert/1", sessions: options)
    var writer = Formats.results.writer(arguments, head, in: context)
    var code = ExitCode.fine
    for journal in try JournalFinder.journals(at: arguments.requiredFiles(Self.files)) {
      let result = try Self.result(of: journal, arguments, options: options, apps: context.apps) {
        try isolation.answer($0, about: $1, showing: "Checking")
      } state: {
        try isolation.answer($0, about: $1, showing: "Checking")
      }
      try writer.add(result)
      code = max(code, result.exitCode)
      if result.exitCode == .interrupted { break }
    }
    try writer.finish()
    return code
  }

  // Not private, so that a test can interrupt an inquiry.
  static func result(
    of journal: JournalFinder.Found, _ arguments: ParsedArguments, options: JournalReader.Options, apps: AppCatalog,
    _ answer: (AssertInquiry, JournalFile) throws -> AssertInquiry.Answer,
    state makeState: (StateInquiry, JournalFile) throws -> String
  ) throws -> JournalResult {
    try .asserting(in: journal, options: options) { file in
      let isOverSteps = arguments.value(of: over) == "step"
      let inquiry = AssertInquiry(assertions: try assertions(arguments, in: file, apps), isOverSteps: isOverSteps)
      let found = try answer(inquiry, file)
      let queries = found.states > 0 ? found.emptyQueries : []
      var last: JSONNode??
      func state() throws -> JSONNode? {
        if let last { return last }
        let state = try lastState(of: file, makeState)
        last = state
        return state
      }
      return AssertInquiry.Answered(
        inquiry: inquiry, answer: found,
        notes: found.isStopped ? [] : try apps.notes(found.caveats, of: file),
        warnings: found.isStopped
          ? []
          : try queries.map { query in
            try JSONNode.warning(ofEmpty: query.text, in: query.places(isOverSteps ? "step" : "state"), state: state)
          })
    }
  }

  /// The last state, in which to look for names; `nil` if reducers can't make it.
  private static func lastState(
    of file: JournalFile, _ answer: (StateInquiry, JournalFile) throws -> String
  ) throws -> JSONNode? {
    do {
      let seq = try RevisionResolver(file).lastSeq()
      return try JSONDocument(Array(answer(StateInquiry(seq: seq), file).utf8)).root
    } catch is CommandFailure { return nil } catch is FailedReplay { return nil } catch is Interrupted {
      // What was found is printed before the command ends.
      return nil
    }
  }

  private static func assertions(
    _ arguments: ParsedArguments, in file: JournalFile, _ apps: AppCatalog
  ) throws -> [AssertInquiry.Assertion] {
    let given = try [(always, AssertInquiry.Mode.always), (never, .never), (eventually, .eventually)].flatMap {
      option, mode in
      try arguments[option].map { text in
        AssertInquiry.Assertion(
          mode: mode, expectation: try Expectation(parsing: text, of: option, at: nil, in: file, apps))
      }
    }
    guard given.isEmpty else { return given }
    let checks = try apps.app(of: file).type.checkNames
    guard !checks.isEmpty else {
      throw UsageError(
        "the app '\(file.header.app.name)' declares no checks; pass --always, --never or --eventually EXPR")
    }
    return checks.map { .init(mode: .always, expectation: Expectation(.check($0), at: nil)) }
  }
}
