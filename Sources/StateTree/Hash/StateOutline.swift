/// The hash of a state with the hashes of the members near its root.
///
/// Comparing two outlines shows what an action changed, without keeping the state. An outline is two levels deep; the
/// members of a member with more than 64 of them are not listed, but where a session follows states, a large collection
/// at these levels has the elements that changed since the last state.
package struct StateOutline: Sendable {
  /// The hash of the whole state.
  package var hash: StateHash
  /// Whether the state is an object that shows its members.
  var showsMembers = false
  /// The members, each followed by its own members.
  ///
  /// Entries and keys are two flat arrays, which the outline of a later state reuses. As a tree of objects, the outline of
  /// a small state took eight allocations.
  package var entries: [Entry] = []
  /// The UTF-8 of the keys of all entries.
  var keys: [UInt8] = []
  /// The changes of collections that are known by element.
  var collections: [CollectionChange] = []

  /// A member of the state, or a member of one.
  package struct Entry: Sendable, Hashable {
    /// The key's range in `keys`.
    package var keyStart: Int
    package var keyEnd: Int
    package var hash = StateHash.null
    /// The number of entries that follow as this one's members; `nil` if they aren't listed.
    package var children: Int?
  }

  /// The elements in which a collection differs from an earlier one.
  struct CollectionChange: Sendable {
    /// The entry of the collection; `nil` for the state itself.
    var entry: Int?
    /// The hash of the earlier collection.
    var earlier: StateHash
    /// The key of the member that has the elements, if that isn't listed; `nil` if the entry has them.
    var member: String?
    /// The keys or indexes of the elements, and their new hashes; `nil` for an element that is gone.
    var elements: [(key: String, hash: StateHash?)]
  }

  /// The most members of a member that are listed.
  package static let childLimit = 64

  /// The outline of `null`.
  package init() { hash = .null }

  /// The hash of a member by its pointer, one or two levels deep; `nil` if it isn't listed.
  package func hash(at pointer: String) -> StateHash? {
    if pointer.isEmpty { return hash }
    var index = 0
    while index < entries.count {
      let path = StateOutline.pointer("", key(entries[index]))
      if path == pointer { return entries[index].hash }
      for child in childIndices(of: index) where StateOutline.pointer(path, key(entries[child])) == pointer {
        return entries[child].hash
      }
      index = childIndices(of: index).upperBound
    }
    return nil
  }

  func key(_ entry: Entry) -> String { String(decoding: keys[entry.keyStart..<entry.keyEnd], as: UTF8.self) }

  /// The indices of the members of a member; the next member follows them.
  func childIndices(of index: Int) -> Range<Int> { (index + 1)..<(index + 1 + (entries[index].children ?? 0)) }
}

extension StateOutline: Hashable {
  /// Whether two outlines have the same hashes. How a collection changed isn't compared: it tells about an earlier state.
  package static func == (left: StateOutline, right: StateOutline) -> Bool {
    left.hash == right.hash && left.showsMembers == right.showsMembers && left.entries == right.entries
      && left.keys == right.keys
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Collects an outline while a tree is being hashed.
package struct OutlineCollector {
  /// The outline so far, without the hash of the whole.
  package private(set) var outline: StateOutline
  /// The member of the root that comes next.
  private var member = 0

  package init() { outline = StateOutline() }

  /// Reuses the memory of an outline, which is empty afterwards.
  package init(reusing memory: inout StateOutline) {
    outline = StateOutline()
    swap(&outline, &memory)
    outline.showsMembers = false
    outline.entries.removeAll(keepingCapacity: true)
    outline.keys.removeAll(keepingCapacity: true)
    if !outline.collections.isEmpty { outline.collections.removeAll(keepingCapacity: true) }
  }

  /// A member of the root (depth 0) or of one of its members (depth 1) begins.
  package mutating func beginMember(_ key: UnsafeRawBufferPointer, depth: Int) {
    guard outline.showsMembers else { return }
    if depth == 0 {
      member = outline.entries.count
    } else {
      guard let count = outline.entries[member].children else { return }
      if count == StateOutline.childLimit { return hideChildren() }
      outline.entries[member].children = count + 1
    }
    append(key)
  }

  /// A member of the root (depth 0) or of one of its members (depth 1) is complete.
  package mutating func add(_ hash: StateHash, depth: Int) {
    guard outline.showsMembers else { return }
    if depth == 0 {
      outline.entries[member].hash = hash
    } else if outline.entries[member].children != nil {
      outline.entries[outline.entries.count - 1].hash = hash
    }
  }

  /// Notes how the collection changed that is the state itself (depth -1), or the member that was begun last at a depth.
  package mutating func note(
    _ elements: [(key: String, hash: StateHash?)], since earlier: StateHash, depth: Int
  ) {
    if depth < 0 { return note(elements, below: nil, since: earlier) }
    guard outline.showsMembers else { return }
    if depth > 0, outline.entries[member].children == nil { return }
    note(elements, below: depth == 0 ? member : outline.entries.count - 1, since: earlier)
  }

  /// Notes how a collection changed that is the value of an entry, or of a member of it.
  package mutating func note(
    _ elements: [(key: String, hash: StateHash?)], below entry: Int?, _ member: String? = nil, since earlier: StateHash
  ) {
    outline.collections.append(
      StateOutline.CollectionChange(entry: entry, earlier: earlier, member: member, elements: elements))
  }

  /// The entry of the table that was added last at a depth or, if the table's members are listed, of its entities.
  package func tableEntry(depth: Int) -> Int? {
    guard outline.showsMembers, depth < 0 || outline.entries[member].children != nil else { return nil }
    return outline.entries.count - 1
  }

  /// Drops the member that was begun last.
  package mutating func removeMember(depth: Int) {
    guard outline.showsMembers else { return }
    if depth > 0 {
      guard let count = outline.entries[member].children else { return }
      outline.entries[member].children = count - 1
    }
    let entry = outline.entries.removeLast()
    outline.keys.removeSubrange(entry.keyStart...)
  }

  /// The root begins, and is an object.
  package mutating func beginRoot() { outline.showsMembers = true }

  /// An object begins below the root; it counts if it is a member of an object.
  package mutating func beginChildren(isMember: Bool) {
    if isMember, outline.showsMembers { outline.entries[member].children = 0 }
  }

  /// A member of the root keeps the hashes of its members.
  package mutating func takeChildren(of value: some StateHashProviding) {
    _ = takeChildren { value.forEachMemberHash($0) ? true : nil }
  }

  /// A member of the root provides its hash with those of its members; `nil` if it is unknown.
  package mutating func takeChildren(withHashOf value: some MemberHashProviding) -> StateHash? {
    takeChildren { value.stateHash(reportingMembers: $0) }
  }

  /// Adds the members that the closure reports; none if it returns `nil`.
  @_transparent
  private mutating func takeChildren<Result>(report: ((String, StateHash) -> Void) -> Result?) -> Result? {
    var count = 0
    let result = report { key, hash in
      count += 1
      if count <= StateOutline.childLimit { take(key, hash) }
    }
    guard let result else { return nil }
    outline.entries[member].children = count
    if count > StateOutline.childLimit { hideChildren() }
    return result
  }

  /// The root keeps the hashes of its members.
  package mutating func takeRoot(_ value: some StateHashProviding) {
    outline.showsMembers = value.forEachMemberHash { take($0, $1) }
  }

  private mutating func take(_ key: String, _ hash: StateHash) {
    key.withBytes { append($0) }
    outline.entries[outline.entries.count - 1].hash = hash
  }

  private mutating func append(_ key: UnsafeRawBufferPointer) {
    let start = outline.keys.count
    outline.keys.append(contentsOf: key)
    outline.entries.append(StateOutline.Entry(keyStart: start, keyEnd: outline.keys.count))
  }

  /// The member has too many members.
  private mutating func hideChildren() {
    outline.entries[member].children = nil
    outline.collections.removeAll { $0.entry.map { $0 > member } ?? false }
    outline.entries.removeSubrange((member + 1)...)
    outline.keys.removeSubrange(outline.entries[member].keyEnd...)
  }
}
