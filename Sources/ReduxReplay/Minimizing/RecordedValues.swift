package import ReduxJournal
package import StateTree

/// An action whose payload is made smaller.
package struct RecordedPayload: Sendable {
  /// The action's label.
  package let type: String
  /// The payload as it was recorded.
  package let recorded: JSONValue
  /// Whether the payload must stay as it is, because the action can't be reduced again.
  let isFixed: Bool
  /// The places of redacted values, which stay.
  let redacted: [JSONPointer]
  /// The names of the action's type and cases, without which it is another action.
  let names: Set<String>

  /// Takes the payload from a record.
  package init(_ record: ActionRecord) {
    let redacted = record.redacted.compactMap { try? JSONPointer($0) }
    // A place that isn't a pointer could protect anything.
    let isUnclear = redacted.count < record.redacted.count
    self.init(
      type: record.type, recorded: record.action.value, isFixed: isUnclear || record.replayability != .replayable,
      redacted: redacted)
  }

  package init(type: String, recorded: JSONValue, isFixed: Bool = false, redacted: [JSONPointer] = []) {
    self.type = type
    self.recorded = recorded
    self.isFixed = isFixed
    self.redacted = redacted
    names = Set(type.split(separator: ".").map(String.init))
  }
}

/// The values that a journal's actions have where some actions have theirs, and the texts that stand in several places.
///
/// A place is an action's label and a pointer, in which all indexes are one.
package struct RecordedValues: Sendable {
  private struct Place: Hashable {
    let type: String
    let tokens: [String]

    init(_ tokens: [String], of type: String) {
      self.type = type
      self.tokens = tokens.map { JSONPointer.index($0) == nil ? $0 : "*" }
    }
  }

  /// The distinct values that are kept of each place.
  private static let mostKept = 64
  /// The bytes of a text that can be an id.
  private static let longestId = 64
  /// The values of a place that are tried.
  static let mostTried = 4

  /// The values at the places of the actions, in the order in which they were first recorded.
  private var values: [Place: [JSONValue]] = [:]
  /// The action and the name of the member where each text stands; `nil` if it stands in several.
  private var mentions: [String: Place?] = [:]

  /// Prepares for the places of some actions.
  package init(for actions: [RecordedPayload]) {
    for action in actions {
      action.recorded.forEachScalar { tokens, _ in values[Place(tokens, of: action.type)] = [] }
    }
  }

  /// Notes an action of the journal, without stand-ins for secrets. They are noted in the order of the journal.
  package mutating func note(_ action: RecordedPayload) {
    guard !action.isFixed else { return }
    let type = action.type
    action.recorded.forEachScalar { tokens, value in
      guard !action.redacted.contains(where: { tokens.starts(with: $0.tokens) }) else { return }
      let place = Place(tokens, of: type)
      if let text = value.string, text.utf8.count <= Self.longestId {
        let mention = Place(Self.name(tokens).map { [$0] } ?? [], of: type)
        if let known = mentions[text], known != mention {
          mentions[text] = .some(nil)
        } else {
          mentions[text] = .some(mention)
        }
      }
      guard let known = values[place], known.count < Self.mostKept, !known.contains(value) else { return }
      values[place]?.append(value)
    }
  }

  /// The values at a place, in the order in which they were first recorded.
  func values(at tokens: [String], of type: String) -> [JSONValue] { values[Place(tokens, of: type)] ?? [] }

  /// Whether a text stands in several actions, or in several members of one, as ids do.
  func isMentioned(_ text: String) -> Bool {
    if case .some(.none) = mentions[text] { true } else { false }
  }

  /// The innermost name of a member in a pointer.
  private static func name(_ tokens: [String]) -> String? { tokens.last { JSONPointer.index($0) == nil } }

  /// Whether a member's name is one of ids, such as `id`, `projectID` or `ids`.
  static func isIdName(_ tokens: [String]) -> Bool { name(tokens).map(isIdName) ?? false }

  /// Whether a member's name is one of ids.
  package static func isIdName(_ name: String) -> Bool {
    let one = name.hasSuffix("s") ? name.dropLast() : name[...]
    return one.lowercased() == "id" || one.hasSuffix("ID") || one.hasSuffix("Id") || one.hasSuffix("_id")
  }
}

extension JSONValue {
  /// Calls a closure with each text, number and other scalar, and the tokens of its pointer.
  fileprivate func forEachScalar(at tokens: [String] = [], _ body: ([String], JSONValue) -> Void) {
    switch self {
    case .object(let object): for (key, value) in object { value.forEachScalar(at: tokens + [key], body) }
    case .array(let elements):
      for (index, element) in elements.enumerated() { element.forEachScalar(at: tokens + [String(index)], body) }
    default: body(tokens, self)
    }
  }
}
