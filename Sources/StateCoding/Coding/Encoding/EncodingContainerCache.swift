import RuntimeLayout
import StatePrivacy
import StateTree

/// A cache of keyed containers that values no longer use.
///
/// Creating a `KeyedEncodingContainer` takes three look-ups of metadata, one for each generic type over the key type, and
/// two allocations. The cache returns an unused container instead.
struct EncodingContainerCache: ~Copyable {
  struct Entry {
    var key: ObjectIdentifier?
    /// The only field of the container.
    fileprivate var box: AnyObject?
    fileprivate private(set) var loan: ContainerLoan?
    /// The loan, uncounted.
    fileprivate private(set) var unmanaged: Unmanaged<ContainerLoan>?

    init() {}

    fileprivate init(key: ObjectIdentifier, box: AnyObject, loan: ContainerLoan) {
      self.key = key
      self.box = box
      self.loan = loan
      unmanaged = .passUnretained(loan)
    }

    /// Whether the container is unused.
    fileprivate var isFree: Bool {
      @_transparent mutating get { box == nil || isKnownUniquelyReferenced(&box) }
    }
  }

  private static let size = 32
  private let gate: LayoutGate
  private var entries = Stack<Entry>()
  /// The entries that the run has used.
  private var used: UInt32 = 0

  init(_ gate: LayoutGate) { self.gate = gate }

  /// A container at a depth, which writes to the core.
  @inline(__always)
  mutating func container<Key: CodingKey>(
    keyedBy _: Key.Type, core: EncodingCore, depth: Int, serial: Int
  ) -> KeyedEncodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    let index =
      Int(bitPattern: UInt(bitPattern: key) &>> 4 &+ UInt(bitPattern: depth)) & (EncodingContainerCache.size - 1)
    guard entries.count > 0, entries.elements[index].key == key,
      isKnownUniquelyReferenced(&entries.elements[index].box),
      let loan = entries.elements[index].unmanaged
    else {
      return replace(at: index, key, core: core, depth: depth, serial: serial)
    }
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    // A checked cast would look up the type in a debug build.
    return unsafeBitCast(loan, to: Unmanaged<TypedLoan<KeyedEncodingContainer<Key>>>.self)._withUnsafeGuaranteedRef {
      loan in
      loan.place.reuse(depth: depth, serial: serial, pathCount: core.path.count)
      return loan.container
    }
  }

  @inline(never)
  private mutating func replace<Key: CodingKey>(
    at index: Int, _ key: ObjectIdentifier, core: EncodingCore, depth: Int, serial: Int
  ) -> KeyedEncodingContainer<Key> {
    while entries.count < EncodingContainerCache.size { entries.append(Entry()) }
    let place = KeyedCursor(
      core: core, depth: depth, serial: serial, hasCases: Key.areBytes(through: gate),
      isPair: core.rules != nil && SecretPair.isPair(Key.self))
    let container = KeyedEncodingContainer(KeyedStream<Key>(place: place))
    // A container in use stays in its entry, so that the end of the run finds it.
    guard entries.elements[index].isFree, let box = ContainerReference.take(from: container, through: gate) else {
      return container
    }
    core.serial &+= 1
    place.lend(keySource: core.serial)
    entries.elements[index] = Entry(
      key: key, box: box, loan: TypedLoan<KeyedEncodingContainer<Key>>(box: box, place: place))
    used |= 1 &<< UInt32(truncatingIfNeeded: index)
    return container
  }

  /// Disconnects the containers that values keep beyond the end of the run.
  @_transparent
  mutating func endRun() {
    while used != 0 {
      let index = used.trailingZeroBitCount
      used &= used &- 1
      if !isKnownUniquelyReferenced(&entries.elements[index].box) { cutOff(index) }
    }
  }

  /// The cursor of the containers with a source of keys.
  func cursor(ofSource number: Int) -> KeyedCursor? {
    var index = 0
    while index < entries.count {
      if let place = entries.elements[index].loan?.place, place.keySource == number { return place }
      index &+= 1
    }
    return nil
  }

  private mutating func cutOff(_ index: Int) {
    entries.elements[index].loan?.place.cutOff()
    entries.elements[index] = Entry()
  }
}

/// Makes a container of its box again and again.
private class ContainerLoan {
  /// Uncounted, so that its reference count shows whether the container is in use.
  fileprivate final let box: Unmanaged<AnyObject>
  fileprivate final let place: KeyedCursor

  init(box: AnyObject, place: KeyedCursor) {
    self.box = .passUnretained(box)
    self.place = place
  }
}

/// Generic in the container, because its metadata then refers to the container's. A class that is generic in the key would
/// look these up: 300 instructions of the 4,900 that a task takes.
private final class TypedLoan<Container>: ContainerLoan {
  var container: Container {
    @inline(never) get { ContainerReference.container(box, as: Container.self) }
  }
}

/// The position in a run at which a keyed container writes.
final class KeyedCursor {
  /// The core, uncounted: a lent cursor is disconnected before its core is destroyed, any other cursor has a keeper.
  @exclusivity(unchecked) private(set) var core: Unmanaged<EncodingCore>
  /// The core, unless the cursor belongs to its cache.
  @exclusivity(unchecked) private var keeper: EncodingCore?
  @exclusivity(unchecked) private(set) var depth: Int
  @exclusivity(unchecked) private(set) var serial: Int
  @exclusivity(unchecked) private(set) var pathCount: Int
  /// Whether a key is one byte, like the cases of an enum without payloads. The byte then identifies the key's text.
  let hasCases: Bool
  /// Whether the keys can be those of a name and its value.
  let isPair: Bool
  /// The keys that the containers at the cursor wrote, and the number of this source of keys.
  @exclusivity(unchecked) var keys = KnownKeys()
  @exclusivity(unchecked) private(set) var keySource = EncodingCore.KeySource.ignorance

  init(core: EncodingCore, depth: Int, serial: Int, hasCases: Bool, isPair: Bool) {
    self.hasCases = hasCases
    self.isPair = isPair
    self.core = Unmanaged.passUnretained(core)
    keeper = core
    self.depth = depth
    self.serial = serial
    pathCount = core.path.count
  }

  /// Gives the cursor to the core's cache, which disconnects it before the core is destroyed.
  fileprivate func lend(keySource: Int) {
    keeper = nil
    self.keySource = keySource
  }

  /// Looks keys up in the table from now on, because they are too many.
  func forgetKeys() {
    keys.removeAll()
    keySource = EncodingCore.KeySource.ignorance
  }

  /// Connects the cursor to a separate core, whose output is discarded.
  fileprivate func cutOff() {
    let core = EncodingCore()
    keeper = core
    self.core = Unmanaged.passUnretained(core)
  }
}

extension KeyedCursor {
  @_transparent
  fileprivate func reuse(depth: Int, serial: Int, pathCount: Int) {
    self.depth = depth
    self.serial = serial
    self.pathCount = pathCount
  }
}
