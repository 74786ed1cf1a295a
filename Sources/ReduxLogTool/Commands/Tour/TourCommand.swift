package import CommandLineKit

/// `tour`: a guided first run.
package struct TourCommand: Command {
  package static let specification = CommandSpecification(
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

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
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
    let code = CommandTable.standard.run(step.arguments + ["--color", color.rawValue], in: inner)
    guard code == step.expected else {
      throw CommandFailure("the tour stopped: '\(line)' exited with \(code.rawValue)", exitCode: code)
    }
  }

  private func write(_ lines: [String], to path: String) throws(OutputFileError) {
    try OutputFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path, force: false)
  }
}
