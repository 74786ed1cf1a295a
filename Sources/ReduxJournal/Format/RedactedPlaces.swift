package import StateTree

/// The places that hold stand-ins for secrets, in a record or in all states since one.
///
/// A record names them by JSON Pointers into it, which begin with `/action` or `/state`. A `*` stands for any key or index.
package struct RedactedPlaces: Sendable {
  /// The text that views show in place of a stand-in.
  package static let shown = "‹redacted›"

  /// A place, or the container of one.
  private struct Node {
    var parts: [String: Node] = [:]
    var isRedacted = false

    mutating func formUnion(_ other: Node) {
      isRedacted = isRedacted || other.isRedacted
      for (token, part) in other.parts { parts[token, default: Node()].formUnion(part) }
    }
  }

  private var root = Node()

  /// Creates a set of places.
  package init() {}

  /// Whether no place is known.
  package var isEmpty: Bool { root.parts.isEmpty && !root.isRedacted }

  /// Adds the places in the state that a record names.
  package mutating func add(statesOf record: JournalRecord) {
    switch record {
    case .action(let action): add(action.redacted, in: "state")
    case .snapshot(let snapshot): add(snapshot.redacted, in: "state")
    default: break
    }
  }

  /// The places in an action.
  package init(inActionOf record: ActionRecord) { add(record.redacted, in: "action") }

  private mutating func add(_ places: [String], in member: String) {
    for place in places {
      guard let tokens = try? JSONPointer(place).tokens, tokens.first == member else { continue }
      RedactedPlaces.add(tokens.dropFirst(), to: &root)
    }
  }

  private static func add(_ tokens: ArraySlice<String>, to node: inout Node) {
    guard let token = tokens.first else { return node.isRedacted = true }
    add(tokens.dropFirst(), to: &node.parts[token, default: Node()])
    // Elements move, and each record names their places of its time.
    if JSONPointer.index(token) != nil { add(tokens.dropFirst(), to: &node.parts[anyIndex, default: Node()]) }
  }

  /// The token of any element of an array, which no pointer has.
  private static let anyIndex = "\u{0}"

  /// A value with the text `shown` in place of the stand-ins in it.
  ///
  /// - Parameters:
  ///   - value: A state or an action, or a part of it.
  ///   - pointer: The place of the part.
  /// - Returns: The value. O(n).
  package func masked(_ value: JSONValue, at pointer: JSONPointer = .root) -> JSONValue {
    if isEmpty { return value }
    return RedactedPlaces.masked(value, [inside(pointer).root])
  }

  /// Changes with the text `shown` in place of stand-ins, in the operations' values and in those that they replace.
  package func masked(
    _ changes: (patch: JSONPatch, replaced: [JSONValue?])
  ) -> (patch: JSONPatch, replaced: [JSONValue?]) {
    if isEmpty { return changes }
    let operations = changes.patch.operations.map { operation -> JSONPatch.Operation in
      switch operation {
      case .add(let place, let value): .add(place, masked(value, at: place))
      case .replace(let place, let value): .replace(place, masked(value, at: place))
      case .test(let place, let value): .test(place, masked(value, at: place))
      case .remove, .move, .copy: operation
      }
    }
    let replaced = zip(changes.patch.operations, changes.replaced).map { operation, value in
      value.map { masked($0, at: operation.path) }
    }
    return (JSONPatch(operations), replaced)
  }

  /// The places inside a value, from there on.
  package func inside(_ pointer: JSONPointer) -> RedactedPlaces {
    var nodes = [root]
    for token in pointer.tokens {
      nodes = RedactedPlaces.step(token, isElement: JSONPointer.index(token) != nil, from: nodes)
    }
    var places = RedactedPlaces()
    for node in nodes { places.root.formUnion(node) }
    return places
  }

  /// Adds the places of another set.
  package mutating func formUnion(_ other: RedactedPlaces) { root.formUnion(other.root) }

  private static func step(_ token: String, isElement: Bool, from nodes: [Node]) -> [Node] {
    nodes.flatMap { node -> [Node] in
      // What is in a set or in a table has no places of its own.
      let outer = node.isRedacted ? [Node(isRedacted: true)] : []
      return outer + [token, "*", isElement ? anyIndex : nil].compactMap { $0.flatMap { node.parts[$0] } }
    }
  }

  private static func masked(_ value: JSONValue, _ nodes: [Node]) -> JSONValue {
    if nodes.isEmpty { return value }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      return .array(
        elements.enumerated().map { masked($1, step(String($0), isElement: true, from: nodes)) })
    case .object(let object) where !object.isEmpty:
      return .object(
        JSONObject(
          uniqueKeys: object.keys,
          values: zip(object.keys, object.values).map { masked($1, step($0, isElement: false, from: nodes)) }))
    default: return nodes.contains(where: \.isRedacted) ? shown(value) : value
    }
  }

  /// A scalar or an empty container at a redacted place, as views show it; a value that is no stand-in is itself.
  private static func shown(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool(true): return value
    case .bool(false), .array, .object: return .string(shown)
    case .number(let number): return number.literal == "0" ? .string(shown) : value
    case .string(let text):
      if wholeStandIns.contains(text) { return .string(shown) }
      // A text that was redacted in part, such as a URL's query.
      return .string(text.replacing("redacted", with: shown))
    }
  }

  private static let wholeStandIns: Set = [
    "redacted", "redacted:", "cmVkYWN0ZWQ=", "00000000-0000-0000-0000-000000000000",
  ]
}

extension ActionRecord {
  /// The places in the state whose secrets the action changed. A `*` stands for any key or index.
  package var changedSecrets: [JSONPointer] {
    redacted.compactMap { place in
      guard let tokens = try? JSONPointer(place).tokens, tokens.first == "state" else { return nil }
      return JSONPointer(tokens: Array(tokens.dropFirst()))
    }
  }

  /// Whether redaction may hide an effect: the state wasn't looked at, and the action holds a secret.
  package var mayChangeSecrets: Bool { hash == nil && !redacted.isEmpty }
}

extension RedactedPlaces {
  /// The most places in a container that a record names one by one.
  private static let named = 8

  /// Pointers in a shorter form, with `*` where many keys or indexes lead to the same places.
  package static func collapsed(_ pointers: [String]) -> [String] {
    guard pointers.count > named else { return pointers }
    var tree = Tree()
    for pointer in pointers {
      guard let tokens = try? JSONPointer(pointer).tokens else { continue }
      tree.add(tokens[...])
    }
    return tree.collapsed.map { JSONPointer(tokens: $0).description }
  }

  private struct Tree {
    private var keys: [String] = []
    private var parts: [String: Tree] = [:]
    private var isEnd = false

    mutating func add(_ tokens: ArraySlice<String>) {
      guard let token = tokens.first else { return isEnd = true }
      if parts[token] == nil { keys.append(token) }
      parts[token, default: Tree()].add(tokens.dropFirst())
    }

    var collapsed: [[String]] {
      let ends: [[String]] = isEnd ? [[]] : []
      let paths = keys.map { (key: $0, paths: parts[$0]?.collapsed ?? []) }
      let counts = Dictionary(paths.map { ($0.paths, 1) }, uniquingKeysWith: +)
      var seen: Set<[[String]]> = []
      return ends
        + paths.flatMap { key, paths -> [[String]] in
          guard counts[paths, default: 0] > RedactedPlaces.named else { return paths.map { [key] + $0 } }
          return seen.insert(paths).inserted ? paths.map { ["*"] + $0 } : []
        }
    }
  }
}
