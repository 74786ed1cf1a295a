package import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `replay`: runs the reducers on a journal's actions, checks every step, and prints the state.
package struct ReplayCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal. FILE@REV is short for FILE --to REV.")
  private static let to = OptionSpecification(
    "to", value: "REV", help: "Stop at REV (default: the last state). See 'help revisions'.")
  private static let fromSnapshot = OptionSpecification(
    "from-snapshot", help: "Start at the nearest snapshot instead of the first state.")
  private static let unchecked = OptionSpecification(
    "unchecked", help: "Check no hashes: print the state that today's reducers produce.")

  package static let specification = CommandSpecification(
    name: "replay",
    abstract: "Rebuild a state step by step and print it.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      replay runs the app's reducers on every action from the first state on, compares the hash of each state with the
      recorded one, and prints the final state as JSON.

      If a state differs, replay prints the first action that diverges instead (exit code 1). If a reducer crashes or
      hangs, replay names the action (exit code 3).
      """,
    examples: [
      .init("replay run.jsonl --to 120", "state 120, with every state before it proven"),
      .init("replay run.jsonl --skip 57", "the last state as it would be without action 57"),
      .init("replay run.jsonl --skip 57 --with-caused", "without it and all that it caused"),
      .init("replay run.jsonl --replace '57={\"add\":{\"_0\":3}}'", "with another action in its place"),
      .init("replay run.jsonl --to 57 --unchecked", "what today's reducers make of the first 57 actions"),
    ],
    arguments: [file],
    options: [to] + EditOptions.all + [
      fromSnapshot, unchecked, .allowRedacted, .allowSchemaChanges, .allowUnproven, .jobs, .timeout, .maximumLine,
      .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    for option in EditOptions.all { try arguments.allowAtMostOne(of: option, Self.fromSnapshot) }
    try arguments.allowAtMostOne(of: Self.unchecked, Self.fromSnapshot)
    let edits = try EditOptions.edits(arguments)
    let (path, revision) = try target(arguments, in: context)
    let options = try arguments.readingOptions(in: context)
    let jobs = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { jobs.finish() }
    let file = try JournalFile(path: path, options: options)
    let rebuilds = arguments.has(Self.unchecked) || !edits.isEmpty
    // Recorded patches don't show what other actions would do.
    if rebuilds { _ = try context.apps.app(of: file) }
    let app = try context.apps.appOrPatches(of: file)
    let resolver = RevisionResolver(file, times: context.times)
    let seq = try revision.map(resolver.seq) ?? resolver.lastSeq()
    try EditOptions.check(edits, before: seq, app)
    let state: [UInt8]?
    if rebuilds {
      let job = ReplayJob(path: path, .rebuild(seq: seq, with: edits), options: options, threads: 1)
      state = try jobs.state(job).state
      try context.note("\(path): note: nothing was checked: \(reason(edits))")
    } else {
      var progress = context.progress("Replaying")
      let job = ReplayJob(
        path: path, .replay(to: seq, fromSnapshot: arguments.has(Self.fromSnapshot)), options: options,
        acceptsRedacted: arguments.has(.allowRedacted), acceptsSchema: arguments.has(.allowSchemaChanges),
        acceptsUnproven: arguments.has(.allowUnproven),
        threads: try arguments.jobs())
      let result = try jobs.state(job) { try progress.update($0, of: seq) }
      try progress.finish()
      if let divergence = result.divergence {
        try context.report(divergence.report(file: path))
        return .finding
      }
      state = result.state
      if app.identity.name != file.header.app.name {
        try context.note(
          "\(path): note: rebuilt from recorded patches, without reducers; this tool doesn't contain the app's")
      }
    }
    guard let state else {
      throw CommandFailure("the journal holds no state yet", file: path, advice: "Record something first.")
    }
    try context.output.json(text: state)
    return .fine
  }

  private func reason(_ edits: ActionEdits) -> String {
    edits.isEmpty ? "--unchecked turns checks off" : "with changed actions, no recorded hash applies"
  }

  /// Returns the journal, and the revision to stop at, if any.
  private func target(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (path: String, revision: Revision?) {
    var argument = try JournalArgument(parsing: arguments.required(Self.file), times: context.times)
    argument.path = try JournalFinder.journal(at: argument.path)
    let option = try arguments.value(of: Self.to).map { try Revision(parsing: $0, times: context.times) }
    switch argument.selection {
    case .whole: return (argument.path, option)
    case .revision(let revision):
      guard option == nil else { throw UsageError("FILE@REV and '--to' both name the state to stop at") }
      return (argument.path, revision)
    case .range: throw UsageError("a replay stops at one state: FILE --to REV")
    }
  }
}
