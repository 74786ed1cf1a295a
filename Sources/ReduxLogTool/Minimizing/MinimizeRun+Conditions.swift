import CommandLineKit
import ReduxJournal
import ReduxReplay

/// Conditions that cease to hold.
extension MinimizeRun {
  /// Finds the action that makes a condition false.
  func failing(_ actions: TriedActions, _ expectation: Expectation) throws -> Trigger {
    let inquiry = BisectInquiry(expectation: expectation, good: actions.start, bad: target, scans: false)
    let found = try isolation.answer(.bisect(inquiry), about: file, showing: "Searching", of: target)
    guard case .bisect(let answer) = found else { throw ReducerIsolation.unexpectedReply }
    let seq = try step(answer, expectation)
    guard let place = actions.seqs.firstIndex(of: seq),
      case .action(let action)? = try file.entry(settingSeq: seq)?.record
    else {
      throw CommandFailure(
        "\(expectation.failure) from state \(seq) on, to which no action led", file: file.path,
        advice: "'reduxlog bisect' shows the step.")
    }
    let (isolation, file, target) = (isolation, file, target)
    func judge(_ part: Trial.Actions) throws -> Minimization.Outcome {
      let trial = Trial(target: target, task: .judge(part, expectation, type: action.type))
      guard case .reply(let reply) = try isolation.attempt(trial, in: file) else { return .unresolved }
      guard case .judged(let outcome) = reply else { throw ReducerIsolation.unexpectedReply }
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
        advice:
          "To begin with state A, minimize a part: 'reduxlog slice \(ShellWord.quoted("\(file.path)@A..")) -o PART'.")
    case .candidates:
      throw CommandFailure(
        "one of the steps from state \(answer.good) to state \(answer.bad) made it false, and the states between them "
          + "are unknown", file: file.path, advice: "'reduxlog bisect' lists the steps.")
    }
  }
}
