package import StateTree
import SystemSupport
import TerminalText

/// Actions in Swift's notation.
///
/// A journal's `tasks.create` with `{"tasks":{"_0":{"create":{"id":3,"title":"x"}}}}` becomes `tasks.create(id: 3,
/// title: "x")`. The notation is for people, not for parsing: it omits parts that don't fit.
package enum SwiftNotation {
  /// Returns an action in Swift's notation.
  ///
  /// - Parameters:
  ///   - type: The record's type label: the path of enum cases, or the name of a type, followed by cases.
  ///   - swiftType: The name of the action's type, if the record has one.
  ///   - action: The action's JSON; `nil` if the record holds none.
  ///   - columns: The maximum width.
  /// - Returns: One line, safe on a terminal.
  package static func describe(
    type: String, swiftType: String? = nil, action: JSONValue?, columns: Int = 120
  ) -> String {
    let label = type.escapedForTerminal
    guard let action, action != .null else { return label.shortened(to: columns) }
    // With several action types behind a protocol, an enum's cases follow its name.
    let cases = swiftType.flatMap { type.hasPrefix($0 + ".") ? type.dropFirst($0.count + 1) : nil } ?? type[...]
    let payload = payload(of: action, path: cases.split(separator: ".").map(String.init)) ?? action
    if let places = places(ofPatch: payload) {
      return "\(label)(\(patch(payload, places, to: max(1, columns - label.terminalWidth - 2))))"
    }
    return ShortNotation.fitted(to: columns, syntax: .swift) { notation in
      notation.append(label)
      switch payload {
      case .object(var members) where opaque(members) == nil:
        let last = cases.split(separator: ".").last.map(String.init) ?? ""
        // The functions of a binding are the same for each value.
        if members["keyPath"] != nil { for (key, value) in members where isOpaque(value) { members[key] = nil } }
        for key in kindMembers where isLabel(members[key], type, last) { members[key] = nil }
        if !members.isEmpty { notation.writeArguments(members, depth: 0) }
      case .string(let name) where name.hasSameBytes(as: String(cases)):
        // The label of an enum with raw values is complete.
        break
      default:
        notation.append("(")
        notation.write(payload, depth: 0)
        notation.append(")")
      }
    }
  }

  /// The members of actions that may repeat the label: as web apps have it, or with the case that follows a type's name.
  private static let kindMembers = ["type", "actionType", "kind", "keyPath"]

  /// Whether such a member repeats the label, or its end.
  private static func isLabel(_ member: JSONValue?, _ label: String, _ last: String) -> Bool {
    switch member {
    case .string(let text): text.hasSameBytes(as: label) || !text.isEmpty && label.hasSuffix(".\(text)")
    case .number, .bool: member?.compact == label
    case .object(let object): object.count == 1 && object[last]?.object?.count == 0
    default: false
    }
  }

  /// The most operations of a patch that are looked at.
  private static let patchLimit = 1000

  /// Returns the places that the operations of a JSON patch (RFC 6902) touch, each once; `nil` for any other value.
  static func places(ofPatch payload: JSONValue) -> (first: [String], count: Int)? {
    guard case .array(let operations) = payload, !operations.isEmpty else { return nil }
    var places: [String] = []
    for operation in operations.prefix(patchLimit) {
      guard operation["op"]?.string != nil, let path = operation["path"]?.string else { return nil }
      if !places.contains(path) { places.append(path) }
    }
    return (places, places.count + max(0, operations.count - patchLimit))
  }

  /// Returns a patch that fits as a whole, or its places.
  static func patch(_ payload: JSONValue, _ places: (first: [String], count: Int), to columns: Int) -> String {
    guard let operations = payload.array, operations.count <= columns else { return shortened(places, to: columns) }
    let whole = ShortNotation.fitted(to: 4 * columns, syntax: .swift) { write(operations, to: &$0) }
    return whole.terminalWidth <= columns && !whole.contains("…") ? whole : shortened(places, to: columns)
  }

  /// Writes operations as `replace /title "x", move /a to /b`. `notation.js` does the same.
  private static func write(_ operations: [JSONValue], to notation: inout ShortNotation) {
    guard operations.allSatisfy({ $0.object?.keys.allSatisfy(operationMembers.contains) == true }) else {
      return notation.write(.array(operations), depth: 0)
    }
    for (index, operation) in operations.enumerated() {
      notation.append("\(index > 0 ? ", " : "")\((operation["op"]?.string ?? "").escapedForTerminal) ")
      if let from = operation["from"]?.string { notation.append("\(shown(place: from)) to ") }
      notation.append(shown(place: operation["path"]?.string ?? ""))
      guard let value = operation["value"] else { continue }
      notation.append(" ")
      notation.write(value, depth: 0)
    }
  }

  /// The members of an operation by RFC 6902.
  private static let operationMembers: Set = ["op", "path", "from", "value"]

  private static func shown(place: String) -> String {
    place.isEmpty ? "(the whole state)" : place.escapedForTerminal
  }

  /// Returns as many places as fit, and the number of the others.
  private static func shortened(_ places: (first: [String], count: Int), to columns: Int) -> String {
    var text = ""
    for (index, place) in places.first.enumerated() {
      let shown = shown(place: place)
      let rest = places.count - index - 1
      let next = index == 0 ? shown : ", " + shown
      let end = rest > 0 ? ", +\(rest)" : ""
      if (text + next + end).terminalWidth <= columns {
        text += next
      } else if index == 0 {
        return shown.shortened(to: max(1, columns - end.terminalWidth)) + end
      } else {
        return text + ", +\(rest + 1)"
      }
    }
    return places.count > places.first.count ? text + ", +\(places.count - places.first.count)" : text
  }

  /// Returns the payload in an action's JSON, inside the enum cases of a path, after the values that stand beside an inner
  /// action, such as an element's `id`; `nil` if the JSON doesn't follow the path.
  static func payload(of action: JSONValue, path: [String]) -> JSONValue? {
    var value = action
    var beside = JSONObject()
    for (position, name) in path.enumerated() {
      guard let object = value.object, object.count == 1, let inner = object[name] else {
        // The rest of the path is a name that the value has given itself, such as that of a property.
        if position == 0 { return nil }
        return joined(beside, value)
      }
      if position == path.count - 1 { return joined(beside, inner) }
      guard var holder = inner.object else { return nil }
      // A case that holds another enum encodes it as its first unlabelled value, or beside others as `action`.
      if holder.count == 1, let nested = holder["_0"] {
        value = nested
      } else if let nested = holder["action"] {
        value = nested
        holder["action"] = nil
        for (key, member) in holder where beside[key] == nil { beside[key] = member }
      } else {
        return nil
      }
    }
    return nil
  }

  private static func joined(_ beside: JSONObject, _ payload: JSONValue) -> JSONValue {
    if beside.isEmpty { return payload }
    var all = beside
    if case .object(let members) = payload, opaque(members) == nil, members.keys.allSatisfy({ beside[$0] == nil }) {
      for (key, member) in members { all[key] = member }
    } else {
      all["action"] = payload
    }
    return .object(all)
  }

  /// Returns the name and payload of a nested object that looks like an enum case: one member, whose own members have
  /// no labels.
  static func enumCase(_ object: JSONObject) -> (name: String, payload: JSONObject)? {
    guard object.count == 1, let name = object.keys.first, isIdentifier(name), !isUnlabelled(name),
      let payload = object.values.first?.object, payload.keys.allSatisfy(isUnlabelled)
    else { return nil }
    return (name, payload)
  }

  /// Returns the type, and the length if too long, of a value that could not be encoded.
  static func opaque(_ object: JSONObject) -> (type: String, byteCount: JSONNumber?)? {
    guard case .string(let type)? = object["$opaque"] else { return nil }
    if object.count == 1 { return (type, nil) }
    guard object.count == 2, case .number(let byteCount)? = object["bytes"] else { return nil }
    return (type, byteCount)
  }

  /// Returns the wrapped value of an object that encodes an optional in an optional.
  static func innerOptional(_ object: JSONObject) -> JSONValue? { object.count == 1 ? object["$some"] : nil }

  /// Whether a key is that of an argument without a label: `_0`, `_1`, …
  static func isUnlabelled(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && key.utf8.count > 1
      && key.utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether a key can be a label without quotes.
  static func isIdentifier(_ key: String) -> Bool {
    guard let first = key.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
    return key.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// Returns a string as a Swift literal that shows every hostile character.
  static func literal(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      default: text.append(escaping: scalar)
      }
    }
    return text + "\""
  }
}

extension SwiftNotation {
  /// The longest text that is shown of one argument.
  private static let argumentColumns = 40

  /// Returns an action's arguments in short, without labels, for a row of a list. The page of the viewer writes the same, in
  /// `notation.js`.
  ///
  ///     coffee-19  Coffee  3.5
  ///
  /// Texts have no quotes. Times are left out, and UUIDs come last. Arguments that hold other values are left out if there are plain
  /// ones.
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
    var parts = Arguments()
    collect(payload, of: type, besides: String(cases), &parts)
    return parts.shown.prefix(8).joined(separator: "  ").shortened(to: columns)
  }

  private static func isOpaque(_ value: JSONValue) -> Bool { value.object.map { opaque($0) != nil } ?? false }

  private static func collect(
    _ value: JSONValue, of label: String, besides name: String, _ parts: inout Arguments
  ) {
    guard case .object(let members) = value, !Arguments.isOutcome(members) else {
      if case .string(let text) = value, text.hasSameBytes(as: name) { return }
      return add(value, under: "_0", &parts)
    }
    let last = name.split(separator: ".").last.map(String.init) ?? ""
    for (key, member) in members where !kindMembers.contains(key) || !isLabel(member, label, last) {
      add(member, under: key, &parts)
    }
  }

  private static func add(_ value: JSONValue, under key: String, _ parts: inout Arguments) {
    switch value {
    case .null: break
    // Times say little in a list that is ordered by time.
    case .string(let text):
      if CivilTime(parsing: text)?.isRFC3339 != true { parts.plain.append(text.excerpt(columns: argumentColumns)) }
    case .number(let number):
      if DateHint.text(of: value, at: JSONPointer(tokens: [key])) == nil { parts.plain.append(number.literal) }
    case .bool(let value):
      parts.plain.append(isUnlabelled(key) ? "\(value)" : "\(key.excerpt(columns: argumentColumns)): \(value)")
    case .object(let members) where Arguments.isOutcome(members):
      let isFailure = Arguments.failures.contains(members.keys[0])
      parts.outcomes.append(
        isFailure
          ? ShortNotation.text(of: value, syntax: .swift, columns: argumentColumns) : ".\(members.keys[0])")
    case .array, .object: parts.others.append(ShortNotation.text(of: value, syntax: .swift, columns: argumentColumns))
    }
  }
}

/// The parts of an action's arguments in a row, the most telling ones first.
private struct Arguments {
  /// Whether the action succeeded.
  var outcomes: [String] = []
  var plain: [String] = []
  /// Containers, for actions that have nothing else.
  var others: [String] = []

  static let failures = ["failure", "failed"]
  private static let successes = ["success", "succeeded"]

  /// Whether a value is a case such as those of `Result`.
  static func isOutcome(_ members: JSONObject) -> Bool {
    members.count == 1 && (failures + successes).contains(members.keys[0])
  }

  // A UUID, such as that of a window, is often the same in all actions.
  var shown: [String] {
    outcomes + (plain.isEmpty ? others : plain.filter { !Self.isUUID($0) } + plain.filter(Self.isUUID))
  }

  private static func isUUID(_ text: String) -> Bool {
    text.utf8.count == 36
      && text.utf8.enumerated().allSatisfy { index, byte in
        [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : Character(Unicode.Scalar(byte)).isHexDigit
      }
  }
}
