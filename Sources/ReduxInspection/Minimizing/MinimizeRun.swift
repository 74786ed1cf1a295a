package import CommandLineKit
package import ReducerIsolation
package import ReduxJournal
import ReduxReplay

/// Leaves out actions of a journal as long as it still fails in the same way.
package struct MinimizeRun {
  /// A try of crashing reducers may take so many times as long for an action as the longest recorded one.
  private static let patience = 20
  private static let leastTimeout = Duration.milliseconds(200)

  package let file: JournalFile
  package let symptom: Symptom
  /// The seq of the state that fails, or of the action in flight when the process died.
  package let target: Int
  package let isolation: ReducerIsolation
  package let context: CommandContext
  /// Whether to find the time limit for an action in the journal.
  package let findsTimeout: Bool
  /// When to stop; `nil` for never.
  package let deadline: ContinuousClock.Instant?

  package init(
    file: JournalFile, symptom: Symptom, target: Int, isolation: ReducerIsolation, context: CommandContext,
    findsTimeout: Bool, deadline: ContinuousClock.Instant?
  ) {
    self.file = file
    self.symptom = symptom
    self.target = target
    self.isolation = isolation
    self.context = context
    self.findsTimeout = findsTimeout
    self.deadline = deadline
  }

  /// Searches.
  package func run() throws -> MinimizedHistory {
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
        search.note(try trigger.judge(TriedPart(candidate, of: list, from: actions.start)))
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

  var input: JobInput { JobInput(file) }

  private func listing() throws -> TriedActions {
    var progress = context.progress("Reading")
    switch try isolation.perform(ListTrial(input: input, target: target), onStep: { try progress.update($0) }) {
    case .answer(let actions, _):
      try progress.finish()
      return actions
    case .failure(let failure): throw failure.failure
    }
  }

  /// The failure: the first actions of a list, the last of which fails, and a judge for others.
  struct Trigger {
    let count: Int
    let evidence: MinimizedHistory.Evidence
    let judge: (TriedPart) throws -> Minimization.Outcome
  }

  private func trigger(_ actions: TriedActions) throws -> Trigger {
    switch symptom {
    case .condition(let expectation): try failing(actions, expectation)
    case .crash: try crashing(actions)
    case .divergence(let tool): try diverging(actions, from: tool)
    }
  }

  /// The first actions of a list.
  func all(_ count: Int, _ actions: TriedActions) -> TriedPart {
    TriedPart(ActionSubset(prefix: count, rest: []), of: actions.seqs, from: actions.start)
  }
}

/// The actions that a search for few ones that still fail has left.
package struct MinimizedHistory {
  /// How a search ended.
  package enum Ending: Hashable, Sendable {
    /// Leaving out any other action makes the failure go away.
    case minimal
    case outOfTime
    /// The user stopped it.
    case interrupted
  }

  /// The seq of the state before the actions.
  package let start: Int
  /// The number of actions up to the one that fails.
  package let count: Int
  /// The seqs of those that are left.
  package let seqs: [Int]
  package let tries: Int
  package let ending: Ending
  package let evidence: Evidence

  /// The result of the search for the failure itself.
  package enum Evidence {
    /// The answer of the search for the step that made a condition false.
    case bisected(BisectInquiry.Answer)
    case crash(ReducerFailure)
    /// The place at which the states of the two tools differ.
    case divergence(place: String)
  }
}

/// The form of a failure. Fewer actions must fail in the same form.
package enum Symptom: Hashable, Sendable {
  /// A condition holds before an action, and not after it.
  case condition(Expectation)
  /// A reducer crashes or hangs.
  case crash
  /// Another tool's reducers lead to another state.
  case divergence(tool: String)

  /// Whether a command judges states. Such a command prints to the standard error of the reducers' process.
  package var runsCommand: Bool {
    if case .condition(let expectation) = self, case .command = expectation.condition { true } else { false }
  }
}
