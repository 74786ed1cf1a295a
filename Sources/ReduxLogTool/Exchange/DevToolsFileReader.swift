import CommandLineKit
import StateTree

/// Reads the outer parts of a file, with errors that name it.
struct DevToolsFileReader {
  let name: String
  let maximumValues: Int

  let expected = ForeignFormat(
    "expected an array of actions, or an object with 'payload' or with 'actionsById' and 'stagedActionIds'",
    advice: "Save the lifted state of the Redux DevTools, or write it with 'reduxlog export --as redux-devtools'.")

  func failure(_ format: ForeignFormat) -> CommandFailure {
    CommandFailure(format.message, file: name, advice: format.advice)
  }

  func failure(_ message: String) -> CommandFailure { failure(ForeignFormat(message, advice: expected.advice)) }

  /// Refuses a state that a few references make too large: the file may be right, and the journal would lack most of it.
  func check(_ problem: JsanText.Problem, of state: String) throws {
    guard case .tooManyValues = problem else { return }
    throw CommandFailure(
      "\(state) is too large with all that it refers to: \(problem)", file: name,
      advice: "If the file is right, raise the limit with --max-line BYTES.")
  }

  func text(of bytes: consuming [UInt8]) -> JsanText {
    JsanText(JSONParts(bytes, maximumParts: maximumValues), unwrappingImmutable: true, maximumValues: maximumValues)
  }

  private func parsed<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as JSONError { throw failure("\(what) isn't JSON: \(error)") } catch let
      problem as JsanText.Problem
    {
      if case .notJSON(let error) = problem { throw failure("\(what) isn't JSON: \(error)") }
      throw failure("\(what) can't be read: \(problem)")
    }
  }

  /// The members of the text's root, which no other value may follow.
  func members(of text: JsanText) throws -> JSONParts.Members {
    let start = text.parts.start()
    return try parsed("the file") {
      let members = try text.parts.members(ofValueAt: start)
      let end = try text.parts.end(ofValueAt: start)
      let rest = text.parts.start(from: end)
      if rest < text.parts.bytes.count {
        if let foreign = ForeignFormat(lines: text.parts, members) { throw failure(foreign) }
        _ = try JSONValue(parsing: Array(text.parts.bytes[start..<min(rest + 1, text.parts.bytes.count)]))
      }
      if members.isEmpty, text.parts.bytes[start] != UInt8(ascii: "[") { _ = try text.parts.document(at: start) }
      return members
    }
  }

  func value(_ text: JsanText, at offset: Int, _ what: String) throws -> JSONValue? {
    try parsed(what) { try text.value(at: offset) }
  }

  /// The elements of an array; `nil` for another value.
  func parts(of text: JsanText, at offset: Int) throws -> [Int]? {
    guard text.parts.bytes[offset] == UInt8(ascii: "[") else { return nil }
    return try parsed("the file") { try text.parts.parts(ofValueAt: offset)?.map(\.offset) }
  }

  func parts(of text: JsanText, members offset: Int) throws -> JSONParts.Members {
    guard text.parts.bytes[offset] == UInt8(ascii: "{") else { throw failure(expected) }
    return try parsed("'actionsById'") { try text.parts.members(ofValueAt: offset) }
  }

  /// The elements of a list of ids.
  func ids(_ text: JsanText, at offset: Int) throws -> [JSONNode] {
    let list = try parsed("the list of actions") {
      try text.parts.document(at: offset, limits: JSONLimits(values: maximumValues)).root
    }
    guard list.kind == .array else { throw failure(expected) }
    return list.elements
  }

  /// The text inside of 'payload'.
  func payload(_ text: JsanText, at offset: Int) throws -> JsanText {
    guard let bytes = try parsed("the file", { try text.parts.text(at: offset) }) else { throw failure(expected) }
    let payload = self.text(of: bytes)
    return try parsed("'payload'") {
      _ = try payload.parts.end(ofValueAt: payload.parts.start())
      return payload
    }
  }

  func preloaded(_ text: JsanText, at offset: Int) throws -> JSONValue? {
    guard let bytes = try parsed("the file", { try text.parts.text(at: offset) }) else { return nil }
    let state = self.text(of: bytes)
    return try value(state, at: state.parts.start(), "'preloadedState'")
  }

  func foreign(_ text: JsanText, _ members: JSONParts.Members) -> ForeignFormat? {
    ForeignFormat(document: members, of: text.parts)
  }

  func foreign(_ text: JsanText, elements: [Int]) -> ForeignFormat? {
    guard let first = elements.first, let members = try? text.parts.members(ofValueAt: first) else { return nil }
    return ForeignFormat(element: members, of: text.parts)
  }
}
