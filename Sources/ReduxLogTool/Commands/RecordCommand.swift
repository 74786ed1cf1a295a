package import CommandLineKit
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import SystemSupport

/// `record`: drives an app's reducer with actions, and records.
package struct RecordCommand: Command {
  private static let output = OptionSpecification.output("The journal to record to. Must be given.", value: "FILE")
  private static let app = OptionSpecification(
    "app", value: "NAME",
    help: "The app whose reducer is driven: json if nothing is said, or the journal's with --append.")
  private static let actions = OptionSpecification(
    "actions", value: "FILE", isPath: true, help: "Where the actions are, one a line; - is standard input, the default."
  )
  private static let initial = OptionSpecification(
    "initial", value: "FILE", isPath: true, help: "The state to start from, as JSON; - is standard input.")
  private static let append = OptionSpecification(
    "append", help: "Go on from the last state of a journal that exists.")
  private static let patches = OptionSpecification(
    "self-contained",
    help: "Also record what each action did to the state, so that states can be read without reducers.")
  private static let volatile = OptionSpecification(
    "volatile", value: "PTR", isRepeatable: true,
    help: "Leave what is at a JSON Pointer, in which * is any key or index, out of hashes. May be repeated.")
  private static let force = OptionSpecification("force", help: "Replace a journal that exists.")

  package static let specification = CommandSpecification(
    name: "record",
    abstract: "Drive an app's reducer with actions, and record.",
    overview: """
      Each line of the input is an action as JSON. The reducer of the app reduces it, and the journal gets the action
      with the hash of the state that it led to: first the action, then the reducer runs, then the rest of the line.

      The app 'json' has any JSON document for its state, and three actions: {"patch": [...]} with RFC 6902 operations,
      {"merge": ...} with an RFC 7396 merge patch, {"replace": ...} with another document.

      A line that is no action ends the recording with exit code 2, and so does an action that the reducer refuses,
      which is in the journal with its error. What was recorded before is a journal in good order. The journal is
      created with the first action, so that nothing is left behind if that is no action.

      Stand-ins are written in the places of secrets: of what has one of the usual names, as password, token and pin, and
      of what the options name. With --no-default-rules and without other rules everything is written.

      What a replay does not give again, as a time that a reducer reads from the clock, is volatile: the app declares where,
      and --volatile names more such places. What is there is recorded, and left out of the states' hashes.

      With --self-contained the journal is self-contained: each action tells what it did to the state. A journal that is begun so
      goes on so. 'reduxlog bake' makes such a copy of another.

      With --key-file, each line proves that who wrote it holds the key: 'openssl rand -hex 16 > journal.key' makes one.
      A journal that is begun with a key goes on with that alone, and one that is begun without goes on without.

      At a terminal, without --actions, it prompts for actions; errors don't end it there. Ctrl-D does.
      """,
    examples: [
      .init("record -o doc.jsonl --actions changes.jsonl", "record changes of a JSON document"),
      .init("record -o doc.jsonl --initial doc.json", "type changes of doc.json, one a line"),
      .init("record -o run.jsonl --app tracker --actions year.actions.jsonl", "drive another app"),
      .init("record -o run.jsonl --append --actions more.jsonl", "go on where the journal ends"),
    ],
    options: [output, app, actions, initial, append, patches, volatile, force] + OptionSpecification.rules + [
      .maximumLine, .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try OutputArgument(arguments, hint: "-o FILE", mayBeDevice: true).path
    try arguments.allowAtMostOne(of: Self.append, Self.force)
    try arguments.allowAtMostOne(of: Self.append, Self.initial)
    if arguments.value(of: Self.initial) == "-", [nil, "-"].contains(arguments.value(of: Self.actions)) {
      throw UsageError("actions and initial state can't both come from standard input")
    }
    if arguments.has(.maximumLine), !arguments.has(Self.append) {
      throw UsageError("option '--max-line' needs '--append': only then a journal is read")
    }
    let lines = try actionLines(arguments, in: context)
    let drive: Drive
    if arguments.has(Self.append) {
      drive = try continuing(path, arguments, lines: lines, in: context)
    } else {
      drive = try creating(path, arguments, lines: lines, in: context)
    }
    let isPrompting = !arguments.has(Self.actions) && context.input.isTerminal
    try drive.run(isPrompting: isPrompting, in: context)
    return .fine
  }

  private func actionLines(_ arguments: ParsedArguments, in context: CommandContext) throws -> ActionLines {
    guard let path = arguments.value(of: Self.actions), path != "-" else {
      return ActionLines(name: "standard input", source: context.input)
    }
    return ActionLines(name: path, source: try DescriptorInput(path: path, interruption: context.interruption))
  }

  private func creating(
    _ path: String, _ arguments: ParsedArguments, lines: ActionLines, in context: CommandContext
  ) throws -> Drive {
    let app = try context.apps.app(named: arguments.value(of: Self.app) ?? JSONApp.name)
    let journal = try RecordingJournal(
      creating: path, app: app.identity, states: arguments.has(Self.patches) ? .patches : .snapshots,
      rules: arguments.rules(), volatile: app.volatile + arguments.pointers(of: Self.volatile),
      key: arguments.key(in: context),
      replacing: arguments.has(Self.force))
    let initial = try initialState(arguments, in: context)
    do {
      return Drive(session: try app.session(initial: initial?.node), journal: journal, lines: lines)
    } catch {
      throw CommandFailure(
        "not a state of the app '\(app.identity.name)': \(error.explanation)", file: initial?.name,
        advice: "The state must have the form in which 'reduxlog show' prints one.")
    }
  }

  private func initialState(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (node: JSONNode, name: String)? {
    guard let path = arguments.value(of: Self.initial) else { return nil }
    let name = path == "-" ? "standard input" : path
    let source: any InputSource =
      path == "-" ? context.input : try DescriptorInput(path: path, interruption: context.interruption)
    let bytes = try source.readAll()
    do {
      return (try JSONDocument(bytes).root, name)
    } catch {
      let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0a }
      throw CommandFailure("not JSON: \(error)", file: name, line: line)
    }
  }

  private func continuing(
    _ path: String, _ arguments: ParsedArguments, lines: ActionLines, in context: CommandContext
  ) throws -> Drive {
    guard Platform.exists(path) else {
      throw CommandFailure(
        "there is no such journal to append to", file: path, advice: "Leave out --append to begin one.")
    }
    let options = try arguments.readingOptions(in: context)
    let app = try context.apps.app(of: JournalFile(path: path, options: options))
    if let name = arguments.value(of: Self.app), name != app.identity.name {
      throw UsageError("the journal was recorded from the app '\(app.identity.name)', not from '\(name)'")
    }
    let writer = try JournalWriter.open(
      path: path, check: .full, maximumLineBytes: options.maximumLineBytes, key: options.key)
    switch writer.repair {
    // The recorder reports it.
    case .damagedLineKept: break
    case let repair: try context.warn(of: repair, in: path)
    }
    // Only now is the end of the file what recording goes on from.
    let file = try JournalFile(path: path, options: options)
    var initial: JSONNode?
    if try file.lastStateSeq != nil {
      initial = try JSONDocument(app.state(at: RevisionResolver(file).lastSeq(), in: file)).root
    }
    let session = try app.session(initial: initial)
    let journal = try RecordingJournal(
      continuing: path, app: app.identity,
      states: arguments.has(Self.patches) || file.isSelfContained ? .patches : .snapshots, rules: arguments.rules(),
      volatile: app.volatile + arguments.pointers(of: Self.volatile), writer: writer, options: options)
    return Drive(session: session, journal: journal, lines: lines)
  }
}
