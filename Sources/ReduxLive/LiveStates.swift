import LiveProtocol
import ReduxTimeTravel
import StateCoding
import StateTree

/// The states of a timeline, and of others, as the journal writes them.
struct LiveStates<Timeline: DrivableTimeline> {
  /// The most operations and bytes of a difference.
  private static var maximumOperations: Int { 200 }
  private static var maximumBytes: Int { 1 << 20 }

  let timeline: Timeline
  private let rules: RedactionRules
  /// The stand-ins for secrets in the state that was opened last.
  private var standInCount = 0

  init(of timeline: Timeline, _ rules: RedactionRules) {
    self.timeline = timeline
    self.rules = rules
  }

  /// Whether the app can show a state of another journal. What it encodes again tells which secrets are stand-ins.
  var canOpen: Bool {
    timeline.capabilities.contains(.open) && Timeline.State.self is any Decodable.Type
      && Timeline.State.self is any Encodable.Type
  }

  /// Shows a state, which is decoded as a journal's states are.
  ///
  /// - Throws: The decoder's error.
  mutating func open(_ json: JSONValue) throws {
    guard canOpen, let type = Timeline.State.self as? any Decodable.Type,
      let state = try StateDecoder().decode(type, from: json) as? Timeline.State
    else { throw LiveCommandError.noStates }
    let count = try (state as? any Encodable).map { try StateEncoder(rules: rules).redactions(in: $0) }
    try timeline.open(state)
    standInCount = count ?? 0
  }

  /// Continues from the shown state.
  ///
  /// - Throws: An error if that is an opened state with stand-ins for secrets, which the app would use and keep.
  func resume() throws {
    if !timeline.isAtHead, timeline.shownRecordedSeq == nil, standInCount > 0 {
      throw LiveCommandError.standIns(standInCount)
    }
    try timeline.resumeFromShown()
  }

  /// The hash of the shown state with all actions, as the journal would write it; `nil` if the app doesn't show a state of its
  /// journal, or its states aren't `Encodable`.
  func hash() -> String? {
    guard let seq = timeline.shownRecordedSeq,
      let state = try? timeline.state(atRecorded: seq, leavingOut: false) as? any Encodable
    else { return nil }
    return try? StateEncoder(rules: rules).hash(state).description
  }

  /// How the shown state differs from that of the journal, because actions are left out; `nil` if none are, or if the app doesn't
  /// show a state of its journal.
  func difference() -> LiveDifference? {
    guard !timeline.leftOutSeqs.isEmpty, let seq = timeline.shownRecordedSeq,
      let recorded = try? tree(at: seq, leavingOut: false), let shown = try? tree(at: seq, leavingOut: true)
    else { return nil }
    let changes = JSONPatch.changes(from: recorded, to: shown)
    var operations: [JSONValue] = []
    var byteCount = 0
    for (operation, old) in zip(changes.patch.operations, changes.replaced).prefix(LiveStates.maximumOperations) {
      guard case .object(var members) = operation.json else { continue }
      if let old { members["was"] = old }
      byteCount += JSONValue.object(members).compact.utf8.count
      if byteCount > LiveStates.maximumBytes { break }
      operations.append(.object(members))
    }
    return LiveDifference(operations: operations, more: changes.patch.operations.count - operations.count)
  }

  /// A state as the journal writes it, without secrets.
  private func tree(at seq: Int, leavingOut: Bool) throws -> JSONValue? {
    let state = try timeline.state(atRecorded: seq, leavingOut: leavingOut)
    return try (state as? any Encodable).map { try StateEncoder(rules: rules).tree($0) }
  }
}
