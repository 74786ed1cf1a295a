import CommandLineKit
import JSONQuery
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// The result of a search, for people and as JSON.
struct BisectReport {
  /// More changes than these don't help to understand one step.
  private static let shownChanges = 20

  private let answer: BisectInquiry.Answer
  private let expectation: Expectation
  private let file: JournalFile
  private let context: CommandContext

  init(_ answer: BisectInquiry.Answer, _ expectation: Expectation, in file: JournalFile, _ context: CommandContext) {
    self.answer = answer
    self.expectation = expectation
    self.file = file
    self.context = context
  }

  private func step(_ seq: Int) throws -> HistoryStep? {
    try file.entry(settingSeq: seq).map { try HistoryStep(to: $0, in: file) }
  }

  /// Returns the changes of the step in the places that the condition reads.
  private func changes() throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    guard let before = answer.before, let after = answer.after else { return (JSONPatch([]), []) }
    return JSONPatch.changes(
      from: try JSONDocument(Array(before.utf8)).root, to: try JSONDocument(Array(after.utf8)).root)
  }

  // MARK: For people

  /// Writes the report.
  func write() throws {
    let states = answer.states == 1 ? "1 state" : "\(answer.states) states"
    switch answer.outcome {
    case .holds:
      try context.output.line("\("good", .added) \(file.path): state \(answer.bad) \(expectation.predicate(true))")
    case .badFromStart:
      try context.output.line(
        "\("bad", .removed) \(file.path): state \(answer.good), the first of the search, \(expectation.predicate(false))"
      )
      if answer.good > 0, answer.good == (try file.firstStateSeq) {
        try context.output.line("  Earlier states were dropped: the journal begins with this one.")
      } else {
        try context.output.line("  Name a state that \(expectation.predicate(true)) with --good.")
      }
    case .found: try writeStep()
    case .candidates:
      try context.output.line(
        "\("found", .removed) \(file.path): one of the steps from state \(answer.good) to state \(answer.bad)")
      try writeLines(of: answer.unknown + [answer.bad])
      if answer.unknownCount > answer.unknown.count {
        try context.output.line("  and \(answer.unknownCount - answer.unknown.count) more")
      }
    case .stopped where answer.changes.isEmpty:
      let known =
        answer.tested > 1
        ? "state \(answer.good) \(expectation.predicate(true)), and state \(answer.bad) \(expectation.predicate(false))"
        : "nothing is known yet"
      try context.output.line("\("stopped", .warning) \(file.path): \(known)")
    case .scanned, .stopped:
      for change in answer.changes {
        try context.output.line(
          "\(change.holds ? "holds from" : "false from", change.holds ? .added : .removed) state \(change.seq) on")
        try writeLines(of: [change.seq])
      }
    }
    try context.output.line("\("tested \(answer.tested) of \(states)", .dim)")
    if answer.outcome == .found { try writeCommands() }
    if answer.outcome == .stopped, answer.changes.isEmpty, answer.tested > 1 {
      try context.output.line("go on with:\n  \(context.toolName) \(continuation)")
    }
  }

  /// The command that goes on with a search that the user stopped, without the tool's name.
  private var continuation: String {
    let pointer = expectation.pointer.isEmpty ? "" : ":\(expectation.pointer)"
    let journal = ShellWord.quoted("\(file.path)@\(answer.bad)\(pointer)")
    return "bisect \(journal) --good \(answer.good)\(expectation.arguments)"
  }

  private func writeStep() throws {
    guard let step = try step(answer.bad) else { return }
    let place = file.location(ofLine: step.entry.line, at: step.entry.offset)
    let line = place.line.map { ":\($0)" } ?? ""
    try context.output.line(
      "\("found", .removed) \(place.path)\(line): \(expectation.failure) after \(step.name)")
    try writeLines(of: [answer.bad])
    let list = ChangeList(try changes())
    for text in list.lines(indent: "      ", columns: context.output.width).prefix(Self.shownChanges) {
      try context.output.line(text)
    }
    if list.changes.count > Self.shownChanges {
      try context.output.line("      and \(list.changes.count - Self.shownChanges) more changes")
    }
  }

  private func writeLines(of seqs: [Int]) throws {
    let lines = LogLineText(times: context.times, lastSeq: answer.bad, columns: context.output.width ?? 120)
    for seq in seqs {
      if let step = try step(seq) { try context.output.line(lines.text(of: step.line)) }
    }
  }

  private func writeCommands() throws {
    let path = ShellWord.quoted(file.path)
    try context.output.line("go on with:")
    if try step(answer.bad)?.kind == .action {
      try context.output.line("  \(context.toolName) show \(path)@\(answer.bad) --action")
    }
    try context.output.line("  \(context.toolName) diff \(path)@\(answer.good) \(path)@\(answer.bad)")
  }

  // MARK: Warnings

  /// Warns of empty queries, and of states and values that decided but aren't proven or the app's own.
  func warn() throws {
    // To read the last state may take as long as the search.
    guard answer.outcome != .stopped else { return }
    let lookup = StateLookup(file: file, apps: context.apps)
    try context.warn(ofEmpty: answer.queriesWithoutResults, in: file) {
      let state = try lookup.node(at: answer.bad, nil)
      return try state[JSONPointer(expectation.pointer)] ?? state
    }
    try context.note(answer.caveats, of: file)
  }

  // MARK: JSON

  var json: JSONValue {
    get throws {
      let isStopped = answer.outcome == .stopped
      let isScan = answer.outcome == .scanned || isStopped && (answer.tested < 2 || !answer.changes.isEmpty)
      let step = answer.outcome == .found ? try step(answer.bad)?.json : nil
      return JSONReport.object(
        schema: "reduxlog.bisect/1",
        [
          "journal": .string(file.path), "expect": .string(expectation.text),
          "result": .string(answer.outcome.rawValue),
          "good": answer.outcome == .holds || isScan ? .none : JSONValue(answer.good),
          "bad": isScan ? .none : JSONValue(answer.bad), "step": step,
          "unknown": answer.unknown.isEmpty ? .none : .array(answer.unknown.map { JSONValue($0) }),
          "patch": answer.outcome == .found ? try changes().patch.json : .none,
          "changes": isScan
            ? .array(answer.changes.map { JSONReport.object(["seq": JSONValue($0.seq), "holds": .bool($0.holds)]) })
            : .none,
          "tested": JSONValue(answer.tested), "states": JSONValue(answer.states),
        ])
    }
  }
}
