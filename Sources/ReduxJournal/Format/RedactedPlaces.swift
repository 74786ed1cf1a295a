package import StateTree

/// The places that hold stand-ins for secrets, in a record or in all states since one.
///
/// A record names them by JSON Pointers, in which a `*` stands for any key or index.
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
  /// Places that the last record set to something else: they are no secrets in its state, but in that before.
  private var replaced: [[String]] = []

  /// Creates a set of places.
  package init() {}

  /// Whether no place is known.
  package var isEmpty: Bool { root.parts.isEmpty && !root.isRedacted }

  /// Adds the places in the state that a record names.
  package mutating func add(statesOf record: JournalRecord) {
    forgetReplaced()
    switch record {
    case .action(let action):
      // What an action sets to something else is no stand-in, unless the record names it.
      let named = Set(action.secrets.lazy.map { ByteString($0) })
      for change in action.changed where !named.contains(ByteString(change.pointer)) {
        guard let tokens = try? JSONPointer(change.pointer).tokens, !tokens.contains(where: RedactedPlaces.isIndex)
        else {
          continue
        }
        replaced.append(tokens)
      }
      add(action.secrets)
    case .snapshot(let snapshot): add(snapshot.redacted)
    default: break
    }
  }

  /// Leaves the places that the last record set to something else.
  package mutating func forgetReplaced() {
    for tokens in replaced { RedactedPlaces.remove(tokens[...], from: &root) }
    replaced = []
  }

  /// The places in an action.
  package init(inActionOf record: ActionRecord) { add(record.redacted, keepingIndexes: true) }

  private mutating func add(_ places: [String], keepingIndexes: Bool = false) {
    for place in places {
      guard let tokens = try? JSONPointer(place).tokens else { continue }
      RedactedPlaces.add((keepingIndexes ? tokens : tokens.map(RedactedPlaces.part))[...], to: &root)
    }
  }

  private static func add(_ tokens: ArraySlice<String>, to node: inout Node) {
    guard let token = tokens.first else { return node.isRedacted = true }
    add(tokens.dropFirst(), to: &node.parts[token, default: Node()])
  }

  private static func remove(_ tokens: ArraySlice<String>, from node: inout Node) {
    guard let token = tokens.first else { return node.isRedacted = false }
    guard node.parts[token] != nil else { return }
    remove(tokens.dropFirst(), from: &node.parts[token, default: Node()])
  }

  private static func isIndex(_ token: String) -> Bool { JSONPointer.index(token) != nil }

  /// The key of a part of a state. Elements move, and each record names their places of its time, so an index stands for
  /// any.
  private static func part(_ token: String) -> String { isIndex(token) ? anyIndex : token }

  /// The key of any element of an array, which no token is.
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
      nodes = RedactedPlaces.step(token, from: nodes)
    }
    var places = RedactedPlaces()
    for node in nodes { places.root.formUnion(node) }
    return places
  }

  /// Adds the places of another set.
  package mutating func formUnion(_ other: RedactedPlaces) { root.formUnion(other.root) }

  private static func step(_ token: String, from nodes: [Node]) -> [Node] {
    // What is in a set or in a table has no places of its own.
    let outer = nodes.contains(where: \.isRedacted) ? [Node(isRedacted: true)] : []
    let keys = isIndex(token) ? [token, anyIndex, "*"] : [token, "*"]
    return outer + nodes.flatMap { node in keys.compactMap { node.parts[$0] } }
  }

  private static func masked(_ value: JSONValue, _ nodes: [Node]) -> JSONValue {
    if nodes.isEmpty { return value }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      let inner = step(anyIndex, from: nodes)
      let named = Set(nodes.flatMap { $0.parts.keys.filter(isIndex) })
      guard !named.isEmpty else { return inner.isEmpty ? value : .array(elements.map { masked($0, inner) }) }
      return .array(
        elements.enumerated().map { index, element in
          let token = String(index)
          return masked(element, named.contains(token) ? step(token, from: nodes) : inner)
        })
    case .object(let object) where !object.isEmpty:
      return .object(
        JSONObject(
          uniqueKeys: object.keys,
          values: zip(object.keys, object.values).map { masked($1, step($0, from: nodes)) }))
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
      if wholeStandIns.contains(text) || isStandInOfForm(text) { return .string(shown) }
      // A text that was redacted in part, such as a URL's query.
      return .string(text.replacing("redacted", with: shown))
    }
  }

  /// Whether a text stands for a secret of a form, such as `redacted:jwt`.
  private static func isStandInOfForm(_ text: String) -> Bool {
    text.utf8.starts(with: "redacted:".utf8) && text.utf8.dropFirst(9).allSatisfy { $0 &- 0x61 < 26 }
  }

  private static let wholeStandIns: Set = [
    "redacted", "redacted:", "cmVkYWN0ZWQ=", "00000000-0000-0000-0000-000000000000",
  ]
}

extension RedactedPlaces {
  /// The most tokens of a pointer: more lead to nothing that a line can hold.
  package static let mostTokens = JSONLimits.default.depth

  /// The places of the stand-ins in a state.
  package func pointers(inState state: JSONValue) -> [String] {
    var found: [String] = []
    RedactedPlaces.collect(state, masked(state), "", into: &found)
    return RedactedPlaces.collapsed(found)
  }

  private static func collect(_ value: JSONValue, _ masked: JSONValue, _ place: String, into found: inout [String]) {
    switch (value, masked) {
    case (.array(let old), .array(let new)):
      for (index, (old, new)) in zip(old, new).enumerated() { collect(old, new, "\(place)/\(index)", into: &found) }
    case (.object(let old), .object(let new)):
      for (key, (old, new)) in zip(old.keys, zip(old.values, new.values)) {
        collect(old, new, place + JSONPointer(tokens: [key]).description, into: &found)
      }
    default: if value != masked { found.append(place) }
    }
  }
}

extension ActionRecord {
  /// The action as views show it, with the text `RedactedPlaces.shown` in place of stand-ins.
  package var shownAction: JSONValue { RedactedPlaces(inActionOf: self).masked(action.value) }

  /// The places in the state whose secrets the action changed. A `*` stands for any key or index.
  package var changedSecrets: [JSONPointer] {
    secrets.compactMap { try? JSONPointer($0) }
  }

  /// Whether the record names places of secrets.
  package var namesSecrets: Bool { !redacted.isEmpty || !secrets.isEmpty }

  /// Whether redaction may hide an effect: the state wasn't looked at, and the action holds a secret.
  package var mayChangeSecrets: Bool { hash == nil && !redacted.isEmpty }
}

extension [JSONPointer] {
  /// The places at which, and above which, no other place is.
  package func outside(of others: some Sequence<JSONPointer>) -> [JSONPointer] {
    if isEmpty { return self }
    let others = Set(others)
    return filter { place in
      let tokens = place.tokens
      return !(0...tokens.count).contains { others.contains(JSONPointer(tokens: [String](tokens[..<$0]))) }
    }
  }
}

extension RedactedPlaces {
  /// The most places in a container that a record names one by one.
  private static let named = 8
  /// The same of secrets that an action changed, because questions about one of them need its place.
  package static let namedChanges = 64

  /// Pointers in a shorter form, with `*` where many keys or indexes lead to the same places.
  ///
  /// - Parameters:
  ///   - pointers: The pointers.
  ///   - named: The most places in a container that keep their keys.
  /// - Returns: The shorter form.
  package static func collapsed(_ pointers: [String], beyond named: Int = RedactedPlaces.named) -> [String] {
    guard pointers.count > named else { return pointers }
    var tree = Tree()
    for pointer in pointers {
      guard let tokens = try? JSONPointer(pointer).tokens else { continue }
      tree.add(tokens[...])
    }
    return tree.collapsed(beyond: named).map { JSONPointer(tokens: $0).description }
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

    func collapsed(beyond named: Int) -> [[String]] {
      let ends: [[String]] = isEnd ? [[]] : []
      let paths = keys.map { (key: $0, paths: parts[$0]?.collapsed(beyond: named) ?? []) }
      let counts = Dictionary(paths.map { ($0.paths, 1) }, uniquingKeysWith: +)
      var seen: Set<[[String]]> = []
      return ends
        + paths.flatMap { key, paths -> [[String]] in
          // A member beside secrets may be none.
          guard counts[paths, default: 0] > named, paths != [[]] || RedactedPlaces.isIndex(key) else {
            return paths.map { [key] + $0 }
          }
          return seen.insert(paths).inserted ? paths.map { ["*"] + $0 } : []
        }
    }
  }
}
