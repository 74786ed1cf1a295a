/// Keyed containers that types have given back, for the next values of these types.
///
/// To make a `KeyedDecodingContainer` takes two look-ups of metadata of generic types, one of a conformance and two
/// allocations: 1,340 instructions, a tenth of what decoding a small action took. A container that nobody holds any more
/// is handed out again instead, in 590.
struct KeyedContainers: ~Copyable {
  struct Entry {
    var key: ObjectIdentifier?
    /// The only field of a `KeyedDecodingContainer`.
    var box: AnyObject?
    var source: KeyedSource?
  }

  private static let size = 32
  private var entries = Stack<Entry>()
  /// The entries that the run has used, a bit for each.
  private var used: UInt32 = 0
  /// Whether there is a run, whose end will find the containers that types have kept.
  private var isOpen = false

  mutating func begin() { isOpen = true }

  /// A container for the object at a position.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy _: Key.Type, core: DecodingCore, position: Int
  ) -> KeyedDecodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    let index = Int(bitPattern: UInt(bitPattern: key) &>> 4) & (KeyedContainers.size - 1)
    if isOpen, entries.count > 0, entries[index].key == key, isKnownUniquelyReferenced(&entries[index].box) {
      entries[index].source?.position = position
      used |= 1 &<< UInt32(truncatingIfNeeded: index)
      if let box = entries[index].box { return unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self) }
    }
    return make(key, at: index, core: core, position: position)
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ key: ObjectIdentifier, at index: Int, core: DecodingCore, position: Int
  ) -> KeyedDecodingContainer<Key> {
    let source = KeyedSource(core: core, position: position)
    let container = KeyedDecodingContainer(KeyedNode<Key>(source: source))
    guard isOpen, MemoryLayout<KeyedDecodingContainer<Key>>.size == MemoryLayout<AnyObject>.size else {
      return container
    }
    while entries.count < KeyedContainers.size { entries.append(Entry()) }
    // One that is in use stays where it is, so that the end of the run finds it.
    guard entries[index].box == nil || isKnownUniquelyReferenced(&entries[index].box) else { return container }
    source.lend()
    entries[index] = Entry(key: key, box: unsafeBitCast(container, to: AnyObject.self), source: source)
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    return container
  }

  /// Ends a run: the containers that types have kept are theirs, and keep the core.
  @inline(__always)
  mutating func end() {
    isOpen = false
    while used != 0 {
      let index = used.trailingZeroBitCount
      used &= used &- 1
      if !isKnownUniquelyReferenced(&entries[index].box) { letGo(index) }
    }
  }

  private mutating func letGo(_ index: Int) {
    entries[index].source?.keepCore()
    entries[index] = Entry()
  }
}

/// The object that a keyed container stands for.
final class KeyedSource {
  // Not counted: the core has the sources that it lends to containers, and any other keeps it.
  @exclusivity(unchecked) private var core: Unmanaged<DecodingCore>
  /// The core, unless it has this.
  @exclusivity(unchecked) private var keeper: DecodingCore?
  @exclusivity(unchecked) fileprivate(set) var position: Int
  /// The keys of objects with one member that the containers of this key type have stood for.
  @exclusivity(unchecked) var singleKeys = SingleKeys()

  init(core: DecodingCore, position: Int) {
    self.core = Unmanaged.passUnretained(core)
    keeper = core
    self.position = position
  }

  /// Calls the body with the core.
  @inline(__always)
  func withCore<Result>(_ body: (DecodingCore) throws -> Result) rethrows -> Result {
    try core._withUnsafeGuaranteedRef(body)
  }

  /// Puts this into the hands of the core, which calls `keepCore` before it lets go.
  fileprivate func lend() { keeper = nil }

  fileprivate func keepCore() { keeper = core.takeUnretainedValue() }
}
