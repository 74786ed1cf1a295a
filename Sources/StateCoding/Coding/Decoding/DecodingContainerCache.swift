import RuntimeLayout
import StateTree

/// A cache of keyed containers that types no longer use.
///
/// Creating a `KeyedDecodingContainer` takes two look-ups of generic metadata, one of a conformance and two allocations:
/// 1,340 instructions, a tenth of decoding a small action. The cache returns an unused container in 590. Its entries also
/// keep `SingleKeys`, which save another 1,320 for each enum.
struct DecodingContainerCache: ~Copyable {
  struct Entry {
    var key: ObjectIdentifier?
    /// The only field of a `KeyedDecodingContainer`.
    var box: AnyObject?
    fileprivate var loan: DecodingLoan?
    /// The loan, uncounted.
    fileprivate var unmanaged: Unmanaged<DecodingLoan>?
  }

  private static let size = 32
  private let gate: LayoutGate
  private var entries = Stack<Entry>()
  /// The entries that the run has used, a bit for each.
  private var used: UInt32 = 0
  /// Whether a run is open, whose end finds the containers that types keep.
  private var isOpen = false

  init(_ gate: LayoutGate) { self.gate = gate }

  mutating func begin() { isOpen = true }

  /// A container for the object at a position.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy _: Key.Type, core: DecodingCore, position: Int
  ) -> KeyedDecodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    let index = Int(bitPattern: UInt(bitPattern: key) &>> 4) & (DecodingContainerCache.size - 1)
    guard isOpen, entries.count > 0, entries.elements[index].key == key,
      isKnownUniquelyReferenced(&entries.elements[index].box),
      let loan = entries.elements[index].unmanaged
    else { return make(key, at: index, core: core, position: position) }
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    // A checked cast would look up the type in a debug build.
    return unsafeBitCast(loan, to: Unmanaged<TypedLoan<KeyedDecodingContainer<Key>>>.self)._withUnsafeGuaranteedRef {
      loan in
      loan.source.position = position
      return loan.container
    }
  }

  @inline(never)
  private mutating func make<Key: CodingKey>(
    _ key: ObjectIdentifier, at index: Int, core: DecodingCore, position: Int
  ) -> KeyedDecodingContainer<Key> {
    let source = KeyedSource(core: core, position: position, hasCases: Key.areBytes(through: gate))
    let container = KeyedDecodingContainer(KeyedNode<Key>(source: source))
    guard isOpen, gate.isOpen else { return container }
    while entries.count < DecodingContainerCache.size { entries.append(Entry()) }
    // A container in use stays in its entry, so that the end of the run finds it.
    guard entries.elements[index].box == nil || isKnownUniquelyReferenced(&entries.elements[index].box),
      let box = ContainerReference.take(from: container, through: gate)
    else { return container }
    source.lend()
    let loan = TypedLoan<KeyedDecodingContainer<Key>>(box: box, source: source)
    entries.elements[index] = Entry(key: key, box: box, loan: loan, unmanaged: .passUnretained(loan))
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    return container
  }

  /// Ends a run; the containers that types keep retain the core from now on.
  mutating func end() {
    isOpen = false
    while used != 0 {
      let index = used.trailingZeroBitCount
      used &= used &- 1
      if !isKnownUniquelyReferenced(&entries.elements[index].box) { letGo(index) }
    }
  }

  private mutating func letGo(_ index: Int) {
    entries.elements[index].loan?.source.keepCore()
    entries.elements[index] = Entry()
  }
}

/// Makes a container of its box again and again.
private class DecodingLoan {
  /// Uncounted, so that its reference count shows whether the container is in use.
  fileprivate final let box: Unmanaged<AnyObject>
  fileprivate final let source: KeyedSource

  init(box: AnyObject, source: KeyedSource) {
    self.box = .passUnretained(box)
    self.source = source
  }
}

/// Generic in the container, because its metadata then refers to the container's. A class that is generic in the key would
/// look these up: 450 instructions for each container, and a count that all threads share.
private final class TypedLoan<Container>: DecodingLoan {
  var container: Container {
    @inline(never) get { ContainerReference.container(box, as: Container.self) }
  }
}

/// The object that a keyed container reads.
final class KeyedSource {
  /// The core, uncounted: it owns the sources that it lends to containers, and any other source retains it.
  @exclusivity(unchecked) private(set) var core: Unmanaged<DecodingCore>
  /// The core, unless it owns this source.
  @exclusivity(unchecked) private var keeper: DecodingCore?
  @exclusivity(unchecked) fileprivate(set) var position: Int
  /// The keys of objects with one member that containers of this key type read.
  @exclusivity(unchecked) var singleKeys = SingleKeys()
  /// Whether a key is one byte, like the cases of an enum without payloads. The byte then identifies the key's text.
  let hasCases: Bool
  /// The texts of the first cases, and a bit for each that is known.
  @exclusivity(unchecked) private(set) var names = Stack<ShortText>()
  @exclusivity(unchecked) private(set) var knownNames: UInt64 = 0

  init(core: DecodingCore, position: Int, hasCases: Bool) {
    self.hasCases = hasCases
    self.core = Unmanaged.passUnretained(core)
    keeper = core
    self.position = position
  }

  /// Notes the text of a case, if it is short.
  func note(_ name: String, case number: UInt64) {
    guard number < 64, let name = ShortText(name) else { return }
    while names.count <= number { names.append(name) }
    names.elements[Int(truncatingIfNeeded: number)] = name
    knownNames |= 1 &<< number
  }

  /// Gives this source to the core, which calls `keepCore` before it releases it.
  fileprivate func lend() { keeper = nil }

  fileprivate func keepCore() { keeper = core.takeUnretainedValue() }
}
