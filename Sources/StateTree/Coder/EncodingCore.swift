#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What runs of the encoder work on: the sink, and which containers are open.
///
/// Values stream straight into the sink, as nearly every `encode(to:)` allows. What does not fit a stream — a
/// container written to after its turn, a key written twice, `superEncoder()` — sets `isOutOfOrder`; the run is then
/// worthless, and it is done again through `TreeEncoder`, which can do everything, slower.
///
/// A core serves one run after another and keeps its memory; `EncodingSession` sees to it that nothing which a value
/// has kept from an earlier run gets at a later one.
///
/// The members skip the dynamic exclusivity check, which took about a third of the time of encoding: no access to
/// them spans a call into the values that are being encoded, and a run stays on one thread.
final class EncodingCore {
  @exclusivity(unchecked) var sink = EncodingSink()
  @exclusivity(unchecked) var frames = Stack<Frame>()
  @exclusivity(unchecked) var path = Stack<PathStep>()
  @exclusivity(unchecked) var isOutOfOrder = false
  /// Whether the value that is being encoded has not written anything yet.
  @exclusivity(unchecked) var isPending = false
  @exclusivity(unchecked) var trail = CaseTrail()
  /// Whether the run may go on, where its time is limited.
  @exclusivity(unchecked) private var isTimeLeft: (() -> Bool)?
  /// How long the text is when that is asked next.
  @exclusivity(unchecked) private var nextCheck = Int.max
  /// Told up through all runs, so that no container is taken for one of an earlier run.
  @exclusivity(unchecked) private var serial = 0
  @exclusivity(unchecked) var keys = KeyRegister()
  @exclusivity(unchecked) private var preparedKeys = KeyTable()
  @exclusivity(unchecked) var containers = ContainerCache()
  @exclusivity(unchecked) private var depth = 0
  /// How many containers are open around the value that is being encoded: it must leave them alone.
  @exclusivity(unchecked) private var floor = 0
  @exclusivity(unchecked) private var strategies = EncodingStrategyCache()
  @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether values go through `TreeEncoder` because a stream has failed already: trying again at every level would
  /// double the work with each.
  @exclusivity(unchecked) private var isDetached = false
  @exclusivity(unchecked) private var rootPath: [any CodingKey] = []

  /// A key on the path, or an index in its place.
  struct PathStep {
    var key: (any CodingKey)?
    var index = 0
  }

  /// How much text is made before somebody who limits the time is asked again: less than a tenth of a millisecond's.
  private static let bytesBetweenChecks = 1 << 14

  /// A container that is open.
  struct Frame {
    var serial: Int
    var isObject: Bool
    var count = 0
    /// How long the path to the container is.
    var pathCount: Int
    var keys: KeyRegister.Mark
  }

  /// Where in a whole the value of a run stands.
  struct Place {
    var path: [any CodingKey] = []
    var depth = 0
    var isDetached = false
  }

  // MARK: Runs

  /// Prepares for a run; the sink is left to the caller.
  func begin(userInfo: [CodingUserInfoKey: any Sendable], at place: Place = Place()) {
    // What an error has left behind.
    frames.removeLast(to: 0)
    path.removeLast(to: 0)
    keys.removeAll()
    isOutOfOrder = false
    isPending = false
    trail = CaseTrail()
    floor = 0
    depth = place.depth
    isDetached = place.isDetached
    // Not even empty ones are assigned without counting references.
    if !userInfo.isEmpty || !self.userInfo.isEmpty { self.userInfo = userInfo }
    if !place.path.isEmpty || !rootPath.isEmpty {
      rootPath = place.path
      for key in place.path { path.append(PathStep(key: key)) }
    }
  }

  /// Gives the run that has begun so much time as somebody else decides.
  func limit(while isLeft: @escaping () -> Bool) {
    isTimeLeft = isLeft
    nextCheck = EncodingCore.bytesBetweenChecks
  }

  /// Ends a run; what values have kept of it does no more.
  func end(keeping textLimit: Int) {
    isTimeLeft = nil
    nextCheck = Int.max
    containers.endRun()
    sink.text.end(keeping: textLimit)
  }

  deinit { containers.endRun() }

  /// Encodes a whole value into the sink, by the slower way if the stream does not do.
  func run(_ value: some Encodable) throws {
    let level = sink.level
    try encode(value)
    if isOutOfOrder {
      // The slower way takes longer still, and a value may have swallowed the error.
      try checkTime()
      sink.restart(level: level)
      sink.tree(try tree(of: value))
    }
    if sink.deepest > JSONLimits.default.depth { throw tooDeep(value) }
  }

  @inline(never)
  private func checkTime() throws {
    guard let isTimeLeft else { return }
    guard isTimeLeft() else {
      isOutOfOrder = true
      throw OutOfTime(byteCount: sink.text.text.count)
    }
    nextCheck = sink.text.text.count + EncodingCore.bytesBetweenChecks
  }

  /// The value as a tree, by the slower way.
  private func tree(of value: some Encodable) throws -> JSONValue {
    let run = TreeRun(userInfo: userInfo)
    let node = TreeNode(depth: rootPath.count)
    try TreeEncoder(run: run, node: node, codingPath: rootPath).encode(value)
    if run.isTooDeep { throw tooDeep(value) }
    return node.value
  }

  /// The JSON text of a value that is part of this one, made apart from the stream.
  func text(of value: some Encodable, key: (any CodingKey)?) throws -> [UInt8] {
    let place = Place(path: path(count: path.count) + (key.map { [$0] } ?? []), depth: depth, isDetached: isDetached)
    return try EncodingPool.shared.withSession { session in
      try session.text(of: value, userInfo: userInfo, at: place, level: sink.level)
    }
  }

  // MARK: Values

  /// Encodes a whole value; a value that encodes nothing becomes an empty object, as with Foundation.
  func encode<Value: Encodable>(_ value: Value) throws {
    try encode(value, strategies.strategy(for: Value.self))
  }

  @inline(__always)
  fileprivate func encode(_ value: some Encodable, _ strategy: EncodingStrategy) throws {
    // What follows in a run that is worthless is left to the next one.
    if isOutOfOrder { return }
    guard depth <= JSONLimits.default.depth else { throw tooDeep(value) }
    if sink.text.text.count >= nextCheck { try checkTime() }
    depth &+= 1
    defer { depth &-= 1 }
    do {
      if !strategy.isPlain, try encodeSpecially(value, strategy) { return }
      if isDetached { return try encodeDetached(value) }
      try encodePlainly(value)
    } catch {
      // Whoever swallows the error leaves half a value in the stream.
      isOutOfOrder = true
      throw error
    }
  }

  /// Encodes a whole value as its own `encode(to:)` says.
  @inline(__always)
  private func encodePlainly(_ value: some Encodable) throws {
    let outer = frames.count
    let outerFloor = floor
    floor = outer
    defer { floor = outerFloor }
    isPending = true
    try value.encode(to: StreamEncoder(core: self, depth: outer, pathCount: path.count))
    if frames.count > outer { close(to: outer) }
    if isPending {
      sink.beginObject()
      sink.endObject()
      isPending = false
    }
  }

  private func encodeDetached(_ value: some Encodable) throws {
    let run = TreeRun(userInfo: userInfo)
    let node = TreeNode(depth: depth)
    try TreeEncoder(run: run, node: node, codingPath: path(count: path.count)).encodePlainly(value)
    if run.isTooDeep { throw tooDeep(value) }
    sink.tree(node.value)
  }

  /// Encodes a member's value with its key on the path.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, key: some CodingKey) throws {
    let strategy = strategies.strategy(for: Value.self)
    // These don't look at the path.
    if case .scalars(let scalars) = strategy, depth <= JSONLimits.default.depth {
      return encodeScalars(value, scalars)
    }
    let count = path.count
    path.append(PathStep(key: key))
    defer { path.removeLast(to: count) }
    try encode(value, strategy)
  }

  /// Encodes an element's value with its index on the path.
  func encode(_ value: some Encodable, index: Int) throws {
    let count = path.count
    path.append(PathStep(index: index))
    defer { path.removeLast(to: count) }
    try encode(value)
  }

  /// Encodes the values of an array that the coder was handed as a whole.
  func encodeElements<Element: Encodable>(_ elements: [Element]) throws {
    sink.beginArray()
    let last = path.count
    path.append(PathStep())
    defer { path.removeLast(to: last) }
    let strategy = strategies.strategy(for: Element.self)
    try elements.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      // An index is counted by hand: generic iterators would be looked up by the runtime for each array.
      var index = 0
      while index < elements.count {
        path[last].index = index
        try UnsafeRawPointer(start + index).assumingMemoryBound(to: InPlace<Element>.self).pointee.encode(
          to: self, strategy)
        index &+= 1
      }
    }
    sink.endArray()
  }

  func tooDeep(_ value: some Encodable) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: path(count: path.count),
        debugDescription: "the value nests deeper than \(JSONLimits.default.depth) levels"))
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
    serial &+= 1
    frames.append(Frame(serial: serial, isObject: isObject, pathCount: path.count, keys: keys.begin()))
    if isObject { sink.beginObject() } else { sink.beginArray() }
    return serial
  }

  /// Opens a container under a key of the innermost one, which stands on the path as long as it is open.
  func push(isObject: Bool, at step: PathStep) -> Int {
    let serial = push(isObject: isObject)
    path.append(step)
    return serial
  }

  /// An encoder for a value that comes out of order: what it takes is thrown away with the run.
  func detach() -> any Encoder {
    isOutOfOrder = true
    return TreeEncoder(
      run: TreeRun(userInfo: userInfo), node: TreeNode(depth: depth), codingPath: path(count: path.count))
  }

  /// The first keys of the path: those that led to an encoder or a container.
  func path(count: Int) -> [any CodingKey] {
    (0..<min(count, path.count)).map { path[$0].key ?? IndexKey(path[$0].index) }
  }

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
    if frames.count == depth, frames[depth &- 1].serial == serial { return true }
    return reselect(depth: depth, serial: serial)
  }

  @inline(never)
  private func reselect(depth: Int, serial: Int) -> Bool {
    guard frames.count > depth, depth > floor, frames[depth - 1].serial == serial else {
      isOutOfOrder = true
      return false
    }
    close(to: depth)
    return true
  }

  func close(to depth: Int) {
    while frames.count > depth {
      let frame = frames[frames.count &- 1]
      frames.removeLast(to: frames.count &- 1)
      if frame.isObject { sink.endObject() } else { sink.endArray() }
      keys.end(frame.keys)
      if path.count > frame.pathCount { path.removeLast(to: frame.pathCount) }
    }
  }

  /// Notes that an element comes next in the innermost array, and returns its index.
  func nextIndex() -> Int {
    let index = frames[frames.count &- 1].count
    frames[frames.count &- 1].count = index &+ 1
    return index
  }

  /// Writes a key of a container, and tells whether its value may follow.
  ///
  /// It may not, if the container is closed or if it has the key already.
  @inline(never)
  func key(_ key: String, depth: Int, serial: Int) -> Bool {
    guard select(depth: depth, serial: serial) else { return false }
    guard let short = ShortText(key) else { return longKey(key) }
    return self.key(key, KeyPrint(short))
  }

  @inline(never)
  private func longKey(_ key: String) -> Bool {
    self.key(key, key.withBytes { KeyPrint($0) })
  }

  @inline(__always)
  private func key(_ key: String, _ print: KeyPrint) -> Bool {
    guard keys.insert(print.number, &frames[frames.count &- 1].keys) else {
      isOutOfOrder = true
      return false
    }
    if let index = preparedKeys.find(print) { sink.key(key, preparedKeys[index]) } else { sink.key(key) }
    return true
  }
}

/// An element that is encoded where it stands.
///
/// A value that can be copied is copied out of the memory that a pointer leads to, and its references counted up and
/// down. One that can't be copied is used in place.
private struct InPlace<Element: Encodable>: ~Copyable {
  private let element: Element

  @inline(__always)
  borrowing func encode(to core: EncodingCore, _ strategy: EncodingStrategy) throws {
    try core.encode(element, strategy)
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
