/// An object that holds the name of a value beside the value, such as a header of a request.
enum SecretPair {
  /// The key of the value.
  static let value = "value"
  /// The keys of the name.
  static let names = ["name", "key", "header", "field"]

  /// The effect of the name in an object on the value beside it; `text` is the text under a key.
  static func match(_ rules: RuleSet, _ text: (String) -> String?) -> SecretNames.Match {
    names.compactMap { text($0).map { rules.names.match($0) } }.max { $0.rawValue < $1.rawValue } ?? .none
  }
}

extension SecretNames.Match {
  /// Whether a text under the name can be a secret that is no random key.
  var isSecret: Bool { rawValue >= SecretNames.Match.key.rawValue }
}
