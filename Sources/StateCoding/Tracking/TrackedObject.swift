@_spi(Kernel) import StateTree

/// A large object of a tracked document.
final class TrackedObject {
  /// The keys, in memory of their own: the next new key would copy a shared array.
  private var keys: [String]
  private var parts: TrackedParts
  private var hashes: [StateHash]
  private var sum = MemberHash()
  /// Whether the object is the whole document.
  private let isRoot: Bool
  /// The hashes of each member's members, if this is the whole document.
  private var inner: [[(key: String, hash: StateHash)]?] = []
  /// The last change; `nil` if too many members differ.
  private(set) var change: TrackedChange?

  init(_ members: JSONObject, isRoot: Bool, _ encoder: PartEncoder) throws {
    let found = try zip(members.keys, members.values).map {
      try encoder.part(of: $1, under: $0, inRoot: isRoot)
    }
    self.isRoot = isRoot
    keys = members.keys.map { $0 }
    parts = TrackedParts(found)
    hashes = found.map(\.hash)
    for (key, hash) in zip(keys, hashes) { sum.insert(MemberHash.member(key, hash)) }
    if isRoot { inner = found.map(\.memberHashes) }
  }

  var hash: StateHash { sum.finalized() }

  /// The object as it is written. O(n).
  var written: JSONValue {
    .object(JSONObject(uniqueKeys: keys, values: keys.indices.map(parts.written(at:))))
  }

  /// A member as it is written. O(n).
  func written(of key: String) -> JSONValue? {
    keys.firstIndex { $0.hasSameBytes(as: key) }.map(parts.written(at:))
  }

  /// Whether the object is known to equal another.
  func isSame(as members: JSONObject) -> Bool {
    keys.count == members.count && sameKeys(as: members) == keys.count
      && parts.samePrefix(as: members.values) == keys.count
  }

  /// The number of keys from the first on that another object has at the same positions.
  private func sameKeys(as members: JSONObject) -> Int {
    let limit = min(keys.count, members.count)
    var count = 0
    while true {
      count += keys.samePrefix(as: members.keys, from: count, count, limit: limit - count)
      guard count < limit, keys[count].hasSameBytes(as: members.keys[count]) else { return count }
      count += 1
    }
  }

  /// Follows the object to the next one, and collects the differences if they are wanted.
  func follow(_ members: JSONObject, _ encoder: PartEncoder, _ differ: inout JSONDiffer?) throws {
    let aligned = sameKeys(as: members)
    let earlier = hash
    var (changed, gone): ([(key: String, hash: StateHash?)], [(key: String, hash: StateHash?)]) = ([], [])
    defer { change = TrackedChange(since: earlier, changed + gone) }
    for index in aligned..<keys.count where members.position(of: keys[index]) == nil {
      gone.append((keys[index], nil))
      differ?.appendRemoval(of: keys[index], parts.written(at: index))
    }
    var index = 0
    while let next = parts.firstChange(as: members.values, from: index, to: aligned) {
      if let part = try follow(members, next, from: next, encoder, &differ) {
        if part.hash != hashes[next] { changed.append((keys[next], part.hash)) }
        set(part, at: next)
      }
      index = next + 1
    }
    guard aligned < max(keys.count, members.count) else { return }
    let places = Dictionary(uniqueKeysWithValues: (aligned..<keys.count).map { (ByteString(keys[$0]), $0) })
    let found = try (aligned..<members.count).map { index in
      guard let place = places[ByteString(members.keys[index])] else {
        let part = try encoder.part(of: members.values[index], under: members.keys[index], inRoot: isRoot)
        differ?.appendAddition(of: members.keys[index], part.written)
        changed.append((members.keys[index], part.hash))
        return part
      }
      let part = try follow(members, index, from: place, encoder, &differ) ?? parts.part(at: place, hash: hashes[place])
      if part.hash != hashes[place] { changed.append((members.keys[index], part.hash)) }
      return part
    }
    replace(from: aligned, with: Array(members.keys[aligned...]), found)
  }

  /// Follows a member to the next object's member at an index; `nil` if it stays the same.
  private func follow(
    _ members: JSONObject, _ index: Int, from place: Int, _ encoder: PartEncoder, _ differ: inout JSONDiffer?
  ) throws -> TrackedPart? {
    let (key, value) = (members.keys[index], members.values[index])
    differ?.path.append(key)
    defer { differ?.path.removeLast() }
    if let node = parts.node(at: place) {
      if try node.follow(value, encoder, &differ) { return TrackedPart(node) }
    } else if parts.isSame(at: place, as: members.values, at: index) {
      return nil
    }
    let part = try encoder.part(of: value, under: key, inRoot: isRoot)
    if differ != nil { differ?.compare(parts.written(at: place), part.written) }
    return part
  }

  private func set(_ part: TrackedPart, at index: Int) {
    sum.remove(MemberHash.member(keys[index], hashes[index]))
    sum.insert(MemberHash.member(keys[index], part.hash))
    hashes[index] = part.hash
    parts.replaceSubrange(index..<(index + 1), with: [part])
    if isRoot { inner[index] = part.memberHashes }
  }

  private func replace(from start: Int, with newKeys: [String], _ found: [TrackedPart]) {
    for index in start..<keys.count { sum.remove(MemberHash.member(keys[index], hashes[index])) }
    for (key, part) in zip(newKeys, found) { sum.insert(MemberHash.member(key, part.hash)) }
    parts.replaceSubrange(start..<keys.count, with: found)
    hashes.replaceSubrange(start..., with: found.map(\.hash))
    if isRoot { inner.replaceSubrange(start..., with: found.map(\.memberHashes)) }
    keys.replaceSubrange(start..., with: newKeys)
  }

  // MARK: Outlines

  /// Adds the members, each with its own members, to an outline.
  func outline(into collector: inout OutlineCollector) {
    collector.beginRoot()
    for index in keys.indices {
      keys[index].withBytes { collector.beginMember($0, depth: 0) }
      if let members = inner[index] {
        collector.beginChildren(isMember: true)
        for (key, hash) in members { collector.addMember(key, hash) }
      } else if case .object(let object)? = parts.node(at: index) {
        collector.beginChildren(isMember: true)
        for index in object.keys.indices {
          collector.addMember(object.keys[index], object.hashes[index])
          collector.note(object.parts.node(at: index), depth: 1)
        }
      }
      collector.add(hashes[index], depth: 0)
      collector.note(parts.node(at: index), depth: 0)
    }
  }
}

extension TrackedPart {
  /// The hashes of the members of an object that no node tracks; `nil` for other values.
  fileprivate var memberHashes: [(key: String, hash: StateHash)]? {
    guard node == nil, case .object(let members) = written, members.count <= StateOutline.childLimit else { return nil }
    return zip(members.keys, members.values).map { ($0, $1.stateHash) }
  }
}

extension OutlineCollector {
  /// Notes how a tracked container changed.
  mutating func note(_ node: TrackedNode?, depth: Int) {
    if let change = node?.change { note(change.elements, since: change.earlier, depth: depth) }
  }

  fileprivate mutating func addMember(_ key: String, _ hash: StateHash) {
    key.withBytes { beginMember($0, depth: 1) }
    add(hash, depth: 1)
  }
}
