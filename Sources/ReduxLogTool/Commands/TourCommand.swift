import CommandLineKit
import ReducerIsolation
import ReduxInspection
import StateTree

/// `tour`: a guided first run.
struct TourCommand: Command {
  static let specification = CommandSpecification(
    name: "tour",
    abstract: "Show what reduxlog does, on a sample session.",
    traits: [],
    overview: """
      tour records a small session in a new temporary folder, proves it, finds a mistake in it, rewinds and continues.
      It prints each command as you would type it, with its real output. The folder stays, so you can try more.
      """,
    examples: [.init("tour", "see it at work")])

  /// A command of the tour.
  private struct Step {
    var text: String
    var arguments: [String]
    var expected = ExitCode.fine
  }

  /// Runs a command line of the tool.
  let commandLine: @Sendable ([String], CommandContext) -> ExitCode

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let session = TourSession.session(for: context.apps)
    let folder = try context.makeTemporaryFolder("reduxlog-tour-")
    let (actions, more) = ("\(folder)/actions.jsonl", "\(folder)/more.jsonl")
    try write(session.actions, to: actions)
    try write(session.correction, to: more)

    try context.output.line("\("A session of the app '\(session.app)': six actions, one per line, in \(actions)")")
    for step in steps(session, journal: "\(folder)/session.jsonl", actions: actions, more: more) {
      try context.interruption.check()
      try run(step, in: context)
    }
    try context.output.line(
      """

      That was the tour. The files are in \(folder).
      '\(context.toolName) help' lists the commands, '\(context.toolName) help revisions' the ways to name a state.
      """)
    return .fine
  }

  private func steps(_ session: TourSession, journal: String, actions: String, more: String) -> [Step] {
    let record = ["record", "-o", journal]
    return [
      Step(
        text: "Record it: the app's reducer runs each action, and the journal keeps the action and the state's hash.",
        arguments: record + ["--app", session.app, "--actions", actions]),
      Step(text: "What happened?", arguments: ["log", journal]),
      Step(
        text: "Prove it: replay every action and compare the hash of every state.",
        arguments: ["verify", journal]),
      Step(
        text: "Action 5 looks wrong. What did it change?", arguments: ["diff", "\(journal)@4..5"],
        expected: .finding),
      Step(text: "\(session.mistake) The state before it:", arguments: ["show", "\(journal)@4"]),
      Step(
        text: "Go back to it. Nothing is deleted: the journal records that state 4 is current again.",
        arguments: ["rewind", journal, "--to", "4"]),
      Step(text: "Continue from there with the right value.", arguments: record + ["--append", "--actions", more]),
      Step(text: "The whole history, including the mistake:", arguments: ["log", journal]),
      Step(text: "And all of it is proven:", arguments: ["verify", journal]),
    ]
  }

  private func run(_ step: Step, in context: CommandContext) throws {
    let line = ([context.toolName] + step.arguments.map(ShellWord.quoted)).joined(separator: " ")
    try context.output.line("\n\(step.text)\n\n\("$ \(line)", .bold)")
    var inner = context
    // Messages are part of the tour, in their order.
    inner.errorOutput = context.output
    inner.allowsPager = false
    let color: ColorChoice = context.output.isColored ? .always : .never
    let code = commandLine(step.arguments + ["--color", color.rawValue], inner)
    guard code == step.expected else {
      throw CommandFailure("the tour stopped: '\(line)' exited with \(code.rawValue)", exitCode: code)
    }
  }

  private func write(_ lines: [String], to path: String) throws(OutputFileError) {
    try OutputFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path, force: false)
  }
}

/// The session that the tour records. State 4 is correct; action 5 is a mistake, and action 6 builds on it.
struct TourSession {
  /// The app's name.
  let app: String
  /// The actions, one per line.
  let actions: [String]
  /// The correct actions after state 4.
  let correction: [String]
  /// A description of the mistake.
  let mistake: String

  /// Returns the session of an app in the tool: the tracker if available, else a JSON document.
  static func session(for apps: AppCatalog) -> TourSession { tracker.isUnderstood(by: apps) ? tracker : json }

  /// Whether the app is available and accepts the actions. A user's app may have the same name.
  private func isUnderstood(by apps: AppCatalog) -> Bool {
    guard let driver = try? apps.app(named: app), var session = try? driver.type.session(initial: nil) else {
      return false
    }
    return (actions + correction).allSatisfy { action in
      guard let document = try? JSONDocument(Array(action.utf8)) else { return false }
      return (try? session.read(document.root)) != nil
    }
  }

  private static let tracker = TourSession(
    app: "tracker",
    actions: [
      #"{"project":{"_0":{"create":{"id":"run","title":"Running","units":"km","frequency":"daily","at":757498339}}}}"#,
      #"{"item":{"_0":{"create":{"id":"run-1","projectID":"run","amount":3.1,"timestamp":757532337,"#
        + #""notes":"slow and cold","at":757532404}}}}"#,
      #"{"project":{"_0":{"create":{"id":"read","title":"Reading","units":"pages","frequency":"daily","at":757580107}}}}"#,
      #"{"item":{"_0":{"create":{"id":"read-1","projectID":"read","amount":24,"timestamp":757621800,"#
        + #""notes":"","at":757621844}}}}"#,
      #"{"item":{"_0":{"create":{"id":"run-2","projectID":"run","amount":52,"timestamp":757675872,"#
        + #""notes":"round the lake","at":757675878}}}}"#,
      #"{"project":{"_0":{"update":{"id":"run","title":"Running far","at":757675990}}}}"#,
    ],
    correction: [
      #"{"item":{"_0":{"create":{"id":"run-2","projectID":"run","amount":5.2,"timestamp":757675872,"#
        + #""notes":"round the lake","at":757676021}}}}"#
    ],
    mistake: "52 km should have been 5.2 km.")

  private static let json = TourSession(
    app: JSONApp.name,
    actions: [
      #"{"replace":{"title":"Holiday","nights":3,"packed":[]}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"tent"}]}"#,
      #"{"merge":{"nights":4}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"stove"}]}"#,
      #"{"merge":{"nights":40}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"39 shirts"}]}"#,
    ],
    correction: [#"{"merge":{"nights":5}}"#],
    mistake: "40 nights should have been 5.")
}
