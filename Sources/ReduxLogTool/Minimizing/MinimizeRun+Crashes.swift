import CommandLineKit
import ReduxJournal
import ReduxReplay

/// Reducers that crash or hang.
extension MinimizeRun {
  /// Finds the action whose reducer crashes or hangs.
  func crashing(_ actions: TriedActions) throws -> Trigger {
    let (isolation, file, target) = (isolation, file, target)
    func attempt(_ part: Trial.Actions) throws -> ReducerFailure? {
      switch try isolation.attempt(Trial(target: target, task: .reduce(part)), in: file) {
      case .failure(let failure): return failure
      case .reply: return nil
      }
    }
    guard let failure = try attempt(all(actions.seqs.count, actions)) else {
      throw CommandFailure(
        "no reducer crashes or hangs at the actions from state \(actions.start) to \(target)", file: file.path,
        advice:
          "Name the action that does with FILE@REV. 'reduxlog verify' tells whether today's reducers lead elsewhere.",
        exitCode: .finding)
    }
    guard failure.isReducing, let place = failure.seq.flatMap({ actions.seqs.firstIndex(of: $0) }) else {
      throw failure.failure
    }
    return Trigger(count: place + 1, evidence: .crash(failure)) { part in
      guard let found = try attempt(part) else { return .passes }
      guard found.isLike(failure), let place = part.seqs().firstIndex(where: { $0 == found.seq }) else {
        return .unresolved
      }
      return .fails(count: place + 1)
    }
  }
}

extension ReducerFailure {
  /// Whether another failure is the same: of an action of the same type, in the same way, at the same place of the code.
  fileprivate func isLike(_ other: ReducerFailure) -> Bool {
    guard isReducing, other.isReducing, type == other.type, site == other.site else { return false }
    // The limit may be another one.
    if case .hung = fate, case .hung = other.fate { return true }
    return fate == other.fate
  }
}
