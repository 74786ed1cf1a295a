import Synchronization

/// The seq that a recorder gives to the state after an action, for the timeline that reduces the action.
package final class RecordedSeq: Sendable {
  @TaskLocal private static var current: RecordedSeq?
  /// Whether any timeline asks. Looking up a task-local value for each action would cost every recorder.
  private static let isUsed = Atomic(false)

  private let isClaimed = Atomic(false)
  private let seq = Atomic(-1)

  private init() {}

  /// Reduces an action, and returns the result and the seq of the resulting state in the journal; `nil` if none holds it.
  package static func noting<Value, Failure: Error>(
    _ reduce: () throws(Failure) -> Value
  ) -> (result: Result<Value, Failure>, seq: Int?) {
    guard DispatchScope.isUsed else { return (Result { () throws(Failure) in try reduce() }, nil) }
    isUsed.store(true, ordering: .relaxed)
    let recorded = RecordedSeq()
    let result = $current.withValue(recorded) { Result { () throws(Failure) in try reduce() } }
    let seq = recorded.seq.load(ordering: .acquiring)
    return (result, seq < 0 ? nil : seq)
  }

  /// The seq to note for the action that a recorder begins; `nil` if no timeline asks for it.
  ///
  /// Only the first action gets it: what that action starts inherits the task-local value, but not the question.
  package static func claim() -> RecordedSeq? {
    guard isUsed.load(ordering: .relaxed), let current else { return nil }
    return current.isClaimed.exchange(true, ordering: .relaxed) ? nil : current
  }

  /// Notes the seq.
  package func note(_ seq: Int) { self.seq.store(seq, ordering: .releasing) }
}
