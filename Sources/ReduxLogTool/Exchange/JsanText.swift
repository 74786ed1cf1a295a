import ReduxInspection
import ReduxJournal
import StateTree
import SystemSupport

/// A JSON text of the Redux DevTools, which write by jsan what JSON lacks, and a value that occurs twice as a path.
///
///     {"$jsan": "$.computedStates[2].state.items"}    the value at the path, counted from the text's root
///     {"$jsan": "d1700000000000"}                     a date; other letters are other types
///     {"$jsan": ["x"]}                                a member that is named $jsan
///
/// Source: jsan 3.1.14, and the marks of `@redux-devtools/serialize` for Immutable.js.
final class JsanText {
  let parts: JSONParts
  /// Whether the marks of Immutable.js are unwrapped.
  private let unwrapsImmutable: Bool
  private let limits: Limits
  /// The offsets of the children of containers on paths, by the containers' offsets.
  private var children: [Int: Children] = [:]
  /// The offsets of the values that are being read, each inside the one before.
  private var open: Set<Int> = []

  private enum Children {
    case elements([Int])
    case members(JSONParts.Members)
  }

  /// The limits of a value, which a few references to references can make huge.
  private final class Limits {
    let values: Int
    var rest = 0

    init(values: Int) { self.values = values }
  }

  /// The reason why a value can't be read.
  enum Problem: Error, Hashable {
    /// It is undefined.
    case undefined
    /// The file ends before it.
    case absent
    case notJSON(JSONError)
    case containsItself
    case dangling(path: String)
    case tooDeep
    case tooManyValues(limit: Int)
  }

  /// Creates it from a text.
  ///
  /// - Parameters:
  ///   - parts: The text.
  ///   - unwrapsImmutable: Whether the marks of Immutable.js are unwrapped.
  ///   - maximumValues: The most values and keys of a value, with all that it refers to.
  convenience init(_ parts: JSONParts, unwrappingImmutable unwrapsImmutable: Bool, maximumValues: Int) {
    self.init(parts, unwrapsImmutable, Limits(values: maximumValues))
  }

  private init(_ parts: JSONParts, _ unwrapsImmutable: Bool, _ limits: Limits) {
    self.parts = parts
    self.unwrapsImmutable = unwrapsImmutable
    self.limits = limits
  }

  /// Returns the value at an offset; `nil` if it is undefined.
  func value(at offset: Int) throws(Problem) -> JSONValue? {
    limits.rest = limits.values
    open = []
    return try read(at: offset, depth: 0)
  }

  /// Returns the offset of a member of the object at an offset, following a path in its place; `nil` if there is none.
  func member(_ name: String, ofValueAt offset: Int) throws(Problem) -> Int? {
    let members = try Problem.ofJSON { () throws(JSONError) in try parts.members(ofValueAt: offset) }
    return (try reference(in: members) ?? members)[name]
  }

  /// The members of the object to which an object refers by its only member.
  private func reference(in members: JSONParts.Members) throws(Problem) -> JSONParts.Members? {
    guard let path = try path(in: members) else { return nil }
    let target = try target(of: path, hops: 0)
    return try Problem.ofJSON { () throws(JSONError) in try parts.members(ofValueAt: target) }
  }
}

// MARK: Values

extension JsanText {
  private func read(at offset: Int, depth: Int) throws(Problem) -> JSONValue? {
    guard open.insert(offset).inserted else { throw .containsItself }
    guard open.count <= JSONLimits.default.depth else { throw .tooDeep }
    defer { open.remove(offset) }
    return try read(try document(at: offset, depth: depth).root, depth: depth)
  }

  private func document(at offset: Int, depth: Int) throws(Problem) -> JSONDocument {
    var limits = JSONLimits.default
    limits.depth -= depth
    guard limits.depth > 0 else { throw .tooDeep }
    do { return try parts.document(at: offset, limits: limits) } catch {
      if case .tooDeep = error.reason { throw .tooDeep }
      throw .notJSON(error)
    }
  }

  private func read(_ node: JSONNode, depth: Int) throws(Problem) -> JSONValue? {
    limits.rest -= 1
    guard limits.rest >= 0 else { throw .tooManyValues(limit: limits.values) }
    switch node.kind {
    case .null, .bool, .number, .string: return node.value
    case .array:
      var elements: [JSONValue] = []
      elements.reserveCapacity(node.count)
      for element in node.elements { elements.append(try read(element, depth: depth + 1) ?? .null) }
      return .array(elements)
    case .object: return try readObject(node, depth: depth)
    }
  }

  private func readObject(_ node: JSONNode, depth: Int) throws(Problem) -> JSONValue? {
    let members = node.members
    if members.count == 1, members[0].key == JsanText.mark, let text = members[0].node.string, !text.isEmpty {
      return try restored(text, depth: depth)
    }
    limits.rest -= members.count
    if unwrapsImmutable, let type = immutableType(members), let data = node.member("data") {
      return JsanText.listTypes.contains(type) ? try readList(data, depth: depth) : try read(data, depth: depth)
    }
    var keys: [String] = []
    var values: [JSONValue] = []
    for (key, member) in members {
      let isWrapped = key == JsanText.mark && member.kind == .array && member.count == 1
      guard let value = try read(isWrapped ? member.elements[0] : member, depth: depth + 1) else { continue }
      keys.append(key)
      values.append(value)
    }
    return .object(JSONObject(uniqueKeys: keys, values: values))
  }

  /// Reads a list that is written as an object with the members 0, 1, 2, …
  private func readList(_ node: JSONNode, depth: Int) throws(Problem) -> JSONValue? {
    let members = Dictionary(node.members.map { ($0.key, $0.node) }) { $1 }
    guard node.kind == .object, (0..<members.count).allSatisfy({ members["\($0)"] != nil }) else {
      return try read(node, depth: depth)
    }
    limits.rest -= members.count
    var elements: [JSONValue] = []
    for index in 0..<members.count {
      guard let member = members["\(index)"] else { continue }
      elements.append(try read(member, depth: depth + 1) ?? .null)
    }
    return .array(elements)
  }

  private func immutableType(_ members: [(key: String, node: JSONNode)]) -> String? {
    guard (2...3).contains(members.count),
      members.allSatisfy({ ["data", "__serializedType__", "__serializedRef__"].contains($0.key) })
    else { return nil }
    return members.first { $0.key == "__serializedType__" }?.node.string
  }

  /// The types of Immutable.js whose data is a list.
  private static let listTypes: Set = [
    "ImmutableList", "ImmutableSet", "ImmutableOrderedSet", "ImmutableSeq", "ImmutableStack",
  ]

  /// Returns the value that a text marks, in the form that JSON has for it; `nil` for undefined.
  private func restored(_ text: String, depth: Int) throws(Problem) -> JSONValue? {
    let rest = String(text.dropFirst())
    switch text.first {
    case "$": return try read(at: try target(of: text, hops: 0), depth: depth)
    case "u": return nil
    case "d": return JsanText.date(milliseconds: rest)
    case "n": return "NaN"
    case "i": return "Infinity"
    case "y": return "-Infinity"
    case "r":
      guard let comma = rest.firstIndex(of: ",") else { return .string(text) }
      return .string("/\(rest[rest.index(after: comma)...])/\(rest[..<comma])")
    case "f": return .string(rest)
    case "e": return .string("Error: " + rest)
    case "s", "g": return .string("Symbol(\(rest))")
    case "l": return try inner(rest, depth: depth)
    case "m":
      guard let pairs = try inner(rest, depth: depth)?.array else { return .string(text) }
      return JsanText.object(of: pairs) ?? .array(pairs)
    default: return .string(text)
    }
  }

  /// Reads the contents of a map or a set: a text of its own, in which paths count from its own root.
  private func inner(_ text: String, depth: Int) throws(Problem) -> JSONValue? {
    try JsanText(JSONParts(Array(text.utf8)), unwrapsImmutable, limits).read(at: 0, depth: depth + 1)
  }

  /// A map whose keys are distinct texts as an object; `nil` for others.
  private static func object(of pairs: [JSONValue]) -> JSONValue? {
    var object = JSONObject()
    for pair in pairs {
      guard let pair = pair.array, pair.count == 2, let key = pair[0].string, object[key] == nil else { return nil }
      object[key] = pair[1]
    }
    return .object(object)
  }

  /// A date as JSON has it: its text in UTC, or null for none.
  private static func date(milliseconds text: String) -> JSONValue {
    guard let number = Double(text), (-62_167_219_200_000.0..<253_402_300_800_000.0).contains(number) else {
      return .null
    }
    let time = CivilTime(microsecondsSince1970: Int(number.rounded(.down)) * 1000)
    return .string("\(time.dateText)T\(time.clockText).\(time.fractionText(digits: 3))Z")
  }
}

// MARK: Paths

extension JsanText {
  /// The member that marks what JSON lacks.
  static let mark = "$jsan"

  /// A path that refers to a path that refers to a path…
  private static let maximumHops = 64

  /// The path to which an object refers by its only member.
  private func path(in members: JSONParts.Members) throws(Problem) -> String? {
    guard members.count == 1, let offset = members[JsanText.mark] else { return nil }
    let text = try document(at: offset, depth: 0).root.string
    return text?.first == "$" ? text : nil
  }

  /// Returns the offset of the value at a path.
  private func target(of path: String, hops: Int) throws(Problem) -> Int {
    guard hops < JsanText.maximumHops else { throw .containsItself }
    guard let tokens = JsanText.tokens(of: path) else { throw .dangling(path: path) }
    var offset = parts.start()
    for token in tokens {
      switch try children(ofValueAt: offset, hops: hops) {
      case .elements(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { throw .dangling(path: path) }
        offset = elements[index]
      case .members(let members):
        guard let member = members[token] else { throw .dangling(path: path) }
        offset = member
        // A member with this name is in an array of its own.
        if token == JsanText.mark, case .elements(let wrapped) = try children(ofValueAt: offset, hops: hops),
          wrapped.count == 1
        {
          offset = wrapped[0]
        }
      }
    }
    return offset
  }

  private func children(ofValueAt offset: Int, hops: Int) throws(Problem) -> Children {
    if let known = children[offset] { return known }
    let found = try Problem.ofJSON { () throws(JSONError) in
      parts.bytes[offset] == UInt8(ascii: "{")
        ? Children.members(try parts.members(ofValueAt: offset))
        : Children.elements(try parts.parts(ofValueAt: offset)?.map(\.offset) ?? [])
    }
    var result = found
    if case .members(let members) = found, let path = try path(in: members) {
      result = try children(ofValueAt: try target(of: path, hops: hops + 1), hops: hops + 1)
    }
    children[offset] = result
    return result
  }

  /// The names and indexes in a path such as `$.a[3]["b c"]`; `nil` for another text.
  static func tokens(of path: String) -> [String]? {
    let parts = JSONParts(Array(path.utf8))
    let bytes = parts.bytes
    guard bytes.first == UInt8(ascii: "$") else { return nil }
    var tokens: [String] = []
    var offset = 1
    while offset < bytes.count {
      let start = offset + 1
      if bytes[offset] == UInt8(ascii: ".") {
        offset = bytes[start...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
        tokens.append(String(decoding: bytes[start..<offset], as: UTF8.self))
        continue
      }
      guard bytes[offset] == UInt8(ascii: "["), start < bytes.count else { return nil }
      if bytes[start] == UInt8(ascii: "\"") {
        guard let end = try? parts.end(ofValueAt: start), let name = try? parts.document(at: start).root.string else {
          return nil
        }
        tokens.append(name)
        offset = end
      } else {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        tokens.append(String(decoding: bytes[start..<end], as: UTF8.self))
        offset = end
      }
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "]") else { return nil }
      offset += 1
    }
    return tokens
  }
}

extension JsanText.Problem: CustomStringConvertible {
  fileprivate static func ofJSON<Result>(_ body: () throws(JSONError) -> Result) throws(Self) -> Result {
    do { return try body() } catch { throw .notJSON(error) }
  }

  /// The problem in words, without values of the file, for a journal.
  var reason: String {
    switch self {
    case .undefined: "it is undefined"
    case .absent: "the file doesn't hold it"
    case .notJSON(let error): "it isn't JSON: \(error.reason)"
    case .containsItself: "it contains itself"
    case .dangling: "it refers to a value that the file doesn't hold"
    case .tooDeep: "it has more than \(JSONLimits.default.depth) levels of nesting, or of paths to paths"
    case .tooManyValues(let limit): "it has more than \(limit) values and keys"
    }
  }

  /// The problem in words, with its place.
  var description: String {
    switch self {
    case .notJSON(let error): "it isn't JSON: \(error)"
    case .dangling(let path): "it refers to \(path.prefix(200)), which the file doesn't hold"
    default: reason
    }
  }
}
