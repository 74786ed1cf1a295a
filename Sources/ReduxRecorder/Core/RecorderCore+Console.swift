import ReduxJournal
import StateTree

extension RecorderCore {
  /// Prints the action that was just completed in the journal, with what changed since `before`.
  mutating func printAction(_ outcome: ActionOutcome, at seq: Int, from before: StateOutline? = nil) {
    guard let console, let head = printed.take() else { return }
    var outcome = outcome
    if let before, let outline {
      outcome.changed = outline.changes(since: before).map {
        ChangedMember(pointer: $0.pointer, short: $0.hash?.short)
      }
    }
    console.add(PrintedAction(seq: seq, head: head, outcome: outcome))
  }
}
