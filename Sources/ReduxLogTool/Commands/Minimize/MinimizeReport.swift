import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

/// The result of minimizing, for people and as JSON.
struct MinimizeReport {
  /// More actions than these aren't listed.
  private static let shownActions = 40

  private let found: MinimizedHistory
  private let symptom: Symptom
  private let file: JournalFile
  private let path: String
  private let context: CommandContext

  init(_ found: MinimizedHistory, _ symptom: Symptom, in file: JournalFile, to path: String, _ context: CommandContext)
  {
    self.found = found
    self.symptom = symptom
    self.file = file
    self.path = path
    self.context = context
  }

  /// The line of an action; `nil` if it can't be read.
  private func line(_ seq: Int) throws -> LogLine? {
    if let entry = try file.entry(settingSeq: seq) { return try HistoryStep(to: entry, in: file).line }
    guard case .torn(let torn) = try file.tail else { return nil }
    let header = try file.lastHeader().header
    return LogLine(event: .torn(torn), session: header, time: header.started.microseconds &+ (torn.action?.at ?? 0))
  }

  // MARK: For people

  /// Writes the report.
  func write() throws {
    let all = found.count == 1 ? "1 action" : "\(found.count) actions"
    try context.output.line(
      "\("minimized", .added) \(file.path): \(found.seqs.count) of \(all) left, from state \(found.start) on")
    let lines = LogLineText(
      times: context.times, lastSeq: found.seqs.last ?? 0, columns: context.output.width ?? 120)
    // The last ones are nearest to the failure.
    let hidden = max(0, found.seqs.count - Self.shownActions)
    if hidden > 0 { try context.output.line("  \(hidden) more, and") }
    for seq in found.seqs.dropFirst(hidden) {
      if let line = try line(seq) { try context.output.line(lines.text(of: line)) }
    }
    switch found.evidence {
    case .bisected: break
    case .crash(let failure): try context.output.line("      \(failure.failure.message)")
    case .divergence(let place):
      try context.output.line("      the states of the two tools differ\(place.isEmpty ? "" : " at \(place)")")
    }
    let tries = found.tries == 1 ? "1 try" : "\(found.tries) tries"
    let ending =
      switch found.ending {
      case .minimal where found.seqs.count == 1: "nothing else is needed"
      case .minimal: "leaving out any of them makes the failure go away"
      case .outOfTime: "stopped at the time limit, so more of them may be unneeded"
      case .interrupted: "stopped, so more of them may be unneeded"
      }
    try context.output.line("\("\(tries); \(ending)", .dim)")
    try writeCommands()
  }

  private func writeCommands() throws {
    let path = ShellWord.quoted(path)
    try context.output.line("go on with:")
    switch symptom {
    case .condition(let expectation):
      try context.output.line("  \(context.toolName) log -p \(path)")
      let place = expectation.pointer.isEmpty ? "" : "@:\(expectation.pointer)"
      try context.output.line(
        "  \(context.toolName) bisect \(ShellWord.quoted(self.path + place))\(expectation.arguments)")
    case .crash:
      try context.output.line("  \(context.toolName) log \(path)")
      try context.output.line("  \(context.toolName) verify \(path)")
    case .divergence(let tool):
      try context.output.line("  \(context.toolName) log -p \(path)")
      try context.output.line("  \(context.toolName) verify \(path) --tool \(ShellWord.quoted(tool))")
    }
  }

  // MARK: JSON

  var json: JSONValue {
    get throws {
      var expect: String?
      if case .condition(let expectation) = symptom { expect = expectation.text }
      var crash: JSONValue?
      if case .crash(let failure) = found.evidence {
        crash = JSONReport.object([
          "status": .string(failure.status), "signal": failure.signal.map { .string($0) },
          "site": failure.site.map { .string($0.description) },
        ])
      }
      var place: String?
      if case .divergence(let found) = found.evidence { place = found }
      let actions = try found.seqs.compactMap { seq in
        try line(seq)?.action.map { JSONReport.object(["seq": JSONValue(seq), "type": .string($0.type)]) }
      }
      return JSONReport.object(
        schema: "reduxlog.minimize/1",
        [
          "journal": .string(file.path), "output": .string(path), "expect": expect.map { .string($0) }, "crash": crash,
          "place": place.map { .string($0) }, "state": JSONValue(found.start), "actions": JSONValue(found.count),
          "left": .array(actions),
          "tries": JSONValue(found.tries), "minimal": .bool(found.ending == .minimal),
        ])
    }
  }
}
