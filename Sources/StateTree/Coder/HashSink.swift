/// Computes the state hash of a tree as its values come, without making JSON of it.
struct HashSink: TreeSink {
  /// A container that is open.
  private struct Level {
    var isObject: Bool
    var members = MemberHash()
    var elements = ElementHash()
    /// The key of the member that comes next.
    var key = ""
  }

  /// The hash of the whole, once it is complete.
  private(set) var result = StateHash.null
  private var levels: [Level] = []
  private(set) var deepest = 0
  /// The hashes of the members near the root, if they are wanted.
  private(set) var outline: OutlineCollector?

  init(collectsOutline: Bool = false) {
    outline = collectsOutline ? OutlineCollector() : nil
  }

  var keepsOrder: Bool { false }
  var level: Int { levels.count }

  @inline(__always)
  private mutating func emit(_ hash: StateHash) {
    let last = levels.count - 1
    guard last >= 0 else {
      result = hash
      return
    }
    if levels[last].isObject {
      if outline != nil, last < 2 { outline?.add(levels[last].key, hash, depth: last) }
      levels[last].members.insert(levels[last].key, hash)
    } else {
      levels[last].elements.append(hash)
    }
  }

  mutating func null() { emit(.null) }
  mutating func bool(_ value: Bool) { emit(.bool(value)) }
  mutating func integer(_ value: some FixedWidthInteger) { emit(.number(value)) }
  mutating func string(_ value: String) { emit(.string(value)) }

  mutating func number(literal: String) {
    var literal = literal
    emit(literal.withUTF8 { .number(literal: UnsafeRawBufferPointer($0)) })
  }

  mutating func beginArray() { begin(isObject: false) }

  mutating func beginObject() {
    if outline != nil {
      if levels.isEmpty { outline?.beginRoot() }
      if levels.count == 1 { outline?.beginChildren(isMember: levels[0].isObject) }
    }
    begin(isObject: true)
  }

  @inline(__always)
  private mutating func begin(isObject: Bool) {
    levels.append(Level(isObject: isObject))
    if levels.count > deepest { deepest = levels.count }
  }

  mutating func key(_ key: String) { levels[levels.count - 1].key = key }

  mutating func endArray() {
    if let level = levels.popLast() { emit(level.elements.finalized()) }
  }

  mutating func endObject() {
    if let level = levels.popLast() { emit(level.members.finalized()) }
  }

  mutating func raw(_ document: JSONDocument) { tree(document.root.value) }

  mutating func kept(_ value: some StateHashKeeping) -> Bool {
    guard let hash = value.stateHash else { return false }
    if outline != nil, levels.count == 1 { outline?.takeChildren(value.memberHashes, isMember: levels[0].isObject) }
    if outline != nil, levels.isEmpty { outline?.takeRoot(value.memberHashes) }
    emit(hash)
    return true
  }
}
