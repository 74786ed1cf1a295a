/// Computes the state hash of a tree from its stream of values, without making JSON.
struct HashSink: TreeSink, ~Copyable {
  /// A container that is open.
  struct Level {
    var isObject: Bool
    var members = MemberHash()
    var elements = ElementHash()
    /// The hash of the next member, up to its key.
    var key = SipHash()
  }

  /// The hash of the whole, once it is complete.
  private(set) var result = StateHash.null
  private var levels = Stack<Level>()
  private var strings = ShortStringHashes()
  /// The hashes of the next member, if its value is Boolean.
  private var flags: PreparedKey.Flags?
  var deepest = 0
  /// The collector of the outline, if one is requested.
  private(set) var outline: OutlineCollector?

  /// Makes the sink empty.
  mutating func reset(collectsOutline: Bool) {
    levels.removeLast(to: 0)
    deepest = 0
    outline = collectsOutline ? OutlineCollector() : nil
  }

  /// Collects an outline in the memory of another one, which is empty afterwards.
  mutating func collect(reusing memory: inout StateOutline) {
    outline = OutlineCollector(reusing: &memory)
  }

  /// Takes the outline out of the sink.
  mutating func takeOutline() -> StateOutline {
    var result = outline.take()?.outline ?? StateOutline()
    result.hash = self.result
    return result
  }

  var keepsOrder: Bool { false }
  var level: Int { levels.count }

  @inline(__always)
  private mutating func emit(_ hash: StateHash) {
    let last = levels.count &- 1
    guard last >= 0 else {
      result = hash
      return
    }
    if levels[last].isObject {
      if outline != nil, last < 2 { outline?.add(hash, depth: last) }
      levels[last].members.insert(levels[last].key, hash)
    } else {
      levels[last].elements.append(hash)
    }
  }

  /// Leaves out the next value: drops the member, or makes the element `null`.
  mutating func leaveOut() {
    let last = levels.count &- 1
    guard last >= 0, levels[last].isObject else { return emit(.null) }
    if outline != nil, last < 2 { outline?.removeMember(depth: last) }
  }

  /// Notes the nesting depth of a value that was left out.
  mutating func note(depth: Int) { deepest = max(deepest, levels.count + depth) }

  mutating func null() { emit(.null) }

  mutating func bool(_ value: Bool) {
    let last = levels.count &- 1
    guard let flags, last >= 0, levels[last].isObject, last >= 2 || outline == nil else { return emit(.bool(value)) }
    levels[last].members.insert(value ? flags.true : flags.false)
  }

  mutating func integer(_ value: Int64) { emit(.number(value)) }
  mutating func double(_ value: Double) { emit(.number(value)) }
  mutating func float(_ value: Float) { emit(.number(value)) }

  mutating func string(_ value: String) {
    emit(value.withBytes { $0.count <= ShortText.limit ? strings.hash(of: ShortText($0)) : .string($0) })
  }

  mutating func number(literal: String) {
    emit(.number(literal: literal))
  }

  mutating func beginArray() { begin(isObject: false) }

  mutating func beginObject() {
    if outline != nil {
      if levels.count == 0 { outline?.beginRoot() }
      if levels.count == 1 {
        let isMember = levels[0].isObject
        outline?.beginChildren(isMember: isMember)
      }
    }
    begin(isObject: true)
  }

  @inline(__always)
  private mutating func begin(isObject: Bool) {
    levels.append(Level(isObject: isObject))
    if levels.count > deepest { deepest = levels.count }
  }

  mutating func key(_ key: String) {
    begin(key, key.withBytes { MemberHash.begin(utf8: $0) })
    flags = nil
  }

  /// The prepared key of the next member.
  @inline(__always)
  mutating func key(_ key: String, _ prepared: PreparedKey) {
    begin(key, prepared.hash)
    flags = prepared.flags
  }

  @inline(__always)
  private mutating func begin(_ key: String, _ hash: SipHash) {
    let depth = levels.count &- 1
    if outline != nil, depth < 2 { outline?.beginMember(key, depth: depth) }
    levels[depth].key = hash
  }

  mutating func endArray() {
    let hash = levels[levels.count &- 1].elements.finalized()
    levels.removeLast(to: levels.count &- 1)
    emit(hash)
  }

  mutating func endObject() {
    let hash = levels[levels.count &- 1].members.finalized()
    levels.removeLast(to: levels.count &- 1)
    emit(hash)
  }

  /// Begins an element or member whose hash `endPart()` returns instead of adding it to a container.
  mutating func beginPart() { levels.append(Level(isObject: false)) }

  /// Does the same for a member of an object.
  mutating func beginPart(member key: String) {
    levels.append(Level(isObject: true, key: key.withBytes { MemberHash.begin(utf8: $0) }))
    flags = nil
  }

  /// The part's hash: an element's modulo the prime of `ElementHash`, or a member's summand in `MemberHash`.
  mutating func endPart() -> StateHash {
    let last = levels.count &- 1
    let number = levels[last].isObject ? levels[last].members.sum : levels[last].elements.polynomial
    levels.removeLast(to: last)
    return StateHash(number: number)
  }

  /// Whether the outline would list the members of an object that comes next.
  func listsMembers(count: Int) -> Bool {
    outline != nil && (levels.count == 0 || levels.count == 1 && count <= StateOutline.childLimit)
  }

  /// Adds a container by its hash; `depth` is that of its deepest part.
  mutating func container(_ hash: StateHash, depth: Int) {
    note(depth: depth)
    emit(hash)
  }

  mutating func raw(_ document: JSONDocument) { tree(document.root.value) }

  /// Takes a value that provides its hash with those of its members; `false` if they are unknown.
  mutating func kept(withMembers value: some MemberHashProviding) -> Bool {
    guard outline != nil, levels.count == 1, levels[0].isObject else { return kept(value) }
    guard let hash = outline?.takeChildren(withHashOf: value) else { return false }
    emit(hash)
    return true
  }

  mutating func kept(_ value: some StateHashProviding) -> Bool {
    guard let hash = value.stateHash else { return false }
    if outline != nil, levels.count == 1 {
      let isMember = levels[0].isObject
      if isMember { outline?.takeChildren(of: value) }
    }
    if outline != nil, levels.count == 0 { outline?.takeRoot(value) }
    emit(hash)
    return true
  }
}
