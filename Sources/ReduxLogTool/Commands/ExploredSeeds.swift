import CommandLineKit
import ReduxInspection
import ReduxNotation
import StateTree

/// What many jobs of `explore --batch` found, each failure once.
struct ExploredSeeds: ResultReport {
  private struct Key: Hashable {
    let app: String
    let kind: String
    let type: String?
    let place: String?
    /// Which condition it is, of several.
    let message: String

    var texts: [String] { [kind, type ?? "", place ?? "", message, app] }
  }

  private struct Group {
    /// The one with the fewest actions, and its seed.
    var best: ExploreResult.Finding
    var seed: Int
    var jobs = 1
  }

  private var explored: [ExploreResult] = []
  private var results: [JournalResult] = []
  private var groups: [Key: Group] = [:]

  mutating func add(_ result: JournalResult) {
    results.append(result)
    guard let explored = ExploreResult(result) else { return }
    self.explored.append(explored)
    var counted: Set<Key> = []
    for finding in explored.findings {
      let key = Key(
        app: explored.app, kind: finding.kind.rawValue,
        // A suspicion is the same, whichever type of action breaks it.
        type: finding.kind == .suspicion ? nil : finding.type, place: finding.place,
        message: finding.message)
      let isFirst = counted.insert(key).inserted
      guard var group = groups[key] else {
        groups[key] = Group(best: finding, seed: explored.seed)
        continue
      }
      if isFirst { group.jobs += 1 }
      if (finding.actions, explored.seed) < (group.best.actions, group.seed) {
        (group.best, group.seed) = (finding, explored.seed)
      }
      groups[key] = group
    }
  }

  var exitCode: ExitCode { results.map(\.exitCode).max() ?? .fine }

  var messages: [JournalMessage] {
    // Jobs with other seeds warn of the same journals.
    var warned: Set<[String]> = []
    return results.flatMap { result -> [JournalMessage] in
      guard let explored = ExploreResult(result) else { return [.failure(result.failure)] }
      return explored.warnings.compactMap { warning in
        let file = warning.segment ?? explored.path
        guard warned.insert([file, warning.message]).inserted else { return nil }
        return .warning(warning.message, file: file, line: warning.line)
      }
    }
  }

  /// What is wrong before what is only suspicious; what most jobs found comes first.
  private var sorted: [Group] {
    groups.sorted { one, other in
      func rank(_ group: Group) -> (Int, Int) { (group.best.kind == .suspicion ? 1 : 0, -group.jobs) }
      if rank(one.value) != rank(other.value) { return rank(one.value) < rank(other.value) }
      return one.key.texts.lexicographicallyPrecedes(other.key.texts)
    }.map(\.value)
  }

  private var sessions: Int { explored.reduce(0) { $0 + $1.sessions } }
  private var actions: Int { explored.reduce(0) { $0 + $1.actions } }
  private var apps: String { Set(explored.map(\.app)).sorted().joined(separator: ", ") }

  // MARK: For people

  func write(in context: CommandContext) throws {
    let output = context.output
    let sorted = sorted
    let count = sorted.count { $0.best.kind != .suspicion }
    let head: StyledText =
      explored.isEmpty
      ? "\("not explored", .warning)" : count == 0 ? "\("found nothing", .added)" : "\("found \(count)", .error)"
    let amount = "\(sessions.counted("session")) of \(apps), \(actions.counted("action"))"
    try output.line(explored.isEmpty ? head : "\(head) in \(amount), \(explored.count.counted("job"))")
    let unread = results.count - explored.count
    if unread > 0 { try output.line("  \("not explored", .warning): \(unread.counted("job"))") }
    let uncompared = explored.reduce(0) { $0 + $1.uncompared }
    if uncompared > 0 {
      try output.line(
        "  \("not compared", .warning): \(uncompared.counted("session")), because the other process ended before")
    }
    let ended = explored.reduce(0) { $0 + $1.ended }
    if ended > 0 { try output.line("  \("not played to the end", .error): \(ended.counted("session"))") }
    for group in sorted {
      let finding = group.best
      let place = finding.place.map { $0.isEmpty ? "" : " at \($0)" } ?? ""
      let type = finding.type.map { " after \($0)" } ?? ""
      let style: Style = finding.kind == .suspicion ? .warning : .error
      try output.line()
      try output.line("\(finding.kind.rawValue, style)\(type)\(place): \(finding.message)")
      let jobs = explored.count == 1 ? "" : "found by \(group.jobs) of \(explored.count.counted("job")), "
      try output.line("\("      \(jobs)\(finding.actions.counted("action")) with seed \(group.seed)", .dim)")
      if let journal = finding.journal {
        try output.line("      \(context.toolName) log -p \(ShellWord.quoted(journal))")
      }
    }
  }

  // MARK: JSON

  func json(in _: CommandContext) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.explored/1",
      [
        "jobs": results.count, "sessions": sessions, "actions": actions,
        "ended": explored.reduce(0) { $0 + $1.ended },
        "findings": sorted.map { group in
          JSONReport.object([
            "kind": group.best.kind.rawValue, "type": group.best.type, "place": group.best.place,
            "message": group.best.message, "jobs": group.jobs, "seed": group.seed, "actions": group.best.actions,
            "journal": group.best.journal,
          ])
        },
        "results": results.map(\.json),
      ])
  }
}
