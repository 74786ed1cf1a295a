/// Redaction of values that are encoded out of order.
extension TreeRun {
  /// Takes over a stream's masking of a value.
  func redact(_ node: TreeNode, behind mask: ValueMask?, at place: RuleSet.Cursor?) {
    guard rules != nil else { return }
    node.place = place ?? .free
    if let mask { node.masking = mask.lifts ? .scalars : .everything }
  }

  /// Applies the rules to a part of a value.
  func redact(_ node: TreeNode, in outer: TreeNode, key: any CodingKey) {
    guard let rules else { return }
    if outer.masking == .everything { return node.masking = .everything }
    node.masking = .none
    if key is IndexKey {
      node.place = rules.cursor(for: String(key.intValue ?? 0), in: outer.place)
    } else if !outer.isTable, rules.names.contains(key.stringValue) {
      redactions += 1
      return node.masking = .everything
    } else {
      node.place = rules.cursor(for: key.stringValue, in: outer.place)
    }
    obey(rules.verdict(node.place), node)
  }

  private func obey(_ verdict: RuleSet.Verdict, _ node: TreeNode) {
    switch verdict {
    case .written: break
    case .passed: node.masking = .scalars
    case .secret:
      redactions += 1
      node.masking = .everything
    }
  }
}

extension TreeNode {
  /// The masking of a value.
  enum Masking {
    case none
    /// A scalar is replaced; the contents of a container are judged individually.
    case scalars
    /// Everything is replaced.
    case everything
  }

  /// Sets the stand-in of a type, if the value is replaced as a whole.
  func setStandIn<Value: Encodable>(of _: Value.Type) -> Bool {
    if masking == .none { return false }
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .value(let standIn): setFinal(standIn)
    case .whole(let standIn) where masking == .everything: setFinal(standIn)
    case .parts, .whole, .json: return false
    }
    return true
  }
}
