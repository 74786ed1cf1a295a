import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateCoding

/// The journal of the last try, with its actions and some states.
final class TriedJournal {
  private struct Opened {
    let path: String
    let target: Int
    let file: JournalFile
    var actions: any AppTries
  }

  private var opened: Opened?
  private var judge: (expectation: Expectation, judge: StateJudge)?

  /// Answers a try, in this process.
  ///
  /// - Parameters:
  ///   - trial: The try.
  ///   - path: The journal.
  ///   - options: How to read it.
  ///   - apps: The apps with their reducers.
  ///   - onStep: Called with seqs while the actions are listed.
  /// - Returns: The answer.
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`.
  func answer(
    _ trial: Trial, about path: String, options: JournalReader.Options, with apps: AppCatalog,
    onStep: (Int) throws -> Void
  ) throws -> Trial.Reply {
    if opened.map({ $0.path != path || $0.target != trial.target }) ?? true {
      let file = try JournalFile(path: path, options: options)
      let actions = try apps.app(of: file).tries(to: trial.target, in: file)
      opened = Opened(path: path, target: trial.target, file: file, actions: actions)
    }
    guard var current = opened else { throw ReducerIsolation.unexpectedReply }
    // A second owner of the states would turn each change into a copy.
    opened = nil
    defer { opened = current }
    switch trial.task {
    case .list: return .listed(try current.actions.listing(onStep: onStep))
    case .reduce(let actions):
      return .judged(try result(of: actions, nil, &current) == nil ? .unresolved : .passes)
    case .states(let actions):
      guard let found = try result(of: actions, .values(.whole), &current) else { return .states(nil) }
      return .states(
        Trial.States(
          before: String(decoding: found.before, as: UTF8.self), after: String(decoding: found.after, as: UTF8.self)))
    case .judge(let actions, let expectation, let type):
      if judge?.expectation != expectation { judge = (expectation, try StateJudge(expectation)) }
      return .judged(try outcome(of: actions, type, &current))
    }
  }

  private func result(
    of actions: Trial.Actions, _ question: StateQuestion?, _ current: inout Opened
  ) throws -> TriedStates? {
    try current.actions.result(of: actions.subset, in: actions.list(), from: actions.start, asking: question)
  }

  private func outcome(
    of actions: Trial.Actions, _ type: String, _ current: inout Opened
  ) throws -> Minimization.Outcome {
    guard let judge, let result = try result(of: actions, judge.judge.question, &current) else { return .unresolved }
    let seqs = actions.seqs()
    switch try verdict(on: result.after, seqs, seqs.count, current.file) {
    case .good: return .passes
    case .unknown: return .unresolved
    case .bad: break
    }
    var low = 0
    var high = seqs.count
    while high - low > 1 {
      // First the state before the last action, which usually is good.
      let middle = high == seqs.count ? high - 1 : (low + high) / 2
      var answer = result.before
      if middle < seqs.count - 1 {
        let part = Trial.Actions(actions.subset.first(middle), of: actions.list(), from: actions.start)
        guard let found = try self.result(of: part, judge.judge.question, &current) else { return .unresolved }
        answer = found.after
      }
      switch try verdict(on: answer, seqs, middle, current.file) {
      case .good: low = middle
      case .bad: high = middle
      case .unknown: return .unresolved
      }
    }
    guard case .action(let action)? = try current.file.entry(settingSeq: seqs[high - 1])?.record, action.type == type
    else { return .unresolved }
    return .fails(count: high)
  }

  private func verdict(
    on answer: [UInt8], _ seqs: [Int], _ count: Int, _ file: JournalFile
  ) throws -> StateJudge.Verdict {
    try judge?.judge.verdict(on: answer, of: seqs[count - 1], in: file) ?? .unknown
  }
}
