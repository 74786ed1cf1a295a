public import StateCoding
package import StateTree

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
  /// It calls the state's `encode(to:)`, `init(from:)` and `==`, if they exist, on the calling thread, and takes as
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
