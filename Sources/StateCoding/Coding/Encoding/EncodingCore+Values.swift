import StateTree
import SystemSupport

extension EncodingCore {
  /// Encodes a whole value; a value that encodes nothing becomes an empty object, as with Foundation.
  func encode<Value: Encodable>(_ value: Value) throws {
    try encode(value, strategies.knowledge(of: Value.self))
  }

  @inline(__always)
  private func encode(_ value: some Encodable, _ strategy: EncodingStrategy) throws {
    try encode(value, strategy) {
      try value.encode(to: StreamEncoder(core: self, depth: frames.count, pathCount: path.count))
    }
  }

  /// Encodes a whole value; the body calls its `encode(to:)`.
  @inline(__always)
  private func encode(
    _ value: some Encodable, _ strategy: EncodingStrategy, plainly body: () throws -> Void
  ) throws {
    // The run will be discarded.
    if isOutOfOrder { return }
    if depth > EncodingCore.freeDepth { try check(depth: depth, of: value) }
    if sink.text.text.count >= nextCheck { try checkTime() }
    depth &+= 1
    defer { depth &-= 1 }
    do {
      if sink.isMasking, sink.mask != nil, encodeMasked(value) { return }
      if !strategy.isPlain, try encodeSpecially(value, strategy) { return }
      if isDetached { return try encodeDetached(value) }
      try encodePlainly(body)
    } catch {
      // If the caller swallows the error, half a value stays in the stream.
      isOutOfOrder = true
      throw error
    }
  }

  /// Encodes a whole value by its own `encode(to:)`, which the body calls.
  @inline(__always)
  func encodePlainly(_ body: () throws -> Void) rethrows {
    let outer = frames.count
    let outerFloor = floor
    floor = outer
    defer { floor = outerFloor }
    isPending = true
    try body()
    if frames.count > outer { close(to: outer) }
    if isPending {
      sink.beginObject()
      sink.endObject()
      isPending = false
    }
  }

  func encodeDetached(_ value: some Encodable, enclosingNil: Bool = false) throws {
    let run = treeRun()
    let node = TreeNode(depth: depth)
    run.redact(node, behind: sink.mask, at: walk?[place])
    try TreeEncoder(run: run, node: node, codingPath: path(count: path.count)).encodePlainly(value)
    if enclosingNil { node.encloseNil() }
    if run.isTooDeep { throw tooDeep(value) }
    redactions += run.redactions
    note(node, path(count: path.count))
    if sink.mask == nil { sink.tree(node.value) } else { sink.replace(with: node.value, nil) }
  }

  /// Encodes a member's value with its key on the path.
  @inline(__always)
  func encode<Value: Encodable, Key: CodingKey>(_ value: Value, key: Key) throws {
    let strategy = strategies.knowledge(of: Value.self)
    // These don't use the path, unless they are followed.
    if case .scalars(let scalars) = strategy, depth <= JSONLimits.default.depth, place == RuleWalk.free,
      follower == nil || isShort(value, scalars),
      sink.log == nil || sink.mask == nil && Key.self != IndexKey.self
    {
      isKeyMissing = true
      encodeScalars(value, scalars)
      isKeyMissing = false
      return
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

  /// Encodes the elements of an array that was passed as a whole.
  func encodeElements<Element: Encodable>(_ elements: [Element]) throws {
    if let follower, mayFollow(count: elements.count), try follower.follow(elements, in: self) { return }
    let place = place
    sink.beginArray()
    let last = path.count
    path.append(PathStep())
    defer { path.removeLast(to: last) }
    let strategy = strategies.knowledge(of: Element.self)
    // One encoder for all elements, to count the reference to the core only once.
    let encoder: any Encoder = StreamEncoder(core: self, depth: frames.count, pathCount: path.count)
    try elements.withUnsafeBufferPointer { elements in
      // A counted index, because the runtime would look up the type of a generic iterator for each array.
      var index = 0
      while index < elements.count {
        path.elements[last].index = index
        self.place = RuleWalk.free
        if place != RuleWalk.free { redact(index: index, in: place) }
        let element = elements[index]
        try encode(element, strategy) { try element.encode(to: encoder) }
        index &+= 1
      }
    }
    sink.endArray()
  }

  /// Encodes an element, or the value of a key, that the sink takes as a part.
  @inline(__always)
  func encodePart<Element: Encodable>(
    _ element: Element, _ index: Int, _ key: String?, _ strategy: EncodingStrategy, _ encoder: any Encoder
  ) throws {
    place = RuleWalk.free
    if let key {
      path.elements[path.count &- 1].key = NameKey(key)
      if rules != nil { redact(dictionaryKey: key, in: place) }
    } else {
      path.elements[path.count &- 1].index = index
    }
    try encode(element, strategy) { try element.encode(to: encoder) }
  }

  /// The JSON text of an element of a set, or of a key in an array, whose step is the last one on the path.
  func partText(_ element: some Encodable) throws -> [UInt8] {
    place = RuleWalk.free
    return try text(of: element, key: nil, in: path.count - 1)
  }

  /// The values inside each other that are encoded without a look at the stack.
  static let freeDepth = 16
  /// The bytes of stack that are kept for a value that is encoded, and for the error.
  static let stackReserve: UInt = 48 << 10

  @inline(never)
  func check(depth: Int, of value: some Encodable) throws {
    guard depth <= JSONLimits.default.depth else { throw tooDeep(value) }
    guard Platform.hasStack(for: EncodingCore.stackReserve) else {
      throw EncodingError.exhaustedStack(value, at: path(count: path.count))
    }
  }

  func tooDeep(_ value: some Encodable) -> EncodingError { .tooDeep(value, at: path(count: path.count)) }
}

extension EncodingError {
  static func tooDeep(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      Context(
        codingPath: path, debugDescription: "the value nests deeper than \(JSONLimits.default.depth) levels"))
  }

  static func exhaustedStack(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value, Context(codingPath: path, debugDescription: "the value nests deeper than this thread's stack allows"))
  }
}
