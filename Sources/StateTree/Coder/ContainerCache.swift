/// Keyed containers that values have given back, for the next values of their types.
///
/// To make a `KeyedEncodingContainer` takes three look-ups of metadata, one for each generic type that is made for the
/// key type, and two allocations. A container that nobody has any more is handed out again instead.
struct ContainerCache: ~Copyable {
  struct Entry {
    var key: ObjectIdentifier?
    /// The only field of a `KeyedEncodingContainer`.
    var box: AnyObject?
    var place: KeyedPlace?
  }

  private static let size = 32
  private var entries = Stack<Entry>()
  /// The entries that the run has used.
  private var used: UInt32 = 0

  /// A container at a depth, which tells the core what is written to it.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy _: Key.Type, core: EncodingCore, depth: Int, serial: Int
  ) -> KeyedEncodingContainer<Key> {
    guard MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<AnyObject>.size else {
      return ContainerCache.make(KeyedPlace(core: core, depth: depth, serial: serial))
    }
    if entries.count == 0 { allocate() }
    let key = ObjectIdentifier(Key.self)
    let index = Int(bitPattern: UInt(bitPattern: key) &>> 4 &+ UInt(bitPattern: depth)) & (ContainerCache.size - 1)
    if entries[index].key == key, isKnownUniquelyReferenced(&entries[index].box), let place = entries[index].place,
      let box = entries[index].box
    {
      place.reuse(depth: depth, serial: serial, pathCount: core.path.count)
      used |= 1 &<< UInt32(truncatingIfNeeded: index)
      return unsafeBitCast(box, to: KeyedEncodingContainer<Key>.self)
    }
    return replace(at: index, key, core: core, depth: depth, serial: serial)
  }

  @inline(never)
  private mutating func replace<Key: CodingKey>(
    at index: Int, _ key: ObjectIdentifier, core: EncodingCore, depth: Int, serial: Int
  ) -> KeyedEncodingContainer<Key> {
    let place = KeyedPlace(core: core, depth: depth, serial: serial)
    let container: KeyedEncodingContainer<Key> = ContainerCache.make(place)
    // A container that is still in use stays where it is, so that the end of the run finds it.
    guard entries[index].box == nil || isKnownUniquelyReferenced(&entries[index].box) else { return container }
    place.lend()
    entries[index] = Entry(key: key, box: unsafeBitCast(container, to: AnyObject.self), place: place)
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    return container
  }

  private static func make<Key: CodingKey>(_ place: KeyedPlace) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedStream<Key>(place: place))
  }

  private mutating func allocate() {
    for _ in 0..<ContainerCache.size { entries.append(Entry()) }
  }

  /// Cuts off the containers that values have kept beyond the end of the run.
  @inline(__always)
  mutating func endRun() {
    while used != 0 {
      let index = used.trailingZeroBitCount
      used &= used &- 1
      if !isKnownUniquelyReferenced(&entries[index].box) { cutOff(index) }
    }
  }

  private mutating func cutOff(_ index: Int) {
    entries[index].place?.cutOff()
    entries[index] = Entry()
  }
}

/// Where in a run a keyed container writes.
final class KeyedPlace {
  // Not counted: a place that is lent to a container is cut off before its core goes, any other has a keeper.
  @exclusivity(unchecked) private var core: Unmanaged<EncodingCore>
  /// The core, unless the place belongs to its cache.
  @exclusivity(unchecked) private var keeper: EncodingCore?
  @exclusivity(unchecked) private(set) var depth: Int
  @exclusivity(unchecked) private(set) var serial: Int
  @exclusivity(unchecked) private(set) var pathCount: Int

  init(core: EncodingCore, depth: Int, serial: Int) {
    self.core = Unmanaged.passUnretained(core)
    keeper = core
    self.depth = depth
    self.serial = serial
    pathCount = core.path.count
  }

  /// Calls the body with the core.
  @inline(__always)
  func withCore<Result>(_ body: (EncodingCore) throws -> Result) rethrows -> Result {
    try core._withUnsafeGuaranteedRef(body)
  }

  /// Puts the place into the cache of the core, which sees to it that nobody has the place longer than it.
  fileprivate func lend() { keeper = nil }

  @inline(__always)
  fileprivate func reuse(depth: Int, serial: Int, pathCount: Int) {
    self.depth = depth
    self.serial = serial
    self.pathCount = pathCount
  }

  /// Turns the place to a core of its own, which takes nothing.
  fileprivate func cutOff() {
    let core = EncodingCore()
    keeper = core
    self.core = Unmanaged.passUnretained(core)
  }
}
