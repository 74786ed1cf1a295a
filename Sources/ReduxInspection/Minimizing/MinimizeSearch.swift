import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// The tries of a `MinimizeRun`: first with fewer actions, then with smaller payloads.
///
/// If payloads became smaller, an action that was needed may not be any more, so the actions are tried again, and then the
/// payloads of fewer ones.
struct MinimizeSearch {
  /// The search for payloads makes at most so many times the tries of that for actions, within these bounds: it remembers each.
  private static let mostTries = (times: 8, bounds: 512...4096)
  /// The recorded values are those of so many last actions.
  private static let rememberedActions = 10_000

  private let run: MinimizeRun
  private let trigger: MinimizeRun.Trigger
  private let actions: TriedActions
  /// The places in `actions` of those that are left.
  private var left: [Int]
  /// The payloads that aren't the recorded ones, by the actions' seqs.
  private var payloads: [Int: JSONValue] = [:]
  private var payloadEnding = MinimizedHistory.PayloadEnding.recorded
  private var tries = 0
  private var ending = MinimizedHistory.Ending.minimal
  private var progress: ProgressLine

  init(_ run: MinimizeRun, _ actions: TriedActions, _ trigger: MinimizeRun.Trigger) {
    self.run = run
    self.actions = actions
    self.trigger = trigger
    left = Array(0..<trigger.count)
    progress = run.context.progress("Trying")
  }

  /// Returns what the search has left.
  func found() throws -> MinimizedHistory {
    let seqs = seqs
    let payloads = payloads.filter { seqs.contains($0.key) }
    var recorded: [Int: JSONValue] = [:]
    for seq in payloads.keys { recorded[seq] = try run.record(of: seq)?.action.value }
    return MinimizedHistory(
      start: actions.start, count: trigger.count, seqs: seqs, payloads: payloads, recordedPayloads: recorded,
      payloadEnding: payloadEnding, tries: tries + 1, ending: ending, evidence: trigger.evidence)
  }

  private var seqs: [Int] { left.map { actions.seqs[$0] } }

  mutating func search() throws {
    do {
      try leaveOut()
      guard run.shrinksPayloads else { return try progress.finish() }
      let (times, bounds) = MinimizeSearch.mostTries
      var rest = min(max(times * tries, bounds.lowerBound), bounds.upperBound)
      let recorded = try recordedValues()
      var count: Int
      repeat {
        count = left.count
        if try shrink(recorded, &rest) { try leaveOut() }
      } while ending == .minimal && left.count < count
    } catch is Interrupted {
      run.context.interruption.acknowledge()
      ending = .interrupted
    }
    try progress.finish()
  }

  /// Tries a part, unless time is up.
  private mutating func outcome(_ part: TriedPart) throws -> Minimization.Outcome? {
    guard run.deadline.map({ .now < $0 }) ?? true else {
      ending = .outOfTime
      return nil
    }
    try progress.update(tries)
    let outcome = try trigger.judge(part)
    tries += 1
    return outcome
  }

  // MARK: Actions

  private mutating func leaveOut() throws {
    let all = left
    let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1, $0) })
    var search = Minimization(causes: all.map { actions.causes[$0].flatMap { places[$0] } })
    defer { left = search.best.map { all[$0] } }
    while let candidate = search.candidate {
      let list = search.list.map { actions.seqs[all[$0]] }
      guard let outcome = try outcome(TriedPart(candidate, of: list, from: actions.start, with: payloads)) else {
        return
      }
      search.note(outcome)
    }
  }

  // MARK: Payloads

  private func recordedValues() throws -> RecordedValues {
    var values = RecordedValues(for: try recordedPayloads())
    guard let last = seqs.last else { return values }
    let first = try run.file.entry(settingSeq: max(0, last - MinimizeSearch.rememberedActions))
    let reader = try run.file.entries(fromOffset: first?.offset ?? 0)
    while let entry = try reader.next(), entry.seq <= last {
      // Actions that nothing leads to may be unreadable for schema changes.
      guard case .action(let recorded) = entry.record,
        let action = try? run.converter.record(recorded, at: entry.offset)
      else { continue }
      values.note(RecordedPayload(action))
    }
    return values
  }

  private func recordedPayloads() throws -> [RecordedPayload] {
    try seqs.compactMap { try run.record(of: $0).map(RecordedPayload.init) }
  }

  /// Makes payloads smaller, with at most so many tries; whether one became smaller.
  private mutating func shrink(_ values: RecordedValues, _ rest: inout Int) throws -> Bool {
    let (seqs, recorded) = (seqs, try recordedPayloads())
    guard recorded.count == seqs.count else { return false }
    var search = PayloadMinimization(
      recorded, from: zip(seqs, recorded).map { payloads[$0] ?? $1.recorded }, recorded: values, limit: rest)
    let before = payloads
    func changed(_ found: [JSONValue]) -> [Int: JSONValue] {
      var changed: [Int: JSONValue] = [:]
      for (index, seq) in seqs.enumerated() where found[index] != recorded[index].recorded {
        changed[seq] = found[index]
      }
      return changed
    }
    defer {
      payloads = changed(search.payloads)
      payloadEnding = search.isFinished && !search.isLimited ? .minimal : .limited
    }
    let whole = ActionSubset(prefix: seqs.count, rest: [])
    while let candidate = search.candidate {
      let part = TriedPart(whole, of: seqs, from: actions.start, with: changed(candidate))
      guard let outcome = try outcome(part) else { return false }
      search.note(fails: outcome == .fails(count: seqs.count))
    }
    rest -= search.tries
    return changed(search.payloads) != before
  }
}
