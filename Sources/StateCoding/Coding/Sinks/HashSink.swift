import StateTree

/// Computes the state hash of a tree from its stream of values, without making JSON.
package struct HashSink: TreeSink, ~Copyable {
  /// A container that is open. It has no references.
  struct Level {
    var isObject: Bool
    var members = MemberHash()
    var elements = ElementHash()
    /// The hash of the next member, up to its key.
    var key = SipHash()
  }

  /// The hash of the whole, once it is complete.
  package private(set) var result = StateHash.null
  /// The hash of the last value.
  private var last = StateHash.null
  private var levels = Stack<Level>()
  private var strings = ShortStringHashes()
  /// The key of the next member, if it is prepared.
  private var prepared: UnsafeMutablePointer<PreparedKey>?
  var deepest = 0
  /// Counts values through all runs.
  private(set) var valueCount = 0
  /// The collector of the outline, if one is requested.
  private(set) var outline: OutlineCollector?
  /// The number of levels whose members the outline takes. A test of `outline` would copy it in a debug build.
  private var outlinedLevels = 0
  /// The number of levels of an outline.
  static let namedLevels = 2

  /// Makes the sink empty.
  mutating func reset(collectsOutline: Bool) {
    levels.count = 0
    deepest = 0
    prepared = nil
    outline = collectsOutline ? OutlineCollector() : nil
    outlinedLevels = collectsOutline ? HashSink.namedLevels : 0
  }

  /// Collects an outline in the memory of another one, which is empty afterwards.
  mutating func collect(reusing memory: inout StateOutline) {
    outline = OutlineCollector(reusing: &memory)
    outlinedLevels = HashSink.namedLevels
  }

  /// Takes the outline out of the sink.
  mutating func takeOutline() -> StateOutline {
    outlinedLevels = 0
    var result = outline.take()?.outline ?? StateOutline()
    result.hash = self.result
    return result
  }

  var keepsOrder: Bool { false }
  var level: Int { levels.count }

  @_transparent
  private mutating func emit(_ hash: StateHash) {
    self.last = hash
    valueCount &+= 1
    let last = levels.count &- 1
    guard last >= 0 else {
      result = hash
      return
    }
    if levels.elements[last].isObject {
      if last < outlinedLevels { outline?.add(hash, depth: last) }
      levels.elements[last].members.insert(levels.elements[last].key.finalized(appending: hash.low, hash.high))
    } else {
      levels.elements[last].elements.append(hash)
    }
  }

  /// Leaves out the next value: drops the member, or makes the element `null`.
  mutating func leaveOut() {
    let last = levels.count &- 1
    guard last >= 0, levels.elements[last].isObject else { return emit(.null) }
    if last < outlinedLevels { outline?.removeMember(depth: last) }
  }

  /// Notes the nesting depth of a value that was left out.
  mutating func note(depth: Int) { deepest = max(deepest, levels.count + depth) }

  mutating func null() { emit(.null) }

  mutating func bool(_ value: Bool) {
    guard let prepared, levels.count > outlinedLevels, levels.elements[levels.count &- 1].isObject else {
      return emit(.bool(value))
    }
    valueCount &+= 1
    levels.elements[levels.count &- 1].members.insert(
      value ? prepared.pointee.flags.true : prepared.pointee.flags.false)
  }

  mutating func integer(_ value: Int64) { emit(.number(value)) }
  mutating func double(_ value: Double) { emit(.number(value)) }
  mutating func float(_ value: Float) { emit(.number(value)) }

  mutating func string(_ value: String) {
    if value.utf8.count <= ShortText.limit {
      value.withBytes(do: { short($0) })
    } else {
      value.withBytes(do: { long($0) })
    }
  }

  // Not transparent: the optimizer doesn't inline a closure with a large body.
  @inline(__always)
  private mutating func short(_ utf8: UnsafeRawBufferPointer) { emit(strings.hash(of: ShortText(utf8))) }

  @inline(__always)
  private mutating func long(_ utf8: UnsafeRawBufferPointer) { emit(.string(utf8)) }

  mutating func number(literal: String) {
    emit(.number(literal: literal))
  }

  mutating func beginArray() { begin(isObject: false) }

  mutating func beginObject() {
    if levels.count < outlinedLevels {
      if levels.count == 0 {
        outline?.beginRoot()
      } else {
        let isMember = levels.elements[0].isObject
        outline?.beginChildren(isMember: isMember)
      }
    }
    begin(isObject: true)
  }

  @_transparent
  private mutating func begin(isObject: Bool) {
    if levels.count == levels.capacity { levels.grow() }
    levels.elements[levels.count] = Level(isObject: isObject)
    levels.count &+= 1
    if levels.count > deepest { deepest = levels.count }
  }

  mutating func key(_ key: String) {
    let last = levels.count &- 1
    if last < outlinedLevels { key.withBytes { outline?.beginMember($0, depth: last) } }
    levels.elements[last].key = key.withBytes { MemberHash.begin(utf8: $0) }
    prepared = nil
  }

  /// The prepared key of the next member, which must stay where it is until the member's value begins.
  @_transparent
  mutating func key(_ key: UnsafeMutablePointer<PreparedKey>) {
    let last = levels.count &- 1
    if last < outlinedLevels { key.pointee.key?.withBytes { outline?.beginMember($0, depth: last) } }
    levels.elements[last].key = key.pointee.hash
    prepared = key
  }

  mutating func endArray() {
    levels.count &-= 1
    emit(levels.elements[levels.count].elements.finalized())
  }

  mutating func endObject() {
    levels.count &-= 1
    emit(levels.elements[levels.count].members.finalized())
  }

  /// Begins an element or member whose hash `endPart()` returns instead of adding it to a container.
  mutating func beginPart() { levels.append(Level(isObject: false)) }

  /// Does the same for a member of an object.
  mutating func beginPart(member key: String) {
    levels.append(Level(isObject: true, key: key.withBytes { MemberHash.begin(utf8: $0) }))
    prepared = nil
  }

  /// The part's hash in its container, which is an element's modulo the prime of `ElementHash` or a member's summand in
  /// `MemberHash`, and its own hash.
  mutating func endPart() -> (part: StateHash, own: StateHash) {
    levels.count &-= 1
    let level = levels.elements + levels.count
    let part = StateHash(number: level.pointee.isObject ? level.pointee.members.sum : level.pointee.elements.polynomial)
    return (part, last)
  }

  /// Whether the outline may show the members of a value that comes next.
  var isOutlined: Bool { levels.count < outlinedLevels }

  /// Whether the outline names elements of a collection that comes next.
  var namesElements: Bool { outlinedLevels > 0 && levels.count <= outlinedLevels }

  /// Whether the outline would list the members of an object that comes next.
  func listsMembers(count: Int) -> Bool {
    outlinedLevels > 0 && levels.count <= 1 && count <= StateOutline.childLimit
  }

  /// Adds a container by its hash; `depth` is that of its deepest part.
  mutating func container(_ hash: StateHash, depth: Int) {
    note(depth: depth)
    emit(hash)
  }

  /// Adds a container like `container(_:depth:)`, and notes for the outline in which elements it differs from an earlier one.
  mutating func container(
    _ hash: StateHash, depth: Int, changing elements: [(key: String, hash: StateHash?)], since earlier: StateHash
  ) {
    outline?.note(elements, since: earlier, depth: levels.count &- 1)
    container(hash, depth: depth)
  }

  /// Notes for the outline in which entities the table that was added last differs from the table there in the last state.
  mutating func noteChanges(
    of table: some ScopedHashProviding, _ members: TableMemberHashes, _ follower: any CollectionFollower
  ) {
    guard namesElements, let version = members.version, !members.leavesOut,
      let entry = outline?.tableEntry(depth: levels.count &- 1), let hash = outline?.outline.entries[entry].hash,
      let earlier = follower.exchange(KnownTable(version: version, members: members, hash: hash)), earlier.hash != hash
    else { return }
    let entities = table.entities(since: earlier.version)
    guard levels.count == 2 else {
      if let entities { outline?.note(entities, below: entry, since: earlier.hash) }
      return
    }
    var parts: [(key: String, hash: StateHash?)] = []
    if earlier.members.ids != members.ids { parts.append(("ids", members.ids)) }
    if earlier.members.entities != members.entities {
      if let entities {
        outline?.note(entities, below: entry, "entities", since: earlier.hash)
      } else {
        parts.append(("entities", members.entities))
      }
    }
    if !parts.isEmpty { outline?.note(parts, below: entry, since: earlier.hash) }
  }

  mutating func raw(_ document: JSONDocument) { tree(document.root.value) }

  /// Takes a value that provides its hash with those of its members; `false` if they are unknown.
  mutating func kept(withMembers value: some MemberHashProviding) -> Bool {
    guard outlinedLevels > 0, levels.count == 1, levels.elements[0].isObject else { return kept(value) }
    guard let hash = outline?.takeChildren(withHashOf: value) else { return false }
    emit(hash)
    return true
  }

  mutating func kept(_ value: some StateHashProviding) -> Bool {
    guard let hash = value.stateHash else { return false }
    if levels.count < outlinedLevels {
      if levels.count == 0 {
        outline?.takeRoot(value)
      } else if levels.elements[0].isObject {
        outline?.takeChildren(of: value)
      }
    }
    emit(hash)
    return true
  }
}

/// A cache of the hashes of short strings.
///
/// States repeat many strings: cases of enums, tags, ids of other entities. Hashing one takes about 180 instructions. A
/// string can be in two slots, so that two strings don't evict each other. Without the cache, hashing tasks with one or two
/// tags each takes 1.045 times as many instructions.
struct ShortStringHashes: ~Copyable {
  private static let size = 128
  private var entries = Stack<Entry>()

  struct Entry {
    let text: ShortText
    let hash: StateHash
  }

  /// The hash of a string.
  @_transparent
  mutating func hash(of text: ShortText) -> StateHash {
    let index = Int(truncatingIfNeeded: KeyFingerprint(text).number &>> 57)
    if entries.count != 0 {
      if entries.elements[index].text == text { return entries.elements[index].hash }
      if entries.elements[index ^ 1].text == text { return entries.elements[index ^ 1].hash }
    }
    return compute(text, at: index)
  }

  @inline(never)
  private mutating func compute(_ text: ShortText, at index: Int) -> StateHash {
    if entries.count == 0 {
      let empty = Entry(text: ShortText(UnsafeRawBufferPointer(start: nil, count: 0)), hash: .string(""))
      for _ in 0..<ShortStringHashes.size { entries.append(empty) }
    }
    let hash = StateHash.string(text)
    entries.elements[index ^ 1] = entries.elements[index]
    entries.elements[index] = Entry(text: text, hash: hash)
    return hash
  }
}
