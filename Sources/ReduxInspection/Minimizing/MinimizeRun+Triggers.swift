import CommandLineKit
import ReducerIsolation
import ReduxJournal
import ReduxReplay
import StateTree

/// Conditions that cease to hold.
extension MinimizeRun {
  /// Finds the action that makes a condition false.
  func failing(_ actions: TriedActions, _ expectation: Expectation) throws -> Trigger {
    let inquiry = BisectInquiry(expectation: expectation, good: actions.start, bad: target, scans: false)
    let answer = try isolation.answer(inquiry, about: file, showing: "Searching", of: target)
    let seq = try step(answer, expectation)
    guard let place = actions.seqs.firstIndex(of: seq), let action = try record(of: seq) else {
      throw CommandFailure(
        "\(expectation.failure) from state \(seq) on, to which no action led", file: file.path,
        advice: "'reduxlog bisect' shows the step.")
    }
    func judge(_ part: TriedPart) throws -> Minimization.Outcome {
      let trial = JudgeTrial(input: input, target: target, part: part, expectation: expectation, type: action.type)
      guard case .answer(let outcome, _) = try isolation.perform(trial) else { return .unresolved }
      return outcome
    }
    guard case .fails(let count) = try judge(all(place + 1, actions)) else {
      throw CommandFailure(
        "reduced again, action \(seq) (\(action.type)) doesn't have the effect that was recorded", file: file.path,
        advice: "'reduxlog verify \(ShellWord.quoted(file.path))' compares today's reducers with the recording.",
        exitCode: .finding)
    }
    return Trigger(count: count, evidence: .bisected(answer), judge: judge)
  }

  /// The step that made a condition false.
  private func step(_ answer: BisectInquiry.Answer, _ expectation: Expectation) throws -> Int {
    switch answer.outcome {
    case .found: return answer.bad
    case .stopped, .scanned: throw Interrupted()
    case .holds:
      throw CommandFailure(
        "state \(answer.bad) \(expectation.predicate(true)): nothing fails there", file: file.path,
        advice: "Name a state that \(expectation.predicate(false)) with FILE@REV.", exitCode: .finding)
    case .badFromStart:
      throw CommandFailure(
        "state \(answer.good), the first from which all actions can be reduced again, \(expectation.predicate(false))",
        file: file.path,
        // A part keeps states as they were recorded, and those of an older schema can't be.
        advice: converter.isNeeded
          ? nil
          : "To begin with state A, minimize a part: 'reduxlog slice \(ShellWord.quoted("\(file.path)@A..")) -o PART'.")
    case .candidates:
      throw CommandFailure(
        "one of the steps from state \(answer.good) to state \(answer.bad) made it false, and the states between them "
          + "are unknown", file: file.path, advice: "'reduxlog bisect' lists the steps.")
    }
  }
}

/// Reducers that crash or hang.
extension MinimizeRun {
  /// Finds the action whose reducer crashes or hangs.
  func crashing(_ actions: TriedActions) throws -> Trigger {
    func attempt(_ part: TriedPart) throws -> ReducerFailure? {
      switch try isolation.perform(ReduceTrial(input: input, target: target, part: part)) {
      case .failure(let failure): return failure
      case .answer: return nil
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

/// States that lose something when they are restored.
extension MinimizeRun {
  /// Finds the action after which a restored state first differs.
  func losing(_ actions: TriedActions, comparingValues: Bool) throws -> Trigger {
    func loss(_ part: TriedPart) throws -> RestoredLoss? {
      let trial = RestoreTrial(input: input, target: target, part: part, comparesValues: comparingValues)
      switch try isolation.perform(trial) {
      case .answer(let loss, _): return loss
      case .failure(let failure):
        // The actions themselves returned when they were recorded.
        guard failure.isReducing, let place = failure.seq.flatMap({ part.seqs().firstIndex(of: $0) }) else {
          return nil
        }
        return RestoredLoss(
          count: place + 1, sentence: RestoredLoss.restored("keeps the reducer from returning"))
      }
    }
    guard let first = try loss(all(actions.seqs.count, actions)) else {
      throw CommandFailure(
        "each state up to state \(target) can be restored", file: file.path,
        advice: comparingValues ? nil : "This compares their JSON; 'explore' also compares them by '=='.",
        exitCode: .finding)
    }
    let place = try self.place(of: first)
    let evidence = MinimizedHistory.Evidence.loss(
      place: place, sentence: first.sentence, isFirstState: first.count == 0)
    // A first state that can't be restored needs no action, and a journal needs one.
    return Trigger(count: max(1, first.count), evidence: evidence) { part in
      guard let found = try loss(part) else { return .passes }
      guard max(1, found.count) == part.subset.count, try self.place(of: found) == place,
        found.sentence == first.sentence
      else { return .unresolved }
      return .fails(count: part.subset.count)
    }
  }

  /// The first place at which the states differ; `nil` if there is no second state.
  private func place(of loss: RestoredLoss) throws -> String? {
    if let unequal = loss.unequal { return JSONPointer(tokens: unequal.map { Int($0) == nil ? $0 : "*" }).description }
    return loss.sentence == nil ? try firstDifference(of: loss.kept, and: loss.restored) ?? "" : nil
  }
}

/// Reducers of two tools that lead to different states.
extension MinimizeRun {
  /// How the last of some actions differs in two processes.
  private enum Difference: Equatable {
    case none
    case found(ProcessDifference)
    /// The states before the action differ already, or can't be compared.
    case unknown
  }

  /// Finds the action at which another tool's reducers, or the same ones in another process, first lead to another state.
  func diverging(_ actions: TriedActions, from tool: String?) throws -> Trigger {
    let other = ReducerIsolation(in: context, timeout: isolation.timeout, tool: tool)
    func difference(_ part: TriedPart, fromEqual: Bool) throws -> Difference {
      let trial = StatesTrial(input: input, target: target, part: part)
      guard case .answer(let own?, _) = try isolation.perform(trial), let ownAfter = own.after else { return .unknown }
      switch try other.perform(trial) {
      case .failure: return .found(.noReturn)
      case .answer(nil, _): return .unknown
      case .answer(let states?, _):
        if fromEqual, try firstDifference(of: own.before, and: states.before) != nil { return .unknown }
        guard let after = states.after else { return .found(.unencodable) }
        return try firstDifference(of: ownAfter, and: after).map { .found(.place($0)) } ?? .none
      }
    }
    func first(_ count: Int) throws -> Difference {
      let found = try difference(all(count, actions), fromEqual: false)
      guard found != .unknown else {
        throw CommandFailure(
          "up to state \(actions.seqs[count - 1]), a reducer of this tool crashes, or a tool can't decode an action or encode a state",
          file: file.path,
          advice: "'reduxlog verify' with each tool says which one. Name an earlier state with FILE@REV.")
      }
      return found
    }
    if converter.isNeeded {
      // A build with the older schema has states of another shape.
      let trial = StatesTrial(input: input, target: target, part: all(1, actions))
      if case .answer(let own?, _) = try isolation.perform(trial),
        case .answer(let others?, _) = try other.perform(trial),
        try firstDifference(of: own.before, and: others.before) != nil
      {
        throw CommandFailure(
          "both tools begin with different states, because they have different schemas", file: file.path,
          advice: "Only builds with the same schema can be compared.")
      }
    }
    guard try first(actions.seqs.count) != .none else {
      throw CommandFailure(
        "the reducers of both tools lead to the same state \(target)", file: file.path,
        advice: "Name a state at which they differ with FILE@REV.", exitCode: .finding)
    }
    var low = 0
    var high = actions.seqs.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if try first(middle) == .none { low = middle } else { high = middle }
    }
    let type = try type(of: actions.seqs[high - 1])
    guard case .found(let found) = try first(high) else {
      throw CommandFailure("the states of both tools differ, and then they don't", file: file.path)
    }
    return Trigger(count: high, evidence: .divergence(found)) { part in
      let difference = try difference(part, fromEqual: true)
      if difference == .none { return .passes }
      guard difference == .found(found), let last = part.seqs().last, try self.type(of: last) == type else {
        return .unresolved
      }
      return .fails(count: part.subset.count)
    }
  }

  private func type(of seq: Int) throws -> String? { try record(of: seq)?.type }
}
