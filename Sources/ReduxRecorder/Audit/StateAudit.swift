import StateTree

/// What recording a state doesn't capture, as far as the audited state shows it.
///
///     let audit = StateAudit(of: state)
///     print(audit)
///
///     recording AppState doesn't capture everything:
///     - /movies encodes 6 of its 21 members; the others are neither hashed nor restored:
///         recommended: Dictionary<Int, Array<Int>>
///         …
///
/// An audit compares what reflection sees with what is encoded, and decodes the result. It holds no value of the state, only
/// places and the names of members and types. In places, `*` stands for elements and for keys that are data.
///
/// It looks at the first 32 elements of each collection, and at no more than 20,000 values in total. It doesn't see what the
/// state doesn't hold, such as an enum's other cases.
public struct StateAudit: Sendable, Hashable {
  /// The name of the state's type, without its module.
  public let stateType: String
  /// The findings, grouped by kind; first those about the state as a whole.
  public let findings: [Finding]
  /// Whether the audit checked the whole state. It stops at a limit of values, and doesn't decode what takes too long to
  /// encode.
  public let isComplete: Bool

  /// Audits a state.
  ///
  /// It calls the state's `encode(to:)`, `init(from:)` and `==`, if the state has them, on the calling thread, and takes as
  /// long as they do.
  public init(of state: Any) { self.init(of: state, encodingWithin: nil) }

  /// Audits a state of any size.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - limit: The maximum time for encoding it; beyond the limit, nothing is decoded.
  package init(of state: Any, encodingWithin limit: Duration?) {
    let state = (state as? Reflected)?.value ?? state
    stateType = TypeName.readable(type(of: state))
    let walk = AuditWalk(root: state)
    let trip = RoundTrip(of: state, knowing: walk.names, encodingWithin: limit)
    // An order that the round trip tried need not be guessed. The walk finds more places that can't be encoded.
    let seen = walk.findings.filter { finding in
      if case .unstableOrder = finding { !trip.triesOrder } else { true }
    }
    let kinds = Set(seen.map(\.kind))
    let all = StateAudit.conformances(of: state) + seen + trip.findings.filter { !kinds.contains($0.kind) }
    findings = all.enumerated().sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }.map(\.element)
    isComplete = walk.isComplete && trip.isComplete
  }

  /// Findings about the state's type.
  private static func conformances(of state: Any) -> [Finding] {
    if type(of: state) is AnyClass { return [.object] }
    if !(state is any Encodable) { return [.notEncodable] }
    return state is any Decodable ? [] : [.notDecodable]
  }
}
