@_spi(Kernel) import StateTree

/// Follows a JSON document from state to state: its hash, its outline, and the differences.
///
/// The cost of a step is that of what changed, and of comparing bits: a few nanoseconds an element of a large array.
/// Results equal those of encoding the whole document.
package final class DocumentTracker {
  private let encoder: PartEncoder
  private var root: TrackedPart?
  /// The operations from the document before the last one, and for each the value that it removes or replaces, or `nil`;
  /// `nil` if that document is unknown or differences aren't wanted.
  package private(set) var changes: (patch: JSONPatch, replaced: [JSONValue?])?

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - type: The type of the states; `nil` is returned for states that aren't documents.
  ///   - rules: The rules by which the states are written; `nil` is returned for rules with volatile places, which change
  ///     although hashes leave them out.
  ///   - findsPatches: Whether differences are wanted.
  package init?(of type: Any.Type, rules: RedactionRules, findsPatches: Bool = false) {
    guard type == JSONValue.self, rules.volatile.isEmpty else { return nil }
    encoder = PartEncoder(rules, findsPatches: findsPatches)
  }

  /// Whether a document is known.
  package var isFollowing: Bool { root != nil }

  /// The hash of the last document; that of `null` before the first.
  package var hash: StateHash { root?.hash ?? .null }

  /// Forgets the last document.
  package func forget() {
    root = nil
    changes = nil
  }

  /// Follows the document to the next state.
  ///
  /// - Parameter state: The state, a document.
  /// - Returns: Whether that is worthwhile: of a small document, the hash alone is found faster by encoding it,
  ///   and the tracker forgets it.
  /// - Throws: `EncodingError` if the document nests deeper than 512 levels; then it is unknown.
  package func follow<State>(_ state: State) throws -> Bool {
    guard let document = state as? JSONValue, encoder.findsPatches || document.isLarge else {
      forget()
      return false
    }
    try follow(document)
    return true
  }

  private func follow(_ document: JSONValue) throws {
    let last = root
    forget()
    var differ = encoder.findsPatches && last != nil ? JSONDiffer(tokenLimit: JSONPatch.tokenLimit) : nil
    root = try next(document, after: last, &differ)
    guard let differ else { return }
    changes =
      differ.isExhausted
      ? (JSONPatch([.replace(.root, root?.written ?? .null)]), [nil]) : (JSONPatch(differ.operations), differ.replaced)
  }

  private func next(
    _ document: JSONValue, after last: TrackedPart?, _ differ: inout JSONDiffer?
  ) throws -> TrackedPart {
    guard let last else { return try encoder.part(ofRoot: document) }
    if let node = last.node {
      if try node.follow(document, encoder, &differ) { return TrackedPart(node) }
    } else if last.isSame(as: document) {
      return last
    }
    let part = try encoder.part(ofRoot: document)
    differ?.compare(last.written, part.written)
    return part
  }

  /// Replaces an outline by that of the last document, and reuses its memory.
  ///
  /// - Returns: `false` for a document that is kept as a whole; then the outline is found faster by encoding it.
  package func outline(into outline: inout StateOutline) -> Bool {
    guard let node = root?.node else { return false }
    var collector = OutlineCollector(reusing: &outline)
    if case .object(let object) = node { object.outline(into: &collector) } else { collector.note(node, depth: -1) }
    outline = collector.outline
    outline.hash = hash
    return true
  }

  /// The operations from the document before the last one, as `JSONPatch.text(from:to:)` writes them; `nil` if unknown.
  package var patchText: [UInt8]? {
    guard let (patch, _) = changes, let root else { return nil }
    var text: [UInt8] = []
    patch.json.appendCompact(to: &text)
    // The value of a single operation is part of the document.
    guard patch.operations.count > 1, text.count > JSONPatch.freeTextSize else { return text }
    var document: [UInt8] = []
    root.written.appendCompact(to: &document)
    return JSONPatch.text(text, orReplacementBy: document)
  }
}
