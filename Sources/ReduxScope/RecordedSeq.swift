import Synchronization

/// The seqs that a recorder gives to the states around an action, for the timeline that reduces the action.
package final class RecordedSeq: Sendable {
  @TaskLocal private static var current: RecordedSeq?
  /// Whether any timeline asks. Looking up a task-local value for each action would cost every recorder.
  private static let isUsed = Atomic(false)

  private let isClaimed = Atomic(false)
  private let seq = Atomic(-1)
  private let unchangedSince = Atomic(-1)

  private init() {}

  /// The seqs around an action.
  package struct Seqs: Equatable, Sendable {
    /// The seq of the state after it.
    package let after: Int
    /// The seqs of the state before it. There are several if actions that change no state came between.
    package let before: ClosedRange<Int>
  }

  /// Reduces an action, and returns the result and the seqs in the journal; `nil` if that doesn't hold the action.
  package static func noting<Value, Failure: Error>(
    _ reduce: () throws(Failure) -> Value
  ) -> (result: Result<Value, Failure>, seqs: Seqs?) {
    guard DispatchScope.isUsed else { return (Result { () throws(Failure) in try reduce() }, nil) }
    isUsed.store(true, ordering: .relaxed)
    let recorded = RecordedSeq()
    let result = $current.withValue(recorded) { Result { () throws(Failure) in try reduce() } }
    let seq = recorded.seq.load(ordering: .acquiring)
    let first = recorded.unchangedSince.load(ordering: .relaxed)
    return (result, seq < 0 ? nil : Seqs(after: seq, before: min(first, seq - 1)...seq - 1))
  }

  /// The seq to note for the action that a recorder begins; `nil` if no timeline asks for it.
  ///
  /// Only the first action gets it: what that action starts inherits the task-local value, but not the question.
  package static func claim() -> RecordedSeq? {
    guard isUsed.load(ordering: .relaxed), let current else { return nil }
    return current.isClaimed.exchange(true, ordering: .relaxed) ? nil : current
  }

  /// Notes the seq of the state after the action, and the first seq of the state before it.
  package func note(_ seq: Int, unchangedSince first: Int) {
    unchangedSince.store(first, ordering: .relaxed)
    self.seq.store(seq, ordering: .releasing)
  }
}
