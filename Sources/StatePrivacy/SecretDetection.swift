/// The way in which rules recognise secrets that they don't name: by words in a member's name, and by the form of a text.
///
///     var rules = RedactionRules.usual
///     rules.detection.exceptions += ["publicToken"]
///
/// Matching ignores case and separators, and looks only at names: keys of letters, digits, `_`, `-` and `.`, up to 64. A Boolean
/// value is never redacted, and an object or array only part by part.
/// A word begins after a character that is no letter or digit, and at an upper-case
/// letter after or before a lower-case one. Digits at the end of a word don't count.
public struct SecretDetection: Sendable, Hashable {
  /// The names of secret texts, however short or plain. A key matches if its last words are one of them.
  public var texts: [String]
  /// The names of secret numbers of three or more digits, and of texts with as many. A key matches like with ``texts``.
  public var digits: [String]
  /// The words of secret texts that look like a key: no words, no number, no date, no version. A key matches if it has one of
  /// them, or of ``texts`` and ``digits``, anywhere.
  public var words: [String]
  /// The words of texts that are redacted if they are long and random, and no digest or UUID.
  public var near: [String]
  /// The names that are no secrets. A key matches if its last words are one of them, unless a longer name of a secret ends
  /// it, or the word before is `by`.
  public var exceptions: [String]
  /// The names like ``exceptions`` whose texts are written even in the form of a secret, and so are texts in an array.
  public var harmless: [String]
  /// The forms of text that are redacted under any name.
  public var formats: [SecretFormat]

  /// Creates a detection that recognises nothing else.
  public init(
    texts: [String] = [], digits: [String] = [], words: [String] = [], near: [String] = [], exceptions: [String] = [],
    harmless: [String] = [], formats: [SecretFormat] = []
  ) {
    self.texts = texts
    self.digits = digits
    self.words = words
    self.near = near
    self.exceptions = exceptions
    self.harmless = harmless
    self.formats = formats
  }

  /// Recognises nothing.
  public static let none = SecretDetection()

  /// Recognises common words of secrets, and every form.
  public static let usual = SecretLists.newest.detection

  /// The lists of texts, by their names in a journal's header.
  static let lists: [(name: String, list: any WritableKeyPath<SecretDetection, [String]> & Sendable)] = [
    ("texts", \.texts), ("digits", \.digits), ("words", \.words), ("near", \.near), ("except", \.exceptions),
    ("harmless", \.harmless),
  ]

  /// Returns a detection that recognises what either of two recognises.
  package func united(with other: SecretDetection) -> SecretDetection {
    if self == .none || other == .none { return self == .none ? other : self }
    var united = self
    for (_, list) in SecretDetection.lists {
      united[keyPath: list] += other[keyPath: list].filter { [known = Set(self[keyPath: list])] in !known.contains($0) }
    }
    united.exceptions = exceptions.filter(Set(other.exceptions).contains)
    united.harmless = harmless.filter(Set(other.harmless).contains)
    united.formats += other.formats.filter { !formats.contains($0) }
    return united
  }
}
