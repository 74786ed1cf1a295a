import Foundation
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Tracker

/// A journal with everything that is hard to show, the same in every run.
///
/// Its app is the Tracker sample, so any `reduxlog` with the samples replays it:
/// - session 1, Friday evening, self-contained: causes, refusals, pauses, nested rewinds to a mark
/// - session 2, self-contained: an overnight pause, a gap, an action that was in flight when the app crashed
/// - session 3, without patches: an opaque action, after which nothing is proven up to the next snapshot, and an
///   action that can only be inspected
/// - all sessions: redacted notes and volatile dates
package struct HardJournal {
  /// The path of the committed journal.
  package static let path = Repository.path("Tests/ReportJournals/Files/hard.jsonl")

  static let rules = RedactionRules(names: ["notes"]).leavingOut(["/projects/*/updated"])

  private let writer: JournalWriter
  private let encoder = StateEncoder(rules: HardJournal.rules)
  private var random = SeededGenerator(seed: 20)
  private var state = TrackerApp.initialState
  /// The states to which the journal returns, by seq.
  private var kept: [Int: TrackerState] = [:]
  /// Microseconds since the session's start.
  private var time = 0
  /// The session's start in seconds since 2001.
  private var start = 0.0
  private var hasPatches = true
  private var items = 0

  /// Writes the journal to a new file.
  ///
  /// - Throws: `JournalError`, or an error of the encoder.
  package static func write(to path: String) throws {
    var journal = HardJournal(writer: try JournalWriter.open(path: path))
    try journal.writeFriday()
    try journal.writeNight()
    try journal.writeSaturday()
    try journal.writer.close()
  }

  private init(writer: JournalWriter) { self.writer = writer }

  // MARK: Sessions

  private mutating func writeFriday() throws {
    try begin("2026-02-06T19:40:12.250000Z", version: "2.0")
    try add(project: "piano", "Practise the piano", "minutes")
    try add(project: "run", "Run around the lake", "km")
    for _ in 0..<6 { try add(itemOf: "piano") }
    for _ in 0..<4 { try add(itemOf: "run") }
    wait(minutes: 12)
    // Nobody created this project.
    try add(itemOf: "swim")
    try add(project: "swim", "Swim before work", "lengths")
    let first = try add(itemOf: "swim")
    try act(.item(.update(id: "swim-\(items)", notes: "too cold", at: now)), site: "ItemScreen.swift:61", cause: first)
    wait(minutes: 35)
    try writer.mark(at: time, name: "before the cleanup", text: "asked by support")
    let mark = keep()
    let deletion = try act(.project(.delete(id: "run", at: now)), site: "ProjectsScreen.swift:77")
    try act(.item(.delete(id: "run-9", at: now)), site: "CleanupService.swift:30", cause: deletion)
    let inner = keep()
    try act(.project(.delete(id: "swim", at: now)), site: "ProjectsScreen.swift:77")
    try act(.project(.update(id: "piano", title: "Piano", at: now)))
    try rewind(to: inner)
    try act(.project(.update(id: "piano", title: "Practise", at: now)))
    try rewind(to: mark)
    for _ in 0..<5 { try add(itemOf: "piano") }
    try writer.seal(at: time)
  }

  private mutating func writeNight() throws {
    try begin("2026-02-06T22:05:40.125000Z", version: "2.0", sameAs: writer.seq)
    for _ in 0..<3 { try add(itemOf: "swim") }
    // The phone slept, and the session went on.
    wait(minutes: 9 * 60 + 24)
    try add(itemOf: "run")
    try writer.gap(at: time, why: "no space left on the disk", missing: 3)
    state.projects["run"]?.title = "Run around the big lake"
    try writeState(setsState: true)
    try add(itemOf: "run")
    wait(minutes: 1)
    let refused = try act(.item(.update(id: "run-0", amount: 12, at: now)), site: "ItemScreen.swift:61")
    try act(.project(.update(id: "run", units: "laps", at: now)), cause: refused)
    time += 1_200_000
    try writer.beginAction(
      try head(.project(.delete(id: "piano", at: now)), "project.delete", "ProjectsScreen.swift:77", nil))
    try writer.abandonAction()
  }

  private mutating func writeSaturday() throws {
    hasPatches = false
    try begin("2026-02-07T07:41:03.500000Z", version: "2.1")
    for _ in 0..<3 { try add(itemOf: "piano") }
    time += 900_000
    var before = state
    state.projects["import"] = Project(
      id: "import", title: "Steps of 2025", units: "steps", frequency: .daily, created: now, updated: now)
    state.projectIDs.append("import")
    for day in 1...20 {
      let id = "import-\(day)"
      state.items[id] = Item(id: id, projectID: "import", amount: Decimal(7000 + day), timestamp: now, notes: "")
    }
    try finish(
      ActionHead(
        at: time, type: "import", site: "HealthService.swift:112", replayability: .opaque,
        action: Array(#"{"$opaque":"HealthImport","bytes":31457280}"#.utf8)), from: before)
    for _ in 0..<4 { try add(itemOf: "import") }
    try act(.item(.delete(id: "import-3", at: now)))
    try writeState()
    for _ in 0..<3 { try add(itemOf: "run") }
    time += 400_000
    before = state
    state.projectIDs.reverse()
    try finish(
      ActionHead(
        at: time, type: "sort", replayability: .inspectOnly, action: Array(#"{"sort":{"by":"closure"}}"#.utf8)),
      from: before)
    try writeState()
    try add(itemOf: "piano")
    try writer.seal(at: time)
  }

  // MARK: Records

  private mutating func begin(_ moment: String, version: String, sameAs seq: Int? = nil) throws {
    guard let started = WallClock(moment), let id = JournalID("5ea50dc0ffee4a7da1b2c3d4e5f60718") else { return }
    try writer.writeHeader(
      app: AppIdentity(name: TrackerApp.name, version: version, schema: TrackerApp.schema), started: started,
      journal: id, context: JSONObject([("device", "phone")]), states: hasPatches ? "patches" : nil,
      rules: HardJournal.rules,
      platform: "ios")
    start = Double(started.microseconds) / 1_000_000 - 978_307_200
    time = 4_000
    guard let seq else { return try writeState(setsState: true) }
    try writer.writeSnapshot(at: time, sameAs: seq, hash: try encoder.hash(state))
  }

  private func writeState(setsState: Bool = false) throws {
    try writer.writeSnapshot(
      at: time, state: Array(try tree(of: state).compact.utf8), hash: try encoder.hash(state), setsState: setsState)
  }

  private mutating func add(project id: String, _ title: String, _ units: String) throws {
    try act(
      .project(.create(id: id, title: title, units: units, frequency: .daily, at: now)),
      site: "ProjectsScreen.swift:48")
  }

  @discardableResult
  private mutating func add(itemOf project: String) throws -> Int {
    items += 1
    let amount = Decimal(Int.random(in: 2...90, using: &random)) / 2
    return try act(
      .item(
        .create(
          id: "\(project)-\(items)", projectID: project, amount: amount, timestamp: now, notes: "felt like \(items)",
          at: now)), site: "ItemScreen.swift:34")
  }

  /// Reduces an action and writes its record.
  ///
  /// - Returns: The action's seq.
  @discardableResult
  private mutating func act(_ action: TrackerAction, site: String? = nil, cause: Int? = nil) throws -> Int {
    time += Int.random(in: 300_000...9_000_000, using: &random)
    let type =
      switch action {
      case .project(.create): "project.create"
      case .project(.update): "project.update"
      case .project(.delete): "project.delete"
      case .item(.create): "item.create"
      case .item(.update): "item.update"
      case .item(.delete): "item.delete"
      case .navigation: "navigation"
      }
    let head = try head(action, type, site, cause)
    let before = state
    var refusal: String?
    do { try TrackerApp.reduce(&state, action) } catch { refusal = error.description }
    try finish(head, from: before, refusal)
    return writer.seq
  }

  private func head(_ action: TrackerAction, _ type: String, _ site: String?, _ cause: Int?) throws -> ActionHead {
    ActionHead(at: time, type: type, site: site, cause: cause, action: try encoder.encode(action))
  }

  /// Writes the record of an action that has led from a state to the current one.
  private mutating func finish(_ head: ActionHead, from before: TrackerState, _ refusal: String? = nil) throws {
    try writer.beginAction(head)
    let after = try encoder.outline(state)
    let changed = after.changes(since: try encoder.outline(before)).map {
      ChangedMember(pointer: $0.pointer, short: $0.hash?.short)
    }.sorted { $0.pointer < $1.pointer }
    let patch = JSONPatch.diff(from: try tree(of: before), to: try tree(of: state))
    try writer.finishAction(
      ActionOutcome(
        hash: after.hash, error: refusal, changed: changed, patch: hasPatches ? Array(patch.json.compact.utf8) : nil,
        reducerMicroseconds: Int.random(in: 4...900, using: &random)))
  }

  /// A state as it is written. The order of a dictionary's keys is another in each process.
  private func tree(of state: TrackerState) throws -> JSONValue {
    guard case .object(var tree) = try encoder.tree(state) else { return .null }
    for name in ["projects", "items"] {
      tree[name] = tree[name]?.object.map { object in
        .object(JSONObject(object.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }))
      }
    }
    return .object(tree)
  }

  private mutating func keep() -> Int {
    kept[writer.seq] = state
    return writer.seq
  }

  private mutating func rewind(to seq: Int) throws {
    time += 5_000_000
    guard let earlier = kept[seq] else { return }
    state = earlier
    try writer.rewind(at: time, to: seq, hash: try encoder.hash(state))
  }

  private mutating func wait(minutes: Int) { time += minutes * 60_000_000 }

  /// The date that actions carry, in whole seconds.
  private var now: Date { Date(timeIntervalSinceReferenceDate: (start + Double(time) / 1_000_000).rounded()) }
}
