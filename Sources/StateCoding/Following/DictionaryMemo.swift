import RuntimeLayout
import StateTree
import SystemSupport

/// The entries of a dictionary in the last state, and their hashes.
final class DictionaryMemo<Key: Hashable, Value: Encodable>: FollowedCollection {
  private let keyBytes: StableBytes
  private let valueBytes: StableBytes
  private var columns = BucketColumns<Key, Value>()
  /// The class of storage whose layout is proven; `nil` before the first one.
  private var provenClass: Int?
  private var hashes = RawColumn(of: StateHash.self)
  /// The sum of the entries' hashes in `MemberHash`.
  private var sum: UInt128 = 0
  /// The keys of the object, if they are not the keys themselves.
  private var texts: Set<ByteString> = []
  /// Their kind.
  private var kind: ObjectKey.Kind?
  private let common: CollectionMemo
  private(set) var version = 0
  private(set) var isLost = false
  private(set) var change: ElementChange?
  /// The entries that the last change replaced, if it was noted.
  private(set) var replaced: ReplacedEntries<Value>?
  /// Returns the key of the object for a key; `nil` if it can't be one.
  private let objectKey: (Key) -> ObjectKey?
  private var retained = RetainedStorage<[Key: Value]>(comparisonsPerCopy: 32)

  init(
    _ keyBytes: StableBytes, _ valueBytes: StableBytes, _ budget: MemoBudget,
    _ objectKey: @escaping (Key) -> ObjectKey?
  ) {
    self.objectKey = objectKey
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    common = CollectionMemo(budget)
  }

  var hash: StateHash { MemberHash(sum: sum, count: count).finalized() }
  var depth: Int { common.depth }
  private(set) var count = 0
  /// The entries of the last state.
  var kept: Buckets<Key, Value> { columns.buckets }

  /// Follows the dictionary to the next state; `false` if the run must walk the dictionary.
  func follow(
    _ dictionary: [Key: Value], noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    change = nil
    if common.isResting() { return false }
    return try withExtendedLifetime(dictionary) {
      guard let storage = storage(of: dictionary, through: memo.gate) else { return false }
      if !retained.isSame(as: dictionary) {
        let match = columns.match(storage, keyBytes, valueBytes)
        retained.note(isUnchanged: match.isWhole, dictionary)
        if !match.isWhole {
          guard try update(match, storage, count: dictionary.count, noting: isNoted, core, memo) else { return false }
        }
      }
      let kept = kept
      return try source(kept, core, memo).check(count: kept.count, { hash($0) }, element: kept.firstEntry(from:))
    }
  }

  /// The most buckets for an entry with which comparing all of them is cheaper than hashing the entries.
  private static var mostBuckets: Int { 32 }

  /// The memory of a dictionary that can be followed.
  private func storage(of dictionary: [Key: Value], through gate: LayoutGate) -> DictionaryStorage<Key, Value>? {
    isLost = true
    guard let storage = DictionaryStorage(dictionary, through: gate), storage.hasFields(of: dictionary) else {
      return nil
    }
    if provenClass == nil, let keys = keyBytes.spans, let values = valueBytes.spans,
      storage.hasEntries(of: dictionary, keys, values)
    {
      provenClass = storage.storageClass
    }
    let bucket = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride + MemoryLayout<StateHash>.stride
    let count = storage.buckets.count
    guard storage.storageClass == provenClass, count <= Self.mostBuckets * dictionary.count,
      common.hold(count * bucket)
    else { return nil }
    isLost = false
    return storage
  }

  private func source(_ buckets: Buckets<Key, Value>, _ core: EncodingCore, _ memo: StateMemo) -> PartSource<Value> {
    PartSource(core, memo, common, buckets.value(0), key: { self.text(buckets.key($0).pointee) })
  }

  private func update(
    _ match: ElementMatch, _ storage: DictionaryStorage<Key, Value>, count newCount: Int, noting isNoted: Bool,
    _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    let new = storage.buckets
    guard let changes = try source(new, core, memo).hash(match, { hash($0) }), notes(match, new) else { return false }
    if core.sink.hash.namesElements {
      // A dictionary that grew has its entries in another order.
      change = ElementChange(
        match, changes, since: hash, count: count, oldKey: key(at:), newKey: { text(new.key($0).pointee) }, hash(_:))
    }
    version += 1
    replaced = isNoted ? ReplacedEntries(match, from: kept, to: new, text) : nil
    for gap in match.gaps {
      for index in gap.old { sum &-= hash(index).number }
    }
    common.move(match)
    columns.apply(match, storage)
    hashes.rearrange([], count: new.count)
    for change in changes {
      sum &+= change.hash.number
      hashes.base.storeBytes(of: change.hash, toByteOffset: change.index &* hashes.stride, as: StateHash.self)
    }
    count = newCount
    common.note(hashed: changes.count &- match.moves.count, of: count)
    return true
  }

  func forgetReplaced() { replaced = nil }
  func key(at index: Int) -> String { text(kept.key(index).pointee) }

  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash {
    try session.hash(of: kept.value(index).pointee, under: key(at: index))
  }

  /// The key of the object for a key, which `notes` has accepted or will refuse.
  func text(_ key: Key) -> String { objectKey(key)?.text ?? "" }

  /// Notes the keys that came and went; `false` if they aren't distinct keys of one kind, so that the run must walk them.
  private func notes(_ match: ElementMatch, _ new: Buckets<Key, Value>) -> Bool {
    // A text or an integer is its own key.
    if Key.self == String.self || Key.self == Int.self { return true }
    for gap in match.gaps {
      for index in gap.old { texts.remove(ByteString(text(kept.key(index).pointee))) }
    }
    if texts.isEmpty { kind = nil }
    for gap in match.gaps {
      for index in gap.new {
        guard let key = objectKey(new.key(index).pointee), kind == nil || kind == key.kind,
          texts.insert(ByteString(key.text)).inserted
        else {
          isLost = true
          return false
        }
        kind = key.kind
      }
    }
    return true
  }

  private func hash(_ index: Int) -> StateHash {
    hashes.base.load(fromByteOffset: index &* hashes.stride, as: StateHash.self)
  }
}

/// The entries that the last change of a dictionary replaced, and those that replaced them.
struct ReplacedEntries<Value> {
  /// The old values by their coding keys.
  let old: [ByteString: Value]
  /// The buckets of the new values by their coding keys.
  let new: [ByteString: Int]

  init<Key>(
    _ match: ElementMatch, from kept: Buckets<Key, Value>, to source: Buckets<Key, Value>, _ text: (Key) -> String
  ) {
    let moved = Set(match.moves.values)
    var (oldValues, newIndices): ([ByteString: Value], [ByteString: Int]) = ([:], [:])
    for gap in match.gaps {
      for index in gap.old where !moved.contains(index) {
        oldValues[ByteString(text(kept.key(index).pointee))] = kept.value(index).pointee
      }
      for index in gap.new where match.moves[index] == nil {
        newIndices[ByteString(text(source.key(index).pointee))] = index
      }
    }
    self.old = oldValues
    new = newIndices
  }
}

extension DictionaryMemo {
  func tree(_ version: Int, _ session: EncodingSession) throws -> JSONValue? {
    guard version == self.version || version + 1 == self.version && replaced != nil else { return nil }
    var members = [ByteString: Value](minimumCapacity: count)
    for bucket in kept.runs.lazy.flatMap(\.self) {
      members[ByteString(text(kept.key(bucket).pointee))] = kept.value(bucket).pointee
    }
    if version < self.version, let replaced {
      for key in replaced.new.keys { members[key] = nil }
      members.merge(replaced.old) { $1 }
    }
    let order = members.keys.sorted()
    return .object(
      JSONObject(
        uniqueKeys: order.map(\.string),
        values: try order.compactMap { key in try members[key].map { try session.part($0, under: key.string) } }))
  }

  func compare(in differ: inout StateDiffer) throws -> Bool {
    guard let replaced else { return false }
    for (key, value) in replaced.old.sorted(by: { $0.key < $1.key }) where replaced.new[key] == nil {
      let session = differ.session
      try differ.json.appendRemoval(of: key.string, session.part(value, under: key.string))
    }
    for (key, index) in replaced.new.sorted(by: { $0.key < $1.key }) {
      let new = try differ.session.part(kept.value(index).pointee, under: key.string)
      if let value = replaced.old[key] {
        let old = try differ.session.part(value, under: key.string)
        differ.at(key.string) { $0.json.compare(old, new) }
      } else {
        differ.json.appendAddition(of: key.string, new)
      }
    }
    return true
  }
}
