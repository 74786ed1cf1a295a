/// The reason why rules treat a value as a secret.
public enum SecretRule: Sendable, Hashable {
  /// A pointer, or an allow list that leaves the value out.
  case place
  /// The name of the member, or that of a value around it.
  case name
  /// A word in the name of the member.
  case word
  /// The form of the text.
  case form(SecretFormat)
  /// The type, such as ``Redacted``, or the name beside the value.
  case type
}

extension SecretRule: CustomStringConvertible {
  /// The rule in a few words.
  public var description: String {
    switch self {
    case .place: "its place"
    case .name: "its name"
    case .word: "a word in its name"
    case .form(let form): "its form, \(form.rawValue)"
    case .type: "its type or the name beside it"
    }
  }
}
