/// An object that holds the name of a value beside the value, such as a header of a request, or a cookie.
package enum SecretPair {
  /// The keys of the value: those of most types, and those of `HTTPCookie`'s properties.
  package static let values = ["value", "Value"]
  /// The keys of the name.
  package static let names = ["name", "key", "header", "field", "Name", "Key", "Header", "Field"]
  /// The keys by which an object is a cookie, if it has both of a pair.
  package static let cookies = [("domain", "path"), ("Domain", "Path")]
  /// The keys of an object that decide about the value beside them.
  package static let companions = names + cookies.flatMap { [$0, $1] }

  /// Whether a key is one of the value.
  @inline(__always)
  package static func isValue(_ key: String) -> Bool { key.utf8.count == 5 && (key == "value" || key == "Value") }

  /// The effect of the name in an object on the value beside it.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - isCookie: Whether the object is known to be a cookie.
  ///   - text: Returns the text under a key.
  /// - Returns: The effect.
  package static func match(_ rules: RuleSet, isCookie: Bool, _ text: (String) -> String?) -> SecretNames.Match {
    let match = names.compactMap { text($0).map { rules.names.match($0) } }.max { $0.rawValue < $1.rawValue } ?? .none
    let isCookie = isCookie || cookies.contains { text($0) != nil && text($1) != nil }
    return isCookie ? self.match(rules, inCookie: match) : match
  }

  /// The effect of a cookie's name on its value, which can be the key of a session whatever its name is.
  package static func match(_ rules: RuleSet, inCookie name: SecretNames.Match) -> SecretNames.Match {
    let match = rules.names.match("cookie")
    return name != .harmless && name.rawValue < match.rawValue ? match : name
  }
}
