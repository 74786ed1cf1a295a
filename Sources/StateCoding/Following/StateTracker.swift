import StatePrivacy
import StateTree

/// Follows states one after the other, as they are written under rules: their outlines, and the differences between them.
///
/// A step takes as long as what changed, and as everything outside of large collections and tables. Results equal those of
/// encoding and comparing whole states.
package final class StateTracker {
  private let session: EncodingSession
  private let hasVolatile: Bool
  private let findsReplaced: Bool
  private var last: StateSketch?
  /// The places of secrets in what the last state changed, if the session notes them.
  package private(set) var redactedPlaces: [RedactedPlace] = []
  /// The operations from the state before the last one, and for each the value that it removes or replaces, if it was
  /// found; `nil` if that state is unknown.
  package private(set) var changes: (patch: JSONPatch, replaced: [JSONValue?])?

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - rules: The rules by which the states are written.
  ///   - session: A session with these rules, which the tracker's owner may use for other values, too.
  ///   - findsReplaced: Whether the values that operations remove or replace are wanted.
  package init(rules: RedactionRules, session: EncodingSession, findsReplaced: Bool = false) {
    self.session = session
    self.findsReplaced = findsReplaced
    hasVolatile = !rules.volatile.isEmpty
  }

  /// Whether a state is known.
  package var isFollowing: Bool { last != nil }

  /// Forgets the last state.
  package func forget() {
    last = nil
    changes = nil
  }

  /// Follows to the next state.
  ///
  /// - Throws: The error of the state's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels; then it is
  ///   unknown.
  package func follow(_ state: some Encodable) throws {
    let before = last
    forget()
    let sketch = try session.sketch(of: state, like: before)
    redactedPlaces = session.redactedPlaces
    last = sketch
    guard let before else { return }
    do {
      changes = try changes(from: before, to: sketch)
    } catch is ForgottenState {
      // Another use of the session went on from the state before.
    }
    if let budget = session.memoBudget { last?.detach(after: before, within: budget) }
  }

  private func changes(
    from old: StateSketch, to new: StateSketch
  ) throws -> (patch: JSONPatch, replaced: [JSONValue?]) {
    var differ = StateDiffer(session, tokenLimit: JSONPatch.tokenLimit, findsReplaced: findsReplaced)
    try differ.compare(old, new)
    guard differ.json.isExhausted else { return (JSONPatch(differ.json.operations), differ.json.replaced) }
    let replaced: JSONValue? = findsReplaced ? try old.root.tree(session) : .none
    return (JSONPatch([.replace(.root, try new.root.tree(session))]), [replaced])
  }

  /// Replaces an outline by that of the last state, and reuses its memory.
  ///
  /// - Returns: `false` if the outline must be found by encoding the state.
  package func outline(into outline: inout StateOutline) throws -> Bool {
    guard let last, !hasVolatile else { return false }
    try session.outline(last, into: &outline)
    return true
  }

  /// The operations from the state before the last one, as `JSONPatch.text(from:to:)` writes them; `nil` if unknown.
  package func patchText() throws -> [UInt8]? {
    guard let changes, let last else { return nil }
    var text: [UInt8] = []
    changes.patch.appendCompact(to: &text)
    guard text.count > JSONPatch.freeTextSize + 2 * last.leastSize else { return text }
    var document: [UInt8] = []
    try last.root.tree(session).appendCompact(to: &document)
    return JSONPatch.text(text, orReplacementBy: document)
  }
}
