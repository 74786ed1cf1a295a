/// The hash of a state with the hashes of the members near its root: enough to tell what an action changed without
/// keeping the state.
///
/// It goes two levels deep. A member with more than 64 members of its own stands for all of them.
public struct StateOutline: Sendable, Hashable {
  /// The hash of the whole state.
  public let hash: StateHash
  /// The members, if the state is an object that shows them.
  let members: [Member]?

  struct Member: Sendable, Hashable, OutlineEntry {
    var key: String
    var hash: StateHash
    /// The members of the member, if it is an object that isn't too large.
    var children: [Child]?
  }

  struct Child: Sendable, Hashable, OutlineEntry {
    var key: String
    var hash: StateHash
  }

  /// How many members of a member are told apart.
  static let childLimit = 64

  /// The hash of a member by its pointer, one or two levels deep; `nil` if the outline does not tell it apart.
  public func hash(at pointer: String) -> StateHash? {
    if pointer.isEmpty { return hash }
    for member in members ?? [] {
      let path = StateOutline.pointer("", member.key)
      if path == pointer { return member.hash }
      for child in member.children ?? [] where StateOutline.pointer(path, child.key) == pointer { return child.hash }
    }
    return nil
  }
}

/// Gathers an outline while a tree is being hashed.
struct OutlineCollector {
  private(set) var members: [StateOutline.Member]?
  private var children: [StateOutline.Child]?
  /// The keys of the member of the root, and of its member, that come next.
  private var keys = ["", ""]

  /// A member of the root (depth 0) or of one of its members (depth 1) begins.
  mutating func beginMember(_ key: String, depth: Int) {
    keys[depth] = key
  }

  /// A member of the root (depth 0) or of one of its members (depth 1) is complete.
  mutating func add(_ hash: StateHash, depth: Int) {
    let key = keys[depth]
    if depth == 0 {
      let fitting = children.flatMap { $0.count <= StateOutline.childLimit ? $0 : nil }
      members?.append(StateOutline.Member(key: key, hash: hash, children: fitting))
      children = nil
    } else if let count = children?.count, count <= StateOutline.childLimit {
      children?.append(StateOutline.Child(key: key, hash: hash))
    }
  }

  /// The root begins, and is an object.
  mutating func beginRoot() { members = [] }

  /// An object begins below the root; it counts if it is a member of an object.
  mutating func beginChildren(isMember: Bool) {
    children = isMember ? [] : nil
  }

  /// A value below the root keeps the hashes of its members.
  mutating func takeChildren(_ hashes: [(key: String, hash: StateHash)]?, isMember: Bool) {
    children = isMember ? hashes?.map { StateOutline.Child(key: $0.key, hash: $0.hash) } : nil
  }

  /// The root keeps the hashes of its members.
  mutating func takeRoot(_ hashes: [(key: String, hash: StateHash)]?) {
    members = hashes?.map { StateOutline.Member(key: $0.key, hash: $0.hash, children: nil) }
  }
}
