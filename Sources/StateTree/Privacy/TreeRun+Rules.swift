/// Redaction, where a value is put together out of order.
extension TreeRun {
  /// Takes over how a value is redacted that is put together here for a stream.
  func redact(_ node: TreeNode, behind mask: ValueMask?, at place: RuleSet.Place?) {
    guard rules != nil else { return }
    node.place = place ?? .free
    if let mask { node.veil = mask.lifts ? .lifting : .closed }
  }

  /// Does what the rules want with a part of a value.
  func redact(_ node: TreeNode, in outer: TreeNode, key: any CodingKey) {
    guard let rules else { return }
    if outer.veil == .closed { return node.veil = .closed }
    node.veil = .none
    if key is IndexKey {
      node.place = rules.place(of: String(key.intValue ?? 0), in: outer.place)
    } else if !outer.isTable, rules.names.contains(key.stringValue) {
      redactions += 1
      return node.veil = .closed
    } else {
      node.place = rules.place(of: key.stringValue, in: outer.place)
    }
    obey(rules.verdict(node.place), node)
  }

  private func obey(_ verdict: RuleSet.Verdict, _ node: TreeNode) {
    switch verdict {
    case .written: break
    case .passed: node.veil = .lifting
    case .secret:
      redactions += 1
      node.veil = .closed
    }
  }
}

extension TreeNode {
  /// How a value is redacted.
  enum Veil {
    case none
    /// A scalar is replaced; what a container holds is looked at by itself.
    case lifting
    /// Everything is replaced.
    case closed
  }

  /// Puts the stand-in of a type into the node, if it is to be replaced as a whole.
  func setStandIn<Value: Encodable>(of _: Value.Type) -> Bool {
    if veil == .none { return false }
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .value(let standIn): setFinal(standIn)
    case .whole(let standIn) where veil == .closed: setFinal(standIn)
    case .parts, .whole, .json: return false
    }
    return true
  }
}
