import StateTree
import Synchronization

/// Audits the first state that a recorder meets: once for each type of state in a process, however many recorders there are.
final class FirstStateAudit: Sendable {
  private static let audited = Mutex<Set<ObjectIdentifier>>([])
  /// How long encoding a state may take, so that no app waits long for its first action.
  private static let budget = Duration.milliseconds(50)

  private let tell: (@Sendable (StateAudit) -> Void)?
  private let isOver: Atomic<Bool>

  /// Makes an audit that nobody wants to be told of do nothing.
  init(telling tell: (@Sendable (StateAudit) -> Void)?) {
    self.tell = tell
    isOver = Atomic(tell == nil)
  }

  /// Audits a state, if it is the first.
  ///
  /// - Returns: What tells what was found; `nil` if nothing was, or was told before.
  func report(on state: () -> any Encodable) -> (@Sendable () -> Void)? {
    guard !isOver.load(ordering: .relaxed), let tell, !isOver.exchange(true, ordering: .relaxed) else { return nil }
    let state = state()
    let type = (state as? Reflected).map { Swift.type(of: $0.value) } ?? Swift.type(of: state)
    guard FirstStateAudit.audited.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return nil }
    let audit = StateAudit(of: state, encodingWithin: FirstStateAudit.budget)
    guard !audit.findings.isEmpty else { return nil }
    return { tell(audit) }
  }
}
