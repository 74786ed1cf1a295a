// The steps of a patch. They descend through `inout` and move each container out of its enum before they change it, so
// that it has a single reference and is changed in place.

extension JSONValue {
  /// The value at a pointer.
  func existing(at path: JSONPointer) throws(JSONPatchError.Reason) -> JSONValue {
    var value = self
    for depth in path.tokens.indices {
      switch value {
      case .object(let members): value = members.values[try members.position(path, depth)]
      case .array(let elements): value = elements[try path.index(at: depth, below: elements.count, of: elements)]
      default: throw .notAContainer(path.prefix(depth), found: value.kindInWords)
      }
    }
    return value
  }

  /// Adds a value like RFC 6902's `add`, and returns the undo step.
  mutating func add(_ new: JSONValue, at path: JSONPointer) throws(JSONPatchError.Reason) -> JSONEdit {
    guard let key = path.tokens.last else {
      return JSONEdit(path: path, change: .replace(try replace(at: path, with: new)))
    }
    let depth = path.tokens.count - 1
    return try modify(path, end: depth) { (parent: inout JSONValue) throws(JSONPatchError.Reason) -> JSONEdit in
      if var members = parent.takeMembers() {
        defer { parent = .object(members) }
        let old = members[key]
        members[key] = new
        return JSONEdit(path: path, change: old.map { .replace($0) } ?? .remove)
      }
      if var elements = parent.takeElements() {
        defer { parent = .array(elements) }
        let isEnd = key.hasSameBytes(as: "-")
        let index = isEnd ? elements.count : try path.index(at: depth, below: elements.count + 1, of: elements)
        elements.insert(new, at: index)
        return JSONEdit(
          path: path.prefix(depth).appending(index: index), change: .remove, moved: elements.count - index)
      }
      throw .notAContainer(path.prefix(depth), found: parent.kindInWords)
    }
  }

  /// Removes and returns a value, with its position among its siblings and the number of siblings that moved.
  mutating func remove(
    at path: JSONPointer
  ) throws(JSONPatchError.Reason) -> (old: JSONValue, position: Int, moved: Int) {
    guard let key = path.tokens.last else { throw .rootRemoved }
    let depth = path.tokens.count - 1
    return try modify(path, end: depth) {
      (parent: inout JSONValue) throws(JSONPatchError.Reason) -> (old: JSONValue, position: Int, moved: Int) in
      if var members = parent.takeMembers() {
        defer { parent = .object(members) }
        let position = try members.position(path, depth)
        let old = members.values[position]
        members[key] = nil
        return (old, position, position == members.count ? 0 : 8 * members.count)
      }
      if var elements = parent.takeElements() {
        defer { parent = .array(elements) }
        let index = try path.index(at: depth, below: elements.count, of: elements)
        return (elements.remove(at: index), index, elements.count - index)
      }
      throw .notAContainer(path.prefix(depth), found: parent.kindInWords)
    }
  }

  /// Replaces a value that exists, and returns it.
  mutating func replace(at path: JSONPointer, with new: JSONValue) throws(JSONPatchError.Reason) -> JSONValue {
    try modify(path, end: path.tokens.count) { (value: inout JSONValue) -> JSONValue in
      let old = value
      value = new
      return old
    }
  }

  /// Puts a removed value back at its position. O(n) in the number of its siblings.
  mutating func insert(_ new: JSONValue, at path: JSONPointer, position: Int) throws(JSONPatchError.Reason) {
    guard let key = path.tokens.last else { return self = new }
    try modify(path, end: path.tokens.count - 1) { (parent: inout JSONValue) in
      if var members = parent.takeMembers() {
        members.insert(key, new, at: position)
        parent = .object(members)
      } else if var elements = parent.takeElements() {
        elements.insert(new, at: position)
        parent = .array(elements)
      }
    }
  }

  /// Changes the value at the tokens from `start` to `end`.
  private mutating func modify<Result>(
    _ path: JSONPointer, from start: Int = 0, end: Int,
    _ body: (inout JSONValue) throws(JSONPatchError.Reason) -> Result
  ) throws(JSONPatchError.Reason) -> Result {
    guard start < end else { return try body(&self) }
    if var members = takeMembers() {
      defer { self = .object(members) }
      let position = try members.position(path, start)
      return try members.modify(at: position) { (member: inout JSONValue) throws(JSONPatchError.Reason) -> Result in
        try member.modify(path, from: start + 1, end: end, body)
      }
    }
    if var elements = takeElements() {
      defer { self = .array(elements) }
      let index = try path.index(at: start, below: elements.count, of: elements)
      return try elements[index].modify(path, from: start + 1, end: end, body)
    }
    throw .notAContainer(path.prefix(start), found: kindInWords)
  }

  // Separate functions, because in debug builds a pattern's copy of the value lives to the end of the `switch`.

  /// Moves the members out of an object, which is `null` until they are put back; `nil` if it isn't an object.
  private mutating func takeMembers() -> JSONObject? {
    guard case .object(let members) = self else { return nil }
    self = .null
    return members
  }

  /// Moves the elements out of an array, which is `null` until they are put back; `nil` if it isn't an array.
  private mutating func takeElements() -> [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }
}

extension JSONObject {
  fileprivate func position(_ path: JSONPointer, _ depth: Int) throws(JSONPatchError.Reason) -> Int {
    guard let position = position(of: path.tokens[depth]) else {
      throw .noMember(path.tokens[depth], in: path.prefix(depth))
    }
    return position
  }
}

extension JSONPointer {
  fileprivate func index(
    at depth: Int, below bound: Int, of elements: [JSONValue]
  ) throws(JSONPatchError.Reason) -> Int {
    guard let index = JSONPointer.index(tokens[depth]) else { throw .notAnIndex(tokens[depth], in: prefix(depth)) }
    guard index < bound else { throw .noElement(index, in: prefix(depth), count: elements.count) }
    return index
  }
}
