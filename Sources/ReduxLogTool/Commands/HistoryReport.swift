import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateCoding
import StateTree
import SystemSupport

/// A comparison of two histories, for people and as JSON.
struct HistoryReport: PrintedReport {
  /// The most actions whose differing places are counted, and the most places that are named.
  private static let countedChanges = 10_000
  private static let namedPlaces = 5

  let comparison: HistoryComparison
  private let ignored: PointerPatterns
  private let context: CommandContext

  init(_ comparison: HistoryComparison, ignoring ignored: [RedactionRules.Pointer], _ context: CommandContext) {
    self.comparison = comparison
    self.ignored = PointerPatterns(ignored)
    self.context = context
  }

  var old: RecordedHistory { comparison.old }
  var new: RecordedHistory { comparison.new }

  /// A difference between the histories, by places in their states.
  enum Difference {
    case removed(Int)
    case added(Int)
    case changed(Int, Int)
  }

  /// The differences of a hunk: a changed step stands where both histories have it.
  func differences(in hunk: HistoryAlignment.Hunk) -> [Difference] {
    var differences: [Difference] = []
    var (oldStart, newStart) = (hunk.old.lowerBound, hunk.new.lowerBound)
    func addUnpaired(upTo oldEnd: Int, _ newEnd: Int) {
      differences += (oldStart..<oldEnd).map(Difference.removed)
      differences += (newStart..<newEnd).map(Difference.added)
    }
    for change in hunk.changes {
      addUnpaired(upTo: change.old, change.new)
      differences.append(.changed(change.old, change.new))
      (oldStart, newStart) = (change.old + 1, change.new + 1)
    }
    addUnpaired(upTo: hunk.old.upperBound, hunk.new.upperBound)
    return differences
  }

  /// The operations that turn the action of one journal into that of the other, without those at ignored places.
  func changes(_ index: Int, _ other: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    guard let mine = try old.file.action(old.states[index].seq)?.action,
      let its = try new.file.action(new.states[other].seq)?.action
    else {
      return (JSONPatch([]), [])
    }
    let all = JSONPatch.changes(from: mine, to: its)
    let kept = zip(all.patch.operations, all.replaced).filter { !ignored.contain($0.0.path) }
    return (JSONPatch(kept.map(\.0)), kept.map(\.1))
  }

  /// The places that differ after one step from equal states, with their short hashes in both journals.
  func places(of fork: HistoryComparison.StateFork) throws -> [(pointer: String, old: String, new: String)] {
    guard fork.isOfOneStep, let mine = try old.file.action(fork.old.seq), let its = try new.file.action(fork.new.seq)
    else { return [] }
    func texts(_ action: ActionRecord) -> [String: String] {
      Dictionary(action.changed.map { ($0.pointer, $0.short ?? "removed") }) { first, _ in first }
    }
    let (mineTexts, itsTexts) = (texts(mine), texts(its))
    return Set(mineTexts.keys).union(itsTexts.keys).sorted().compactMap { pointer in
      let (mine, its) = (mineTexts[pointer] ?? "unchanged", itsTexts[pointer] ?? "unchanged")
      return mine == its ? nil : (pointer, mine, its)
    }
  }

  // MARK: For people

  /// Writes where the histories part, and a line for each step that differs.
  func write(in context: CommandContext) throws {
    try writeVerdict()
    try writeStates()
    var places: [String: Int] = [:]
    var counted = 0
    let lines = lines
    for hunk in comparison.alignment.hunks {
      try context.output.line("\(heading(of: hunk), .dim)")
      for difference in differences(in: hunk) {
        try context.interruption.check()
        switch difference {
        case .removed(let index): try writeStep(index, of: old, "\("-", .removed) ", lines.old)
        case .added(let index): try writeStep(index, of: new, "\("+", .added) ", lines.new)
        case .changed(let index, let other):
          try writeStep(index, of: old, "\("~", .changed) ", lines.old)
          var list = ChangeList(try changes(index, other))
          list.mask(try standIns(index, other))
          for line in list.lines(indent: lines.old.indent + "  ", columns: context.output.width) {
            try context.output.line(line)
          }
          guard counted < Self.countedChanges else { continue }
          counted += 1
          for place in Set(list.changes.map(\.place.description)) { places[place, default: 0] += 1 }
        }
      }
    }
    try writePlaces(places, of: counted)
    try writeCommands()
  }

  private func writeVerdict() throws {
    let (mine, its) = (old.file.path, new.file.path)
    guard !comparison.alignment.hunks.isEmpty else {
      // Equal actions alone don't make equal states.
      let isSame = comparison.stateFork == nil && comparison.comparedStates > 0
      let verdict: StyledText = isSame ? "\("same", .added)" : "\("same actions", .changed)"
      return try context.output.line(
        "\(verdict) \(mine) \(its): \(old.actionCount.counted("action"))\(exceptions)"
      )
    }
    let before = comparison.alignment.commonPrefix
    let equal = before == 0 ? "no step before it" : "\(before.counted("equal step")) before it"
    let text: StyledText
    switch comparison.actionFork {
    case (let seq?, let other?): text = "\(mine)@\(seq) \(its)@\(other): different steps, with \(equal)"
    case (let seq?, nil): text = "\(mine)@\(seq): \(try end(of: new)) before this step, with \(equal)"
    case (nil, let other?): text = "\(its)@\(other): \(try end(of: old)) before this step, with \(equal)"
    case (nil, nil): return
    }
    try context.output.line("\("fork", .removed) " + text)
    let counts = comparison.counts
    let parts = [
      "\(comparison.commonCount) equal", "\(counts.removed) only in \(mine) (-)", "\(counts.added) only in \(its) (+)",
      "\(counts.changed) with other content (~)",
    ]
    try context.output.line("steps: \(parts.joined(separator: ", "))")
    if comparison.alignment.isApproximate {
      try context.output.line(
        "  The histories have little in common: they are aligned at steps that occur once, so a shorter list may exist."
      )
    }
  }

  private func writeStates() throws {
    guard let fork = comparison.stateFork else {
      let count = comparison.comparedStates
      let place = comparison.alignment.hunks.isEmpty ? "" : " up to there"
      let text =
        count == 0
        ? "not compared: the journals have no hashes\(place), or redact by different rules"
        : count == comparison.alignment.commonPrefix + 1
          ? "all \(count)\(place) are equal" : "the \(count)\(place) with comparable hashes are equal"
      return try context.output.line("states: \(text)")
    }
    let states = "\(old.file.path)@\(fork.old.seq) \(new.file.path)@\(fork.new.seq)"
    let reason: String
    switch fork.equal {
    case nil where fork.old != old.start: reason = "these are the first that both journals hashed, and they differ"
    case nil: reason = "the histories begin with different states"
    case _? where (fork.old.error == nil) != (fork.new.error == nil):
      reason = "one reducer refused the action, the other didn't"
    case _? where fork.old.holdsMore || fork.new.holdsMore:
      reason = "they differ, after steps from equal states that are equal as far as they were recorded"
    case _?: reason = "they differ, after equal steps from equal states: the reducers differ, or aren't pure"
    }
    try context.output.line("\("states differ", .removed) \(states): \(reason)")
    if !ignored.isEmpty, fork.equal != nil {
      try context.output.line("  The ignored places of the actions differ, which may be the cause.")
    }
    if let equal = fork.equal, !fork.isOfOneStep {
      try context.output.line("  The last states known to be equal are \(equal.old) and \(equal.new).")
    }
    for place in try places(of: fork) {
      try context.output.line(
        "  \(place.pointer.isEmpty ? "(the whole state)" : place.pointer, .key): \(place.old) → \(place.new)")
    }
  }

  /// What equal histories may differ in.
  private var exceptions: String {
    let ignored = ignored.isEmpty ? "" : ", but for ignored places"
    let isPartial = [old, new].contains { $0.states.contains(where: \.holdsMore) }
    return ignored + (isPartial ? ", as far as they were recorded" : "")
  }

  /// Which history ends: the journal's, or the part of it that is compared.
  private func end(of history: RecordedHistory) throws -> String {
    let last = history.states.last?.seq ?? history.start.seq
    let isWhole = try history.file.lastStateSeq == last
    return "\(history.file.path)\(isWhole ? "" : "@..\(last)") ends"
  }

  /// The parts of both journals, as revisions.
  private func heading(of hunk: HistoryAlignment.Hunk) -> String {
    func range(_ history: RecordedHistory, _ steps: Range<Int>) -> String {
      let before = steps.lowerBound == 0 ? history.start.seq : history.states[steps.lowerBound - 1].seq
      let last = steps.isEmpty ? before : history.states[steps.upperBound - 1].seq
      return "\(history.file.path)@\(before)..\(last)"
    }
    return "@@ \(range(old, hunk.old)) \(range(new, hunk.new)) @@"
  }

  private var lines: (old: EventText, new: EventText) {
    func lines(_ history: RecordedHistory) -> EventText {
      EventText(
        times: context.times, lastSeq: history.states.last?.seq ?? 0, columns: (context.output.width ?? 120) - 2)
    }
    return (lines(old), lines(new))
  }

  private func writeStep(_ index: Int, of history: RecordedHistory, _ sign: StyledText, _ lines: EventText) throws {
    let state = history.states[index]
    guard let event = try history.file.entry(settingSeq: state.seq) else { return }
    try context.output.line(sign + lines.text(of: HistoryStep(to: event, in: history.file).event))
  }

  /// The places of stand-ins in two actions.
  private func standIns(_ index: Int, _ other: Int) throws -> RedactedPlaces {
    var places = RedactedPlaces()
    for case let action? in [try old.file.action(old.states[index].seq), try new.file.action(new.states[other].seq)] {
      places.formUnion(RedactedPlaces(inActionOf: action))
    }
    return places
  }

  private func writePlaces(_ places: [String: Int], of counted: Int) throws {
    guard counted > 2 else { return }
    let sorted = places.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let named = sorted.prefix(Self.namedPlaces).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    let more = sorted.count > Self.namedPlaces ? " and \(sorted.count - Self.namedPlaces) more" : ""
    try context.output.line("places that differ in actions, and in how many: \(named)\(more)")
    try context.output.line("  --ignore-action PTR leaves out what differs in every run, such as ids and times.")
  }

  private func writeCommands() throws {
    guard let fork = comparison.stateFork else { return }
    let (mine, its) = (ShellWord.quoted(old.file.path), ShellWord.quoted(new.file.path))
    try context.output.line("go on with:")
    try context.output.line("  \(context.toolName) diff \(mine)@\(fork.old.seq) \(its)@\(fork.new.seq)")
    if fork.old.isOfAction { try context.output.line("  \(context.toolName) show \(mine)@\(fork.old.seq) --action") }
  }
}

extension HistoryReport {
  func json(in context: CommandContext) throws -> JSONValue {
    let counts = comparison.counts
    let fork = comparison.actionFork
    let isForked = !comparison.alignment.hunks.isEmpty
    return JSONReport.object(
      schema: "reduxlog.history-diff/1",
      [
        "from": json(of: old), "to": json(of: new), "equal": comparison.isEqual, "common": comparison.commonCount,
        "removed": counts.removed, "added": counts.added, "changed": counts.changed,
        "approximate": comparison.alignment.isApproximate ? true : nil,
        "fork": isForked ? JSONReport.object(["from": fork.old, "to": fork.new]) : .none, "states": try statesJSON,
        "differences": try comparison.alignment.hunks.flatMap(differences).map(json),
      ])
  }

  private func json(of history: RecordedHistory) -> JSONValue {
    JSONReport.object([
      "journal": history.file.path, "first": history.start.seq,
      "seq": history.states.last?.seq ?? history.start.seq, "actions": history.actionCount,
    ])
  }

  private var statesJSON: JSONValue {
    get throws {
      let fork = try comparison.stateFork.map { fork in
        JSONReport.object([
          "from": fork.old.seq, "to": fork.new.seq,
          "places": try places(of: fork).map {
            JSONReport.object(["pointer": $0.pointer, "from": $0.old, "to": $0.new])
          },
        ])
      }
      return JSONReport.object(["compared": comparison.comparedStates, "fork": fork])
    }
  }

  private func json(of difference: Difference) throws -> JSONValue {
    switch difference {
    case .removed(let index):
      let seq = old.states[index].seq
      return JSONReport.object(["from": seq, "type": try old.file.action(seq).map(\.type)])
    case .added(let index):
      let seq = new.states[index].seq
      return JSONReport.object(["to": seq, "type": try new.file.action(seq).map(\.type)])
    case .changed(let index, let other):
      let seq = old.states[index].seq
      return JSONReport.object([
        "from": seq, "to": new.states[other].seq, "type": try old.file.action(seq).map(\.type),
        "patch": try changes(index, other).patch.json,
      ])
    }
  }
}
