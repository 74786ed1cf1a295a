package import ReducerIsolation
package import ReduxJournal
package import ReduxReplay
import StateCoding
package import StateTree

/// The actions that lead to a state, for trying what some of them lead to: see `TriedHistory`.
package protocol AppTries {
  mutating func listing(onStep: (Int) throws -> Void) throws -> TriedActions
  mutating func result(
    of subset: ActionSubset, in list: [Int], from start: Int, with payloads: [Int: JSONValue],
    asking question: StateQuestion?, acceptingRefusals: Bool
  ) throws -> TriedStates?
  mutating func loss(
    of subset: ActionSubset, in list: [Int], from start: Int, with payloads: [Int: JSONValue], comparingValues: Bool
  ) throws -> RestoredLoss?
  /// The label of an action in the app's schema.
  func label(of seq: Int) throws -> String
  @discardableResult
  mutating func write(
    _ actions: [Int], from start: Int, with payloads: [Int: JSONValue], crashes: Bool, to writer: JournalWriter
  ) throws -> TriedConversion?
}

extension TriedHistory: AppTries {}

extension ReplayableApp {
  fileprivate static func tries(
    to seq: Int, in file: JournalFile, _ observer: (any ReducerObserver)?
  ) throws -> any AppTries {
    try TriedHistory(of: Replayer<Self>(file: file, observer: observer), to: seq)
  }
}

extension AppCatalog.App {
  /// Returns the way to a state, for leaving out actions.
  package func tries(to seq: Int, in file: JournalFile) throws -> any AppTries {
    try type.tries(to: seq, in: file, observer(file))
  }
}

/// Some of the actions of a list.
package struct TriedPart: Codable, Hashable, Sendable {
  /// The seq of the state before the first action of the list.
  let start: Int
  /// The seqs of the list, as ranges, of which a recording has few.
  private let ranges: [ClosedRange<Int>]
  let subset: ActionSubset
  /// The payloads that aren't the recorded ones, by the actions' seqs.
  let payloads: [Int: JSONValue]

  /// Creates a part.
  ///
  /// - Parameters:
  ///   - subset: The places of its actions in the list.
  ///   - list: The seqs of the list's actions.
  ///   - start: The seq of the state before the first action of the list.
  ///   - payloads: The payloads that aren't the recorded ones, by the actions' seqs.
  package init(_ subset: ActionSubset, of list: [Int], from start: Int, with payloads: [Int: JSONValue] = [:]) {
    self.start = start
    self.subset = subset
    self.payloads = payloads
    ranges = list.reduce(into: []) { ranges, seq in
      if let last = ranges.last, last.upperBound == seq - 1 {
        ranges[ranges.count - 1] = last.lowerBound...seq
      } else {
        ranges.append(seq...seq)
      }
    }
  }

  /// Returns the part with the first actions of its subset.
  func first(_ count: Int) -> TriedPart { TriedPart(subset.first(count), of: list(), from: start, with: payloads) }

  /// Returns the seqs of the list.
  func list() -> [Int] { ranges.flatMap(\.self) }

  /// Returns the seqs of the actions.
  func seqs() -> [Int] {
    let list = list()
    return subset.places.map { list[$0] }
  }
}

/// A try in a search for few actions that still fail.
package protocol Trial: ReducerJob {
  /// The seq of the state, or of the action in flight, to which the actions lead.
  var target: Int { get }

  func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> Answer
}

extension Trial {
  package static var expectsCrashes: Bool { true }

  package func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: Answer, bytes: [UInt8]?) {
    let journal = bench.kept(TriedJournal())
    try journal.open(input, target, bench.apps)
    return (try answer(journal, onStep: onStep), nil)
  }
}

/// Lists the actions that lead to the target.
struct ListTrial: Trial {
  typealias Answer = TriedActions
  var input: JobInput
  let target: Int

  func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> TriedActions {
    try journal.using { try $0.listing(onStep: onStep) }
  }
}

/// Reduces some actions, and judges whether the condition holds before the last one and not after it. If it doesn't hold
/// before, an earlier action of the same type may have made it false.
struct JudgeTrial: Trial {
  typealias Answer = Minimization.Outcome
  var input: JobInput
  let target: Int
  let part: TriedPart
  let expectation: Expectation
  let type: String

  func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> Minimization.Outcome {
    try journal.outcome(of: part, expectation, type)
  }
}

/// Reduces some actions; whether none throws that didn't.
struct ReduceTrial: Trial {
  typealias Answer = Bool
  var input: JobInput
  let target: Int
  let part: TriedPart

  func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> Bool {
    try journal.result(of: part, nil) != nil
  }
}

/// Reduces some actions, and returns the states before and after the last one, whether reducers throw or not; `nil` if an
/// action can't be decoded, or the state before the last one can't be encoded.
package struct StatesTrial: Trial {
  package typealias Answer = States?
  /// States as JSON text.
  package struct States: Codable, Sendable {
    package let before: String
    /// `nil` if it can't be encoded.
    package let after: String?
  }

  package var input: JobInput
  package let target: Int
  private let part: TriedPart

  /// Creates a try.
  ///
  /// - Parameters:
  ///   - input: The journal.
  ///   - target: The seq of the state, or of the action in flight, to which its actions lead.
  ///   - part: The actions to reduce.
  package init(input: JobInput, target: Int, part: TriedPart) {
    (self.input, self.target, self.part) = (input, target, part)
  }

  package func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> States? {
    try journal.result(of: part, .values(.whole), acceptingRefusals: true).map {
      States(
        before: String(decoding: $0.before, as: UTF8.self), after: $0.after.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

/// Reduces some actions, and finds the first after which a restored state is another one.
struct RestoreTrial: Trial {
  typealias Answer = RestoredLoss?
  var input: JobInput
  let target: Int
  let part: TriedPart
  let comparesValues: Bool

  func answer(_ journal: TriedJournal, onStep: (Int) throws -> Void) throws -> RestoredLoss? {
    try journal.using {
      try $0.loss(
        of: part.subset, in: part.list(), from: part.start, with: part.payloads, comparingValues: comparesValues)
    }
  }
}

/// The journal of the last try, with its actions and some states.
package final class TriedJournal {
  private var opened: (path: String, target: Int, file: JournalFile)?
  private var actions: (any AppTries)?
  private var judge: (expectation: Expectation, judge: StateJudge)?

  func open(_ input: JobInput, _ target: Int, _ apps: AppCatalog) throws {
    if let opened, opened.path == input.path, opened.target == target { return }
    let file = try input.file()
    actions = try apps.app(of: file).tries(to: target, in: file)
    opened = (input.path, target, file)
  }

  fileprivate func using<Result>(_ body: (inout any AppTries) throws -> Result) throws -> Result {
    // A second owner of the states would turn each change into a copy.
    guard var actions = actions.take() else { preconditionFailure("a try opens the journal first") }
    defer { self.actions = actions }
    return try body(&actions)
  }

  fileprivate func result(
    of part: TriedPart, _ question: StateQuestion?, acceptingRefusals: Bool = false
  ) throws -> TriedStates? {
    try using {
      try $0.result(
        of: part.subset, in: part.list(), from: part.start, with: part.payloads, asking: question,
        acceptingRefusals: acceptingRefusals)
    }
  }

  fileprivate func outcome(of part: TriedPart, _ expectation: Expectation, _ type: String) throws
    -> Minimization.Outcome
  {
    if judge?.expectation != expectation { judge = (expectation, try StateJudge(expectation)) }
    guard let file = opened?.file, let question = judge?.judge.question, let result = try result(of: part, question),
      let last = result.after
    else { return .unresolved }
    let seqs = part.seqs()
    func verdict(on answer: [UInt8], _ count: Int) throws -> StateJudge.Verdict {
      try judge?.judge.verdict(on: answer, of: seqs[count - 1], in: file) ?? .unknown
    }
    switch try verdict(on: last, seqs.count) {
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
        guard let found = try self.result(of: part.first(middle), question)?.after else { return .unresolved }
        answer = found
      }
      switch try verdict(on: answer, middle) {
      case .good: low = middle
      case .bad: high = middle
      case .unknown: return .unresolved
      }
    }
    guard try using({ try $0.label(of: seqs[high - 1]) }) == type else { return .unresolved }
    return .fails(count: high)
  }
}
