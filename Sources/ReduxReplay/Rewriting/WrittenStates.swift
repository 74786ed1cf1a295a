import StateTree

/// The states of a copy one after the other, as the copy writes them: their outlines, and the patches between them.
struct WrittenStates {
  private let type: Any.Type
  /// Whether patches are wanted.
  private let findsPatches: Bool
  private var encoder: StateEncoder
  /// Follows states that are JSON documents; `nil` for other states.
  private var tracker: DocumentTracker?
  /// The last state and the one before it, if no tracker finds the patches.
  private var documents: (before: JSONDocument?, last: JSONDocument?)
  /// Whether the last state is known.
  private(set) var isKnown = false

  init(of type: Any.Type, by rules: RedactionRules, findsPatches: Bool) {
    self.type = type
    self.findsPatches = findsPatches
    encoder = StateEncoder(rules: rules)
    tracker = DocumentTracker(of: type, rules: rules, findsPatches: findsPatches)
  }

  /// Adopts a session's rules.
  mutating func enter(_ rules: RedactionRules) {
    guard rules != encoder.rules else { return }
    encoder = StateEncoder(rules: rules)
    tracker = DocumentTracker(of: type, rules: rules, findsPatches: findsPatches)
  }

  /// Goes on to the next state; `nil` if it is unknown.
  mutating func follow<State: Encodable>(_ state: State?) throws {
    documents = (documents.last, nil)
    isKnown = false
    guard let state else { return tracker?.forget() ?? () }
    if try tracker?.follow(state) != true, findsPatches { documents.last = try JSONDocument(encoder.encode(state)) }
    isKnown = true
  }

  /// Returns the outline of the last state.
  func outline(of state: some Encodable) throws -> StateOutline {
    var outline = StateOutline()
    if let tracker, tracker.isFollowing, tracker.outline(into: &outline) { return outline }
    return try encoder.outline(state)
  }

  /// The patch that leads to the last state from the one before it; `nil` if either is unknown.
  var patch: [UInt8]? {
    if let tracker { return tracker.patchText }
    guard let before = documents.before, let last = documents.last else { return nil }
    return JSONPatch.text(from: before, to: last)
  }
}
