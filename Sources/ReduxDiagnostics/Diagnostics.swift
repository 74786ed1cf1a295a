import ReduxRecorder
import StateCoding

/// The observer of a recorder in a debug build: it prints, and audits the first state.
final class Diagnostics: RecordingObserver {
  private let console: Console
  private let audit: FirstStateAudit
  let takesActions: Bool

  init(_ options: RecorderOptions, printing: Printing, onAudit: (@Sendable (StateAudit) -> Void)?) {
    let rules = options.effectiveRules
    console = Console(volatile: PointerPatterns(rules.volatile), write: options.console)
    audit = FirstStateAudit(under: rules, reportingTo: onAudit)
    takesActions = printing == .changes
  }

  func observe(_ action: ObservedAction) { console.add(action) }

  func observe(_ failure: RecorderFailure) { console.add(failure) }

  func observe(first state: () -> any Encodable) -> (@Sendable () -> Void)? { audit.report(on: state) }

  func wait() { console.wait() }
}
