import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// Reducers of two tools that lead to different states.
extension MinimizeRun {
  /// The states of both tools before and after the last of some actions.
  private struct Pair {
    let own: Trial.States
    let other: Trial.States

    /// The first place at which the states after the action differ, with `*` for indexes; `nil` if they are equal.
    func place() throws -> String? {
      guard own.after != other.after else { return nil }
      let changes = JSONPatch.changes(
        from: try JSONDocument(Array(own.after.utf8)).root, to: try JSONDocument(Array(other.after.utf8)).root)
      let first = changes.patch.operations.map(\.path).min { $0.description < $1.description }
      return first.map { JSONPointer(tokens: $0.tokens.map { Int($0) == nil ? $0 : "*" }).description }
    }
  }

  /// Finds the action at which another tool's reducers first lead to another state.
  func diverging(_ actions: TriedActions, from tool: String) throws -> Trigger {
    let other = ReducerIsolation(in: context, timeout: isolation.timeout, tool: tool)
    let (isolation, file, target) = (isolation, file, target)
    func states(_ part: Trial.Actions, by isolation: ReducerIsolation) throws -> Trial.States? {
      guard
        case .reply(.states(let states)) = try isolation.attempt(
          Trial(target: target, task: .states(part)), in: file)
      else { return nil }
      return states
    }
    func pair(_ part: Trial.Actions) throws -> Pair? {
      guard let own = try states(part, by: isolation), let other = try states(part, by: other) else { return nil }
      return Pair(own: own, other: other)
    }
    func first(_ count: Int) throws -> Pair {
      guard let pair = try pair(all(count, actions)) else {
        throw CommandFailure(
          "up to state \(actions.seqs[count - 1]), a reducer of one tool crashes, or refuses an action that wasn't refused",
          file: file.path,
          advice: "'reduxlog verify' with each tool says which one. Name an earlier state with FILE@REV.")
      }
      return pair
    }
    guard try first(actions.seqs.count).place() != nil else {
      throw CommandFailure(
        "the reducers of both tools lead to the same state \(target)", file: file.path,
        advice: "Name a state at which they differ with FILE@REV.", exitCode: .finding)
    }
    var low = 0
    var high = actions.seqs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if try first(middle).place() == nil { low = middle } else { high = middle }
    }
    let type = try type(of: actions.seqs[high - 1])
    guard let place = try first(high).place() else { throw ReducerIsolation.unexpectedReply }
    return Trigger(count: high, evidence: .divergence(place: place)) { part in
      guard let pair = try pair(part) else { return .unresolved }
      guard let found = try pair.place() else { return .passes }
      guard pair.own.before == pair.other.before, found == place, let last = part.seqs().last,
        try self.type(of: last) == type
      else { return .unresolved }
      return .fails(count: part.subset.count)
    }
  }

  private func type(of seq: Int) throws -> String? {
    guard case .action(let action)? = try file.entry(settingSeq: seq)?.record else { return nil }
    return action.type
  }
}
