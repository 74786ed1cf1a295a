package import StateTree

/// The secrets in a state's JSON: those that rules redacted, and those that they may have missed.
package struct SecretReport {
  /// A value with the tokens of its pointer; `nil` for elements.
  package struct Entry: Hashable {
    package var tokens: [String?]
    package var rule: SecretRule
  }

  /// The redacted values, in order.
  package private(set) var redacted: [Entry] = []
  /// The values that look like secrets and are written, in order.
  package private(set) var suspects: [Entry] = []

  private let rules: RuleSet
  private let names: SecretNames
  private let forms: SecretFormats

  /// Compares a state's JSON with and without its secrets.
  ///
  /// Only members and forms that no exception names are suspect.
  package init(of plain: JSONValue, redactedTo written: JSONValue, under rules: RedactionRules) {
    self.rules = RuleSet(rules)
    var detection = SecretDetection.usual
    detection.exceptions += rules.detection.exceptions
    detection.harmless += rules.detection.harmless
    names = SecretNames([], detection)
    forms = SecretFormats(SecretFormat.allCases, names: names)
    compare(plain, written, Place(cursor: self.rules.root, tokens: []))
  }

  private struct Place {
    var cursor: RuleSet.Cursor
    var match: SecretNames.Match?
    var tokens: [String?]
    /// The last key, which elements share.
    var name = ""

    func member(_ key: String, _ rules: RuleSet) -> Place {
      let match = rules.names.match(key)
      return Place(
        cursor: rules.cursor(for: key, in: cursor, match: match), match: match, tokens: tokens + [key], name: key)
    }

    func element(_ index: Int, _ rules: RuleSet) -> Place {
      Place(cursor: rules.cursor(for: String(index), in: cursor, match: nil), tokens: tokens + [nil], name: name)
    }
  }

  private mutating func compare(_ plain: JSONValue, _ written: JSONValue, _ place: Place) {
    let verdict = rules.verdict(place.cursor, place.match)
    if verdict == .exempt, !plain.isContainer { return }
    switch (plain, written) {
    case (.object(let plain), .object(let written)) where verdict != .secret:
      for (key, value) in zip(plain.keys, plain.values) {
        let place = place.member(key, rules)
        if let other = written[key] { compare(value, other, place) } else { note(value, place) }
      }
    case (.array(let plain), .array(let written)) where plain.count == written.count:
      for (index, pair) in zip(plain, written).enumerated() { compare(pair.0, pair.1, place.element(index, rules)) }
    case (.string(let text), _) where plain == written: suspect(text, place)
    default: if plain != written { note(plain, place) }
    }
  }

  private mutating func note(_ plain: JSONValue, _ place: Place) {
    let rule: SecretRule =
      switch rules.verdict(place.cursor, place.match) {
      case .secret: place.match == .everything ? .name : .place
      case .passed: .place
      case .unlessDigits, .unlessText: .name
      case .unlessKey, .unlessRandom, .written, .exempt:
        plain.string.flatMap { text in
          let match = rules.verdict(place.cursor, place.match) == .unlessKey ? SecretNames.Match.key : .random
          guard let finding = rules.formats.finding(in: text, under: match) else { return nil }
          return match == .key && finding.text == SecretFormat.redactedText ? .word : .form(finding.format)
        } ?? .type
      }
    let entry = Entry(tokens: place.tokens, rule: rule)
    if !redacted.contains(entry) { redacted.append(entry) }
  }

  private mutating func suspect(_ text: String, _ place: Place) {
    guard let rule = rule(suspecting: text, under: place.name) else { return }
    let entry = Entry(tokens: place.tokens, rule: rule)
    if !suspects.contains(entry) { suspects.append(entry) }
  }

  /// Returns the rule by which a written text looks like a secret; `nil` if none does.
  private func rule(suspecting text: String, under name: String) -> SecretRule? {
    // Written stand-ins are none.
    if text.isEmpty || text.utf8.starts(with: SecretFormat.redactedText.utf8) { return nil }
    switch names.match(name) {
    case .text, .everything: return .name
    case .digits: if text.withBytes({ KeyText.hasDigits($0) }) { return .name }
    case .key: if text.withBytes({ KeyText.looksLikeKey($0) }) { return .word }
    case .harmless, .none, .random: break
    }
    if let form = forms.finding(in: text)?.format { return .form(form) }
    if let form = form(within: text) { return .form(form) }
    let isRandom = text.withBytes { bytes in
      SecretFormats.isRandom(bytes) && bytes.contains { (UInt8(ascii: "G")...UInt8(ascii: "Z")).contains($0) }
    }
    return isRandom ? .form(.random) : nil
  }

  /// The longest text that is searched for forms.
  private static let searched = 1 << 14

  /// The form of a secret inside a longer text.
  private func form(within text: String) -> SecretFormat? {
    let bytes = text.utf8
    guard bytes.count <= SecretReport.searched else { return nil }
    for index in bytes.indices.dropFirst() where " \n\t\"'=:,(".utf8.contains(bytes[bytes.index(before: index)]) {
      let rest = String(text[index...])
      if let form = forms.finding(in: rest)?.format { return form }
    }
    return nil
  }
}
