/// An object that holds the name of a value beside the value, such as a header of a request, a cookie, or the key path and
/// the value of a binding.
package enum SecretPair {
  /// The keys of the value: those of most types, those of `HTTPCookie`'s properties, and that of an input field.
  package static let values = ["value", "Value", "text"]
  /// The keys of the name.
  package static let names = fields + ["name", "key", "header", "Name", "Key", "Header"]
  /// The keys of a name beside `text`. The other names stand beside texts of any kind, such as translations.
  private static let fields = ["field", "Field", keyPath]
  /// The key of a key path.
  private static let keyPath = "keyPath"
  /// The keys by which an object is a cookie, if it has both of a pair.
  package static let cookies = [("domain", "path"), ("Domain", "Path")]
  /// The keys of an object that decide about the value beside them.
  package static let companions = names + cookies.flatMap { [$0, $1] }

  /// Whether a key is one of the value.
  @inline(__always)
  package static func isValue(_ key: String) -> Bool {
    let count = key.utf8.count
    return count == 5 && (key == "value" || key == "Value") || count == 4 && key == "text"
  }

  /// The effects of the names in an object on the values beside them.
  package struct Match {
    private var any = SecretNames.Match.none
    private var field = SecretNames.Match.none
    /// Whether a value was written without the names that come after it.
    package var hasValue = false

    package init() {}

    /// Notes a name; `nil` for one that Swift doesn't know, which may be a secret's.
    package mutating func note(_ name: String?, under key: String, _ rules: RuleSet) {
      // A key path leads through names, of which the last counts.
      let member = key == keyPath ? name?.split(separator: ".").last.map(String.init) : name
      let match = member.map { rules.names.match($0) } ?? (rules.names.isEmpty ? .none : .everything)
      if any.rawValue < match.rawValue { any = match }
      if field.rawValue < match.rawValue, fields.contains(key) { field = match }
    }

    /// Whether a value may be a secret.
    package var hides: Bool { any != .none && any != .harmless && any != .random }

    /// The effect on the value under a key.
    package func effect(on key: String) -> SecretNames.Match { key == "text" ? field : any }
  }

  /// The effect of the names in an object on the value under a key.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - key: The key of the value.
  ///   - isCookie: Whether the object is known to be a cookie.
  ///   - text: Returns the text under a key.
  ///   - isOpaque: Whether there is something without a text under a key.
  /// - Returns: The effect.
  package static func match(
    _ rules: RuleSet, valueAt key: String, isCookie: Bool, _ text: (String) -> String?, isOpaque: (String) -> Bool
  ) -> SecretNames.Match {
    var match = Match()
    for name in names {
      if let text = text(name) {
        match.note(text, under: name, rules)
      } else if name == keyPath, isOpaque(name) {
        match.note(nil, under: name, rules)
      }
    }
    let isCookie = isCookie || cookies.contains { text($0) != nil && text($1) != nil }
    let effect = match.effect(on: key)
    return isCookie && key != "text" ? self.match(rules, inCookie: effect) : effect
  }

  /// The effect of a cookie's name on its value, which can be the key of a session whatever its name is.
  package static func match(_ rules: RuleSet, inCookie name: SecretNames.Match) -> SecretNames.Match {
    let match = rules.names.match("cookie")
    return name != .harmless && name.rawValue < match.rawValue ? match : name
  }
}
