@_spi(Kernel) import StateTree

/// Follows states one after the other, as they are written under rules: their outlines, and the differences between them.
///
/// A step takes as long as what changed, and as everything outside of large collections and tables. Results equal those of
/// encoding and comparing whole states.
package final class StateTracker {
  private let session: EncodingSession
  /// Follows states that are JSON documents; `nil` for other states.
  private let documents: DocumentTracker?
  private let hasVolatile: Bool
  private let findsReplaced: Bool
  private var last: StateSketch?
  private var found: (patch: JSONPatch, replaced: [JSONValue?])?

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - type: The type of the states.
  ///   - rules: The rules by which the states are written.
  ///   - session: A session with these rules, which the tracker's owner may use for other values, too.
  ///   - findsPatches: Whether differences are wanted. Without them, `nil` is returned for states that aren't JSON
  ///     documents, whose outlines the session finds.
  ///   - findsReplaced: Whether the values that operations remove or replace are wanted.
  package init?(
    of type: Any.Type, rules: RedactionRules, session: EncodingSession, findsPatches: Bool = true,
    findsReplaced: Bool = false
  ) {
    self.session = session
    self.findsReplaced = findsReplaced
    hasVolatile = !rules.volatile.isEmpty
    documents = DocumentTracker(of: type, rules: rules, findsPatches: findsPatches)
    if !findsPatches, documents == nil { return nil }
  }

  /// Whether a state is known.
  package var isFollowing: Bool { documents?.isFollowing ?? (last != nil) }

  /// The operations from the state before the last one, and for each the value that it removes or replaces, if it was
  /// found; `nil` if that state is unknown.
  package var changes: (patch: JSONPatch, replaced: [JSONValue?])? { documents?.changes ?? found }

  /// Forgets the last state.
  package func forget() {
    documents?.forget()
    last = nil
    found = nil
  }

  /// Follows to the next state.
  ///
  /// - Returns: Whether the state is followed: without differences, a small document isn't.
  /// - Throws: The error of the state's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels; then it is
  ///   unknown.
  package func follow(_ state: some Encodable) throws -> Bool {
    if let documents { return try documents.follow(state) }
    let before = last
    forget()
    let sketch = try session.sketch(of: state, like: before)
    last = sketch
    guard let before else { return true }
    do {
      found = try changes(from: before, to: sketch)
    } catch is ForgottenState {
      // Another use of the session went on from the state before.
    }
    if let budget = session.memoBudget { last?.detach(after: before, within: budget) }
    return true
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
    if let documents { return documents.outline(into: &outline) }
    guard let last, !hasVolatile else { return false }
    try session.outline(last, into: &outline)
    return true
  }

  /// The operations from the state before the last one, as `JSONPatch.text(from:to:)` writes them; `nil` if unknown.
  package func patchText() throws -> [UInt8]? {
    if let documents { return documents.patchText }
    guard let found, let last else { return nil }
    var text: [UInt8] = []
    found.patch.appendCompact(to: &text)
    guard text.count > JSONPatch.freeTextSize + 2 * last.leastSize else { return text }
    var document: [UInt8] = []
    try last.root.tree(session).appendCompact(to: &document)
    return JSONPatch.text(text, orReplacementBy: document)
  }
}
