/// The hash of a state with the hashes of the members near its root: enough to tell what an action changed without
/// keeping the state.
///
/// It goes two levels deep. A member with more than 64 members of its own stands for all of them.
package struct StateOutline: Sendable, Hashable {
  /// The hash of the whole state.
  package var hash: StateHash
  /// Whether the state is an object that shows its members.
  var showsMembers = false
  /// The members, each with its own members behind it.
  ///
  /// They and their keys lie in two arrays, which the outline of a later state takes over: made of objects that hold each
  /// other, the outline of a small state took eight allocations.
  var entries: [Entry] = []
  /// The UTF-8 of the keys of all entries.
  var keys: [UInt8] = []

  /// A member of the state, or a member of one.
  struct Entry: Sendable, Hashable {
    /// Where the key begins and ends.
    var keyStart: Int
    var keyEnd: Int
    var hash = StateHash.null
    /// How many members follow that are this one's own; `nil` if it does not tell them apart.
    var children: Int?
  }

  /// How many members of a member are told apart.
  static let childLimit = 64

  /// An outline whose memory can be used; it is that of `null`.
  package init() { hash = .null }

  /// The hash of a member by its pointer, one or two levels deep; `nil` if the outline does not tell it apart.
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

  /// Where the members of a member are; behind them is the next member.
  func childIndices(of index: Int) -> Range<Int> { (index + 1)..<(index + 1 + (entries[index].children ?? 0)) }
}

/// Gathers an outline while a tree is being hashed.
struct OutlineCollector {
  /// What is gathered; its hash is for others to set.
  private(set) var outline: StateOutline
  /// The member of the root that comes next.
  private var member = 0

  init() { outline = StateOutline() }

  /// Starts with the memory of an outline, which is empty afterwards.
  init(reusing memory: inout StateOutline) {
    outline = StateOutline()
    swap(&outline, &memory)
    outline.showsMembers = false
    outline.entries.removeAll(keepingCapacity: true)
    outline.keys.removeAll(keepingCapacity: true)
  }

  /// A member of the root (depth 0) or of one of its members (depth 1) begins.
  mutating func beginMember(_ key: String, depth: Int) {
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
  mutating func add(_ hash: StateHash, depth: Int) {
    guard outline.showsMembers else { return }
    if depth == 0 {
      outline.entries[member].hash = hash
    } else if outline.entries[member].children != nil {
      outline.entries[outline.entries.count - 1].hash = hash
    }
  }

  /// The member that has begun is none after all.
  mutating func removeMember(depth: Int) {
    guard outline.showsMembers else { return }
    if depth > 0 {
      guard let count = outline.entries[member].children else { return }
      outline.entries[member].children = count - 1
    }
    let entry = outline.entries.removeLast()
    outline.keys.removeSubrange(entry.keyStart...)
  }

  /// The root begins, and is an object.
  mutating func beginRoot() { outline.showsMembers = true }

  /// An object begins below the root; it counts if it is a member of an object.
  mutating func beginChildren(isMember: Bool) {
    if isMember { outline.entries[member].children = 0 }
  }

  /// A member of the root keeps the hashes of its members.
  mutating func takeChildren(of value: some StateHashProviding) {
    _ = takeChildren { value.forEachMemberHash($0) ? true : nil }
  }

  /// A member of the root keeps the hashes of its members, and tells its own with them; `nil` if it doesn't know it.
  mutating func takeChildren(withHashOf value: some MemberHashProviding) -> StateHash? {
    takeChildren { value.stateHash(tellingMembers: $0) }
  }

  /// Takes the members that are told; none if there is no result.
  @inline(__always)
  private mutating func takeChildren<Result>(tell: ((String, StateHash) -> Void) -> Result?) -> Result? {
    var count = 0
    let result = tell { key, hash in
      count += 1
      if count <= StateOutline.childLimit { take(key, hash) }
    }
    guard let result else { return nil }
    outline.entries[member].children = count
    if count > StateOutline.childLimit { hideChildren() }
    return result
  }

  /// The root keeps the hashes of its members.
  mutating func takeRoot(_ value: some StateHashProviding) {
    outline.showsMembers = value.forEachMemberHash { take($0, $1) }
  }

  private mutating func take(_ key: String, _ hash: StateHash) {
    append(key)
    outline.entries[outline.entries.count - 1].hash = hash
  }

  private mutating func append(_ key: String) {
    let start = outline.keys.count
    key.withBytes { outline.keys.append(contentsOf: $0) }
    outline.entries.append(StateOutline.Entry(keyStart: start, keyEnd: outline.keys.count))
  }

  /// The member has too many members of its own.
  private mutating func hideChildren() {
    outline.entries[member].children = nil
    outline.entries.removeSubrange((member + 1)...)
    outline.keys.removeSubrange(outline.entries[member].keyEnd...)
  }
}
