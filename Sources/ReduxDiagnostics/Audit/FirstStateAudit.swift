import StateCoding
import Synchronization

/// Audits the first state that a recorder meets, once per process for each type of state.
final class FirstStateAudit: Sendable {
  private static let audited = Mutex<Set<ObjectIdentifier>>([])
  /// The maximum time for encoding a state, so that the app doesn't wait long for its first action.
  private static let budget = Duration.milliseconds(50)

  private let onAudit: (@Sendable (StateAudit) -> Void)?
  private let isOver: Atomic<Bool>
  /// The rules for recording states.
  let rules: RedactionRules

  /// Creates an audit; without a function to call, it does nothing.
  init(under rules: RedactionRules, reportingTo onAudit: (@Sendable (StateAudit) -> Void)?) {
    self.onAudit = onAudit
    self.rules = rules
    isOver = Atomic(onAudit == nil)
  }

  /// Audits a state, if it is the first.
  ///
  /// - Returns: A function that reports the findings; `nil` if there are none, or they were reported before.
  func report(on state: () -> any Encodable) -> (@Sendable () -> Void)? {
    guard !isOver.load(ordering: .relaxed), let onAudit, !isOver.exchange(true, ordering: .relaxed) else { return nil }
    let state = state()
    let type = (state as? Reflected).map { Swift.type(of: $0.value) } ?? Swift.type(of: state)
    guard FirstStateAudit.audited.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return nil }
    let audit = StateAudit(of: state, rules: rules, encodingWithin: FirstStateAudit.budget)
    guard !audit.findings.isEmpty else { return nil }
    return { onAudit(audit) }
  }
}
