package import ReducerIsolation
package import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Another journal beside that of a report: which of its steps are the same, and what they do differently.
///
/// The steps are aligned as `diff --history` aligns them.
package struct ReportComparison {
  /// A step that differs, at a row of the report.
  struct Difference {
    /// How it differs. The page shows these words to people.
    enum Kind: String {
      case differs
      case content = "other content"
      case onlyHere = "only here"
      case onlyThere = "only there"
    }

    var row: Int
    var seq: Int
    var kind: Kind
    /// The difference in a sentence without a full stop.
    var text: String
  }

  /// What a step did at a place, or what a state has there.
  private struct Side: Equatable {
    var effect: String
    var hash: String?
    var value: JSONValue?

    // The value is a text, because a browser's own numbers lose digits.
    var json: JSONValue { JSONReport.object(["effect": effect, "hash": hash, "value": value?.compact]) }
  }

  /// What steps led to, place by place.
  private typealias Effects = [(place: String, side: Side)]

  /// The names of both files.
  let names: (here: String, there: String)
  private let start: (here: Int, there: Int)
  private let counts: (equal: Int, removed: Int, added: Int, changed: Int)
  /// The seqs of the other journal's steps, by those of the report's.
  private var partners: [Int: Int] = [:]
  /// The steps of the report's journal whose content differs, and those that the other one lacks.
  private var changed: Set<Int> = []
  private var alone: Set<Int> = []
  /// The steps that only the other journal has, by the seq of the step before which they stand; at the end, `Int.max`.
  private var insertions: [Int: [Int]] = [:]
  private var events: JournalEvents
  private var states: ReportStates
  private(set) var differences: [Difference] = []
  /// What differs, by the seq of the report's journal, for the page.
  private(set) var members: [JSONValue] = []
  private var knownVolatile: (sessions: [Int?], places: PointerPatterns)?
  /// The number of aligned steps whose effects the journals don't tell.
  private var uncompared = 0
  /// Runs of equal steps: the first seq in either journal, and their number.
  private(set) var runs: [(here: Int, there: Int, count: Int)] = []

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - histories: The histories of the report's journal and of the other one.
  ///   - verification: That of the other journal.
  ///   - apps: The apps whose reducers may make its states.
  /// - Throws: `JournalError` if the other journal can't be read.
  package init(_ histories: HistoryComparison, _ verification: Verification, _ apps: AppCatalog) throws {
    let (old, new) = (histories.old, histories.new)
    names = (old.file.name, new.file.name)
    start = (old.start.seq, new.start.seq)
    let differing = histories.counts
    counts = (histories.commonCount, differing.removed, differing.added, differing.changed)
    events = try new.file.events()
    let verdict = Verdict(verification, isSelfContained: new.file.isSelfContained)
    states = ReportStates(of: new.file, from: new.start.seq, apps, verdict)
    let (mine, its) = (old.states.map(\.seq), new.states.map(\.seq))
    var (index, other) = (0, 0)
    func pair(upTo end: Int) {
      while index < end {
        partners[mine[index]] = its[other]
        (index, other) = (index + 1, other + 1)
      }
    }
    for hunk in histories.alignment.hunks {
      pair(upTo: hunk.old.lowerBound)
      func insert(upTo end: Int, before seq: Int) {
        if other < end { insertions[seq, default: []] += its[other..<end] }
      }
      alone.formUnion(mine[hunk.old])
      for change in hunk.changes {
        insert(upTo: change.new, before: mine[change.old])
        partners[mine[change.old]] = its[change.new]
        changed.insert(mine[change.old])
        alone.remove(mine[change.old])
        other = change.new + 1
      }
      insert(upTo: hunk.new.upperBound, before: hunk.old.upperBound < mine.count ? mine[hunk.old.upperBound] : .max)
      (index, other) = (hunk.old.upperBound, hunk.new.upperBound)
    }
    pair(upTo: mine.count)
  }

  // MARK: Reading both

  /// Returns the steps that only the other journal has, and that stand before a step of the report's.
  mutating func insertions(before seq: Int) throws -> [(event: JournalEvent, step: ReportStates.Step)] {
    try (insertions[seq] ?? []).compactMap { try step(to: $0) }
  }

  /// Reads the other journal up to a state; `nil` if the journal ends before.
  private mutating func step(to seq: Int) throws -> (event: JournalEvent, step: ReportStates.Step)? {
    while let event = try events.next() {
      let step = try states.step(of: event)
      if event.setsState, event.seq == seq { return (event, step) }
      if !event.setsState, case .snapshot(let snapshot) = event.record { _ = try states.stateIfUnknown(in: snapshot) }
    }
    return nil
  }

  /// Notes a row with a step that only the other journal has.
  mutating func note(_ event: JournalEvent, row: Int, after seq: Int) {
    let what = event.action == nil ? "sets this state without an action" : "has this action"
    let text = "Only \(names.there) \(what), as \(event.seq)"
    differences.append(Difference(row: row, seq: seq, kind: .onlyThere, text: text))
  }

  /// Compares the step of a row with that of the other journal.
  mutating func take(_ event: JournalEvent, _ step: ReportStates.Step, row: Int) throws {
    let seq = event.seq
    if alone.contains(seq) {
      let what = event.action == nil ? "sets this state without an action" : "has this action"
      differences.append(Difference(row: row, seq: seq, kind: .onlyHere, text: "Only \(names.here) \(what)"))
      return
    }
    let partner = seq == start.here ? start.there : partners[seq]
    guard let partner, let other = try self.step(to: partner) else { return }
    let volatile = volatile(of: event.session?.header, and: other.event.session?.header)
    var members: [(String, JSONValue?)] = []
    let places =
      event.action == nil || seq == start.here
      ? ReportComparison.states(of: event, step, and: other.event, other.step)
      : ReportComparison.effects(of: event, step, and: other.event, other.step)
    if places == nil { uncompared += 1 }
    let shown = (places ?? []).filter { (try? JSONPointer($0.place)).map { !volatile.contain($0) } ?? true }
    members.append(("members", .array(shown.map(\.json))))
    let errors = (event.action?.error, other.event.action?.error)
    if errors.0 != errors.1 { members.append(("error", ReportComparison.sides(errors.0, errors.1))) }
    if changed.contains(seq), let mine = event.action, let its = other.event.action {
      let places = ReportComparison.places(from: mine.shownAction, to: its.shownAction)
      members.append(("action", .array(places.map(\.json))))
    }
    guard !shown.isEmpty || members.count > 1 else {
      if places != nil { addEqual(seq, partner) }
      return
    }
    let kind = changed.contains(seq) ? Difference.Kind.content : .differs
    let what =
      seq == start.here
      ? "begins with another state" : kind == .content ? "has other arguments" : "does something else"
    let text = "\(names.there) \(what), at \(partner)"
    differences.append(Difference(row: row, seq: seq, kind: kind, text: text))
    self.members.append(.object(JSONObject([("seq", JSONValue(seq))] + members.map { ($0.0, $0.1 ?? .null) })))
  }

  /// The volatile places of two sessions.
  private mutating func volatile(of mine: HeaderRecord?, and its: HeaderRecord?) -> PointerPatterns {
    let sessions = [mine?.session, its?.session]
    if let known = knownVolatile, known.sessions == sessions { return known.places }
    let places = PointerPatterns([mine, its].flatMap { $0?.rules.volatile ?? [] })
    knownVolatile = (sessions, places)
    return places
  }

  private mutating func addEqual(_ seq: Int, _ partner: Int) {
    if let last = runs.last, last.here + last.count == seq, last.there + last.count == partner {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((seq, partner, 1))
    }
  }

  // MARK: Differences

  private struct Place {
    var place: String
    var here: Side
    var there: Side

    var json: JSONValue { JSONReport.object(["place": place, "recorded": here.json, "today": there.json]) }
  }

  /// The places at which two steps had different effects; `nil` if the journals don't tell.
  private static func effects(
    of event: JournalEvent, _ step: ReportStates.Step, and other: JournalEvent, _ otherStep: ReportStates.Step
  ) -> [Place]? {
    let (mine, its): (Effects, Effects)
    if let changes = step.changes, let otherChanges = otherStep.changes {
      (mine, its) = (effects(of: changes.patch), effects(of: otherChanges.patch))
    } else if let action = event.action, let otherAction = other.action, action.hashesChanges, otherAction.hashesChanges
    {
      // The journals may hold the places alone.
      (mine, its) = (effects(of: action), effects(of: otherAction))
    } else {
      return nil
    }
    // A patch may have several operations at a place.
    let mineByPlace = Dictionary(grouping: mine, by: \.place).mapValues { $0.map(\.side) }
    let itsByPlace = Dictionary(grouping: its, by: \.place).mapValues { $0.map(\.side) }
    let places = mine.map(\.place) + its.map(\.place).filter { mineByPlace[$0] == nil }
    var seen: Set<String> = []
    return places.compactMap { place in
      let (here, there) = (mineByPlace[place] ?? [], itsByPlace[place] ?? [])
      guard seen.insert(place).inserted, here != there else { return nil }
      let index = zip(here, there).prefix { $0 == $1 }.count
      func side(_ sides: [Side]) -> Side { index < sides.count ? sides[index] : Side(effect: "unchanged") }
      return Place(place: place, here: side(here), there: side(there))
    }
  }

  private static func effects(of patch: JSONPatch) -> Effects {
    patch.operations.compactMap { operation in
      let place = operation.path.description
      return switch operation {
      case .add(_, let value), .replace(_, let value): (place, Side(effect: "set", value: value))
      case .remove: (place, Side(effect: "removed"))
      case .move(let from, _): (place, Side(effect: "moved from \(from)"))
      case .copy(let from, _): (place, Side(effect: "copied from \(from)"))
      case .test: nil
      }
    }
  }

  private static func effects(of action: ActionRecord) -> Effects {
    action.changed.map { ($0.pointer, $0.short.map { Side(effect: "set", hash: $0) } ?? Side(effect: "removed")) }
  }

  /// The places at which two whole states differ; `nil` if the journals don't tell.
  private static func states(
    of event: JournalEvent, _ step: ReportStates.Step, and other: JournalEvent, _ otherStep: ReportStates.Step
  ) -> [Place]? {
    if let hash = event.record.hash, hash == other.record.hash { return [] }
    guard let state = step.state, let otherState = otherStep.state, let mine = try? JSONDocument(state).root,
      let its = try? JSONDocument(otherState).root
    else { return nil }
    return places(from: mine.value, to: its.value)
  }

  /// The places of the differences between two values.
  private static func places(from mine: JSONValue, to its: JSONValue) -> [Place] {
    let changes = JSONPatch.changes(from: mine, to: its)
    return zip(changes.patch.operations, changes.replaced).map { operation, old in
      // At the index of an element that one side lacks, that side may have another one.
      let around = its[JSONPointer(tokens: operation.path.tokens.dropLast())]
      let absent = Side(effect: around?.array == nil ? "absent" : "lacks this element")
      let there =
        switch operation {
        case .add(_, let value), .replace(_, let value): Side(effect: "set", value: value)
        case .move, .copy: Side(effect: "has it here")
        case .remove, .test: absent
        }
      let here =
        switch operation {
        case .move(let from, _), .copy(let from, _): Side(effect: "has it at \(from)")
        default: old.map { Side(effect: "set", value: $0) } ?? absent
        }
      return Place(place: operation.path.description, here: here, there: there)
    }
  }

  private static func sides(_ here: String?, _ there: String?) -> JSONValue {
    JSONReport.object(["recorded": here, "today": there])
  }

  // MARK: The verdict

  var headline: String {
    let both = "\(names.here) and \(names.there)"
    if let first = differences.first { return "\(both) part at \(first.seq)" }
    return uncompared == 0 ? "\(both) do the same" : "\(both) have the same actions"
  }

  var judgement: Verdict.Judgement { !differences.isEmpty ? .wrong : uncompared > 0 ? .open : .fine }

  var sentences: String {
    let only = [
      ("equal", counts.equal), ("only in \(names.here)", counts.removed), ("only in \(names.there)", counts.added),
      ("with other content", counts.changed),
    ]
    let steps = only.filter { $0.1 > 0 || $0.0 == "equal" }.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    let effects = differences.count { $0.kind == .differs && $0.seq != start.here }
    let differing = effects == 0 ? "" : ". \(effects) of the equal ones \(effects == 1 ? "has" : "have") another effect"
    let unknown =
      uncompared == 0 ? "" : ". The journals don't tell what \(uncompared.counted("step")) changed"
    return "Steps: \(steps)\(differing)\(unknown)"
  }

  /// What the page needs of it.
  var json: JSONValue {
    JSONReport.object([
      "file": names.there, "runs": .array(runs.map { [$0.here.json, $0.there.json, $0.count.json] }) as JSONValue,
    ])
  }
}

extension JournalFile {
  /// The file's name without its folders.
  fileprivate var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}

extension ActionRecord {
  /// Whether the record has a hash for each place that the action changed.
  fileprivate var hashesChanges: Bool { hash != nil && listsChanges && since == nil }
}
