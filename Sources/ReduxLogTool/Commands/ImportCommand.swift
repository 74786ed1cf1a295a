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

      If the file holds only actions, the reducers of the app that --app names make the states, as in 'record'.

      A file that 'export' wrote becomes the same actions and states again, and the app's reducers can verify them.
      """,
    examples: [
      .init("import state.json -o session.jsonl", "the lifted state of a web app, with its states"),
      .init(
        "import actions.json -o session.jsonl --app tracker", "what the extension's export button saved: actions alone"),
    ],
    arguments: [file],
    options: [.output("The journal to write. Required."), app] + OptionSpecification.rules + [.maximumLine, .force],
    sections: [
      .specialCases([
        "Secrets":
          "import redacts as 'record' does. A file that 'export' wrote keeps the rules of its journal, unless an option "
          + "gives others. The texts of a web app's errors are left out without --keep-text.",
        "Actions": "An action's type is its 'type'. Actions that were switched off in the DevTools are left out.",
        "Sizes": "A file may have up to 1 GiB, and a state up to the limit of --max-line.",
        "Times": "The extension keeps milliseconds. An array of actions has no times.",
      ])
    ])

  private static let maximumBytes = 1 << 30

  /// The text of an error that may hold a secret.
  private static let hiddenError = "an error"

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let path = try arguments.required(Self.file)
    let (source, name) = try context.source(path)
    let file = try DevToolsFile(source.readAll(limit: Self.maximumBytes), named: name)
    switch file.content {
    case .steps(let steps): try write(steps, of: file, named: name, to: out, arguments, in: context)
    case .actions(let actions, let initial):
      try record(actions, from: initial, of: name, to: out, arguments, in: context)
    }
    if file.skipped > 0 { try context.note("left out what was switched off: \(file.skipped.counted("action"))") }
    return .fine
  }

  private func write(
    _ steps: [DevToolsFile.Step], of file: DevToolsFile, named name: String, to out: OutputArgument,
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws {
    let hasOptions = OptionSpecification.rules.contains { arguments.has($0) }
    var app = file.app ?? AppIdentity(name: "redux")
    if let name = arguments.value(of: Self.app), name != app.name { app = AppIdentity(name: name) }
    let rules = try hasOptions ? arguments.rules(for: app.name) : file.rules ?? arguments.rules(for: app.name)
    let first = steps.lazy.compactMap(\.time).first
    let started = file.started ?? first.map { WallClock(microseconds: $0) } ?? .now()
    let actions = steps.compactMap(\.action)
    let recordsInputs = !actions.isEmpty && actions.allSatisfy { $0.inputs != nil }
    let keepsTexts = rules.writesFreeText || !hasOptions && file.rules != nil
    let output = try out.file()
    let limit = try arguments.maximumLineBytes()
    try output.filled {
      let writer = try JournalWriter.open(
        path: output.temporaryPath, durability: .buffered(bytes: 1 << 20), maximumLineBytes: limit)
      var session = try SessionImport(
        of: app, started: started, by: rules, recordsInputs: recordsInputs,
        context: JSONObject([("imported-from", "redux-devtools")]), to: writer)
      var seqs: [Int: Int] = [:]
      var time = 0
      for (seq, step) in steps.enumerated() {
        // A clock may go back.
        time = min(max(time, step.time.map { $0 - started.microseconds } ?? time), JournalLimits.maximumSeq)
        seqs[step.id] = seq
        guard let action = step.action else {
          try session.set(step.state, at: time)
          continue
        }
        let head = ActionHead(
          at: time, type: action.type, swiftType: action.swiftType, module: action.module, site: action.site,
          cause: action.cause.flatMap { seqs[$0] }.flatMap { $0 < seq ? $0 : nil }, replayability: action.replayability,
          inputs: recordsInputs ? action.inputs : nil, action: [])
        try session.add(
          head, action.action, leadingTo: step.state, error: step.error.map { keepsTexts ? $0 : Self.hiddenError })
      }
      try writer.seal()
      try writer.close()
    }
    try output.commit()
    try context.note("\(out.path): \(actions.count.counted("action")), last state \(steps.count - 1)")
  }

  /// Records actions without states through an app's reducer.
  private func record(
    _ actions: [ExchangedAction], from initial: JSONValue?, of name: String, to out: OutputArgument,
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws {
    guard let appName = arguments.value(of: Self.app) else {
      throw CommandFailure(
        "the file holds actions, but no states, so an app's reducers must make them", file: name,
        advice: "Name the app with --app, in a tool that contains its reducers.")
    }
    let app = try context.apps.app(named: appName)
    let journal = try RecordingJournal(
      creating: out.path, app: app.identity, states: .patches, rules: arguments.rules(for: app.identity.name),
      volatile: app.type.volatile,
      recordsInputs: app.type.usesInputs,
      options: JournalReader.Options(maximumLineBytes: arguments.maximumLineBytes()),
      startsFromGivenState: initial != nil,
      replacing: arguments.has(.force))
    let session: any AppSession
    do { session = try app.type.session(initial: initial.map(JSONNode.init)) } catch {
      throw CommandFailure("not a state of the app '\(appName)': \(error.explanation)", file: name)
    }
    let lines = actions.map { $0.written.compact + "\n" }.joined()
    // An error names the number of the action.
    let source = ActionLines(
      name: "\(name): action", source: InputSource.buffer(lines), limit: try arguments.maximumLineBytes())
    try Drive(session: session, journal: journal, lines: source, recordsState: true).run(
      isPrompting: false, in: context)
  }
}
