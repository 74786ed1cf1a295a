import StateTree

/// What recording a state will not catch, as far as the state at hand shows it.
///
///     let audit = StateAudit(of: state)
///     print(audit)
///
///     recording AppState will not catch everything:
///     - /movies encodes 6 of its 21 members; the others are neither hashed nor restored:
///         recommended: Dictionary<Int, Array<Int>>
///         …
///
/// An audit compares what reflection sees with what is encoded, and decodes what was encoded. It holds no value of
/// the state: places, names of members and names of types only. In places, `*` stands for elements and for keys that
/// are data.
///
/// It looks at the first 32 elements of each collection, and at no more than 20,000 values in all. What isn't there just
/// now, such as the cases that an enum doesn't have, is not seen.
public struct StateAudit: Sendable, Hashable {
  /// The name of the state's type, without its module.
  public let stateType: String
  /// What was found: first what concerns the state as a whole; findings of a kind stand together.
  public let findings: [Finding]
  /// Whether there was room and time for all that an audit does: it stops after so many values, and doesn't decode what
  /// takes too long to encode.
  public let isComplete: Bool

  /// Audits a state.
  ///
  /// It calls the state's `encode(to:)`, `init(from:)` and `==`, if it has them, on the thread that calls, and takes as
  /// long as these for the whole state.
  public init(of state: Any) { self.init(of: state, encodingWithin: nil) }

  /// Audits a state that may be as large as it likes.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - limit: How long encoding it may take; where it would take longer, nothing is decoded.
  package init(of state: Any, encodingWithin limit: Duration?) {
    let state = (state as? Reflected)?.value ?? state
    stateType = TypeName.readable(type(of: state))
    let walk = AuditWalk(root: state)
    let trip = RoundTrip(of: state, knowing: walk.names, encodingWithin: limit)
    // An order that was tried need not be guessed, and what can't be encoded the walk finds at more places.
    let seen = walk.findings.filter { finding in
      if case .unstableOrder = finding { !trip.triesOrder } else { true }
    }
    let kinds = Set(seen.map(\.kind))
    let all = StateAudit.conformances(of: state) + seen + trip.findings.filter { !kinds.contains($0.kind) }
    findings = all.enumerated().sorted { ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset) }.map(\.element)
    isComplete = walk.isComplete && trip.isComplete
  }

  /// What the state's type says of it.
  private static func conformances(of state: Any) -> [Finding] {
    if type(of: state) is AnyClass { return [.object] }
    if !(state is any Encodable) { return [.notEncodable] }
    return state is any Decodable ? [] : [.notDecodable]
  }
}
