import CommandLineKit
package import JSONQuery
import ReduxJournal
package import ReduxReplay
import StateCoding
package import StateTree
import SystemSupport

/// Decides whether states satisfy a condition.
package struct StateJudge {
  /// The verdict of a condition on a state.
  enum Verdict: Hashable, Sendable {
    case good, bad
    /// The state can't be had, or the command skipped it.
    case unknown
  }

  /// The question that the condition asks of a state.
  package let question: StateQuestion
  /// The places that it reads.
  package let places: [JSONPointer]
  private let expectation: Expectation
  private let pointer: JSONPointer
  private let expression: JSONExpression?
  private var usage = QueryUsage()

  /// Creates a judge.
  ///
  /// - Parameters:
  ///   - expectation: The condition.
  ///   - isOverSteps: Whether it is about a state and the one before it.
  /// - Throws: An error for a pointer or an expression that can't be parsed.
  package init(_ expectation: Expectation, isOverSteps: Bool = false) throws {
    self.expectation = expectation
    let pointer = try JSONPointer(expectation.pointer)
    self.pointer = pointer
    switch expectation.condition {
    case .expression(let text):
      let expression = try JSONExpression(text)
      self.expression = expression
      let scopes = isOverSteps ? expression.scopes.compactMap(\.insideState) : expression.scopes
      places = scopes.map { JSONPointer(tokens: pointer.tokens + $0.tokens) }
      question = .values(Selection(places))
    case .check(let name): (expression, places, question) = (nil, [.root], .check(name))
    case .exists, .command: (expression, places, question) = (nil, [pointer], .values(Selection([pointer])))
    }
  }

  /// The queries that were evaluated and selected nothing in any state that was judged.
  package var queriesWithoutResults: [EmptyQuery] { expression?.queries(withoutResultsIn: usage) ?? [] }

  /// Notes another state with the values of the last one, whose verdict is the same.
  package mutating func repeatVerdict() { usage.repeatLast() }

  /// Returns the reasons why values that the condition reads in a state may not be the app's own.
  func caveats(on state: JSONNode, of seq: Int, in file: JournalFile) throws -> [String] {
    guard expression != nil else { return [] }
    let rules = file.redaction(before: try file.entry(settingSeq: seq)?.offset)
    var caveats = try file.volatileCaveats(places, at: seq)
    if try StateEncoder(rules: rules).redactions(in: state.value) > 0 {
      caveats.append("the condition reads a redacted value: the journal has a stand-in for it")
    }
    return caveats
  }

  /// Judges what a state answered to the question.
  mutating func verdict(on answer: [UInt8], of seq: Int, in file: JournalFile) throws -> Verdict {
    try verdict(on: JSONDocument(answer).root, of: seq, in: file)
  }

  /// Judges a state, or the parts of it that the question names.
  mutating func verdict(on state: JSONNode, of seq: Int, in file: JournalFile) throws -> Verdict {
    if case .command(let words) = expectation.condition, let document = state[pointer] {
      return try Self.run(words, document, seq, file)
    }
    do { return try holds(in: state) ? .good : .bad } catch let error as QueryLimitError {
      throw CommandFailure("state \(seq): \(error.explanation)", file: file.path)
    }
  }

  /// Whether a state, or what it answered to the question, satisfies a condition that is no command.
  ///
  /// - Parameter state: The state, or its answer.
  /// - Returns: Whether the condition holds.
  /// - Throws: `QueryLimitError`.
  package mutating func holds(in state: JSONNode) throws -> Bool {
    if case .check = expectation.condition { return state.bool == true }
    guard let document = state[pointer] else { return false }
    return try expression?.holds(in: document, noting: &usage) ?? true
  }

  /// Runs a command with a document as its input. Its output goes to standard error.
  private static func run(_ words: [String], _ document: JSONNode, _ seq: Int, _ file: JournalFile) throws -> Verdict {
    let record = try file.entry(settingSeq: seq)?.record
    var type = record?.kind ?? ""
    if case .action(let action) = record { type = action.type }
    let process = try Platform.PipedProcess(
      ["env", "REDUXLOG_SEQ=\(seq)", "REDUXLOG_TYPE=\(type)"] + words, output: Platform.standardError)
    var rest = (document.bytes + [UInt8(ascii: "\n")])[...]
    while !rest.isEmpty {
      // A command that decides early needn't read all.
      guard let count = try? process.write(rest) else { break }
      rest = rest.dropFirst(count)
    }
    let end = process.wait()
    switch end {
    case .exited(0): return .good
    case .exited(125): return .unknown
    case .exited(130): throw Interrupted()
    case .killed(let signal) where Platform.endingSignals.contains(signal): throw Interrupted()
    case .exited(let code) where (1..<126).contains(code): return .bad
    default:
      let command = words.map(ShellWord.quoted).joined(separator: " ")
      let reason =
        switch end {
        case .exited(126): "it can't be executed"
        case .exited(127): "it wasn't found"
        case .exited(let code): "it exited with \(code)"
        case .killed(let signal): "\(Platform.signalName(signal)) ended it"
        }
      throw CommandFailure(
        "the command '\(command)' failed at state \(seq): \(reason)", file: file.path,
        advice: "It must exit with 0 for a good state, 125 to skip one, and 1 to 124 for a bad one.")
    }
  }
}

extension JSONPointer {
  /// The part of a pointer after `/before` or `/after`, which points into a state; `nil` for other members.
  fileprivate var insideState: JSONPointer? {
    guard let first = tokens.first else { return self }
    return first == "before" || first == "after" ? JSONPointer(tokens: Array(tokens.dropFirst())) : nil
  }
}
