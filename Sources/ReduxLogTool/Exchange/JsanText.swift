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
  var children: [Int: Children] = [:]
  /// The offsets of the values that are being read, each inside the one before.
  private var open: Set<Int> = []
  /// The positions of the texts in the document that is being read that may be keys of marks.
  private var marks: [Int] = []

  enum Children {
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

  /// Returns the scalar at an offset as it is written; `nil` for an object or an array.
  func scalar(at offset: Int) -> JSONValue? {
    "{[".utf8.contains(parts.bytes[offset]) ? nil : (try? value(at: offset)).flatMap { $0 }
  }

  /// Returns the value at an offset, which shares memory with a similar earlier one; `nil` if it is undefined.
  func value(at offset: Int, like earlier: JSONValue? = nil) throws(Problem) -> JSONValue? {
    limits.rest = limits.values
    open = []
    return try read(at: offset, depth: 0, like: earlier)
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
  private func read(at offset: Int, depth: Int, like earlier: JSONValue? = nil) throws(Problem) -> JSONValue? {
    guard open.insert(offset).inserted else { throw .containsItself }
    guard open.count <= JSONLimits.default.depth else { throw .tooDeep }
    defer { open.remove(offset) }
    let outer = marks
    defer { marks = outer }
    let document = try document(at: offset, depth: depth)
    marks = document.positions(ofTexts: [JsanText.mark, JsanText.immutableMark])
    return try read(document.root, depth: depth, like: earlier)
  }

  func document(at offset: Int, depth: Int) throws(Problem) -> JSONDocument {
    var limits = JSONLimits.default
    limits.depth -= depth
    guard limits.depth > 0 else { throw .tooDeep }
    do { return try parts.document(at: offset, limits: limits) } catch {
      if case .tooDeep = error.reason { throw .tooDeep }
      throw .notJSON(error)
    }
  }

  private func read(_ node: JSONNode, depth: Int, like earlier: JSONValue? = nil) throws(Problem) -> JSONValue? {
    let isMarked = hasMarks(node)
    limits.rest -= isMarked ? 1 : node.valueCount
    guard limits.rest >= 0 else { throw .tooManyValues(limit: limits.values) }
    guard isMarked else { return node.value(sharing: earlier) }
    guard node.kind == .array else { return try readObject(node, depth: depth, like: earlier?.object) }
    var elements: [JSONValue] = []
    elements.reserveCapacity(node.count)
    let others = earlier?.array ?? []
    for (index, element) in node.elements.enumerated() {
      let other = index < others.count ? others[index] : nil
      elements.append(try read(element, depth: depth + 1, like: other) ?? .null)
    }
    return .array(elements)
  }

  /// Whether a container may have marks.
  private func hasMarks(_ node: JSONNode) -> Bool {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle] <= node.position { low = middle + 1 } else { high = middle }
    }
    return low < marks.count && marks[low] < node.position + node.valueCount
  }

  private func readObject(_ node: JSONNode, depth: Int, like earlier: JSONObject?) throws(Problem) -> JSONValue? {
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
      let node = isWrapped ? member.elements[0] : member
      guard let value = try read(node, depth: depth + 1, like: earlier?[key]) else { continue }
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
      members.allSatisfy({ ["data", JsanText.immutableMark, "__serializedRef__"].contains($0.key) })
    else { return nil }
    return members.first { $0.key == JsanText.immutableMark }?.node.string
  }

  /// The member that names a type of Immutable.js.
  private static let immutableMark = "__serializedType__"

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

extension JsanText.Problem: CustomStringConvertible {
  static func ofJSON<Result>(_ body: () throws(JSONError) -> Result) throws(Self) -> Result {
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
