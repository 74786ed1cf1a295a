extension StateOutline {
  /// A member that differs between two states.
  package struct Change: Sendable, Hashable {
    /// The pointer to it.
    package let pointer: String
    /// Its hash in the later state; `nil` if it was removed.
    package let hash: StateHash?

    /// Creates a change.
    package init(pointer: String, hash: StateHash?) {
      self.pointer = pointer
      self.hash = hash
    }
  }

  /// The members that differ from those of an earlier state, in the order of this one; removed ones come last.
  ///
  /// If the states differ but one of them shows no members, it is the pointer to the root.
  package func changes(since earlier: StateOutline) -> [Change] {
    var changes: [Change] = []
    forEachChange(since: earlier) { changes.append(Change(pointer: $0.pointer, hash: $1)) }
    return changes
  }

  /// A location at which two states differ: a member, a member of a member, an element of a collection there, or the whole
  /// state.
  package struct Location {
    /// The outline that has the keys.
    fileprivate let outline: StateOutline
    fileprivate let member: Entry?
    fileprivate var child: Entry?
    /// The key of a member there that isn't listed.
    fileprivate var inner: String?
    /// The key or index of an element of the collection there.
    fileprivate var element: String?

    /// The pointer to it.
    package var pointer: String {
      ([member, child].compactMap { $0.map { outline.key($0) } } + [inner, element].compactMap { $0 })
        .reduce("") { StateOutline.pointer($0, $1) }
    }

    /// Calls the body with each key that leads to it; `false` for the root, and if a key needs escapes in a pointer or in a
    /// JSON string.
    package func forEachPlainKey(_ body: (UnsafeRawBufferPointer) -> Void) -> Bool {
      guard let member else { return false }
      return outline.keys.withUnsafeBytes { keys in
        let key = UnsafeRawBufferPointer(rebasing: keys[member.keyStart..<member.keyEnd])
        let childKey = child.map { UnsafeRawBufferPointer(rebasing: keys[$0.keyStart..<$0.keyEnd]) }
        guard StateOutline.isPlain(key), childKey.map(StateOutline.isPlain) != false,
          element?.withBytes(StateOutline.isPlain) != false
        else { return false }
        body(key)
        if let childKey { body(childKey) }
        inner?.withBytes(do: body)
        element?.withBytes(do: body)
        return true
      }
    }
  }

  /// Calls the body with the locations that `changes(since:)` lists, and their hashes.
  package func forEachChange(since earlier: StateOutline, _ body: (Location, _ hash: StateHash?) -> Void) {
    guard hash != earlier.hash else { return }
    guard showsMembers, earlier.showsMembers else {
      return report(Location(outline: self, member: nil), nil, hash, since: earlier.hash, body)
    }
    // The members of a type have one order, so an index is only needed if the keys vary.
    let count = hasSameKeys(as: earlier) ? compareInOrder(earlier, body) : compareByKey(earlier, body)
    if count == 0 { body(Location(outline: self, member: nil), hash) }
  }

  /// Calls the body with a location that differs, or, where they are known, with the elements there that do.
  private func report(
    _ location: Location, _ entry: Int?, _ hash: StateHash, since earlier: StateHash,
    _ body: (Location, StateHash?) -> Void
  ) {
    var isReported = false
    for change in collections where change.entry == entry && change.earlier == earlier {
      var location = location
      location.inner = change.member
      for element in change.elements {
        isReported = true
        location.element = element.key
        body(location, element.hash)
      }
    }
    if !isReported { body(location, hash) }
  }

  private func hasSameKeys(as other: StateOutline) -> Bool {
    guard entries.count == other.entries.count, keys == other.keys else { return false }
    for index in entries.indices {
      let (entry, same) = (entries[index], other.entries[index])
      guard entry.keyEnd == same.keyEnd, entry.children == same.children else { return false }
    }
    return true
  }

  /// Calls the body with the locations that differ; returns the number of differing members.
  private func compareInOrder(_ earlier: StateOutline, _ body: (Location, StateHash?) -> Void) -> Int {
    var count = 0
    var index = 0
    while index < entries.count {
      let children = childIndices(of: index)
      if entries[index].hash != earlier.entries[index].hash {
        count += 1
        var place = Location(outline: self, member: entries[index])
        var isReported = false
        for child in children where entries[child].hash != earlier.entries[child].hash {
          isReported = true
          place.child = entries[child]
          report(place, child, entries[child].hash, since: earlier.entries[child].hash, body)
        }
        if !isReported { report(place, index, entries[index].hash, since: earlier.entries[index].hash, body) }
      }
      index = children.upperBound
    }
    return count
  }

  /// Does the same for outlines with any keys.
  private func compareByKey(_ earlier: StateOutline, _ body: (Location, StateHash?) -> Void) -> Int {
    var count = 0
    StateOutline.forEachDifference(earlier, earlier.members, self, members) { before, after in
      count += 1
      guard let after else { return body(Location(outline: earlier, member: before.map { earlier.entries[$0] }), nil) }
      var isReported = false
      if let before, entries[after].children != nil, earlier.entries[before].children != nil {
        let (old, new) = (earlier.childIndices(of: before), childIndices(of: after))
        StateOutline.forEachDifference(earlier, Array(old), self, Array(new)) { old, new in
          isReported = true
          let outline = new == nil ? earlier : self
          let member = new == nil ? earlier.entries[before] : entries[after]
          let child = new.map { entries[$0] } ?? old.map { earlier.entries[$0] }
          let place = Location(outline: outline, member: member, child: child)
          guard let old, let new else { return body(place, new.map { entries[$0].hash }) }
          report(place, new, entries[new].hash, since: earlier.entries[old].hash, body)
        }
      }
      if isReported { return }
      let place = Location(outline: self, member: entries[after])
      guard let before else { return body(place, entries[after].hash) }
      report(place, after, entries[after].hash, since: earlier.entries[before].hash, body)
    }
    return count
  }

  private var members: [Int] {
    Array(
      sequence(state: 0) { index in
        guard index < entries.count else { return nil }
        defer { index = childIndices(of: index).upperBound }
        return index
      })
  }

  /// Calls the body with the indices of each pair that differs; `nil` on one side means that the key is missing there.
  private static func forEachDifference(
    _ old: StateOutline, _ oldIndices: [Int], _ new: StateOutline, _ newIndices: [Int], _ body: (Int?, Int?) -> Void
  ) {
    func key(_ outline: StateOutline, _ index: Int) -> ArraySlice<UInt8> {
      outline.keys[outline.entries[index].keyStart..<outline.entries[index].keyEnd]
    }
    let oldByKey = Dictionary(oldIndices.map { (key(old, $0), $0) }, uniquingKeysWith: { $1 })
    let newKeys = Set(newIndices.map { key(new, $0) })
    for index in newIndices {
      let before = oldByKey[key(new, index)]
      if before.map({ old.entries[$0].hash }) != new.entries[index].hash { body(before, index) }
    }
    for index in oldIndices where !newKeys.contains(key(old, index)) { body(index, nil) }
  }

  // MARK: Pointers

  /// Whether a key needs no escapes, neither in a pointer nor in a JSON string.
  static func isPlain(_ key: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position < key.count {
      let byte = key[position]
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "~")
        || byte == UInt8(ascii: "/")
      {
        return false
      }
      position &+= 1
    }
    return true
  }

  static func pointer(_ parent: String, _ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return parent + "/" + key
    }
    var escaped = parent + "/"
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
