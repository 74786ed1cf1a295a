import RuntimeLayout
import StatePrivacy
import StateTree

extension EncodingCore {
  /// Notes that a scalar is about to go where the value being encoded goes.
  @_transparent
  func beginScalar(depth: Int) -> Bool {
    guard isPending, frames.count == depth else {
      isOutOfOrder = true
      return false
    }
    isPending = false
    return true
  }

  /// Notes that a value replaces itself by another in a single-value container.
  func beginForwarding(depth: Int) -> Bool {
    guard isPending, frames.count == depth else {
      isOutOfOrder = true
      return false
    }
    return true
  }

  /// Notes that the value that is being encoded is written.
  func noteWritten() { isPending = false }

  /// Opens the container of the value being encoded, or finds the one that is open already.
  func open(isObject: Bool, depth: Int) -> Int {
    if isPending, frames.count == depth {
      isPending = false
      return push(isObject: isObject)
    }
    if !isPending, frames.count > depth, frames.elements[depth].isObject == isObject {
      return frames.elements[depth].serial
    }
    isOutOfOrder = true
    return 0
  }

  /// Opens a container inside another, where the next value goes.
  func push(isObject: Bool) -> Int {
    serial &+= 1
    if frames.count == frames.capacity { frames.grow() }
    // Member by member, without the calls of an initializer. A frame has no references.
    let frame = frames.elements + frames.count
    frame.pointee.serial = serial
    frame.pointee.isObject = isObject
    frame.pointee.count = 0
    frame.pointee.pathCount = path.count
    frame.pointee.base = path.count
    frame.pointee.keys = keys.begin()
    frame.pointee.place = place
    frame.pointee.isTable = false
    frame.pointee.pair = SecretPair.Match()
    // Rules must check each key of an object that pointers lead into.
    frame.pointee.keySource = place != RuleWalk.free ? KeySource.register : KeySource.none
    frame.pointee.written = 0
    frames.count &+= 1
    if isObject { sink.beginObject() } else { sink.beginArray() }
    return serial
  }

  /// Opens a container under a key of the innermost one. The key stays on the path while the container is open.
  func push(isObject: Bool, at step: PathStep) -> Int {
    let serial = push(isObject: isObject)
    path.append(step)
    frames.elements[frames.count &- 1].base = path.count
    return serial
  }

  /// An encoder for a value that comes out of order; its output is discarded with the run.
  func detach() -> any Encoder {
    isOutOfOrder = true
    return TreeEncoder(
      run: treeRun(), node: TreeNode(depth: depth), codingPath: path(count: path.count))
  }

  /// The path that a value sees.
  func readPath(count: Int) -> [any CodingKey] {
    pathReads &+= 1
    return path(count: count)
  }

  /// The first keys of the path: those that led to an encoder or a container.
  func path(count: Int) -> [any CodingKey] {
    (0..<min(count, path.count)).map { path.elements[$0].key ?? IndexKey(path.elements[$0].index) }
  }

  /// The path to a container. Only a slower run knows the path to a closed one.
  func path(count: Int, depth: Int, serial: Int) -> [any CodingKey] {
    if frames.count < depth || frames.elements[depth - 1].serial != serial { isOutOfOrder = true }
    return readPath(count: count)
  }

  /// The number of elements of an array, 0 if it is closed.
  func count(depth: Int, serial: Int) -> Int {
    frames.count >= depth && frames.elements[depth - 1].serial == serial ? frames.elements[depth - 1].count : 0
  }

  /// Makes a container the innermost one by closing those inside it; `false` if it is closed.
  @_transparent
  func select(depth: Int, serial: Int) -> Bool {
    if frames.count == depth, frames.elements[depth &- 1].serial == serial { return true }
    return reselect(depth: depth, serial: serial)
  }

  @inline(never)
  private func reselect(depth: Int, serial: Int) -> Bool {
    guard frames.count > depth, depth > floor, frames.elements[depth - 1].serial == serial else {
      isOutOfOrder = true
      return false
    }
    close(to: depth)
    return true
  }

  func close(to depth: Int) {
    while frames.count > depth {
      frames.count &-= 1
      let frame = frames.elements + frames.count
      if frame.pointee.isObject { sink.endObject() } else { sink.endArray() }
      keys.end(frame.pointee.keys)
      if path.count > frame.pointee.pathCount { path.removeLast(to: frame.pointee.pathCount) }
    }
  }

  /// Notes that an element comes next in the innermost array, and returns its index.
  func nextIndex() -> Int {
    let index = frames.elements[frames.count &- 1].count
    frames.elements[frames.count &- 1].count = index &+ 1
    // The place of the last element's last member must not remain.
    place = RuleWalk.free
    let outer = frames.elements[frames.count &- 1].place
    if outer != RuleWalk.free { redact(index: index, in: outer) }
    return index
  }

  /// Writes a key of a container; returns whether its value may follow.
  ///
  /// It may not if the container is closed or already has the key.
  @_transparent
  func key(_ key: some CodingKey, _ place: KeyedCursor) -> Bool {
    guard place.hasCases else { return self.key(key.stringValue, nil, place) }
    let number = key.byte
    // Not with `||`, which counts references in a debug build.
    if self.key(ofCase: number, place) { return true }
    return self.key(key.stringValue, number, place)
  }

  /// Writes the key that a case of the key type stands for, without making its text; `false` if it isn't known or new.
  @inline(never)
  private func key(ofCase number: UInt8, _ place: KeyedCursor) -> Bool {
    let number = UInt64(truncatingIfNeeded: number)
    guard frames.count == place.depth, let index = place.keys.index(ofCase: number) else { return false }
    let frame = frames.elements + (place.depth &- 1)
    guard frame.pointee.serial == place.serial,
      frame.pointee.keySource == place.keySource || frame.pointee.keySource == KeySource.none,
      frame.pointee.written &>> KnownKeys.Written(truncatingIfNeeded: index) & 1 == 0,
      sink.key(place.keys.keys.elements + Int(truncatingIfNeeded: index))
    else { return false }
    self.place = RuleWalk.free
    frame.pointee.keySource = place.keySource
    frame.pointee.written |= 1 &<< KnownKeys.Written(truncatingIfNeeded: index)
    return true
  }

  /// Writes a key of a container, which is that of a case if the key type has cases.
  @inline(never)
  private func key(_ key: String, _ number: UInt8?, _ place: KeyedCursor) -> Bool {
    guard select(depth: place.depth, serial: place.serial) else { return false }
    self.place = RuleWalk.free
    guard let short = ShortText(key) else { return longKey(key) }
    let fingerprint = KeyFingerprint(short)
    let last = frames.count &- 1
    // Ids don't repeat like keys.
    guard !frames.elements[last].isTable, frames.elements[last].place == RuleWalk.free,
      let prepared = preparedKeys.find(short, fingerprint)
    else {
      // The register holds all keys of this kind, whatever the source of the others.
      guard note(fingerprint) else { return false }
      writeKey(key, in: frames.elements[last])
      return true
    }
    if frames.elements[last].keySource == KeySource.none { frames.elements[last].keySource = place.keySource }
    if place.keySource > 0, frames.elements[last].keySource == place.keySource {
      if let index = place.keys.index(of: prepared.pointee) {
        if let number { place.keys.note(case: UInt64(truncatingIfNeeded: number), index: index) }
        let bit: KnownKeys.Written = 1 &<< KnownKeys.Written(truncatingIfNeeded: index)
        isOutOfOrder = isOutOfOrder || frames.elements[last].written & bit != 0
        frames.elements[last].written |= bit
        sink.key(key, prepared)
        return !isOutOfOrder
      }
      registerKeys(of: place)
      place.forgetKeys()
    } else if frames.elements[last].keySource != KeySource.register {
      registerKeys(of: containers.cursor(ofSource: frames.elements[last].keySource))
    }
    guard note(fingerprint) else { return false }
    sink.key(key, prepared)
    return true
  }

  /// Puts the keys of the innermost object into the register, if they are known.
  private func registerKeys(of place: KeyedCursor?) {
    let last = frames.count &- 1
    var written = frames.elements[last].written
    frames.elements[last].keySource = KeySource.register
    while written != 0, let key = place?.keys.keys.elements[written.trailingZeroBitCount].key {
      _ = note(KeyFingerprint(key))
      written &= written &- 1
    }
    if written != 0 { isOutOfOrder = true }
  }

  @inline(never)
  private func longKey(_ key: String) -> Bool {
    guard note(key.withBytes { KeyFingerprint($0) }) else { return false }
    writeKey(key, in: frames.elements[frames.count &- 1])
    return true
  }

  /// Notes a key of the innermost object by its fingerprint; `false` if the object may have it already.
  @_transparent
  private func note(_ fingerprint: KeyFingerprint) -> Bool {
    if keys.insert(fingerprint.number, &frames.elements[frames.count &- 1].keys) { return true }
    isOutOfOrder = true
    return false
  }
}
