import CommandLineKit
import ReduxNotation
import StateCoding
import StateTree

/// A JSON document of the tool: an object that begins with its schema's name.
enum JSONReport {
  /// Creates a document from its members, omitting those without a value.
  static func object(
    schema: String? = nil, _ members: KeyValuePairs<String, JSONValue?>
  ) -> JSONValue {
    var object = JSONObject()
    if let schema { object["schema"] = .string(schema) }
    for (key, value) in members {
      if let value { object[key] = value }
    }
    return .object(object)
  }
}

extension JSONValue {
  /// Creates a number.
  init(_ number: Int) { self = .number(JSONNumber(number)) }

  /// The whole number, if it is one.
  var integer: Int? { if case .number(let number) = self { number.integer() } else { nil } }

  /// Creates an RFC 3339 time from microseconds since 1970.
  init(microsecondsSince1970 time: Int) {
    self = .string(TimeFormat.rfc3339(Timestamp(microseconds: Int64(time))))
  }
}

extension TextOutput {
  /// Writes valid JSON text, indented, and ends the line.
  func json(text: [UInt8]) throws {
    try JSONPrinter.indent(text, isColored: isColored) { try data($0) }
    try line()
  }

  /// Writes a JSON value for people, with the date beside each number that stands for one, and ends the line.
  func json(
    _ value: JSONValue, at pointer: JSONPointer, notingDates dates: PointerPatterns?
  ) throws(OutputError) {
    try data(JSONPrinter.bytes(of: value, at: pointer, notingDates: dates, isColored: isColored))
    try line()
  }

  /// Writes a JSON value and ends the line.
  func json(_ value: JSONValue, layout: JSONPrinter.Layout = .indented) throws(OutputError) {
    try data(JSONPrinter.bytes(of: value, layout: layout, isColored: isColored))
    try line()
  }
}
