/// The hash of a state with the hashes of the members near its root: enough to tell what an action changed without
/// keeping the state.
///
/// It goes two levels deep. A member with more than 64 members of its own stands for all of them.
public struct StateOutline: Sendable, Hashable {
  /// The hash of the whole state.
  public let hash: StateHash
  /// The members, if the state is an object that shows them.
  let members: [Member]?

  struct Member: Sendable, Hashable {
    var key: String
    var hash: StateHash
    /// The members of the member, if it is an object that isn't too large.
    var children: [Child]?
  }

  struct Child: Sendable, Hashable {
    var key: String
    var hash: StateHash
  }

  /// How many members of a member are told apart.
  static let childLimit = 64

  /// A member that differs between two states.
  public struct Change: Sendable, Hashable {
    /// Where it is.
    public let pointer: String
    /// Its hash in the later state; `nil` if it is gone.
    public let hash: StateHash?

    /// Creates a change.
    public init(pointer: String, hash: StateHash?) {
      self.pointer = pointer
      self.hash = hash
    }
  }

  /// The members that differ from those of an earlier state, in the order of this one; those that are gone last.
  ///
  /// The whole state, as the pointer to the root, if it differs but one of the two has no members to tell.
  public func changes(since earlier: StateOutline) -> [Change] {
    guard hash != earlier.hash else { return [] }
    guard let old = earlier.members, let new = members else { return [Change(pointer: "", hash: hash)] }
    var changes: [Change] = []
    StateOutline.compare(old, new, key: \.key, hash: \.hash) { old, new in
      let pointer = StateOutline.pointer("", (new ?? old)?.key ?? "")
      guard let oldChildren = old?.children, let newChildren = new?.children else {
        changes.append(Change(pointer: pointer, hash: new?.hash))
        return
      }
      let before = changes.count
      StateOutline.compare(oldChildren, newChildren, key: \.key, hash: \.hash) { oldChild, newChild in
        let child = StateOutline.pointer(pointer, (newChild ?? oldChild)?.key ?? "")
        changes.append(Change(pointer: child, hash: newChild?.hash))
      }
      if changes.count == before { changes.append(Change(pointer: pointer, hash: new?.hash)) }
    }
    return changes.isEmpty ? [Change(pointer: "", hash: hash)] : changes
  }

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

  private static func pointer(_ parent: String, _ key: String) -> String {
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

  /// Calls the body with each pair that differs; one that exists on one side only comes with `nil`.
  private static func compare<Entry>(
    _ old: [Entry], _ new: [Entry], key: (Entry) -> String, hash: (Entry) -> StateHash,
    _ body: (Entry?, Entry?) -> Void
  ) {
    // The members of one type come in one order, so that the index is needed only where the keys vary.
    if old.count == new.count, zip(old, new).allSatisfy({ key($0).hasSameBytes(as: key($1)) }) {
      for (old, new) in zip(old, new) where hash(old) != hash(new) { body(old, new) }
      return
    }
    let oldByKey = Dictionary(old.map { (ByteString(key($0)), $0) }, uniquingKeysWith: { $1 })
    let newKeys = Set(new.map { ByteString(key($0)) })
    for entry in new {
      let before = oldByKey[ByteString(key(entry))]
      if before.map(hash) != hash(entry) { body(before, entry) }
    }
    for entry in old where !newKeys.contains(ByteString(key(entry))) { body(entry, nil) }
  }
}

/// Gathers an outline while a tree is being hashed.
struct OutlineCollector {
  private(set) var members: [StateOutline.Member]?
  private var children: [StateOutline.Child]?
  /// The keys of the member of the root, and of its member, that come next.
  private var keys = ["", ""]

  /// A member of the root (depth 0) or of one of its members (depth 1) begins.
  mutating func beginMember(utf8: UnsafeRawBufferPointer, depth: Int) {
    keys[depth] = String(decoding: utf8, as: UTF8.self)
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
