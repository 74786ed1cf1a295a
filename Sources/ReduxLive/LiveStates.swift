import ReduxTimeTravel
import StateCoding
import StateTree

/// The states of a timeline, and of others, as the journal writes them.
struct LiveStates<Timeline: DrivableTimeline> {
  let timeline: Timeline
  private let rules: RedactionRules
  /// The stand-ins for secrets in the state that was opened last.
  private var standInCount = 0

  init(of timeline: Timeline, _ rules: RedactionRules) {
    self.timeline = timeline
    self.rules = rules
  }

  /// Whether the app can show a state of another journal.
  var canOpen: Bool { timeline.capabilities.contains(.open) && Timeline.State.self is any Decodable.Type }

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
}
