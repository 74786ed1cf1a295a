package import StateTree

/// Computes the hash of JSON without its volatile values.
///
/// It needs no types: the JSON already holds stand-ins for secrets, and pointers identify the volatile values.
package struct VolatileHasher: Sendable {
  /// `nil` if nothing is volatile.
  private let rules: RuleSet?

  /// Takes the volatile values from rules.
  package init(of rules: RedactionRules) {
    self.rules = rules.volatile.isEmpty ? nil : RuleSet(rules.withoutRedaction)
  }

  /// The hash of a whole state. O(n) in its text.
  package func hash(_ state: JSONNode) -> StateHash {
    guard let rules else { return state.stateHash }
    if rules.isVolatile(rules.root) { return .null }
    var walk = RuleWalk(rules)
    let root = walk.number(of: rules.root)
    return state.document.withView { $0.stateHash(at: state.position, place: root, &walk) }
  }
}

extension DocumentView {
  /// The hash of a value at a cursor. Recurses no deeper than the limit that the document was parsed with.
  fileprivate func stateHash(at position: Int, place: Int, _ walk: inout RuleWalk) -> StateHash {
    let node = nodes[position]
    guard place != RuleWalk.free, node.kind == .array || node.kind == .object else { return stateHash(at: position) }
    var next = position + 1
    if node.kind == .array {
      var elements = ElementHash()
      for index in 0..<Int(node.count) {
        let step = walk.step(to: String(index), in: place, nil)
        elements.append(step.isVolatile ? .null : stateHash(at: next, place: step.number, &walk))
        next = Int(nodes[next].next)
      }
      return elements.finalized()
    }
    var members = MemberHash()
    for _ in 0..<Int(truncatingIfNeeded: node.count) {
      let step = walk.step(to: string(at: next), in: place, nil)
      if !step.isVolatile {
        let key = withUTF8(at: next) { MemberHash.begin(utf8: $0) }
        members.insert(key, stateHash(at: next + 1, place: step.number, &walk))
      }
      next = Int(nodes[next + 1].next)
    }
    return members.finalized()
  }
}
