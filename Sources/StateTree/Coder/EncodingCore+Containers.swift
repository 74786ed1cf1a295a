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
    frames.append(Frame(serial: serial, isObject: isObject, pathCount: path.count, keys: keys.begin(), place: place))
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
      run: treeRun(), node: TreeNode(depth: depth), codingPath: path(count: path.count))
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
    let place = frames[frames.count &- 1].place
    if place != RuleWalk.free { redact(index: index, in: place) }
    return index
  }

  /// Writes a key of a container, and tells whether its value may follow.
  ///
  /// It may not, if the container is closed or if it has the key already.
  @inline(never)
  func key(_ key: String, depth: Int, serial: Int) -> Bool {
    guard select(depth: depth, serial: serial) else { return false }
    guard let short = ShortText(key) else { return longKey(key) }
    let print = KeyPrint(short)
    guard note(print) else { return false }
    let last = frames.count &- 1
    if frames[last].place == RuleWalk.free, let index = preparedKeys.find(short, print) {
      sink.key(key, preparedKeys[index])
    } else {
      writeKey(key, in: frames[last])
    }
    return true
  }

  @inline(never)
  private func longKey(_ key: String) -> Bool {
    guard note(key.withBytes { KeyPrint($0) }) else { return false }
    writeKey(key, in: frames[frames.count &- 1])
    return true
  }

  /// Notes a key of the innermost object by its print; `false` if the object may have it already.
  @inline(__always)
  private func note(_ print: KeyPrint) -> Bool {
    if keys.insert(print.number, &frames[frames.count &- 1].keys) { return true }
    isOutOfOrder = true
    return false
  }
}
