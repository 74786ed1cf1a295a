package import StateTree
import TerminalText

extension SwiftNotation {
  /// The longest text that is shown of one argument.
  private static let argumentColumns = 40

  /// Returns an action's arguments in short, without labels, for a row of a list. The page of the viewer writes the same, in
  /// `notation.js`.
  ///
  ///     coffee-19  Coffee  3.5
  ///
  /// Texts have no quotes. Times are left out. Arguments that hold other values are left out if there are plain ones.
  ///
  /// - Parameters:
  ///   - type: The record's type label.
  ///   - swiftType: The name of the action's type, if the record has one.
  ///   - action: The action's JSON.
  ///   - columns: The maximum width.
  /// - Returns: The arguments, safe on a terminal; empty for an action without arguments.
  package static func arguments(
    type: String, swiftType: String? = nil, action: JSONValue, columns: Int
  ) -> String {
    let cases = swiftType.flatMap { type.hasPrefix($0 + ".") ? type.dropFirst($0.count + 1) : nil } ?? type[...]
    let payload = payload(of: action, path: cases.split(separator: ".").map(String.init)) ?? action
    if let places = places(ofPatch: payload) { return patch(payload, places, to: columns) }
    if isOpaque(payload) { return ShortNotation.text(of: payload, syntax: .swift, columns: columns) }
    var plain: [String] = []
    var others: [String] = []
    collect(payload, besides: String(cases), &plain, &others)
    let shown = plain.isEmpty ? others : plain
    return shown.prefix(8).joined(separator: "  ").shortened(to: columns)
  }

  private static func isOpaque(_ value: JSONValue) -> Bool { value.object.map { opaque($0) != nil } ?? false }

  private static func collect(
    _ value: JSONValue, besides name: String, _ plain: inout [String], _ others: inout [String]
  ) {
    guard case .object(let members) = value else {
      if case .string(let text) = value, text.hasSameBytes(as: name) { return }
      return add(value, under: "_0", &plain, &others)
    }
    for (key, member) in members { add(member, under: key, &plain, &others) }
  }

  private static func add(
    _ value: JSONValue, under key: String, _ plain: inout [String], _ others: inout [String]
  ) {
    switch value {
    case .null: break
    case .string(let text): plain.append(text.excerpt(columns: argumentColumns))
    case .number(let number):
      // Times say little in a list that is ordered by time.
      if DateHint.text(of: value, at: JSONPointer(tokens: [key])) == nil { plain.append(number.literal) }
    case .bool(let value):
      plain.append(isUnlabelled(key) ? "\(value)" : "\(key.excerpt(columns: argumentColumns)): \(value)")
    case .array, .object: others.append(ShortNotation.text(of: value, syntax: .swift, columns: argumentColumns))
    }
  }
}
