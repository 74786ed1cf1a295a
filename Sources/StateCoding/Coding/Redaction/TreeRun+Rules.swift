import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      case .digits: .digits
      case .scalars: .scalars
      case .texts: .texts
      case .keyTexts: .keyTexts
      case .randomTexts: .randomTexts
      case .nothing: .nothing
      }
  }

  /// Applies the rules to a part of a value.
  func redact(_ node: TreeNode, in outer: TreeNode, key: any CodingKey) {
    guard let rules else { return }
    node.run = self
    if outer.masking == .everything { return node.masking = .everything }
    node.masking = .none
    let token = key is IndexKey ? String(key.intValue ?? 0) : key.stringValue
    let match = key is IndexKey ? nil : outer.isTable ? SecretNames.Match.none : rules.names.match(token)
    node.place = rules.cursor(for: token, in: outer.place, match: match)
    obey(rules.verdict(node.place, match), node)
    guard !outer.isTable else { return }
    if SecretPair.isValue(token) {
      let keys: any CodingKey.Type = type(of: key)
      node.isCookie = SecretPair.isCookie(keys)
      redact(pairedValue: node, at: token, in: outer)
    } else if SecretPair.names.contains(token), SecretPair.values.contains(where: { outer.member($0) != nil }) {
      latePairs.append(outer)
    }
  }

  /// Applies the names in an object to the value beside them.
  private func redact(pairedValue node: TreeNode, at key: String, in outer: TreeNode) {
    guard let rules, node.masking.lifts else { return }
    let match = SecretPair.match(
      rules, valueAt: key, isCookie: node.isCookie, outer.text(ofMember:),
      isOpaque: { outer.member($0) != nil })
    switch match {
    case .everything: obey(.secret, node)
    case .digits: node.masking = .digits
    case .text: node.masking = .texts
    case .key: node.masking = .keyTexts
    case .harmless, .none, .random: break
    }
  }

  /// Applies the names in objects to values that were set before them.
  func redactLatePairs() {
    for outer in latePairs {
      for key in SecretPair.values {
        guard let node = outer.member(key) else { continue }
        let masking = node.masking
        redact(pairedValue: node, at: key, in: outer)
        if node.masking != masking { node.mask() }
      }
    }
    latePairs = []
  }

  private func obey(_ verdict: RuleSet.Verdict, _ node: TreeNode) {
    switch verdict {
    case .written: break
    case .passed: node.masking = .scalars
    case .unlessRandom: node.masking = .randomTexts
    case .unlessText: node.masking = .texts
    case .unlessKey: node.masking = .keyTexts
    case .unlessDigits: node.masking = .digits
    case .exempt: node.masking = .nothing
    case .secret:
      redactions += 1
      node.masking = .everything
    }
  }

  /// Returns a scalar as it is written under a masking.
  func redacted(_ value: JSONValue, _ masking: TreeNode.Masking) -> JSONValue {
    switch (masking, value) {
    case (.everything, _), (.scalars, _): return StandIn.json(for: value)
    case (.texts, .string(let text)) where !text.isEmpty:
      redactions += 1
      return StandIn.json(for: value)
    case (.digits, .string(let text)) where text.withBytes({ KeyText.hasDigits($0) || KeyText.looksLikeKey($0) }):
      redactions += 1
      return StandIn.json(for: value)
    case (.digits, .number(let number)) where number.double.magnitude >= 100 || number.literal == "0":
      redactions += 1
      return StandIn.json(for: value)
    case (.none, .string(let text)), (.digits, .string(let text)), (.keyTexts, .string(let text)),
      (.randomTexts, .string(let text)):
      guard let finding = rules?.formats.finding(in: text, under: masking.match) else { return value }
      redactions += 1
      return .string(finding.text)
    case (.none, _), (.digits, _), (.texts, _), (.keyTexts, _), (.randomTexts, _), (.nothing, _): return value
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
    /// A text is replaced if it looks like a key or has a secret's form.
    case keyTexts
    /// A number or a text of three or more digits is replaced.
    case digits
    /// A text is replaced if it is random or has a secret's form.
    case randomTexts
    /// Nothing is replaced, not even a text with a secret's form.
    case nothing
    /// Everything is replaced.
    case everything

    /// Whether it doesn't apply to the contents of a container.
    var lifts: Bool { self != .everything }
    /// Whether numbers of types with a stand-in of their own, such as dates, and Boolean values are written.
    var sparesNumber: Bool { self != .everything && self != .scalars }
    /// The effect of a name that decides about a text by its value.
    var match: SecretNames.Match {
      switch self {
      case .keyTexts: .key
      case .randomTexts: .random
      default: .none
      }
    }
    /// Whether it judges scalars by their kind.
    fileprivate var isOfTexts: Bool { self == .texts || self == .keyTexts || self == .digits }
  }

  /// Sets the stand-in of a type, if the value is replaced as a whole.
  func setStandIn<Value: Encodable>(for value: Value) -> Bool {
    switch masking {
    case .none, .randomTexts, .nothing: return false
    case .scalars, .texts, .keyTexts, .digits, .everything: break
    }
    switch StandIn.table.knowledge(of: Value.self, ObjectIdentifier(Value.self)) {
    case .value(.number) where masking.sparesNumber: return false
    case .value where masking == .keyTexts && value is URL: return false
    case .firstCase where masking.isOfTexts: masking = .nothing
    case .parts where masking.isOfTexts && StandIn.isCase(value): masking = .nothing
    case .value(let standIn), .firstCase(let standIn):
      if masking.isOfTexts { run?.redactions += 1 }
      setFinal(standIn, redacting: run?.logsRedactions == true ? digest(of: value) : nil)
      return true
    case .whole(let standIn) where !masking.lifts:
      setFinal(standIn, redacting: run?.logsRedactions == true ? digest(of: value) : nil)
      return true
    case .parts, .whole, .json: break
    }
    return false
  }
}
