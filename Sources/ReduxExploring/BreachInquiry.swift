import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateTree

/// Finds the first of some states that breaks each of some conditions, none of which is a command.
struct BreachSearch {
  /// What to ask of each state.
  let question: StateQuestion
  private let conditions: [Expectation]
  private var judges: [StateJudge]
  /// Where each condition finds its answer: all expressions read the same values.
  private let parts: [Int]
  /// Whether each condition is broken.
  private var isBroken: [Bool]
  private var lastAnswer: [UInt8]?

  init(_ conditions: [Expectation]) throws {
    self.conditions = conditions
    judges = try conditions.map { try StateJudge($0) }
    var checks: [StateQuestion] = []
    parts = judges.map { judge in
      guard case .check = judge.question else { return 0 }
      checks.append(judge.question)
      return checks.count
    }
    let places = zip(judges, parts).filter { $1 == 0 }.flatMap { $0.0.places }
    question = .all([.values(Selection(places))] + checks)
    isBroken = conditions.map { _ in false }
  }

  /// The queries of the conditions that were evaluated and selected nothing in any state.
  var queriesWithoutResults: Set<String> { Set(judges.flatMap(\.queriesWithoutResults).map(\.text)) }

  /// Whether every condition is broken.
  var isComplete: Bool { isBroken.allSatisfy { $0 } }

  /// Starts again, with other states.
  mutating func restart() {
    isBroken = conditions.map { _ in false }
    lastAnswer = nil
  }

  /// Judges the next state by what it answers.
  ///
  /// - Returns: The indexes of the conditions that it is the first to break.
  /// - Throws: `CommandFailure` for an expression that exceeds a limit.
  mutating func judge(_ answer: [UInt8]) throws -> [Int] {
    // Equal values get equal verdicts.
    guard answer != lastAnswer else { return [] }
    lastAnswer = answer
    let answers = try JSONDocument(answer).root.elements
    return try parts.indices.filter { index in
      guard !isBroken[index] else { return false }
      do { isBroken[index] = try !judges[index].holds(in: answers[parts[index]]) } catch let error as QueryLimitError {
        throw CommandFailure("\(conditions[index].text): \(error.explanation)")
      }
      return isBroken[index]
    }
  }
}

/// The first state of a journal that breaks each of some conditions.
struct BreachInquiry: Inquiry {
  let conditions: [Expectation]

  struct Answer: Codable, Sendable {
    /// The state that breaks each condition first; `nil` for one that all states satisfy.
    var seqs: [Int?]
    /// The queries that selected nothing in any state looked at.
    var emptyQueries: Set<String> = []
  }

  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var search = try BreachSearch(conditions)
    var answer = Answer(seqs: conditions.map { _ in nil })
    var states = try apps.app(of: file).replayer(of: file).states
    try states.forEach(search.question, along: History.Way(everythingIn: file), proves: false) { seq, values in
      try onStep(seq)
      guard let values else { return true }
      do { for index in try search.judge(values) { answer.seqs[index] = seq } } catch let error as CommandFailure {
        throw CommandFailure("state \(seq): \(error.message)", file: file.path)
      }
      return !search.isComplete
    }
    answer.emptyQueries = search.queriesWithoutResults
    return answer
  }
}
