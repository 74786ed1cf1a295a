import ReduxJournal
import StateTree
import TerminalText

/// A JSON value in one line and a limited number of columns, with `…` for omitted parts.
struct ShortNotation {
  /// The notation of values.
  enum Syntax {
    /// Swift's notation: `(id: 3, done: nil)`.
    case swift
    /// JSON's notation: `{"id":3,"done":null}`.
    case json
  }

  /// How much detail of a value to show.
  private struct Detail {
    var string: Int
    var elements: Int
    var depth: Int
  }

  private static let details: [Detail] = [
    Detail(string: .max, elements: .max, depth: .max),
    Detail(string: 60, elements: 12, depth: 4),
    Detail(string: 40, elements: 6, depth: 3),
    Detail(string: 24, elements: 4, depth: 2),
    Detail(string: 16, elements: 3, depth: 1),
    Detail(string: 12, elements: 8, depth: 0),
    Detail(string: 8, elements: 3, depth: 0),
  ]

  private let detail: Detail
  private let syntax: Syntax
  private let limit: Int
  private(set) var text = ""

  private init(detail: Detail, syntax: Syntax, limit: Int) {
    self.detail = detail
    self.syntax = syntax
    self.limit = limit
  }

  /// Returns the text that `write` creates, with as much detail as the columns allow.
  static func fitted(to columns: Int, syntax: Syntax, _ write: (inout ShortNotation) -> Void) -> String {
    var last = ""
    for detail in details {
      var notation = ShortNotation(detail: detail, syntax: syntax, limit: columns)
      write(&notation)
      last = notation.text
      if last.terminalWidth <= columns { return last }
    }
    return last.shortened(to: columns)
  }

  /// Returns a value in so many columns.
  static func text(of value: JSONValue, syntax: Syntax, columns: Int) -> String {
    fitted(to: columns, syntax: syntax) { $0.write(value, depth: 0) }
  }

  /// Whether the text is too long already: writing more would be useless, and costly for a large value.
  private var isTooLong: Bool { text.utf8.count > 4 * limit + 16 }

  /// Whether a container at a depth is shown without its elements; the outermost never is.
  private func isCollapsed(_ depth: Int) -> Bool { depth > 0 && depth >= detail.depth }

  private static func isCollapsible(_ value: JSONValue) -> Bool {
    switch value {
    case .array(let elements): !elements.isEmpty
    case .object(let object): !object.isEmpty
    default: false
    }
  }

  mutating func append(_ piece: String) { text += piece }

  mutating func write(_ value: JSONValue, depth: Int) {
    if isTooLong { return }
    switch value {
    case .null: text += syntax == .swift ? "nil" : "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let number): text += number.literal
    case .string(RedactedPlaces.shown): text += RedactedPlaces.shown
    case .string(let string): writeString(string)
    case .array(let elements): writeArray(elements, depth: depth)
    case .object(let object): writeObject(object, depth: depth)
    }
  }

  private mutating func writeArray(_ elements: [JSONValue], depth: Int) {
    // A list of collapsed elements would add no information.
    let isUninformative =
      depth + 1 >= detail.depth && !elements.isEmpty && elements.allSatisfy(ShortNotation.isCollapsible)
    if isCollapsed(depth) && !elements.isEmpty || isUninformative {
      text += "[…]"
      return
    }
    text += "["
    writeList(elements, limit: detail.elements) { notation, element in notation.write(element, depth: depth + 1) }
    text += "]"
  }

  private mutating func writeObject(_ object: JSONObject, depth: Int) {
    if syntax == .json {
      if isCollapsed(depth), !object.isEmpty {
        text += "{…}"
        return
      }
      text += "{"
      writeList(Array(object), limit: detail.elements) { notation, member in
        notation.writeString(member.key, shortening: false)
        notation.text += ":"
        notation.write(member.value, depth: depth + 1)
      }
      text += "}"
    } else if object.isEmpty {
      text += "[:]"
    } else if let (type, byteCount) = SwiftNotation.opaque(object) {
      text += "<" + type.excerpt(columns: min(detail.string, limit + 1))
      if let byteCount { text += ", \(byteCount.literal) bytes" }
      text += ">"
    } else if let value = SwiftNotation.innerOptional(object) {
      text += ".some("
      write(value, depth: depth)
      text += ")"
    } else if let (name, payload) = SwiftNotation.enumCase(object) {
      text += "." + name
      if !payload.isEmpty { writeArguments(payload, depth: depth) }
    } else if object.keys.allSatisfy(SwiftNotation.isIdentifier) {
      writeArguments(object, depth: depth)
    } else if isCollapsed(depth) {
      text += "[…]"
    } else {
      text += "["
      writeList(Array(object), limit: detail.elements) { notation, member in
        notation.writeString(member.key, shortening: false)
        notation.text += ": "
        notation.write(member.value, depth: depth + 1)
      }
      text += "]"
    }
  }

  /// Writes members as the arguments of a call.
  mutating func writeArguments(_ members: JSONObject, depth: Int) {
    if isCollapsed(depth) {
      text += "(…)"
      return
    }
    text += "("
    writeList(Array(members), limit: detail.elements) { notation, member in
      if !SwiftNotation.isUnlabelled(member.key) {
        if SwiftNotation.isIdentifier(member.key) {
          notation.text += member.key
        } else {
          notation.writeString(member.key, shortening: false)
        }
        notation.text += ": "
      }
      notation.write(member.value, depth: depth + 1)
    }
    text += ")"
  }

  private mutating func writeList<Element>(
    _ elements: [Element], limit: Int, _ write: (inout ShortNotation, Element) -> Void
  ) {
    let separator = syntax == .swift ? ", " : ","
    for (index, element) in elements.enumerated() {
      if isTooLong { return }
      if index > 0 { text += separator }
      if index == limit {
        text += "…"
        return
      }
      write(&self, element)
    }
  }

  private mutating func writeString(_ string: String, shortening: Bool = true) {
    // A long string is cut before escaping, so that the rest needn't be scanned.
    let limit = shortening ? min(detail.string, self.limit + 1) : self.limit + 1
    // Don't search for the end of a character either: it can have any number of accents.
    let scalars = string.unicodeScalars.prefix(4 * limit)
    let shown = String(String(scalars).prefix(limit))
    let isCut = shown.utf8.count < string.utf8.count
    text += syntax == .swift ? SwiftNotation.literal(shown) : JSONPrinter.literal(shown)
    if isCut {
      text.removeLast()
      text += "…\""
    }
  }
}
