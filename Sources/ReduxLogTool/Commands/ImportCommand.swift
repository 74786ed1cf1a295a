import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport

/// `import`: makes a journal of a session that the Redux DevTools recorded.
struct ImportCommand: Command {
  private static let file = ArgumentSpecification(
    "FILE", help: "An export of the Redux DevTools, their lifted state, or an array of actions; - is standard input.")
  private static let app = OptionSpecification(
    "app", value: "NAME", help: "The name of the app in the journal (default: the exported one, else redux).")

  static let specification = CommandSpecification(
    name: "import",
    abstract: "Make a journal of a session of the Redux DevTools.",
    traits: [],
    overview: """
      If the file holds the states, the journal is self-contained: no reducer runs, and every command that needs none
      works on it, such as report, inspect, diff and blame. A web app's session can be read in this way.

      If the file holds only actions, the journal holds them and the first state. With --app, the reducers of that app make
      the other states, as in 'record'.

      A file that 'export' wrote becomes the same actions and states again, and the app's reducers can verify them.
      """,
    examples: [
      .init("import state.json -o session.jsonl", "the lifted state of a web app, with its states"),
      .init(
        "import actions.json -o session.jsonl",
        "what the extension's export button saved of a store with its enhancer: actions alone"),
      .init(
        "import actions.json -o session.jsonl --app tracker", "the same, with the states that this app's reducers make"),
    ],
    arguments: [file],
    options: [.output("The journal to write. Required."), app] + OptionSpecification.rules + [.maximumLine, .force],
    sections: [
      .specialCases([
        "Secrets":
          "import redacts as 'record' does. A file that 'export' wrote keeps the rules of its journal, unless an option "
          + "gives others. The texts of a web app's errors are left out without --keep-text.",
        "Actions": "An action's type is its 'type'. Actions that were switched off in the DevTools are left out.",
        "Gaps":
          "Actions that the DevTools dropped at their limit, or that were dispatched while recording was paused, become gaps.",
        "Missing states":
          "A state that is undefined, isn't JSON, or contains itself is missing from the journal. import names the first one.",
        "Values":
          "Dates, maps, sets and other values that JSON lacks become what JSON has for them. Paths to equal values are "
          + "replaced by the values.",
        "Sizes": "A file may have up to 1 GiB, and a state up to the limit of --max-line.",
        "Times":
          "The extension keeps milliseconds. Times stay as they are, even if they run backwards. A step without a time gets "
          + "that of the step before, with a warning.",
      ])
    ])

  private static let maximumBytes = 1 << 30

  /// The error of an action that the DevTools didn't reduce, because an earlier one failed. It holds no secret.
  private static let interrupted = "Interrupted by an error up the chain"

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let path = try arguments.required(Self.file)
    let (source, name) = try context.source(path)
    let file = try DevToolsFile(
      source.readAll(limit: Self.maximumBytes), named: name,
      maximumValues: JournalLimits.maximumValues(inLineOf: arguments.maximumLineBytes()))
    if !file.hasStates, let app = arguments.value(of: Self.app) {
      try record(file, by: app, of: name, to: out, arguments, in: context)
    } else {
      try write(file, named: name, to: out, arguments, in: context)
    }
    if file.skipped > 0 { try context.note("left out what was switched off: \(file.skipped.counted("action"))") }
    if file.removed > 0 {
      try context.warn(
        "the file lacks \(file.removed.counted("action")) between the others, which the DevTools filtered or swept away; "
          + "what a filtered one changed shows at the next action", file: name)
    }
    return .fine
  }

  private func write(
    _ file: DevToolsFile, named name: String, to out: OutputArgument, _ arguments: ParsedArguments,
    in context: CommandContext
  ) throws {
    let hasOptions = OptionSpecification.rules.contains { arguments.has($0) }
    var app = file.app ?? AppIdentity(name: "redux")
    if let name = arguments.value(of: Self.app), name != app.name { app = AppIdentity(name: name) }
    let rules = try hasOptions ? arguments.rules(for: app.name) : file.rules ?? arguments.rules(for: app.name)
    let keepsTexts = rules.writesFreeText || !hasOptions && file.rules != nil
    // A clock may go back: the session starts at the earliest time.
    let earliest = ([file.first.time, file.started?.microseconds] + file.steps.map(\.time)).compactMap { $0 }.min()
    let started = earliest.map { WallClock(microseconds: $0) } ?? .now()
    let actions = file.steps.lazy.filter(\.kind.isAction)
    let recordsInputs = file.app != nil && !actions.isEmpty && actions.allSatisfy { file.action(of: $0).inputs != nil }
    let output = try out.file()
    let limit = try arguments.maximumLineBytes()
    var progress = context.progress("Importing")
    var missing = MissingStates()
    try output.filled {
      let writer = try JournalWriter.open(
        path: output.temporaryPath, durability: .buffered(bytes: 1 << 20), maximumLineBytes: limit)
      var session = try SessionImport(
        of: app, started: started, by: rules, recordsInputs: recordsInputs,
        context: JSONObject([("imported-from", "redux-devtools")]), to: writer)
      func at(_ time: Int?) -> Int? { time.map { min(max(0, $0 - started.microseconds), JournalLimits.maximumSeq) } }
      var time = at(file.first.time) ?? 0
      if let gap = file.gap { try session.addGap(at: time, why: gap.why, missing: gap.missing) }
      var last: JSONValue?
      switch try file.firstState() {
      case .known(let state):
        try session.set(state, at: time)
        last = state
      case .missing(let problem):
        try session.set(nil, at: time)
        missing.first = problem
      }
      var seqs: [Int: Int] = [:]
      for step in file.steps {
        try progress.update(writer.seq)
        time = at(step.time) ?? time
        let computed = try file.state(after: step, like: last)
        let state: JSONValue? = if case .known(let state) = computed { state } else { nil }
        last = state ?? last
        switch step.kind {
        case .action:
          let action = file.action(of: step)
          let head = ActionHead(
            at: time, type: action.type, swiftType: action.swiftType, module: action.module, site: action.site,
            cause: action.cause.flatMap { seqs[$0] }, replayability: action.replayability,
            inputs: recordsInputs ? action.inputs : nil, action: [])
          let reason = missing.note(computed, after: action.type, seq: writer.seq + 1, of: file)
          let error = file.error(of: step).map {
            keepsTexts || $0 == Self.interrupted ? $0 : ExchangedAction.hiddenError
          }
          try session.add(head, action.action, leadingTo: state, unknownBecause: reason, error: error)
        case .state: try session.set(state, at: time)
        case .gap(let gap):
          try session.addGap(at: time, why: gap.why, missing: gap.missing)
          try session.set(state, at: time)
        case .rewind: try session.addRewind(at: time)
        }
        seqs[step.id] = writer.seq
      }
      try writer.seal()
      try writer.close()
    }
    try progress.finish()
    try output.commit()
    let known = file.hasStates ? "last state \(file.steps.count)" : "no states"
    try context.note("\(out.path): \(actions.count.counted("action")), \(known)")
    for warning in missing.warnings(of: file) { try context.warn(warning, file: name) }
  }

  /// The states and times that a file lacks.
  private struct MissingStates {
    /// Why the first state is missing.
    var first: JsanText.Problem?
    private var count = 0
    private var example: StyledText = ""

    /// Notes the state after an action and returns why it is missing, in words for a journal.
    mutating func note(_ state: DevToolsFile.Computed, after type: String, seq: Int, of file: DevToolsFile) -> String? {
      guard case .missing(let problem) = state else { return nil }
      if count == 0 { example = "state \(seq), after \(type): \("\(problem)")" }
      count += 1
      return ActionRecord.missingStatePrefix + problem.reason
    }

    func warnings(of file: DevToolsFile) -> [StyledText] {
      var warnings: [StyledText] = []
      if !file.hasStates {
        warnings.append(
          "the file holds actions, but no states after them; to see whole states, save the lifted state, or name an app "
            + "whose reducers make them with --app")
      } else if count > 0 {
        warnings.append("\(count.counted("state")) missing; the first is \(example)")
      }
      if let first {
        let reason: StyledText = if case .absent = first { "" } else { ": \("\(first)")" }
        warnings.append("the file doesn't hold the first state\(reason)")
      }
      let untimed = file.steps.count { $0.time == nil }
      if untimed > 0 {
        warnings.append("\(untimed.counted("step")) without a time; the journal gives each the time of the one before")
      }
      return warnings
    }
  }

  /// Records actions without states through an app's reducer.
  private func record(
    _ file: DevToolsFile, by appName: String, of name: String, to out: OutputArgument, _ arguments: ParsedArguments,
    in context: CommandContext
  ) throws {
    let app = try context.apps.app(named: appName)
    let initial: JSONValue? = if case .known(let state) = try file.firstState() { state } else { nil }
    let journal = try RecordingJournal(
      creating: out.path, app: app.identity, states: .patches, rules: arguments.rules(for: app.identity.name),
      volatile: app.type.volatile, identity: app.type.identity,
      recordsInputs: app.type.usesInputs,
      options: JournalReader.Options(maximumLineBytes: arguments.maximumLineBytes()),
      startsFromGivenState: initial != nil,
      replacing: arguments.has(.force))
    let session: any AppSession
    do { session = try app.type.session(initial: initial.map(JSONNode.init)) } catch {
      throw CommandFailure("not a state of the app '\(appName)': \(error.explanation)", file: name)
    }
    let lines = file.steps.map { file.action(of: $0).written.compact + "\n" }.joined()
    // An error names the number of the action.
    let source = ActionLines(
      name: "\(name): action", source: InputSource.buffer(lines), limit: try arguments.maximumLineBytes())
    try Drive(session: session, journal: journal, lines: source, recordsState: true).run(
      isPrompting: false, in: context)
  }
}
