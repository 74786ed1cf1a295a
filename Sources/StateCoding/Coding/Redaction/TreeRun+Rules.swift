import StateTree

/// Redaction of values that are encoded out of order.
extension TreeRun {
  /// Takes over a stream's masking of a value.
  func redact(_ node: TreeNode, behind mask: ValueMask?, at place: RuleSet.Cursor?) {
    guard rules != nil else { return }
    node.run = self
    node.place = place ?? .free
    node.masking =
      switch mask?.reach {
      case nil: .none
      case .everything: .everything
      case .unlessNumber: .unlessNumber
      case .scalars: .scalars
      case .texts: .texts
      case .randomTexts: .randomTexts
      case .nothing: .nothing
      }
  }

  /// Applies the rules to a part of a value.
  func redact(_ node: TreeNode, in outer: TreeNode, key: any CodingKey) {
    guard let rules else { return }
    node.run = self
    if outer.masking == .everything || outer.masking == .unlessNumber { return node.masking = .everything }
    node.masking = .none
    let token = key is IndexKey ? String(key.intValue ?? 0) : key.stringValue
    let match = key is IndexKey ? nil : outer.isTable ? SecretNames.Match.none : rules.names.match(token)
    node.place = rules.cursor(for: token, in: outer.place, match: match)
    obey(rules.verdict(node.place, match), node)
    if token == SecretPair.value, !outer.isTable, node.masking.lifts, SecretPair.isSecret(rules, outer.text(ofMember:))
    {
      redactions += 1
      node.masking = .unlessNumber
    }
  }

  private func obey(_ verdict: RuleSet.Verdict, _ node: TreeNode) {
    switch verdict {
    case .written: break
    case .passed: node.masking = .scalars
    case .unlessRandom: node.masking = .randomTexts
    case .unlessText: node.masking = .texts
    case .exempt: node.masking = .nothing
    case .unlessNumber:
      redactions += 1
      node.masking = .unlessNumber
    case .secret:
      redactions += 1
      node.masking = .everything
    }
  }

  /// Returns a scalar as it is written under a masking.
  func redacted(_ value: JSONValue, _ masking: TreeNode.Masking) -> JSONValue {
    switch (masking, value) {
    case (.everything, _), (.scalars, _), (.unlessNumber, .null), (.unlessNumber, .string):
      return StandIn.json(for: value)
    case (.unlessNumber, _):
      redactions -= 1
      return value
    case (.texts, .string):
      redactions += 1
      return StandIn.json(for: value)
    case (.none, .string(let text)), (.randomTexts, .string(let text)):
      guard let finding = rules?.formats.finding(in: text, isNear: masking == .randomTexts) else { return value }
      redactions += 1
      return .string(finding.text)
    case (.none, _), (.texts, _), (.randomTexts, _), (.nothing, _): return value
    }
  }
}

extension TreeNode {
  /// The masking of a value.
  enum Masking {
    case none
    /// A scalar is replaced; the contents of a container are judged individually.
    case scalars
    /// A text is replaced.
    case texts
    /// A text is replaced if it is random or has a secret's form.
    case randomTexts
    /// Nothing is replaced, not even a text with a secret's form.
    case nothing
    /// Everything but a number or a Boolean value is replaced.
    case unlessNumber
    /// Everything is replaced.
    case everything

    /// Whether it doesn't apply to the contents of a container.
    var lifts: Bool { self != .everything && self != .unlessNumber }
    var sparesNumber: Bool { self != .everything && self != .scalars }
  }

  /// Sets the stand-in of a type, if the value is replaced as a whole.
  func setStandIn<Value: Encodable>(for value: Value) -> Bool {
    switch masking {
    case .none, .randomTexts, .nothing: return false
    case .scalars, .texts, .unlessNumber, .everything: break
    }
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .value(.number) where masking.sparesNumber: return false
    case .firstCase where masking == .texts: masking = .nothing
    case .parts where masking == .texts && StandIn.isCase(value): masking = .nothing
    case .value(let standIn), .firstCase(let standIn):
      if masking == .texts { run?.redactions += 1 }
      setFinal(standIn)
      return true
    case .whole(let standIn) where !masking.lifts:
      setFinal(standIn)
      return true
    case .parts, .whole, .json: break
    }
    return false
  }
}
