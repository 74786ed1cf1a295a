/// Which values are secret: their places hold stand-ins in everything that is encoded or hashed under the rules.
///
///     let rules = RedactionRules(redacting: ["/account/*/balance"])
///     let bytes = try StateEncoder(rules: rules).encode(state)
///
/// A value is redacted if
///
/// - it is wrapped in ``Redacted``, or
/// - it is the member of an object whose key ends with one of ``names``, or
/// - one of ``redacted`` leads to it, or
/// - there is a list ``allowed``, and nothing in it leads to the value or to something around it.
///
/// Rules go for states and actions alike. Keys of dictionaries, ids of an ``EntityTable`` and names of cases are no
/// values: they are written, unless the dictionary, the table or the enum itself is redacted.
public struct RedactionRules: Sendable, Hashable {
  /// Where secrets are.
  public var redacted: [Pointer] { didSet { isOn = true } }
  /// The names that secrets have, whatever their case and separators: `apikey` stands for `apiKey`, `API_KEY` and
  /// `X-Api-Key`. A key matches if it is a name or its last words are: `newPassword`, `setPin`.
  public var names: [String] { didSet { isOn = true } }
  /// The only places whose values are written, with all in them that is not redacted otherwise; `nil` to write all.
  public var allowed: [Pointer]? { didSet { isOn = true } }
  /// Whether text that no rule can look into is written: what an error says, and the text of a mark. If not, of an
  /// error its type and case are written.
  public var writesFreeText: Bool
  /// Where values are that replaying the actions does not give again, as a time that a reducer reads from the clock: they
  /// are written, but left out of every hash. A recorder takes them from its options.
  public package(set) var volatile: [Pointer] = []
  /// Whether anything is redacted at all.
  package private(set) var isOn = true

  /// Creates rules; without arguments those that a recorder has by default.
  public init(
    redacting redacted: [Pointer] = [], names: [String] = RedactionRules.usualNames,
    allowing allowed: [Pointer]? = nil, writingFreeText writesFreeText: Bool = false
  ) {
    self.redacted = redacted
    self.names = names
    self.allowed = allowed
    self.writesFreeText = writesFreeText
  }

  /// What is wrapped in ``Redacted`` or has one of the usual names.
  public static let usual = RedactionRules()

  /// Redacts nothing, not even what is wrapped in ``Redacted``. Whoever then says what is secret turns it on.
  public static let off = {
    var rules = RedactionRules(names: [], writingFreeText: true)
    rules.isOn = false
    return rules
  }()

  /// Redacts every value: what is left is the shape.
  public static let shape = RedactionRules(names: [], allowing: [])

  /// The names that secrets usually have.
  public static let usualNames = [
    "accesskey", "accesstoken", "apikey", "apikeys", "authorization", "bearer", "cardnumber", "cookie", "cookies",
    "credential", "credentials", "creditcard", "cvc", "cvv", "iban", "idtoken", "jwt", "mnemonic", "otp", "passcode",
    "passphrase", "passwd", "password", "passwords", "pin", "pincode", "privatekey", "pwd", "refreshtoken", "secret",
    "secretkey", "secrets", "securitycode", "seedphrase", "sessionid", "ssn", "token", "tokens", "totp",
  ]
}

extension RedactionRules {
  /// Whether states are encoded or hashed otherwise than without rules.
  package var haveEffect: Bool { isOn || !volatile.isEmpty }

  /// The name of the definition of hashes that are made under the rules.
  package var hashDefinition: String { volatile.isEmpty ? StateHash.definition : StateHash.volatileDefinition }

  /// The rules, with these places volatile.
  package func leavingOut(_ volatile: [Pointer]) -> RedactionRules {
    var rules = self
    rules.volatile = volatile
    return rules
  }

  /// What the rules say of what has no secrets any more: only what is volatile.
  package var withoutRedaction: RedactionRules { .off.leavingOut(volatile) }

  /// Rules that redact what either of two redact, and leave out what either leaves out.
  package func united(with other: RedactionRules) -> RedactionRules {
    let volatile = volatile + other.volatile.filter { [known = Set(volatile)] in !known.contains($0) }
    guard isOn, other.isOn else { return (isOn ? self : other).leavingOut(volatile) }
    var united = leavingOut(volatile)
    // Sets: either may have thousands.
    united.redacted += other.redacted.filter { [known = Set(redacted)] in !known.contains($0) }
    united.names += other.names.filter { [known = Set(names)] in !known.contains($0) }
    united.allowed =
      allowed.map { mine in other.allowed.map { mine.filter(Set($0).contains) } ?? mine } ?? other.allowed
    united.writesFreeText = writesFreeText && other.writesFreeText
    return united
  }
}
