import StateTree

/// The rules that define secret values, which encoders replace with stand-ins.
///
///     let rules = RedactionRules(redacting: ["/account/*/balance"])
///     let bytes = try StateEncoder(rules: rules).encode(state)
///
/// A value is redacted if
///
/// - it is wrapped in ``Redacted``, or
/// - it is the member of an object whose key ends with one of ``names``, or
/// - ``detection`` recognises it by a word in its key or by its form, or
/// - one of ``redacted`` leads to it, or
/// - ``allowed`` is set, and none of its pointers leads to the value or to a container of it.
///
/// Hashes cover the stand-ins. The rules apply to states and actions alike. Keys of dictionaries, ids of an
/// `EntityTable` and names of enum cases are written, unless the dictionary, the table or the enum itself is redacted.
public struct RedactionRules: Sendable, Hashable {
  /// The pointers to secrets.
  public var redacted: [Pointer] { didSet { isOn = true } }
  /// The names of secret members.
  ///
  /// Matching ignores case and separators: `apikey` matches `apiKey`, `API_KEY` and `X-Api-Key`. A key matches if it is a
  /// name or its last words are one: `newPassword`, `setPin`.
  public var names: [String] { didSet { isOn = true } }
  /// The way in which other secrets are recognised.
  public var detection: SecretDetection { didSet { isOn = true } }
  /// The pointers to values that are written whatever their names and forms, unless ``redacted`` leads to them.
  ///
  /// The members and elements of such a value are judged by themselves.
  public var exempt: [Pointer]
  /// The pointers to the only values that are written, unless another rule redacts them; `nil` allows all values.
  public var allowed: [Pointer]? { didSet { isOn = true } }
  /// Whether free text is written, into which no rule can look: error messages and the text of marks.
  ///
  /// If not, an error is written as its type and case.
  public var writesFreeText: Bool
  /// The pointers to values that a replay can't reproduce, such as a time that a reducer reads from the clock.
  ///
  /// They are written, but left out of every hash. A recorder takes them from its options.
  public package(set) var volatile: [Pointer] = []
  /// Whether redaction is on.
  package private(set) var isOn = true

  /// Creates rules. The default arguments give a recorder's default rules.
  ///
  /// - Parameters:
  ///   - redacted: The pointers to secrets.
  ///   - exempt: The pointers to values that are written whatever their names and forms.
  ///   - names: The names of members that are redacted whole, whatever their values; `nil` for none but the common ones.
  ///   - detection: The way in which other secrets are recognised; `nil` for the usual one with the common names, and
  ///     none with others.
  ///   - allowed: The pointers to the only values that are written; `nil` for all.
  ///   - writesFreeText: Whether free text is written.
  public init(
    redacting redacted: [Pointer] = [], exempting exempt: [Pointer] = [], names: [String]? = nil,
    detecting detection: SecretDetection? = nil, allowing allowed: [Pointer]? = nil,
    writingFreeText writesFreeText: Bool = false
  ) {
    self.redacted = redacted
    self.exempt = exempt
    self.names = names ?? []
    self.detection = detection ?? (names == nil ? .usual : .none)
    self.allowed = allowed
    self.writesFreeText = writesFreeText
  }

  /// The default rules: they redact values wrapped in ``Redacted`` and members with common secret names.
  public static let usual = RedactionRules()

  /// Redacts nothing, not even values wrapped in ``Redacted``. Setting a list of secrets turns redaction on.
  public static let off = {
    var rules = RedactionRules(names: [], writingFreeText: true)
    rules.isOn = false
    return rules
  }()

  /// Redacts every value and leaves only the shape.
  public static let shape = RedactionRules(names: [], allowing: [])
}

extension RedactionRules {
  /// Whether the rules change anything in encoded states or hashes.
  package var haveEffect: Bool { isOn || !volatile.isEmpty }

  /// Whether names and forms have the effect that they have in the default rules.
  package var detectsAsUsual: Bool { names.isEmpty && detection == .usual }

  /// The name of the definition of hashes under the rules.
  package var hashDefinition: String { volatile.isEmpty ? StateHash.definition : StateHash.volatileDefinition }

  /// The rules, with these values volatile.
  package func leavingOut(_ volatile: [Pointer]) -> RedactionRules {
    var rules = self
    rules.volatile = volatile
    return rules
  }

  /// The rules for values whose secrets are already replaced: only volatile values.
  package var withoutRedaction: RedactionRules { .off.leavingOut(volatile) }

  /// The rules with other pointers, for values whose places are named differently.
  package func mappingPointers(_ body: (Pointer) -> Pointer) -> RedactionRules {
    var rules = leavingOut(volatile.map(body))
    guard isOn else { return rules }
    rules.redacted = redacted.map(body)
    rules.exempt = exempt.map(body)
    rules.allowed = allowed?.map(body)
    return rules
  }

  /// The union of two sets of rules, for redacted and for volatile values.
  package func united(with other: RedactionRules) -> RedactionRules {
    let volatile = volatile + other.volatile.filter { [known = Set(volatile)] in !known.contains($0) }
    guard isOn, other.isOn else { return (isOn ? self : other).leavingOut(volatile) }
    var united = leavingOut(volatile)
    // Sets: either may have thousands.
    united.redacted += other.redacted.filter { [known = Set(redacted)] in !known.contains($0) }
    united.exempt = exempt.filter(Set(other.exempt).contains)
    united.detection = detection.united(with: other.detection)
    united.names += other.names.filter { [known = Set(names)] in !known.contains($0) }
    united.allowed =
      allowed.map { mine in other.allowed.map { mine.filter(Set($0).contains) } ?? mine } ?? other.allowed
    united.writesFreeText = writesFreeText && other.writesFreeText
    return united
  }
}
