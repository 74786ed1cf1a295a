#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one run of the encoder works on: the sink, and which containers are open.
///
/// Values stream straight into the sink, as nearly every `encode(to:)` allows. What does not fit a stream — a
/// container written to after its turn, a key written twice, `superEncoder()` — sets `isOutOfOrder`; the run is then
/// worthless, and `StateEncoder` does it again through `TreeEncoder`, which can do everything, slower.
///
/// The members skip the dynamic exclusivity check, which took about a third of the time of encoding: no access to
/// them spans a call into the values that are being encoded, and a run stays on one thread.
final class EncodingCore {
  @exclusivity(unchecked) var sink: EncodingSink
  @exclusivity(unchecked) private(set) var frames: [Frame] = []
  @exclusivity(unchecked) private(set) var path: [any CodingKey] = []
  @exclusivity(unchecked) private(set) var isOutOfOrder = false
  /// Whether the value that is being encoded has not written anything yet.
  @exclusivity(unchecked) private var isPending = false
  @exclusivity(unchecked) private var serial = 0
  /// The keys of the open objects, the innermost last.
  @exclusivity(unchecked) private var keys: [String] = []
  @exclusivity(unchecked) private var depth = 0
  /// How many containers are open around the value that is being encoded: it must leave them alone.
  @exclusivity(unchecked) private var floor = 0
  @exclusivity(unchecked) private var strategies = TypeCache<EncodingStrategy>()
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// Whether values go through `TreeEncoder` because a stream has failed already: trying again at every level would
  /// double the work with each.
  private let isDetached: Bool
  private let rootPath: [any CodingKey]

  /// A container that is open.
  struct Frame {
    var serial: Int
    var isObject: Bool
    var count = 0
    /// Where its keys begin among those of all open objects.
    var firstKey: Int
    /// How long the path to the container is.
    var pathCount: Int
    /// A bit for each key so far, by length and end bytes: a cheap proof that a key is new.
    var seen: UInt64 = 0
    /// The keys so far, once there are too many to scan.
    var keySet: Set<ByteString>?
  }

  init(
    sink: EncodingSink, userInfo: [CodingUserInfoKey: any Sendable], path: [any CodingKey] = [], depth: Int = 0,
    isDetached: Bool = false
  ) {
    self.sink = sink
    self.userInfo = userInfo
    self.path = path
    self.depth = depth
    self.isDetached = isDetached
    rootPath = path
  }

  // MARK: Runs

  /// Encodes a whole value, by the slower way if the stream does not do, and gives the sink that has taken it.
  func run(_ value: some Encodable) throws -> EncodingSink {
    var fresh = sink
    try encode(value)
    if isOutOfOrder {
      fresh.tree(try tree(of: value))
      sink = fresh
    }
    try checkDepth(value)
    return sink
  }

  /// The value as a tree, by the slower way.
  func tree(of value: some Encodable) throws -> JSONValue {
    let run = TreeRun(userInfo: userInfo)
    let node = TreeNode(depth: rootPath.count)
    try TreeEncoder(run: run, node: node, codingPath: rootPath).encode(value)
    if run.isTooDeep { throw tooDeep(value) }
    return node.value
  }

  /// The JSON text of a value that is part of this one, made apart from the stream.
  func text(of value: some Encodable, key: (any CodingKey)?) throws -> [UInt8] {
    let core = EncodingCore(
      sink: .text(TextSink(level: sink.level)), userInfo: userInfo, path: path + (key.map { [$0] } ?? []), depth: depth,
      isDetached: isDetached)
    return try core.run(value).text.output
  }

  /// Refuses a result that a reader would refuse.
  func checkDepth(_ value: some Encodable) throws {
    if sink.deepest > JSONLimits.default.depth { throw tooDeep(value) }
  }

  // MARK: Values

  /// Encodes a whole value; a value that encodes nothing becomes an empty object, as with Foundation.
  func encode<Value: Encodable>(_ value: Value) throws {
    // What follows in a run that is worthless is left to the next one.
    if isOutOfOrder { return }
    guard depth <= JSONLimits.default.depth else { throw tooDeep(value) }
    depth += 1
    defer { depth -= 1 }
    do {
      let strategy = strategy(for: Value.self)
      if strategy != .plain, try encodeSpecially(value, strategy) { return }
      if isDetached { return try encodeDetached(value) }
      let outer = frames.count
      let outerFloor = floor
      floor = outer
      defer { floor = outerFloor }
      isPending = true
      try value.encode(to: StreamEncoder(core: self, depth: outer, pathCount: path.count))
      close(to: outer)
    } catch {
      // Whoever swallows the error leaves half a value in the stream.
      isOutOfOrder = true
      throw error
    }
    if isPending {
      sink.beginObject()
      sink.endObject()
      isPending = false
    }
  }

  private func encodeDetached(_ value: some Encodable) throws {
    let run = TreeRun(userInfo: userInfo)
    let node = TreeNode(depth: depth)
    try TreeEncoder(run: run, node: node, codingPath: path).encodePlainly(value)
    if run.isTooDeep { throw tooDeep(value) }
    sink.tree(node.value)
  }

  /// Encodes a member's or element's value with its key on the path.
  @inline(__always)
  func encode(_ value: some Encodable, key: @autoclosure () -> any CodingKey) throws {
    let count = path.count
    path.append(key())
    defer { path.removeSubrange(count...) }
    try encode(value)
  }

  /// Encodes the values of an array that the coder was handed as a whole.
  ///
  /// An index is counted by hand: generic iterators would be looked up by the runtime for each array.
  func encodeElements<Element: Encodable>(_ elements: [Element]) throws {
    sink.beginArray()
    defer { sink.endArray() }
    // The usual scalars need no encoder each.
    switch elements {
    case let elements as [String] where Element.self == String.self: return elements.forEach { sink.string($0) }
    case let elements as [Int] where Element.self == Int.self: return elements.forEach { sink.integer($0) }
    case let elements as [Double] where Element.self == Double.self:
      return elements.forEach { sink.floatingPoint($0) }
    case let elements as [Bool] where Element.self == Bool.self: return elements.forEach { sink.bool($0) }
    default: break
    }
    var index = 0
    let count = elements.count
    path.append(IndexKey(0))
    let last = path.count - 1
    defer { path.removeSubrange(last...) }
    while index < count {
      path[last] = IndexKey(index)
      try encode(elements[index])
      index += 1
    }
  }

  @inline(__always)
  private func strategy(for type: any Encodable.Type) -> EncodingStrategy {
    strategies.knowledge(of: type)
  }

  private func tooDeep(_ value: some Encodable) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: path, debugDescription: "the value nests deeper than \(JSONLimits.default.depth) levels"))
  }

  // MARK: Containers

  /// Notes that a scalar is about to go where the value being encoded goes.
  @inline(__always)
  func beginScalar(depth: Int) -> Bool {
    guard isPending, frames.count == depth else {
      isOutOfOrder = true
      return false
    }
    isPending = false
    return true
  }

  /// Notes that a value replaces itself by another, as a single-value container does.
  func beginForwarding(depth: Int) -> Bool {
    guard isPending, frames.count == depth else {
      isOutOfOrder = true
      return false
    }
    return true
  }

  /// Notes that the value that is being encoded is written.
  func noteWritten() { isPending = false }

  /// Opens the container of the value that is being encoded, or finds the one that it has opened already.
  func open(isObject: Bool, depth: Int) -> Int {
    if isPending, frames.count == depth {
      isPending = false
      return push(isObject: isObject)
    }
    if !isPending, frames.count > depth, frames[depth].isObject == isObject {
      return frames[depth].serial
    }
    isOutOfOrder = true
    return 0
  }

  /// Opens a container inside another, where the next value goes.
  func push(isObject: Bool) -> Int {
    serial += 1
    frames.append(Frame(serial: serial, isObject: isObject, firstKey: keys.count, pathCount: path.count))
    if isObject { sink.beginObject() } else { sink.beginArray() }
    return serial
  }

  /// Opens a container under a key of the innermost one, which stands on the path as long as it is open.
  func push(isObject: Bool, key: some CodingKey) -> Int {
    let serial = push(isObject: isObject)
    path.append(key)
    return serial
  }

  /// An encoder for a value that comes out of order: what it takes is thrown away with the run.
  func detach() -> any Encoder {
    isOutOfOrder = true
    return TreeEncoder(run: TreeRun(userInfo: userInfo), node: TreeNode(depth: depth), codingPath: path)
  }

  /// The first keys of the path: those that led to an encoder or a container.
  func path(count: Int) -> [any CodingKey] { Array(path.prefix(count)) }

  /// The path to a container. One that is closed has its path no more, so that only a slower run can tell it.
  func path(count: Int, depth: Int, serial: Int) -> [any CodingKey] {
    if frames.count < depth || frames[depth - 1].serial != serial { isOutOfOrder = true }
    return path(count: count)
  }

  /// How many elements an array that may be closed has.
  func count(depth: Int, serial: Int) -> Int {
    frames.count >= depth && frames[depth - 1].serial == serial ? frames[depth - 1].count : 0
  }

  /// Makes a container the innermost one by closing those inside it; `false` if it is closed itself.
  @inline(__always)
  func select(depth: Int, serial: Int) -> Bool {
    if frames.count == depth, frames[depth - 1].serial == serial { return true }
    guard frames.count > depth, depth > floor, frames[depth - 1].serial == serial else {
      isOutOfOrder = true
      return false
    }
    close(to: depth)
    return true
  }

  func close(to depth: Int) {
    while frames.count > depth, let frame = frames.popLast() {
      if frame.isObject { sink.endObject() } else { sink.endArray() }
      if keys.count > frame.firstKey { keys.removeSubrange(frame.firstKey...) }
      if path.count > frame.pathCount { path.removeSubrange(frame.pathCount...) }
    }
  }

  /// Notes that an element comes next in the innermost array, and returns its index.
  func nextIndex() -> Int {
    frames[frames.count - 1].count += 1
    return frames[frames.count - 1].count - 1
  }

  // MARK: Keys

  /// Writes a key of the innermost object; `false` if the object has it already.
  @inline(__always)
  func key(_ key: String) -> Bool {
    guard isNew(key) else {
      isOutOfOrder = true
      return false
    }
    sink.key(key)
    return true
  }

  private func isNew(_ key: String) -> Bool {
    let frame = frames.count - 1
    let utf8 = key.utf8
    let ends = Int(utf8.first ?? 0) &* 7 &+ Int(utf8.last ?? 0)
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: utf8.count &* 31 &+ ends)
    keys.append(key)
    frames[frame].count += 1
    if frames[frame].seen & bit == 0 {
      frames[frame].seen |= bit
      frames[frame].keySet?.insert(ByteString(key))
      return true
    }
    let own = keys[frames[frame].firstKey..<(keys.count - 1)]
    if own.count <= 32 { return !own.contains { $0.hasSameBytes(as: key) } }
    if frames[frame].keySet == nil { frames[frame].keySet = Set(own.map(ByteString.init)) }
    return frames[frame].keySet?.insert(ByteString(key)).inserted ?? false
  }
}

/// The index of an array's element as a coding key.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }

  var intValue: Int? { index }
  var stringValue: String { "Index \(index)" }
}

/// Any string as a coding key.
struct NameKey: CodingKey {
  let stringValue: String

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { stringValue = String(intValue) }

  var intValue: Int? { Int(stringValue) }
}
