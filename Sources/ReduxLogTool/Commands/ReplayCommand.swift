import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// `replay`: runs the reducers on a journal's actions, checks every step, and prints the state.
struct ReplayCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal. FILE@REV is short for FILE --to REV.")
  private static let to = OptionSpecification(
    "to", value: "REV", help: "Stop at REV (default: the last state). See 'help revisions'.")
  private static let fromSnapshot = OptionSpecification(
    "from-snapshot", help: "Start at the nearest snapshot instead of the first state.")
  private static let unchecked = OptionSpecification(
    "unchecked", help: "Check no hashes: print the state that today's reducers produce.")

  static let specification = CommandSpecification(
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
    ], rules: (EditOptions.all + [unchecked]).map { .exclusive($0, fromSnapshot) })

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let edits = try EditOptions.edits(arguments)
    let (path, revision) = try target(arguments, in: context)
    let options = try arguments.readingOptions(in: context)
    let jobs = ReducerIsolation(in: context, timeout: try arguments.timeout())
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
      state = try jobs.state(StateJob(JobInput(path: path, options: options), seq: seq, .changing(edits))).text
      try context.note("\(path): note: nothing was checked: \(reason(edits))")
    } else {
      var progress = context.progress("Replaying")
      let job = StateJob(
        JobInput(path: path, options: options, threads: try arguments.jobs()), seq: seq,
        .proving(fromSnapshot: arguments.has(Self.fromSnapshot)), accepting: arguments.tolerance)
      let result = try jobs.state(job) { try progress.update($0, of: seq) }
      try progress.finish()
      if let divergence = result.divergence {
        try context.report(divergence.report(file: path))
        return .finding
      }
      state = result.text
      if app.identity.name != file.header.app.name {
        try context.note(
          "\(path): note: rebuilt from recorded patches, without reducers; this tool doesn't contain the app's")
      }
    }
    guard let state else {
      throw CommandFailure("the journal holds no state yet", file: path, advice: "Record something first.")
    }
    let places = context.output.sink.isTerminal ? file.redactedPlaces(at: seq) : RedactedPlaces()
    if places.isEmpty {
      try context.output.json(text: state)
    } else {
      try context.output.json(places.masked(JSONValue(parsing: state)))
    }
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

/// The options that change the actions of a replay.
enum EditOptions {
  static let skip = OptionSpecification(
    "skip", value: "RANGE", isRepeatable: true,
    help: "Skip an action (57) or several (57..60). Repeatable. Turns hash checks off.")
  static let withCaused = OptionSpecification(
    "with-caused", help: "Also skip what the skipped and replaced actions caused. See 'log --tree'.")
  static let replace = OptionSpecification(
    "replace", value: "N=JSON", isRepeatable: true,
    help: "Reduce another action in place of action N. JSON is as in 'record'. Repeatable. Turns hash checks off.")
  static let insert = OptionSpecification(
    "insert", value: "N=JSON", isRepeatable: true,
    help: "Reduce one more action after state N. Repeatable. Turns hash checks off.")

  static let all = [skip, withCaused, replace, insert]

  /// Reads the options of a call.
  static func edits(_ arguments: ParsedArguments) throws(UsageError) -> ActionEdits {
    var edits = ActionEdits(withCaused: arguments.has(withCaused))
    for text in arguments[skip] { edits.skipped.append(try range(text)) }
    for text in arguments[replace] {
      let (seq, action) = try action(text, for: replace, from: 1)
      guard edits.replaced.updateValue(action, forKey: seq) == nil else {
        throw UsageError("option '--replace': action \(seq) is replaced twice")
      }
    }
    for text in arguments[insert] {
      let (seq, action) = try action(text, for: insert, from: 0)
      edits.inserted[seq, default: []].append(action)
    }
    guard !edits.skipsCaused || !edits.skipped.isEmpty || !edits.replaced.isEmpty else {
      throw UsageError("option '--with-caused' goes with '--skip' or '--replace'")
    }
    if let seq = edits.replaced.keys.sorted().first(where: { seq in edits.skipped.contains { $0.contains(seq) } }) {
      throw UsageError("action \(seq) can't be both skipped and replaced")
    }
    return edits
  }

  /// Checks that all changes are before the state where the replay stops, and that its app knows the given actions.
  static func check(_ edits: ActionEdits, before seq: Int, _ app: AppCatalog.App) throws {
    if let range = edits.skipped.first(where: { $0.upperBound > seq }) {
      throw late(skip, "action \(max(range.lowerBound, seq + 1))", seq)
    }
    if let last = edits.replaced.keys.max(), last > seq { throw late(replace, "action \(last)", seq) }
    if let last = edits.inserted.keys.max(), last > seq { throw late(insert, "state \(last)", seq) }
    var session = try app.type.session(initial: nil)
    for (option, actions) in [(replace, Array(edits.replaced.values)), (insert, edits.inserted.values.flatMap(\.self))]
    {
      for action in actions {
        do { try session.read(JSONNode(action)) } catch {
          throw UsageError(
            "option '--\(option.name)': \(action.compact) is not an action of the app: \(error.explanation)")
        }
      }
    }
  }

  private static func late(_ option: OptionSpecification, _ what: String, _ seq: Int) -> UsageError {
    UsageError("option '--\(option.name)': \(what) isn't before state \(seq), where the replay stops")
  }

  private static func range(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false)
    let lower = ends.first.flatMap { Int($0) }
    let upper = ends.count == 1 ? lower : ends.count == 3 && ends[1].isEmpty ? Int(ends[2]) : nil
    guard let lower, let upper, lower > 0, lower <= upper else {
      throw UsageError(
        "option '--skip': expected an action's seq, such as 57, or a range, such as 57..60, found '\(text)'")
    }
    return lower...upper
  }

  /// Reads `57={"add":{}}`.
  private static func action(
    _ text: String, for option: OptionSpecification, from least: Int
  ) throws(UsageError) -> (seq: Int, action: JSONValue) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int(parts[0]), seq >= least else {
      throw UsageError(
        "option '--\(option.name)': expected a seq and an action, such as 57='{\"add\":{\"_0\":3}}', found '\(text)'")
    }
    do { return (seq, try JSONDocument(Array(parts[1].utf8)).root.value) } catch {
      throw UsageError("option '--\(option.name)': '\(parts[1])' is not JSON: \(error)")
    }
  }
}
