/// The way in which rules recognise secrets that they don't name: by words in a member's name, and by the form of a text.
///
///     var rules = RedactionRules.usual
///     rules.detection.exceptions += ["publicToken"]
///
/// Matching ignores case and separators. A word begins after a character that is no letter or digit, and at an upper-case
/// letter after or before a lower-case one. Digits at the end of a word don't count.
public struct SecretDetection: Sendable, Hashable {
  /// The names of members whose values are secret, except numbers and Boolean values. A key matches if its last words are
  /// one of them.
  public var texts: [String]
  /// The words of secret texts. If a key has one of them anywhere, its text is redacted, and so are the texts in an array.
  public var words: [String]
  /// The words of texts that are redacted if they are long and random, as a key is and a name isn't.
  public var near: [String]
  /// The names that are no secrets. A key matches if its last words are one of them, unless a longer name of a secret ends
  /// it, or the word before is `by`.
  public var exceptions: [String]
  /// The forms of text that are redacted under any name.
  public var formats: [SecretFormat]

  /// Creates a detection that recognises nothing else.
  public init(
    texts: [String] = [], words: [String] = [], near: [String] = [], exceptions: [String] = [],
    formats: [SecretFormat] = []
  ) {
    self.texts = texts
    self.words = words
    self.near = near
    self.exceptions = exceptions
    self.formats = formats
  }

  /// Recognises nothing.
  public static let none = SecretDetection()

  /// Recognises common words of secrets, and every form.
  public static let usual = SecretDetection(
    texts: [
      "accesskey", "accesstoken", "apikey", "apikeys", "authorization", "authtoken", "bearer", "cookie", "cookies",
      "credential", "credentials", "idtoken", "jwt", "mnemonic", "passphrase", "passwd", "password", "passwords",
      "privatekey", "pwd", "refreshtoken", "secret", "secretkey", "secrets", "seedphrase", "sessionid", "token",
      "tokens",
    ],
    words: [
      "accesskey", "accesstoken", "apikey", "apikeys", "auth", "authcode", "authorization", "authtoken", "backupcode",
      "backupcodes", "bearer", "cardnumber", "clientsecret", "codeverifier", "cookie", "cookies", "credential",
      "credentials", "creditcard", "cvc", "cvv", "encryptionkey", "iban", "idtoken", "jwt", "masterkey", "mfacode",
      "mnemonic", "onetimecode", "otp", "pass", "passcode", "passphrase", "passwd", "password", "passwords", "pin",
      "privatekey", "privkey", "pw", "pwd", "recoverycode", "recoverycodes", "recoverykey", "recoveryphrase",
      "refreshtoken", "secret", "secretkey", "secrets", "securityanswer", "securitycode", "seed", "sessionkey",
      "sharedkey",
      "signingkey", "ssn", "token", "tokens", "totp",
    ],
    near: [
      "access", "cert", "certificate", "cipher", "client", "code", "encrypted", "encryption", "hmac", "key", "keys",
      "license",
      "login", "nonce", "oauth", "private", "refresh", "saml", "salt", "session", "sig", "signature", "sso", "webhook",
    ],
    exceptions: [
      "address", "age", "alg", "algorithm", "at", "attempts", "audience", "banner", "budget", "button", "caption",
      "category", "class", "color", "consent", "cost", "count", "counts", "currency", "date",
      "description", "disabled", "domain", "email", "enabled", "endpoint", "error", "errors", "expiration", "expired",
      "expires", "expiry", "failures", "file", "filename", "flag", "flow", "folder", "foreignkey", "format",
      "group", "help", "hidden", "hint", "hints", "host", "icon", "id", "ids", "image", "index", "invalid", "issuer",
      "kind", "label", "language", "left", "length", "level", "lifetime", "limit", "link", "locale", "location",
      "manager",
      "max", "message", "method", "min", "mode", "name", "names", "offset", "option", "options", "origin", "owner",
      "path",
      "pattern", "phase", "placeholder", "policies", "policy", "position", "preference", "preferences", "price",
      "primarykey", "prompt", "provider", "publickey", "range", "rate", "reason", "regex", "remaining", "required",
      "requirement", "requirements", "retries", "role", "rule", "rules", "scheme", "scope", "scopes", "score", "screen",
      "service", "setting", "settings", "size", "sortkey", "source", "stage", "state", "status", "step", "storage",
      "strength", "style", "subtitle", "symbol", "tab", "theme", "time", "timestamp", "title", "total", "ttl", "type",
      "types", "unit", "uri", "url", "usage", "used", "user", "username", "uuid", "valid", "validation",
      "validity", "version", "view", "visibility", "visible",
    ],
    formats: SecretFormat.allCases)

  /// The lists of texts, by their names in a journal's header.
  static let lists: [(name: String, list: any WritableKeyPath<SecretDetection, [String]> & Sendable)] = [
    ("texts", \.texts), ("words", \.words), ("near", \.near), ("except", \.exceptions),
  ]

  /// What either of two detections recognises.
  func united(with other: SecretDetection) -> SecretDetection {
    if self == .none || other == .none { return self == .none ? other : self }
    var united = self
    for (name, list) in SecretDetection.lists where name != "except" {
      united[keyPath: list] += other[keyPath: list].filter { [known = Set(self[keyPath: list])] in !known.contains($0) }
    }
    united.exceptions = exceptions.filter(Set(other.exceptions).contains)
    united.formats += other.formats.filter { !formats.contains($0) }
    return united
  }
}
