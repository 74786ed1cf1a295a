import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// The states of a journal one after the other, as far as the recording gives them: from patches and snapshots, and from
/// reducers as long as they lead to the recorded hashes.
struct ReportStates {
  /// The effect of an event on the state.
  struct Step {
    /// The operations, each with the value that it removes or replaces.
    var changes: (patch: JSONPatch, replaced: [JSONValue?])?
    /// The whole state after it, as JSON text.
    var state: [UInt8]?
    /// The seq of an equal state.
    var equal: Int?
    /// Whether the changes and the state have today's shape, which isn't the recorded one.
    var isConverted = false
    /// What the state that the journal holds has instead of today's, if its shape is another one.
    var recorded: (patch: JSONPatch, replaced: [JSONValue?])?
    var isKnown: Bool { changes != nil || state != nil || equal != nil }
  }

  private var states: (any AppStates)?
  private let verdict: Verdict
  /// The first state of the report.
  private let first: Int
  private let isSelfContained: Bool
  /// The first state for which reducers weren't to be had after all.
  private var end = Int.max
  /// Whether the state after the last event is known.
  private(set) var isKnown = false
  /// The places of stand-ins in the states so far.
  private var redacted = RedactedPlaces()
  /// The bytes of the last whole state, and of the patches since.
  private var sizes = (state: 0, patches: 0)

  /// A state is repeated only after as many bytes of patches.
  private static let leastPatches = 64 << 10

  init(of file: JournalFile, from first: Int, _ apps: AppCatalog, _ verdict: Verdict) {
    self.verdict = verdict
    self.first = first
    isSelfContained = file.isSelfContained
    // Only some sessions may record patches. Reducers fill in, unless they would lead elsewhere or crash.
    let reduced = try? apps.app(of: file).replayer(of: file).states
    states =
      isSelfContained
      ? SelfContainedStates(of: file, reduced: verdict.isReplayable(.max) ? reduced : nil) : reduced
  }

  private func isReachable(_ seq: Int) -> Bool {
    states != nil && seq < end && (isSelfContained || verdict.isReplayable(seq))
  }

  /// Returns what an event did to the state.
  mutating func step(of entry: JournalEvent) throws -> Step {
    redacted.add(statesOf: entry.record)
    var step = try plainStep(of: entry)
    step.changes = step.changes.map(redacted.masked)
    step.state = try step.state.map(masked)
    step.isConverted = verdict.status(of: entry.seq) == .converted
    if step.isConverted, case .snapshot(let snapshot) = entry.record {
      step.recorded = try recordedShape(of: snapshot, at: entry.seq, today: step.state)
    }
    return step
  }

  /// Notes the places that a record outside of the report names.
  mutating func skip(_ entry: JournalEvent) { redacted.add(statesOf: entry.record) }

  /// Returns the values at some places of the state after the last event, as JSON text; `nil` if they can't be had.
  mutating func values(_ places: Selection, at seq: Int, _ step: Step) throws -> [UInt8]? {
    if let state = step.state { return state }
    guard isKnown, isReachable(seq) else { return nil }
    do { return try masked(answer(places, at: seq)) } catch let error as ReplayError {
      if !error.isOfUnknownState { end = seq }
      return nil
    }
  }

  private mutating func answer(_ places: Selection, at seq: Int) throws -> [UInt8] {
    try states?.answer(.values(places), at: seq) ?? []
  }

  private func masked(_ state: [UInt8]) throws -> [UInt8] {
    redacted.isEmpty ? state : Array(redacted.masked(try JSONValue(parsing: state)).compact.utf8)
  }

  /// The changes from a state in today's shape to its recorded one.
  private mutating func recordedShape(
    of snapshot: SnapshotRecord, at seq: Int, today: [UInt8]?
  ) throws -> (patch: JSONPatch, replaced: [JSONValue?])? {
    guard let state = snapshot.state, let today = try today ?? (isReachable(seq) ? masked(text(at: seq)) : nil)
    else { return nil }
    let recorded = try JSONDocument(masked(Array(state.bytes))).root
    let changes = JSONPatch.changes(from: try JSONDocument(today).root, to: recorded)
    return changes.patch.operations.isEmpty ? nil : changes
  }

  private mutating func plainStep(of entry: JournalEvent) throws -> Step {
    switch entry.record {
    case .action(let action): action.interrupted ? unknown() : try step(ofActionAt: entry.seq)
    case .snapshot(let snapshot) where entry.setsState: try step(of: snapshot, at: entry.seq)
    // The report may lack the state to which the app goes back.
    case .rewind(let rewind): isKnown && rewind.to >= first ? Step() : try wholeStep(at: entry.seq)
    default: Step()
    }
  }

  /// Returns the state of a snapshot that repeats the last state, if that is unknown so far.
  mutating func stateIfUnknown(in snapshot: SnapshotRecord) throws -> [UInt8]? {
    guard !isKnown, let state = snapshot.state else { return nil }
    redacted.add(statesOf: .snapshot(snapshot))
    return try masked(hold(Array(state.bytes)))
  }

  private mutating func unknown() -> Step {
    isKnown = false
    return Step()
  }

  /// Returns the step to a state that no earlier one of the report leads to.
  private mutating func wholeStep(at seq: Int) throws -> Step {
    isKnown = false
    return try step(ofActionAt: seq)
  }

  private mutating func step(ofActionAt seq: Int) throws -> Step {
    guard isReachable(seq) else { return unknown() }
    do {
      guard isKnown else { return Step(state: hold(try text(at: seq))) }
      let changes = try changes(at: seq)
      sizes.patches += changes.patch.operations.reduce(0) { $0 + $1.approximateSize }
      guard sizes.patches > max(sizes.state, ReportStates.leastPatches) else { return Step(changes: changes) }
      return Step(changes: changes, state: hold(try text(at: seq)))
    } catch let error as ReplayError {
      // Reducers that aren't pure may lead elsewhere than a moment ago.
      if !error.isOfUnknownState { end = seq }
      return unknown()
    }
  }

  private mutating func step(of snapshot: SnapshotRecord, at seq: Int) throws -> Step {
    if case .sameAs(let equal) = snapshot.content {
      if equal < first { return try wholeStep(at: seq) }
      isKnown = true
      return Step(equal: equal)
    }
    // The app's types may have another shape today.
    if isReachable(seq), let text = try? text(at: seq) { return Step(state: hold(text)) }
    return Step(state: snapshot.state.map { hold(Array($0.bytes)) })
  }

  private mutating func hold(_ state: [UInt8]) -> [UInt8] {
    isKnown = true
    sizes = (state.count, 0)
    return state
  }

  private mutating func text(at seq: Int) throws -> [UInt8] { try states?.text(at: seq) ?? [] }

  private mutating func changes(at seq: Int) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    try states?.changes(at: seq) ?? (JSONPatch(), [])
  }
}

extension JSONPatch.Operation {
  /// About as many bytes as the operation has as JSON text.
  fileprivate var approximateSize: Int {
    switch self {
    case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
      20 + path.tokens.reduce(0) { $0 + $1.utf8.count + 1 } + value.compact.utf8.count
    case .remove(let path): 20 + path.tokens.reduce(0) { $0 + $1.utf8.count + 1 }
    case .move(let from, let path), .copy(let from, let path): 20 + from.description.count + path.description.count
    }
  }
}
