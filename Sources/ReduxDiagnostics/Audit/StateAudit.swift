import RuntimeLayout
public import StateCoding
public import StateTree

/// A report of what recording a state doesn't capture.
///
///     let audit = StateAudit(of: state)
///     print(audit)
///
///     recording AppState doesn't capture everything:
///     - /movies encodes 6 of its 21 members; the others are neither hashed nor restored:
///         recommended: Dictionary<Int, Array<Int>>
///         …
///
/// An audit compares reflection with the encoding, and decodes the result. It holds places and the names of members and
/// types, but no values of the state. In places, `*` stands for elements and for keys that are data.
///
/// It visits the first 32 elements of each collection and at most 20,000 values in total. It can't see what this state
/// doesn't contain, such as an enum's other cases.
public struct StateAudit: Sendable, Hashable {
  /// The name of the state's type, without its module.
  public let stateType: String
  /// The findings, grouped by kind. Those about the whole state come first.
  public let findings: [Finding]
  /// The values that the rules redact, and why.
  public let redactions: [Redaction]
  /// Whether the audit checked the whole state. It visits a limited number of values, and skips decoding if encoding
  /// takes too long.
  public let isComplete: Bool

  /// Audits a state.
  ///
  /// It calls the state's `encode(to:)` and `init(from:)`, if they exist, on the calling thread, and takes as
  /// long as they do.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - rules: The rules for recording it. If they are off, the audit doesn't look for secrets.
  public init(of state: Any, rules: RedactionRules = .usual) {
    self.init(of: state, rules: rules, encodingWithin: nil)
  }

  /// Audits a state of any size.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - rules: The rules for recording it.
  ///   - limit: The maximum time for encoding it; beyond the limit, nothing is decoded.
  package init(of state: Any, rules: RedactionRules = .usual, encodingWithin limit: Duration?) {
    let state = (state as? Reflected)?.value ?? state
    stateType = TypeName.readable(type(of: state))
    let walk = AuditWalk(root: state)
    let trip = RoundTrip(of: state, knowing: walk.names, encodingWithin: limit)
    // The walk only guesses orders, so the round trip's findings replace them if it checked.
    let seen = walk.findings.filter { finding in
      if case .unstableOrder = finding { !trip.checksOrder } else { true }
    }
    let kinds = Set(seen.map(\.kind))
    let secrets = SecretAudit(of: state, under: rules, knowing: walk.names, encodingWithin: limit)
    redactions = secrets.redactions
    let all =
      StateAudit.conformances(of: state) + seen + trip.findings.filter { !kinds.contains($0.kind) } + secrets.findings
    findings = all.enumerated().sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }.map(\.element)
    isComplete = walk.isComplete && trip.isComplete && secrets.isComplete
  }

  /// The places whose type is a date or an optional one, in the first elements of each collection.
  package static func dates(in state: Any) -> [JSONPointer] {
    Array(AuditWalk(root: (state as? Reflected)?.value ?? state).dates)
  }

  /// Findings about the state's type.
  private static func conformances(of state: Any) -> [Finding] {
    if type(of: state) is AnyClass { return [.object] }
    if !(state is any Encodable) { return [.notEncodable] }
    return state is any Decodable ? [] : [.notDecodable]
  }
}

extension StateAudit {
  /// A member that reflection sees and the encoding leaves out.
  public struct Member: Sendable, Hashable {
    /// The member's name.
    public var name: String
    /// The name of its type.
    public var type: String
    /// Whether the encoding certainly leaves it out. `false` if several members could be encoded under an unknown name.
    public var isCertain: Bool

    /// Creates a member.
    public init(name: String, type: String, isCertain: Bool = true) {
      self.name = name
      self.type = type
      self.isCertain = isCertain
    }
  }

  /// Something that recording doesn't capture.
  public enum Finding: Sendable, Hashable {
    /// The state is an object, so the journal can be read but not replayed.
    case object
    /// The state isn't `Encodable`, so it is recorded by reflection.
    case notEncodable
    /// The state is `Encodable` but not `Decodable`, so it can't be restored.
    case notDecodable
    /// A value encodes only `encoded` of its members.
    case membersLeftOut(at: JSONPointer, members: [Member], encoded: Int, of: Int)
    /// The state contains an object.
    case reference(at: JSONPointer, type: String)
    /// A set or a dictionary is encoded in a different order in each run.
    case unstableOrder(at: JSONPointer)
    /// Reflection sees nothing of a value, such as a function.
    case opaque(at: JSONPointer, type: String)
    /// Reflection leaves out a value, because reading it isn't safe.
    case closed(at: JSONPointer, type: String, reason: ClosedReason)
    /// A value's own encoding throws.
    case encodingThrows(at: JSONPointer, type: String)
    /// A value equals a setting of the machine or follows it, and is recorded as a fixed value.
    case machineSetting(at: JSONPointer, type: String)
    /// The encoded state can't be decoded.
    case decodingThrows(at: JSONPointer)
    /// The state differs after encoding and decoding. The place is the first difference, in names of the code.
    case notWhole(at: JSONPointer)
    /// A value looks like a secret and is written.
    case looksSecret(at: JSONPointer, rule: SecretRule)
  }

  /// Why reflection leaves out a value.
  public enum ClosedReason: Sendable, Hashable {
    /// It is an actor.
    case actor
    /// Its class, or a superclass, belongs to the toolchain.
    case toolchain
    /// It holds a lock, a queue or an atomic, so other threads may change it.
    case guarded(by: String)
    /// It is a reference that isn't strong, so the object may be gone.
    case notStrong
    /// It can't be copied.
    case noncopyable
    /// Its stored properties aren't known.
    case unknown
  }

  /// A value that the rules redact.
  public struct Redaction: Sendable, Hashable {
    /// The place of the value.
    public var place: JSONPointer
    /// The rule that redacts it.
    public var rule: SecretRule

    /// Creates a redaction.
    public init(place: JSONPointer, rule: SecretRule) {
      self.place = place
      self.rule = rule
    }
  }
}

extension StateAudit.Finding: CustomStringConvertible {
  /// How many members are listed.
  private static let shown = 24

  /// The finding, its place, and its meaning.
  public var description: String {
    switch self {
    case .object:
      "it is a class, so the journal can be read but not replayed. Move the state into a struct to enable replay"
    case .notEncodable:
      "it isn't Encodable, so it is recorded by reflection: the journal can be read but not replayed. Make the state Codable "
        + "to enable replay"
    case .notDecodable:
      "it is Encodable but not Decodable: the journal can be read but not replayed. Make the state Codable to enable replay"
    case .membersLeftOut(let place, let members, let encoded, let count):
      "\(place.phrase) encodes \(encoded) of its \(count) members; the others are neither hashed nor "
        + "restored:\(Self.list(members))"
    case .reference(let place, let type):
      "\(place.phrase) is an object, a \(type): it can change without an action, and copies of the state share it"
    case .unstableOrder(let place):
      "\(place.phrase) is encoded in a different order in each run, so hashes differ where nothing has changed: the same "
        + "elements in another order; encode the set or the dictionary itself, or sort it"
    case .opaque(let place, let type):
      "\(place.phrase), a \(type), can't be reflected: only its type is recorded"
    case .closed(let place, let type, let reason):
      "\(place.phrase), \(type), is left out, because \(reason.phrase)"
    case .encodingThrows(let place, let type):
      "\(place.phrase), a \(type), can't be encoded with its current value"
    case .machineSetting(let place, let type):
      "\(place.phrase), a \(type), has a setting of this machine, and is recorded as a fixed value: a replay doesn't follow the "
        + "settings of the machine that it runs on"
    case .decodingThrows(let place):
      "a snapshot can't be restored: decoding fails at \(place.phrase)"
    case .notWhole(let place):
      "a snapshot isn't complete: after encoding and decoding, the state differs, first at \(place.phrase)"
    case .looksSecret(let place, let rule):
      "\(place.phrase) looks like a secret because of \(rule), and is written; redact it or exempt it in the rules"
    }
  }

  private static func list(_ members: [StateAudit.Member]) -> String {
    let lines = members.prefix(shown).map { member in
      "\n    \(member.name): \(member.type)" + (member.isCertain ? "" : ", or another member with this value")
    }
    let more = members.count - shown
    return lines.joined() + (more > 0 ? "\n    and \(more) more" : "")
  }
}

extension StateAudit: CustomStringConvertible {
  /// How many findings of a kind are listed.
  private static let shown = 8

  /// The findings and the redactions, one below the other; a single line if there are none.
  public var description: String {
    guard !findings.isEmpty else {
      let checked = isComplete ? "" : " that was checked; \(Self.incomplete)"
      return (["recording \(stateType) captures everything in this state\(checked)"] + redactionLines).joined(
        separator: "\n")
    }
    // These are captured, but shouldn't be.
    let areSecrets = findings.allSatisfy { if case .looksSecret = $0 { true } else { false } }
    var lines = ["recording \(stateType) \(areSecrets ? "may capture secrets" : "doesn't capture everything"):"]
    var index = 0
    while index < findings.count {
      let run = findings[index...].prefix { $0.kind == findings[index].kind }
      lines += run.prefix(Self.shown).map { "- \($0)" }
      if run.count > Self.shown { lines.append("- and \(run.count - Self.shown) more of this kind") }
      index += run.count
    }
    if !isComplete { lines.append("- \(Self.incomplete)") }
    return (lines + redactionLines).joined(separator: "\n")
  }

  private var redactionLines: [String] {
    let lines = redactions.prefix(Self.shown).map { "- \($0.place.phrase) is redacted because of \($0.rule)" }
    let more = redactions.count - Self.shown
    return more > 0 ? lines + ["- and \(more) more redacted places"] : lines
  }

  private static let incomplete = "the state is too large to be checked completely"
}

extension StateAudit.Finding {
  /// The kind, by which findings are grouped.
  var kind: Int {
    switch self {
    case .object: 0
    case .notEncodable: 1
    case .notDecodable: 2
    case .encodingThrows: 3
    case .membersLeftOut: 4
    case .opaque: 5
    case .closed: 6
    case .reference: 7
    case .unstableOrder: 8
    case .decodingThrows: 9
    case .notWhole: 10
    case .looksSecret: 11
    case .machineSetting: 12
    }
  }
}

extension StateAudit.ClosedReason {
  /// The reason and what to do.
  fileprivate var phrase: String {
    let remedy = "Record a Sendable snapshot of it, or a part of the state with projecting:"
    return switch self {
    case .actor: "it is an actor. \(remedy)"
    case .toolchain: "its class belongs to the toolchain. \(remedy)"
    case .guarded(let guarding):
      "it holds a \(guarding): other threads may change it. \(remedy). If only the recording thread changes it, declare it "
        + "ReadByReflection"
    case .notStrong: "the reference isn't strong, so the object may be gone. \(remedy)"
    case .noncopyable: "it can't be copied. \(remedy)"
    case .unknown: "its stored properties aren't known. \(remedy)"
    }
  }
}

extension JSONPointer {
  /// The place, for use in a sentence.
  fileprivate var phrase: String { isRoot ? "the state" : description }
}
