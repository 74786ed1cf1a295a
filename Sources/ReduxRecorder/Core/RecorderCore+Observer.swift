import ReduxJournal
import StateTree

extension RecorderCore {
  /// Passes the action that was just completed in the journal to the observer, with what changed since `before`.
  mutating func observeAction(_ outcome: ActionOutcome, at seq: Int, from before: StateOutline? = nil) {
    guard let observer, let head = observed.take() else { return }
    var outcome = outcome
    if let before, let outline {
      outcome.changed = outline.changes(since: before).map {
        ChangedMember(pointer: $0.pointer, short: $0.hash?.short)
      }
    }
    observer.observe(ObservedAction(seq: seq, head: head, outcome: outcome))
  }
}
