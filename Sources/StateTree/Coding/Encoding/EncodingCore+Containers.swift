extension EncodingCore {
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
    if !isPending, frames.count > depth, frames[depth].isObject == isObject {
      return frames[depth].serial
    }
    isOutOfOrder = true
    return 0
  }

  /// Opens a container inside another, where the next value goes.
  func push(isObject: Bool) -> Int {
    serial &+= 1
    var frame = Frame(serial: serial, isObject: isObject, pathCount: path.count, keys: keys.begin(), place: place)
    // Rules must check each key of an object that pointers lead into.
    if place != RuleWalk.free { frame.keySource = KeySource.register }
    frames.append(frame)
    if isObject { sink.beginObject() } else { sink.beginArray() }
    return serial
  }

  /// Opens a container under a key of the innermost one. The key stays on the path while the container is open.
  func push(isObject: Bool, at step: PathStep) -> Int {
    let serial = push(isObject: isObject)
    path.append(step)
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
    (0..<min(count, path.count)).map { path[$0].key ?? IndexKey(path[$0].index) }
  }

  /// The path to a container. Only a slower run knows the path to a closed one.
  func path(count: Int, depth: Int, serial: Int) -> [any CodingKey] {
    if frames.count < depth || frames[depth - 1].serial != serial { isOutOfOrder = true }
    return readPath(count: count)
  }

  /// The number of elements of an array, 0 if it is closed.
  func count(depth: Int, serial: Int) -> Int {
    frames.count >= depth && frames[depth - 1].serial == serial ? frames[depth - 1].count : 0
  }

  /// Makes a container the innermost one by closing those inside it; `false` if it is closed.
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
    // The place of the last element's last member must not remain.
    place = RuleWalk.free
    let outer = frames[frames.count &- 1].place
    if outer != RuleWalk.free { redact(index: index, in: outer) }
    return index
  }

  /// Writes a key of a container; returns whether its value may follow.
  ///
  /// It may not if the container is closed or already has the key.
  @inline(never)
  func key(_ key: String, _ place: KeyedCursor) -> Bool {
    guard select(depth: place.depth, serial: place.serial) else { return false }
    self.place = RuleWalk.free
    guard let short = ShortText(key) else { return longKey(key) }
    let last = frames.count &- 1
    let source = frames[last].keySource
    guard source == place.keySource || source == KeySource.none,
      let index = place.keys.index(of: short, after: frames[last].written)
    else { return otherKey(key, short, place) }
    frames[last].keySource = place.keySource
    frames[last].written |= 1 &<< KnownKeys.Written(truncatingIfNeeded: index)
    sink.key(key, place.keys[index])
    return true
  }

  /// Writes a key that doesn't follow the last one in the source of keys.
  @inline(never)
  private func otherKey(_ key: String, _ short: ShortText, _ place: KeyedCursor) -> Bool {
    let fingerprint = KeyFingerprint(short)
    let last = frames.count &- 1
    // Ids don't repeat like keys.
    guard !frames[last].isTable, frames[last].place == RuleWalk.free,
      let prepared = preparedKeys.find(short, fingerprint)
    else {
      // The register holds all keys of this kind, whatever the source of the others.
      guard note(fingerprint) else { return false }
      writeKey(key, in: frames[last])
      return true
    }
    if frames[last].keySource == KeySource.none { frames[last].keySource = place.keySource }
    if place.keySource > 0, frames[last].keySource == place.keySource {
      if let index = place.keys.index(of: preparedKeys[prepared]) {
        let bit: KnownKeys.Written = 1 &<< KnownKeys.Written(truncatingIfNeeded: index)
        isOutOfOrder = isOutOfOrder || frames[last].written & bit != 0
        frames[last].written |= bit
        sink.key(key, place.keys[index])
        return !isOutOfOrder
      }
      registerKeys(of: place)
      place.forgetKeys()
    } else if frames[last].keySource != KeySource.register {
      registerKeys(of: containers.cursor(ofSource: frames[last].keySource))
    }
    guard note(fingerprint) else { return false }
    sink.key(key, preparedKeys[prepared])
    return true
  }

  /// Puts the keys of the innermost object into the register, if they are known.
  private func registerKeys(of place: KeyedCursor?) {
    let last = frames.count &- 1
    var written = frames[last].written
    frames[last].keySource = KeySource.register
    while written != 0, let key = place?.keys[written.trailingZeroBitCount].key {
      _ = note(KeyFingerprint(key))
      written &= written &- 1
    }
    if written != 0 { isOutOfOrder = true }
  }

  @inline(never)
  private func longKey(_ key: String) -> Bool {
    guard note(key.withBytes { KeyFingerprint($0) }) else { return false }
    writeKey(key, in: frames[frames.count &- 1])
    return true
  }

  /// Notes a key of the innermost object by its fingerprint; `false` if the object may have it already.
  @inline(__always)
  private func note(_ fingerprint: KeyFingerprint) -> Bool {
    if keys.insert(fingerprint.number, &frames[frames.count &- 1].keys) { return true }
    isOutOfOrder = true
    return false
  }
}
