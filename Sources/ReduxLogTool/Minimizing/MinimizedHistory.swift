import ReduxReplay

/// The actions that a search for few ones that still fail has left.
struct MinimizedHistory {
  /// How a search ended.
  enum Ending: Hashable, Sendable {
    /// Leaving out any other action makes the failure go away.
    case minimal
    case outOfTime
    /// The user stopped it.
    case interrupted
  }

  /// The seq of the state before the actions.
  let start: Int
  /// The number of actions up to the one that fails.
  let count: Int
  /// The seqs of those that are left.
  let seqs: [Int]
  let tries: Int
  let ending: Ending
  let evidence: Evidence

  /// The result of the search for the failure itself.
  enum Evidence {
    /// The answer of the search for the step that made a condition false.
    case bisected(BisectInquiry.Answer)
    case crash(ReducerFailure)
    /// The place at which the states of the two tools differ.
    case divergence(place: String)
  }
}
