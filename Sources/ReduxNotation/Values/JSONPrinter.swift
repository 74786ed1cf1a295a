import ReduxJournal
package import StateCoding
package import StateTree
import TerminalText

/// Prints JSON for people and for pipes: indented by two spaces like jq, or in one line.
///
/// The output is the same JSON value, with all digits of numbers, and safe on a terminal: it escapes every hostile
/// character in a string.
package struct JSONPrinter: ~Copyable {
  /// The layout of the text.
  package enum Layout: Sendable {
    /// One member per line, indented by two spaces.
    case indented
    /// One line without spaces.
    case compact
  }

  let layout: Layout
  private let isColored: Bool
  /// Whether the date stands beside each number that is one.
  private var notesDates = false
  /// Whether a person reads the text: `‹redacted›` has no quotes.
  private var isForPeople = false
  /// The places of dates.
  private var dates: PointerPatterns?
  /// The tokens of the current value's pointer, if dates are noted.
  private var tokens: [String] = []
  /// The output. With an array, each token would check whether the array is uniquely referenced.
  var bytes = ByteBuffer()

  init(layout: Layout, isColored: Bool) {
    self.layout = layout
    self.isColored = isColored
  }

  /// Returns the text of a value, without a final line feed. O(n).
  package static func bytes(
    of value: JSONValue, layout: Layout = .indented, isColored: Bool = false
  ) -> [UInt8] {
    var printer = JSONPrinter(layout: layout, isColored: isColored)
    printer.write(value, depth: 0)
    return printer.bytes.copy
  }

  /// Returns the text of a value for people, without a final line feed. O(n).
  package static func text(of value: JSONValue, layout: Layout = .indented, isColored: Bool = false) -> String {
    var printer = JSONPrinter(layout: layout, isColored: isColored)
    printer.isForPeople = true
    printer.write(value, depth: 0)
    return printer.bytes.text
  }

  /// Returns the text of a value for people, with the date beside each number that stands for one. O(n).
  ///
  ///     "created": 757797246.0 (2025-01-05T19:14:06Z),
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - pointer: Its place in the state.
  ///   - dates: The places of dates.
  ///   - isColored: Whether to write styles.
  /// - Returns: The text, without a final line feed.
  package static func bytes(
    of value: JSONValue, at pointer: JSONPointer, notingDates dates: PointerPatterns?, isColored: Bool = false
  ) -> [UInt8] {
    var printer = JSONPrinter(layout: .indented, isColored: isColored)
    printer.isForPeople = true
    printer.notesDates = true
    printer.dates = dates
    printer.tokens = pointer.tokens
    printer.write(value, depth: 0)
    return printer.bytes.copy
  }

  /// Returns a value in one line and a limited number of columns, with `…` for omitted parts.
  package static func shortened(_ value: JSONValue, columns: Int) -> String {
    ShortNotation.text(of: value, syntax: .json, columns: columns)
  }

  /// Returns a string as a JSON literal that shows every hostile character.
  package static func literal(_ string: String) -> String {
    var printer = JSONPrinter(layout: .compact, isColored: false)
    printer.writeLiteral(string)
    return printer.bytes.text
  }

  private mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: styled(.dim) { $0.append("null") }
    case .bool(let value): append(value ? "true" : "false")
    case .number(let number):
      append(number.literal)
      if notesDates, let date = DateHint.text(of: value, at: JSONPointer(tokens: tokens), knowing: dates) {
        styled(.dim) { $0.append(" (\(date))") }
      }
    case .string(RedactedPlaces.shown) where isForPeople: styled(.dim) { $0.append(RedactedPlaces.shown) }
    case .string(let string): styled(.string) { $0.writeLiteral(string) }
    case .array(let elements):
      writeContainer("[", "]", count: elements.count, depth: depth) { printer, index in
        printer.write(elements[index], under: String(index), depth: depth + 1)
      }
    case .object(let object):
      let keys = object.keys
      let values = object.values
      writeContainer("{", "}", count: keys.count, depth: depth) { printer, index in
        printer.styled(.key) { $0.writeLiteral(keys[index]) }
        printer.append(printer.layout == .indented ? ": " : ":")
        printer.write(values[index], under: keys[index], depth: depth + 1)
      }
    }
  }

  private mutating func write(_ value: JSONValue, under token: @autoclosure () -> String, depth: Int) {
    guard notesDates else { return write(value, depth: depth) }
    tokens.append(token())
    write(value, depth: depth)
    tokens.removeLast()
  }

  private mutating func writeContainer(
    _ start: String, _ end: String, count: Int, depth: Int, _ member: (inout JSONPrinter, Int) -> Void
  ) {
    append(start)
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      newLine(depth + 1)
      member(&self, index)
    }
    if count > 0 { newLine(depth) }
    append(end)
  }

  mutating func newLine(_ depth: Int) {
    guard layout == .indented else { return }
    JSONPrinter.lineStart.withUnsafeBytes { start in
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: start.prefix(1 + 2 * depth)))
    }
  }

  /// A line feed and spaces for common depths. Deeper values aren't indented further: otherwise a small text with many
  /// levels would become hundreds of megabytes of spaces.
  private static let lineStart = [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: 64)

  mutating func styled(_ style: Style, _ write: (inout JSONPrinter) -> Void) {
    if isColored { append(style.start) }
    write(&self)
    if isColored { append(Style.end) }
  }

  private mutating func writeLiteral(_ string: String) {
    var string = string
    string.withUTF8 { writeLiteral(utf8: UnsafeRawBufferPointer($0)) }
  }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  mutating func writeLiteral(utf8: UnsafeRawBufferPointer) {
    bytes.append(UInt8(ascii: "\""))
    if utf8.allSatisfy(JSONPrinter.isPlain) {
      bytes.append(contentsOf: utf8)
    } else {
      for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars { writeEscaped(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte is a visible character that needs no escape in a JSON string.
  @inline(__always)
  static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x5f && byte != 0x22 && byte != 0x5c }

  private mutating func writeEscaped(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": append("\\\"")
    case "\\": append("\\\\")
    case "\n": append("\\n")
    case "\r": append("\\r")
    case "\t": append("\\t")
    case _ where scalar.isHostileToTerminals:
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        append("\\u")
        append(String(repeating: "0", count: 4 - digits.utf8.count) + digits)
      }
    default: append(String(scalar))
    }
  }
}
