import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// `minimize`: writes a journal of the few actions that a failure needs.
struct MinimizeCommand: Command {
  private static let formats = Formats<Void, MinimizeReport>.humanAndJSON
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal, and the state that fails (default: the last). See 'help revisions'.")
  private static let expect = OptionSpecification(
    "expect", value: "EXPR",
    help: "The condition that the state doesn't satisfy, or check:NAME for a check of the app. See 'help expressions'.")
  private static let crashes = OptionSpecification(
    "crashes", help: "Keep what a crash or a hang of a reducer needs.")
  private static let diverges = OptionSpecification(
    "diverges", help: "Keep what makes this tool's reducers and those of --against lead to different states.")
  private static let against = OptionSpecification(
    "against", value: "TOOL", isPath: true, help: "Another tool with the same app, such as an older build.")
  private static let restoring = OptionSpecification(
    "restoring",
    help: "Keep what a state needs to be lost: it can't be encoded or, decoded again, is another one.")
  private static let seconds = OptionSpecification(
    "seconds", value: "N", help: "Stop after N seconds, and write the fewest actions that were found.")

  private static let keepsPayloads = OptionSpecification(
    "keep-payloads", help: "Leave out actions only, and keep the payloads of the others as they were recorded.")

  static let specification = CommandSpecification(
    name: "minimize",
    abstract: "Find the few actions that a failure needs, and make their payloads small.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      minimize leaves out actions, replays the others with the app's reducers, and keeps what still fails, until leaving
      out any other action makes the failure go away. It writes these actions as a journal of their own, with new
      hashes. The journal's header says where they come from.

      The result begins with the first state after which all actions can be reduced again: usually that of the session.
      What an action caused is left out together with it.

      Then minimize makes the payloads of these actions smaller: it removes members and elements, shortens texts, moves
      numbers towards 0, and replaces ids by ids that were recorded earlier at the same place. It keeps what still fails
      and what the app can decode. A mark after each such action says what is smaller than recorded.
      --keep-payloads turns this off.

      A try fails only if it fails in the same way:
        --expect, run  The condition holds before an action and not after it, as before and after the action that
                       bisect finds, and the action is of the same type.
        --crashes      The reducer crashes or hangs at an action of the same type, at the same place of the code.
        --diverges     After an action of the same type, the states of the two tools first differ at the same place.
      A try in which another action throws an error that it didn't throw before doesn't count.

      With FILE@REV:PTR, the value there is the document. Without --expect, minimize keeps what makes it disappear.

      After Control-C, minimize writes the fewest actions that it has found so far.
      """,
    examples: [
      .init(
        "minimize session.jsonl --expect '$.cart.total >= 0' -o small.jsonl", "which actions make the total negative?"),
      .init("minimize session.jsonl --crashes -o crash.jsonl", "which actions does the crash need?"),
      .init(
        "minimize session.jsonl --diverges --against ./old-tool -o small.jsonl",
        "which actions show that two builds differ?"),
      .init("minimize session.jsonl -o small.jsonl run jq -e '.items | length < 100'", "with any command"),
    ],
    arguments: [journal, Expectation.command],
    options: [
      expect, crashes, diverges, against, restoring, keepsPayloads, .output("The journal to write. Required."), .force,
      seconds,
      .timeout,
      formats.option, .utc, .relative, .maximumLine, .keyFile,
    ],
    rules: [
      .exclusive(crashes, diverges), .exclusive(crashes, restoring), .exclusive(diverges, restoring), .relativeTimes,
      OptionRule { $0.has(against) && !$0.has(diverges) ? "'--against' goes with '--diverges'" : nil },
    ],
    sections: [
      .exitCodes([
        "0": "The journal is written.",
        "1": "Nothing fails there, or the reducers lead to other states than the recorded ones.",
        "2": "The first state fails already, or the step that fails isn't an action.",
        "3": "This tool doesn't contain the app's reducers, or a reducer crashed that shouldn't.",
      ]),
      Expectation.commandSection(of: "minimize"),
      .specialCases([
        "Crashes": """
        The action that crashes is the last one of the result, without a hash. verify exits with 3 until the
        reducer is mended, and then with 0. By default, minimize looks for the last action that was in flight when
        the process died.
        """,
        "Time limit": """
        By default, a try may take 20 times as long for an action as the slowest recorded one, and at least 200 ms.
        """,
        "Payloads": """
        Redacted values stay as they are, and so do actions that can't be reduced again. The search for payloads ends
        after 512 tries, or eight times those that the actions took.
        """,
        "Older schemas": """
        The result has the app's schema: its actions and states are converted by the app's schema changes. An action
        that can't be reduced again stays as recorded if they can't read it.
        """,
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let out = try OutputArgument(arguments)
    let seconds = try arguments.integer(of: Self.seconds, in: 1...1_000_000)
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let file = journal.file
    let revision = try journal.revision()
    let app = try context.apps.app(of: file)
    let symptom = try Self.symptom(arguments, of: journal, at: revision.pointer, in: context)
    let target = try Self.target(journal, symptom)
    let output = try out.file(beside: file.path)
    var quiet = context
    // Each try that crashes would print Swift's message.
    quiet.reducerStreams = symptom.runsCommand ? .ofTool : .nothing
    let isolation = ReducerIsolation(in: quiet, timeout: try arguments.timeout())
    let found = try MinimizeRun(
      file: file, symptom: symptom, target: target, isolation: isolation, context: quiet,
      findsTimeout: arguments.value(of: .timeout) == nil, shrinksPayloads: !arguments.has(Self.keepsPayloads),
      deadline: deadline
    ).run()
    var conversion: TriedConversion?
    try output.filled {
      var actions = try app.tries(to: target, in: file)
      let writer = try JournalWriter.open(
        path: output.temporaryPath, durability: .buffered(bytes: 1 << 20), maximumLineBytes: options.maximumLineBytes,
        key: file.key)
      conversion = try actions.write(
        found.seqs, from: found.start, with: found.payloads, crashes: symptom == .crash, to: writer)
      try writer.close()
    }
    try output.commit()
    let report = try MinimizeReport(found, symptom, in: file, to: out.path, conversion)
    try Self.formats.write(report, arguments, in: context)
    if let rules = conversion?.uncertainRules, !rules.isEmpty {
      try context.warn(
        "the redaction rules for \(rules.joined(separator: ", ")) may lead to other values in schema \(conversion?.schema ?? 0): look at the file before you share it",
        file: out.path)
    }
    try context.warnOfMissingProof(in: out.path, ofJournalWith: file.header.key, given: file.key)
    if case .bisected(let answer) = found.evidence, case .condition(let expectation) = symptom {
      try context.warn(of: answer, to: expectation, in: file)
    }
    return found.ending == .interrupted ? .interrupted : .fine
  }

  private static func symptom(
    _ arguments: ParsedArguments, of journal: OpenJournal, at pointer: JSONPointer?, in context: CommandContext
  ) throws -> Symptom {
    let expectation = try Expectation(arguments, expect, of: journal, at: pointer, in: context)
    let option = [crashes, diverges, restoring].first { arguments.has($0) }
    guard let option else {
      guard let expectation else {
        throw UsageError("expected what fails: --expect EXPR, --crashes, --diverges, --restoring, or run COMMAND")
      }
      return .condition(expectation)
    }
    guard expectation == nil else { throw UsageError("'\(option.spelling)' and a condition can't be combined") }
    guard context.isolatesReducers else {
      throw UsageError("'\(option.spelling)' needs a process for the reducers, which only the command line starts")
    }
    if option == restoring { return .restoring }
    guard option == diverges else { return .crash }
    guard let tool = arguments.value(of: against) else { throw try alone(journal, arguments, context) }
    return .divergence(tool: tool)
  }

  /// Refuses to compare the reducers with the recording, and names what shows the difference.
  private static func alone(
    _ journal: OpenJournal, _ arguments: ParsedArguments, _ context: CommandContext
  ) throws -> UsageError {
    let file = journal.file
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    var advice = "'reduxlog verify' says whether the reducers lead to the recorded states"
    if case .diverged(let divergence) = try isolation.verify(VerifyJob(JobInput(file))).outcome {
      let range = "\(file.path)@\(divergence.seq - 1)..\(divergence.seq)"
      advice =
        "'reduxlog slice \(ShellWord.quoted(range)) -o OUT' keeps the first action that differs from the recording"
    }
    return UsageError("'--diverges' needs '--against TOOL': without an action, no recorded hash applies. \(advice)")
  }

  /// The seq of the state that fails; by default, for a crash, of the last action in flight.
  private static func target(_ journal: OpenJournal, _ symptom: Symptom) throws -> Int {
    guard symptom == .crash else {
      return try journal.resolver.entry(settingKnown: journal.resolver.seq(of: journal.revision())).seq
    }
    guard case .whole = journal.selection else { return try journal.resolver.seq(of: journal.revision()) }
    return try journal.file.lastActionInFlight() ?? journal.resolver.lastSeq()
  }
}

extension JournalFile {
  /// The seq of the last action that was in flight when a process died; `nil` for none. O(n).
  fileprivate func lastActionInFlight() throws -> Int? {
    if let action = try inFlight, !action.hadReturned { return action.seq }
    let reader = try entries(fromOffset: 0)
    var last: Int?
    while let line = try reader.nextLine() {
      if case .record(.action(let action)) = line.content, action.interrupted, !action.hadReturned { last = line.seq }
    }
    return last
  }
}

/// The result of minimizing, for people and as JSON.
struct MinimizeReport: PrintedReport {
  /// More actions than these aren't listed.
  private static let shownActions = 40

  private let found: MinimizedHistory
  private let symptom: Symptom
  private let file: JournalFile
  private let path: String
  /// The journal at the path.
  private let result: JournalFile
  /// The conversion to the app's schema; `nil` for none.
  private let conversion: TriedConversion?

  init(
    _ found: MinimizedHistory, _ symptom: Symptom, in file: JournalFile, to path: String, _ conversion: TriedConversion?
  ) throws {
    self.found = found
    self.symptom = symptom
    self.file = file
    self.path = path
    result = try JournalFile(path: path, options: file.options)
    self.conversion = conversion
  }

  /// The event of an action, with what the result has of it if that isn't what was recorded; `nil` if it can't be read.
  private func event(_ seq: Int) throws -> JournalEvent? {
    guard var event = try recordedEvent(seq) else { return nil }
    if conversion != nil || found.payloads[seq] != nil, let place = found.seqs.firstIndex(of: seq),
      let written = try result.entry(settingSeq: place + 1)
    {
      event.record = written.record
      event.setsState = true
    }
    return event
  }

  private func recordedEvent(_ seq: Int) throws -> JournalEvent? {
    if let event = try file.entry(settingSeq: seq) { return try HistoryStep(to: event, in: file).event }
    let end = try file.endEvent()
    return if case .torn? = end?.record { end } else { nil }
  }

  /// The payload of an action before and after it became smaller; `nil` if it didn't.
  private func change(_ seq: Int) -> (old: JSONValue, new: JSONValue)? {
    guard let new = found.payloads[seq], let old = found.recordedPayloads[seq] else { return nil }
    return (old, new)
  }

  // MARK: For people

  /// Writes the report.
  func write(in context: CommandContext) throws {
    let all = found.count == 1 ? "1 action" : "\(found.count) actions"
    let smaller = found.payloads.isEmpty ? "" : "; payloads of \(found.payloads.count) made smaller"
    let converted = conversion.map { "; converted to schema \($0.schema)" } ?? ""
    try context.output.line(
      "\("minimized", .added) \(file.path): \(found.seqs.count) of \(all) left, from state \(found.start) on\(smaller)\(converted)"
    )
    let lines = EventText(
      times: context.times, lastSeq: found.seqs.last ?? 0, columns: context.output.width ?? 120)
    // The last ones are nearest to the failure.
    let hidden = max(0, found.seqs.count - Self.shownActions)
    if hidden > 0 { try context.output.line("  \(hidden) more, and") }
    for seq in found.seqs.dropFirst(hidden) {
      if let event = try event(seq) { try context.output.line(lines.text(of: event)) }
      if let change = change(seq) {
        try context.output.line(
          "\(lines.indent)\("smaller: \(PayloadChange.sentence(from: change.old, to: change.new))", .dim)")
      }
    }
    switch found.evidence {
    case .bisected: break
    case .crash(let failure): try context.output.line("      \(failure.failure.message)")
    case .divergence(let difference): try context.output.line("      \(difference.sentence)")
    case .loss(let place, let sentence, _):
      try context.output.line("      \(sentence ?? RestoredLoss.restored("differs at \(place ?? "")"))")
    }
    let tries = found.tries == 1 ? "1 try" : "\(found.tries) tries"
    let ending =
      switch found.ending {
      case .minimal where found.seqs.count == 1: "nothing else is needed"
      case .minimal: "without any one of them, it doesn't fail in this way"
      case .outOfTime: "stopped at the time limit, so more of them may be unneeded"
      case .interrupted: "stopped, so more of them may be unneeded"
      }
    let limited =
      found.ending == .minimal && found.payloadEnding == .limited ? "; more tries could make payloads smaller" : ""
    try context.output.line("\("\(tries); \(ending)\(limited)", .dim)")
    try writeCommands(in: context)
  }

  private func writeCommands(in context: CommandContext) throws {
    let path = ShellWord.quoted(path)
    try context.output.line("go on with:")
    switch symptom {
    case .condition(let expectation):
      try context.output.line("  \(context.toolName) log -p \(path)")
      let place = expectation.pointer.isEmpty ? "" : ":\(expectation.pointer)"
      try context.output.line(
        "  \(context.toolName) bisect \(ShellWord.quoted(self.path + place))\(expectation.arguments)")
    case .crash:
      try context.output.line("  \(context.toolName) log \(path)")
      try context.output.line("  \(context.toolName) verify \(path)")
    case .divergence(let tool):
      try context.output.line("  \(context.toolName) log -p \(path)")
      try context.output.line("  \(context.toolName) verify \(path) --tool \(ShellWord.quoted(tool))")
    case .restoring, .inequality, .impurity: try context.output.line("  \(context.toolName) log -p \(path)")
    }
  }

  // MARK: JSON

  func json(in context: CommandContext) throws -> JSONValue {
    var expect: String?
    if case .condition(let expectation) = symptom { expect = expectation.text }
    var crash: JSONValue?
    if case .crash(let failure) = found.evidence {
      crash = JSONReport.object([
        "status": failure.status, "signal": failure.signal, "site": failure.site.map(\.description),
      ])
    }
    var place: String?
    switch found.evidence {
    case .divergence(let found): place = found.place
    case .loss(let found, _, _): place = found
    case .bisected, .crash: break
    }
    let actions = try found.seqs.compactMap { seq in
      let smaller = change(seq).map { JSONPatch.changes(from: $0.old, to: $0.new).patch.json }
      return try event(seq)?.action.map { JSONReport.object(["seq": seq, "type": $0.type, "patch": smaller]) }
    }
    return JSONReport.object(
      schema: "reduxlog.minimize/1",
      [
        "journal": file.path, "output": path, "expect": expect, "crash": crash, "place": place,
        "state": found.start, "actions": found.count, "left": actions, "tries": found.tries,
        "minimal": found.ending == .minimal, "payloads": found.payloadEnding.rawValue,
      ])
  }
}

extension ProcessDifference {
  fileprivate var sentence: String {
    switch self {
    case .place(let place): "the states of the two tools differ\(place.isEmpty ? "" : " at \(place)")"
    case .noReturn: "only this tool's reducer returns"
    case .unencodable: "only this tool's state can be encoded"
    }
  }
}
