import RuntimeLayout
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of a decoding run: the document, and the positions of look-ups.
///
/// A core serves one run after another, unless a type keeps a decoder or a container of a run. The members skip the dynamic
/// exclusivity check: no access to them spans a call into the types that are being decoded, and a run stays on one thread.
final class DecodingCore {
  @exclusivity(unchecked) private(set) var view: DocumentView
  /// The value being decoded, where paths begin.
  @exclusivity(unchecked) private var root = 0
  /// The path to the root.
  @exclusivity(unchecked) private var rootPath: [any CodingKey] = []
  @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The last object whose only member no key of an enum matched.
  @exclusivity(unchecked) private var unmatched: (object: Int, keys: any CodingKey.Type)?
  /// The key of an object that is being decoded as a value, and then reads as a number or a Boolean, too.
  @exclusivity(unchecked) private var valueKey: Int?
  @exclusivity(unchecked) private var members = MemberFinder()
  @exclusivity(unchecked) private var containers: DecodingContainerCache
  @exclusivity(unchecked) private var strategies = TypeCache<DecodingStrategy>()
  /// Memory for the index of a text.
  @exclusivity(unchecked) private var spareNodes: [IndexedNode] = []
  private static let keptNodes = 4096
  /// The document, if the core is kept beyond the run.
  private var copy: DocumentCopy?

  init(view: DocumentView, gate: LayoutGate = .process) {
    self.view = view
    containers = DecodingContainerCache(gate)
  }

  // MARK: Runs

  /// Idle cores, so that a decoder needn't create one for each value.
  private static let pool = ObjectPool<DecodingCore>()

  /// Decodes the value at a node.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from node: JSONNode, userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Value {
    try node.document.withView { view in
      var core = pool.take() ?? DecodingCore(view: view)
      defer { core.release() }
      return try run(&core, type, at: node.position, of: view, userInfo)
    }
  }

  /// Decodes the value of a text, whose index uses the core's memory.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from text: [UInt8], userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Value {
    guard var core = pool.take() else {
      return try decode(type, from: JSONDocument(text).root, userInfo: userInfo)
    }
    defer { core.release() }
    let document = try JSONDocument(text, in: &core.spareNodes)
    defer { if document.nodes.count <= keptNodes { core.spareNodes = document.nodes } }
    return try document.withView { view in try run(&core, type, at: 0, of: view, userInfo) }
  }

  static func run<Value: Decodable>(
    _ core: inout DecodingCore, _ type: Value.Type, at root: Int, of view: DocumentView,
    _ userInfo: [CodingUserInfoKey: any Sendable]
  ) throws -> Value {
    core.view = view
    core.root = root
    core.userInfo = userInfo
    core.members.begin()
    core.containers.begin()
    defer {
      core.containers.end()
      if !isKnownUniquelyReferenced(&core) { core.keepDocument() }
    }
    do { return try core.decode(type, at: root) } catch DecodingError.typeMismatch(let type, let context) {
      throw DecodingError.typeMismatch(type, core.explained(context))
    }
  }

  /// Returns the core to the pool, unless it is still in use.
  private func release() {
    guard copy == nil else { return }
    if !userInfo.isEmpty { userInfo = [:] }
    unmatched = nil
    DecodingCore.pool.put(self)
  }

  /// Copies the document, because the core outlives its view.
  private func keepDocument() {
    let copy = DocumentCopy(of: view)
    view = copy.view
    self.copy = copy
  }

  /// A decoder for a missing value, which reads as `null`.
  func absent(_ key: any CodingKey, in container: Int) throws -> NodeDecoder {
    try JSONDocument(Array("null".utf8)).withView { view in
      let core = DecodingCore(view: view)
      core.keepDocument()
      core.rootPath = path(to: container) + [key]
      core.userInfo = userInfo
      return NodeDecoder(core: core, position: 0)
    }
  }
}

// Keys
extension DecodingCore {
  /// Calls the body, which decodes the key of an object as a value.
  func withKey<Value>(at position: Int, _ body: () throws -> Value) rethrows -> Value {
    valueKey = position
    defer { valueKey = nil }
    return try body()
  }

  /// The scalar that a key stands for, if it is decoded as a value.
  func keyScalar(at position: Int) -> JSONValue? {
    guard valueKey == position else { return nil }
    switch view.string(at: position) {
    case "true": return true
    case "false": return false
    case let text: return JSONNumber(literal: text).map { .number($0) }
    }
  }
}

// Look-ups: in an extension, because methods in a class can't be transparent.
extension DecodingCore {
  func container<Key: CodingKey>(keyedBy type: Key.Type, at position: Int) throws -> KeyedDecodingContainer<Key> {
    guard view.nodes[position].kind == .object else { throw mismatch([String: Any].self, at: position) }
    return containers.container(keyedBy: type, core: self, position: position)
  }

  /// The position of a member's value.
  func value(of key: String, in object: Int, goingOn: Bool = true) -> Int? {
    members.value(of: key, in: object, view, goingOn: goingOn)
  }

  /// The position of a member's value in the object of a container; `nil` if it is missing.
  ///
  /// `goingOn` means that the next look-up is expected for the next member, not for this one again.
  func find(_ key: some CodingKey, _ source: KeyedSource, goingOn: Bool = true) -> Int? {
    guard source.hasCases else { return value(of: key.stringValue, in: source.position, goingOn: goingOn) }
    let number = key.byte
    if let position = find(case: UInt64(truncatingIfNeeded: number), source, goingOn) { return position }
    let name = key.stringValue
    source.note(name, case: UInt64(truncatingIfNeeded: number))
    return value(of: name, in: source.position, goingOn: goingOn)
  }

  /// The position of the value of the expected member, if its key is that of a case.
  private func find(case number: UInt64, _ source: KeyedSource, _ goingOn: Bool) -> Int? {
    guard number < 64, source.knownNames &>> number & 1 != 0 else { return nil }
    return members.expectedValue(
      of: source.names.elements + Int(truncatingIfNeeded: number), in: source.position, view, goingOn: goingOn)
  }

  /// The position of a member's value, which must exist.
  func position(of key: some CodingKey, _ source: KeyedSource) throws -> Int {
    guard let position = find(key, source) else { throw missing(key, in: source.position) }
    return position
  }

  /// The position of a member's value, if it exists and isn't `null`.
  func presentPosition(of key: some CodingKey, _ source: KeyedSource) -> Int? {
    guard let position = find(key, source), view.nodes[position].kind != .null else { return nil }
    return position
  }

  func node(_ position: Int) -> IndexedNode { view.node(position) }

  func strategy(for type: any Decodable.Type) -> DecodingStrategy {
    strategies.knowledge(of: type)
  }

  /// The path from the root to a value, found by descending to it. Only errors and few types need it.
  func path(to position: Int) -> [any CodingKey] {
    var path = rootPath
    var container = root
    while container < position {
      let isObject = node(container).kind == .object
      var next = container + 1
      var child = container
      for index in 0..<Int(node(container).count) {
        child = isObject ? next + 1 : next
        if position < Int(node(child).next) {
          path.append(isObject ? NameKey(view.string(at: next)) : IndexKey(index))
          break
        }
        next = Int(node(child).next)
      }
      guard child != container, position >= child else { break }
      container = child
    }
    return path
  }
}

// Errors
extension DecodingCore {
  func missing<Key: CodingKey>(_ key: Key, in object: Int) -> DecodingError {
    var unknown: [String] = []
    var next = object + 1
    for _ in 0..<Int(truncatingIfNeeded: node(object).count) {
      let name = view.string(at: next)
      if Key(stringValue: name) == nil { unknown.append(name) }
      next = Int(node(next + 1).next)
    }
    let context = DecodingError.Context(
      codingPath: path(to: object), debugDescription: "no member \(JSONValue.string(key.stringValue).compact)",
      underlyingError: MissingMember(unknown: unknown))
    return .keyNotFound(key, context)
  }

  func noteUnmatched(_ keys: any CodingKey.Type, in object: Int) { unmatched = (object, keys) }

  /// Replaces the compiler's message for an enum's unknown case, which names neither it nor the cases.
  private func explained(_ context: DecodingError.Context) -> DecodingError.Context {
    guard let unmatched, context.debugDescription.hasPrefix("Invalid number of keys found"),
      context.codingPath.map(\.stringValue) == path(to: unmatched.object).map(\.stringValue)
    else { return context }
    let unknown = UnknownCase(name: view.string(at: unmatched.object + 1), known: unmatched.keys.allNames())
    return DecodingError.Context(
      codingPath: context.codingPath, debugDescription: unknown.description, underlyingError: unknown)
  }

  func mismatch<Value>(_ type: Value.Type, at position: Int) -> DecodingError {
    let kind = node(position).kind
    // These two mean any keyed and any unkeyed container.
    let expected =
      type == [String: Any].self ? "an object" : type == [Any].self ? "an array" : "\(Value.self)"
    let context = DecodingError.Context(
      codingPath: path(to: position), debugDescription: "expected \(expected), found \(kind.name)")
    return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func mismatch(ofKey key: String, at position: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: position),
      debugDescription: "expected an integer key, found \(JSONValue.string(key).compact)")
    return .typeMismatch(Int.self, context)
  }

  func corrupted(_ description: String, at position: Int) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path(to: position), debugDescription: description))
  }
}

extension JSONNode.Kind {
  /// The kind with its article, for a message.
  var name: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
