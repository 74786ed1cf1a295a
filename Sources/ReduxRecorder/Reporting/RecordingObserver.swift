package import ReduxJournal
import StateCoding

/// The part of a debug build that watches a recorder: the console and the audit of `ReduxDiagnostics`.
///
/// The recorder calls it on the app's threads, so it must return soon.
package protocol RecordingObserver: Sendable {
  /// Whether it takes actions. If it does, the recorder keeps each action's JSON until the reducer returns.
  var takesActions: Bool { get }
  /// Takes an action that the journal holds. Called inside the recorder's lock.
  func observe(_ action: ObservedAction)
  /// Takes a failure, in order.
  func observe(_ failure: RecorderFailure)
  /// Takes the state before the first action, outside the recorder's lock.
  ///
  /// The recorder calls it before each action, because the state may be expensive to make.
  ///
  /// - Returns: Work for the queue that reports failures; `nil` for none.
  func observe(first state: () -> any Encodable) -> (@Sendable () -> Void)?
  /// Waits until it has handled everything so far.
  func wait()
}

/// An action in the journal, as an observer gets it.
package struct ObservedAction: Sendable {
  package let seq: Int
  package let head: ActionHead
  package let outcome: ActionOutcome

  package init(seq: Int, head: ActionHead, outcome: ActionOutcome) {
    self.seq = seq
    self.head = head
    self.outcome = outcome
  }
}
