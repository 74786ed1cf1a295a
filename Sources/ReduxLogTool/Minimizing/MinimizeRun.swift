import CommandLineKit
import ReduxJournal
import ReduxReplay

/// Leaves out actions of a journal as long as it still fails in the same way.
struct MinimizeRun {
  /// A try of crashing reducers may take so many times as long for an action as the longest recorded one.
  private static let patience = 20
  private static let leastTimeout = Duration.milliseconds(200)

  let file: JournalFile
  let symptom: Symptom
  /// The seq of the state that fails, or of the action in flight when the process died.
  let target: Int
  let isolation: ReducerIsolation
  let context: CommandContext
  /// Whether to find the time limit for an action in the journal.
  let findsTimeout: Bool
  /// When to stop; `nil` for never.
  let deadline: ContinuousClock.Instant?

  /// Searches.
  ///
  /// - Returns: The actions that are left, also if the user or the deadline stops the search after it has begun.
  /// - Throws: `CommandFailure` if nothing fails, or in another way; `FailedReplay`; `Interrupted` before the first try.
  func run() throws -> MinimizedHistory {
    let actions = try listing()
    guard !actions.seqs.isEmpty else {
      throw CommandFailure(
        "no action leads from state \(actions.start) to state \(target)", file: file.path,
        advice: "Name a later state with FILE@REV.")
    }
    let trigger = try trigger(actions)
    if findsTimeout {
      isolation.timeout = max(
        MinimizeRun.leastTimeout, .microseconds(actions.reducerMicroseconds * MinimizeRun.patience))
    }
    var search = Minimization(causes: Array(actions.causes.prefix(trigger.count)))
    var ending = MinimizedHistory.Ending.minimal
    var progress = context.progress("Trying")
    do {
      while let candidate = search.candidate {
        guard deadline.map({ .now < $0 }) ?? true else {
          ending = .outOfTime
          break
        }
        try progress.update(search.tries)
        let list = search.list.map { actions.seqs[$0] }
        search.note(try trigger.judge(Trial.Actions(candidate, of: list, from: actions.start)))
      }
    } catch is Interrupted {
      context.interruption.acknowledge()
      ending = .interrupted
    }
    try progress.finish()
    return MinimizedHistory(
      start: actions.start, count: trigger.count, seqs: search.best.map { actions.seqs[$0] }, tries: search.tries + 1,
      ending: ending, evidence: trigger.evidence)
  }

  private func listing() throws -> TriedActions {
    var progress = context.progress("Reading")
    switch try isolation.attempt(Trial(target: target, task: .list), in: file, onStep: { try progress.update($0) }) {
    case .reply(.listed(let actions)):
      try progress.finish()
      return actions
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(let failure): throw failure.failure
    }
  }

  /// The failure: the first actions of a list, the last of which fails, and a judge for others.
  struct Trigger {
    let count: Int
    let evidence: MinimizedHistory.Evidence
    let judge: (Trial.Actions) throws -> Minimization.Outcome
  }

  private func trigger(_ actions: TriedActions) throws -> Trigger {
    switch symptom {
    case .condition(let expectation): try failing(actions, expectation)
    case .crash: try crashing(actions)
    case .divergence(let tool): try diverging(actions, from: tool)
    }
  }

  /// The first actions of a list.
  func all(_ count: Int, _ actions: TriedActions) -> Trial.Actions {
    Trial.Actions(ActionSubset(prefix: count, rest: []), of: actions.seqs, from: actions.start)
  }
}
