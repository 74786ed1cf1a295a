/// An object that holds the name of a value beside the value, such as a header of a request.
enum SecretPair {
  /// The key of the value.
  static let value = "value"
  /// The keys of the name.
  static let names = ["name", "key", "header", "field"]

  /// Whether the name in an object is that of a secret; `text` is the text under a key.
  static func isSecret(_ rules: RuleSet, _ text: (String) -> String?) -> Bool {
    names.contains { text($0).map { rules.names.match($0).isSecret } == true }
  }
}

extension SecretNames.Match {
  /// Whether a text under the name is a secret.
  var isSecret: Bool { rawValue >= SecretNames.Match.text.rawValue }
}
