import ReduxJournal
import StateCoding
import StateTree

/// The states of a copy one after the other, as the copy writes them: their outlines, and the patches between them.
struct WrittenStates {
  /// Whether patches are wanted.
  private let findsPatches: Bool
  private var rules: RedactionRules
  private var session: EncodingSession
  /// Finds the patches, if they are wanted.
  private var tracker: StateTracker?
  private var secrets = SecretDigests()
  /// The outline of the last state.
  private var last: StateOutline?
  /// The places of secrets that have changed in the last state whose outline was taken.
  private(set) var changedSecrets: [String] = []
  /// Whether the last state is known.
  private(set) var isKnown = false

  init(by rules: RedactionRules, findsPatches: Bool) {
    self.findsPatches = findsPatches
    self.rules = rules
    session = StateEncoder(rules: rules).followingSession(limit: .max)
    session.logsRedactions = rules.isOn
    if findsPatches { tracker = StateTracker(rules: rules, session: session) }
  }

  /// Adopts a session's rules.
  mutating func enter(_ rules: RedactionRules) {
    guard rules != self.rules else { return }
    self = WrittenStates(by: rules, findsPatches: findsPatches)
  }

  /// Goes on to the next state; `nil` if it is unknown.
  mutating func follow<State: Encodable>(_ state: State?) throws {
    isKnown = false
    guard let state else { return tracker?.forget() ?? () }
    try tracker?.follow(state)
    isKnown = true
  }

  /// Returns the outline of the last state.
  mutating func outline(of state: some Encodable) throws -> StateOutline {
    var outline = StateOutline()
    if let tracker, tracker.isFollowing, try tracker.outline(into: &outline) {
      changedSecrets = secrets.changes(to: tracker.redactedPlaces, in: outline, since: last)
    } else {
      try session.outline(state, into: &outline)
      changedSecrets = secrets.changes(to: session.redactedPlaces, in: outline, since: last)
    }
    last = outline
    return outline
  }

  /// Returns the patch that leads to the last state from the one before it; `nil` if either is unknown.
  func patch() throws -> [UInt8]? { try tracker?.patchText() }
}
