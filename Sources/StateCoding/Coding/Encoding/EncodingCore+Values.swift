import StatePrivacy
import StateTree
import SystemSupport

extension EncodingCore {
  /// Encodes a whole value; a value that encodes nothing becomes an empty object, as with Foundation.
  func encode<Value: Encodable>(_ value: Value) throws {
    try encode(value, strategies.knowledge(of: Value.self))
  }

  // A debug build keeps room on the stack for all temporary values of a function, and inlines none. So what comes before and
  // after a value's own `encode(to:)` is in functions of their own, which have returned when it begins.

  @_transparent
  private func encode(_ value: some Encodable, _ strategy: EncodingStrategy) throws {
    guard try begin(value) else { return }
    if isSpecial(strategy), try encodeSpecially(value, strategy) { return }
    let outer = enter()
    do {
      try value.encode(to: StreamEncoder(core: self, depth: frames.count, pathCount: path.count))
    } catch {
      fail(outer)
      throw error
    }
    leave(outer)
    depth &-= 1
  }

  /// Encodes an element; the encoder is that of all elements.
  @_transparent
  private func encode(_ value: some Encodable, _ strategy: EncodingStrategy, with encoder: any Encoder) throws {
    guard try begin(value) else { return }
    if isSpecial(strategy), try encodeSpecially(value, strategy) { return }
    let outer = enter()
    do {
      try value.encode(to: encoder)
    } catch {
      fail(outer)
      throw error
    }
    leave(outer)
    depth &-= 1
  }

  /// Begins a whole value; `false` if the run will be discarded.
  @inline(__always)
  private func begin(_ value: some Encodable) throws -> Bool {
    if isOutOfOrder { return false }
    if depth > EncodingCore.freeDepth { try check(depth: depth, of: value) }
    if sink.text.text.count >= nextCheck { try checkTime() }
    depth &+= 1
    return true
  }

  /// Whether more than a value's own `encode(to:)` may be needed.
  @inline(__always)
  private func isSpecial(_ strategy: EncodingStrategy) -> Bool { !strategy.isPlain || isDetached || sink.isMasking }

  /// Encodes a value that has begun and ends it; `false` if that needs its own `encode(to:)`.
  @_transparent
  private func encodeSpecially(_ value: some Encodable, _ strategy: EncodingStrategy) throws -> Bool {
    do {
      guard try encodeOtherwise(value, strategy) else { return false }
    } catch {
      // If the caller swallows the error, half a value stays in the stream.
      isOutOfOrder = true
      depth &-= 1
      throw error
    }
    depth &-= 1
    return true
  }

  @inline(__always)
  private func encodeOtherwise(_ value: some Encodable, _ strategy: EncodingStrategy) throws -> Bool {
    if encodesMasked(value) { return true }
    if case .collection(let type) = strategy {
      noteWritten()
      try encodeCollection(value, type)
      return true
    }
    if try encodeSingle(value, by: strategy) { return true }
    guard isDetached else { return false }
    try encodeDetached(value)
    return true
  }

  @inline(__always)
  private func encodesMasked(_ value: some Encodable) -> Bool {
    sink.isMasking && sink.mask != nil && encodeMasked(value)
  }

  /// The open containers around a value, and those that the value around it must not close.
  struct Surroundings {
    var count: Int
    var floor: Int
  }

  /// Prepares for a value's own `encode(to:)`.
  @inline(__always)
  func enter() -> Surroundings {
    let outer = Surroundings(count: frames.count, floor: floor)
    floor = outer.count
    isPending = true
    return outer
  }

  /// Ends a value that its own `encode(to:)` has written.
  @inline(__always)
  func leave(_ outer: Surroundings) {
    if frames.count > outer.count { close(to: outer.count) }
    if isPending {
      sink.beginObject()
      sink.endObject()
      isPending = false
    }
    floor = outer.floor
  }

  /// Notes that a value's own `encode(to:)` has thrown. If the caller swallows the error, half a value stays in the stream.
  @inline(never)
  private func fail(_ outer: Surroundings) {
    floor = outer.floor
    isOutOfOrder = true
    depth &-= 1
  }

  func encodeDetached(_ value: some Encodable, enclosingNil: Bool = false) throws {
    let run = treeRun()
    let node = TreeNode(depth: depth)
    run.redact(node, behind: sink.mask, at: walk?[place])
    try TreeEncoder(run: run, node: node, codingPath: path(count: path.count)).encodePlainly(value)
    if enclosingNil { node.encloseNil() }
    if run.isTooDeep { throw tooDeep(value) }
    run.redactLatePairs()
    redactions += run.redactions
    note(node, path(count: path.count))
    if sink.mask == nil { sink.tree(node.value) } else { sink.replace(with: node.value, nil) }
  }

  /// Encodes a member's value with its key on the path.
  @inline(__always)
  func encode<Value: Encodable>(_ value: Value, key: some CodingKey) throws {
    let strategy = strategies.knowledge(of: Value.self)
    let count = path.count
    guard begin(value, strategy, key: key) else { return }
    defer { path.removeLast(to: count) }
    try encode(value, strategy)
  }

  /// Writes the key of a member; `false` if its value must not be written.
  @inline(__always)
  func begin<Key: CodingKey>(_ value: some Encodable, _ key: Key, _ place: KeyedCursor) -> Bool {
    guard self.key(key, place) else { return false }
    if place.isPair { meet(pairMember: key, value) }
    return true
  }

  /// Puts the key of a member on the path; `false` if the value is written already.
  @inline(__always)
  private func begin<Key: CodingKey>(_ value: some Encodable, _ strategy: EncodingStrategy, key: Key) -> Bool {
    // These don't use the path, unless they are followed.
    if case .scalars(let scalars) = strategy, depth <= JSONLimits.default.depth, place == RuleWalk.free,
      follower == nil || isShort(value, scalars),
      sink.log == nil || sink.mask == nil && Key.self != IndexKey.self
    {
      isKeyMissing = true
      encodeScalars(value, scalars)
      isKeyMissing = false
      return false
    }
    path.append(PathStep(key: key))
    return true
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
    if try follow(elements) { return }
    let place = place
    beginElements()
    let strategy = strategies.knowledge(of: Element.self)
    // One encoder for all elements, to count the reference to the core only once.
    let encoder: any Encoder = StreamEncoder(core: self, depth: frames.count, pathCount: path.count)
    // A counted index, because the runtime would look up the type of a generic iterator for each array.
    var index = 0
    while index < elements.count {
      begin(index: index, of: place)
      try encode(elements[index], strategy, with: encoder)
      index &+= 1
    }
    endElements()
  }

  @inline(__always)
  private func follow(_ elements: [some Encodable]) throws -> Bool {
    guard let follower, mayFollow(count: elements.count) else { return false }
    return try follower.follow(elements, in: self)
  }

  /// Opens an array, whose indices are on the path from now on.
  @inline(__always)
  private func beginElements() {
    sink.beginArray()
    path.append(PathStep())
  }

  @inline(__always)
  private func endElements() {
    sink.endArray()
    path.removeLast(to: path.count &- 1)
  }

  @inline(__always)
  private func begin(index: Int, of place: Int) {
    path.elements[path.count &- 1].index = index
    self.place = RuleWalk.free
    if place != RuleWalk.free { redact(index: index, in: place) }
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
    try encode(element, strategy, with: encoder)
  }

  /// The JSON text of an element of a set, or of a key in an array, whose step is the last one on the path.
  func partText(_ element: some Encodable) throws -> [UInt8] {
    place = RuleWalk.free
    return try text(of: element, key: nil, in: path.count - 1)
  }

  /// The values inside each other that are encoded without a look at the stack.
  static let freeDepth = 16
  /// The bytes of stack that are kept for a value that is encoded, and for the error.
  static let stackReserve: UInt = 32 << 10

  @inline(never)
  func check(depth: Int, of value: some Encodable) throws {
    let isTooDeep = depth > JSONLimits.default.depth
    if !isTooDeep, Platform.hasStack(for: EncodingCore.stackReserve) { return }
    // If the caller swallows the error, a key without its value stays in the stream.
    isOutOfOrder = true
    throw isTooDeep ? tooDeep(value) : .exhaustedStack(value, at: path(count: path.count))
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
