import CommandLineKit
import JSONQuery
import StateCoding
import StateTree

/// The values of watched expressions in the states of a report, as far as they change.
struct ReportWatches {
  fileprivate struct Watch {
    let expression: ValueExpression
    var rows: [Int] = []
    var values: [Value] = []
  }

  fileprivate enum Value: Equatable {
    case unknown
    /// The expression has the value `nil` if it selects nothing.
    case known(JSONValue?)
  }

  private var watches: [Watch]
  /// The places that the expressions read.
  private let selection: Selection
  private let path: String

  /// Creates the values of expressions in the states of a journal.
  init(_ expressions: [ValueExpression], in path: String) {
    watches = expressions.map { Watch(expression: $0) }
    selection = Selection(expressions.flatMap(\.scopes))
    self.path = path
  }

  /// The expressions as they were written.
  var texts: [String] { watches.map(\.expression.text) }

  /// The expressions that select nothing in any state that was looked at.
  var withoutValues: [String] {
    watches.filter { $0.values.contains(.known(nil)) && $0.values.allSatisfy { [.unknown, .known(nil)].contains($0) } }
      .map(\.expression.text)
  }

  /// Notes the values in the state after a row, to which a step led. The last argument makes the values at some places of
  /// the state, or returns `nil` if they can't be had.
  mutating func note(
    row: Int, seq: Int, _ step: ReportStates.Step, _ values: (Selection) throws -> [UInt8]?
  ) throws {
    let affected = watches.indices.filter { watches[$0].mayChange(in: step) }
    guard !affected.isEmpty else { return }
    let document = try values(selection).map { try JSONDocument($0) }
    for index in affected {
      let expression = watches[index].expression
      do {
        let value = try document.map { Value.known(try expression.value(in: $0.root)) } ?? .unknown
        watches[index].note(value, row: row)
      } catch let error as QueryLimitError {
        throw CommandFailure("\(expression.text) in state \(seq): \(error.explanation)", file: path)
      }
    }
  }

  /// The watches as lines of JSON; a value is `{"value": …}`, `{}` for nothing, or `null` if it is unknown.
  var json: [UInt8] {
    Array(watches.map(\.json).joined(separator: [UInt8(ascii: "\n")]))
  }
}

extension ReportWatches.Watch {
  /// Whether the value may be another one after a step.
  fileprivate func mayChange(in step: ReportStates.Step) -> Bool {
    guard let changes = step.changes, let last = values.last, last != .unknown else { return true }
    return changes.patch.operations.contains { operation in
      switch operation {
      case .move(let from, let path), .copy(let from, let path): reads(from) || reads(path)
      default: reads(operation.path)
      }
    }
  }

  /// Whether the expression reads a value at a place, inside it, or around it; a change of an array moves its elements.
  private func reads(_ place: JSONPointer) -> Bool {
    let isElement = place.tokens.last.map { $0 == "-" || JSONPointer.index($0) != nil } ?? false
    let around = isElement ? JSONPointer(tokens: Array(place.tokens.dropLast())) : place
    return expression.scopes.contains { $0.isPrefix(of: place) || around.isPrefix(of: $0) }
  }

  fileprivate mutating func note(_ value: ReportWatches.Value, row: Int) {
    if rows.last == row {
      rows.removeLast()
      values.removeLast()
    }
    guard values.last != value else { return }
    rows.append(row)
    values.append(value)
  }

  fileprivate var json: [UInt8] {
    var text = JSONText()
    text.object { object in
      object.member("text", expression.text)
      object.member("rows", rows) { $0.add($1) }
      object.member("values", values) { list, value in
        guard case .known(let value) = value else { return list.add(JSONValue.null) }
        list.object { member in
          guard let value else { return }
          member.key("value")
          member.add(value)
        }
      }
    }
    return text.bytes
  }
}
