/// The entries of a dictionary in the last state, and their hashes.
final class DictionaryMemo<Key: Hashable, Value: Encodable>: FollowedCollection {
  private let keyBytes: StableBytes
  private let valueBytes: StableBytes
  private(set) var keys = ContiguousArray<Key>()
  private(set) var values = ContiguousArray<Value>()
  private var hashes = RawColumn(of: StateHash.self)
  /// The sum of the entries' hashes in `MemberHash`.
  private var sum: UInt128 = 0
  /// The coding keys, if they are not the keys themselves.
  private var texts: Set<ByteString> = []
  private let common: CollectionMemo
  private(set) var version = 0
  private(set) var isLost = false
  private(set) var change: ElementChange?
  /// What the last change replaced, if that was noted.
  private(set) var replaced: ReplacedEntries<Value>?
  /// Returns the coding key of a key.
  let text: (Key) -> String
  private var retained = RetainedStorage<[Key: Value]>()

  init(_ keyBytes: StableBytes, _ valueBytes: StableBytes, _ budget: MemoBudget, _ text: @escaping (Key) -> String) {
    self.text = text
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    common = CollectionMemo(budget)
  }

  var hash: StateHash { MemberHash(sum: sum, count: count).finalized() }
  var depth: Int { common.depth }
  var count: Int { keys.count }

  /// Follows the dictionary to the next state; `false` if the run must walk the dictionary.
  func follow(
    _ dictionary: [Key: Value], noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    change = nil
    if common.isResting() { return false }
    let entry = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride + MemoryLayout<StateHash>.stride
    guard common.hold(dictionary.count * entry) else {
      isLost = true
      return false
    }
    if !retained.isSame(as: dictionary), try !update(dictionary, noting: isNoted, core, memo) { return false }
    return try values.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return false }
      let source = PartSource(core, memo, common, start, key: { self.text(self.keys[$0]) })
      return try source.check(count: elements.count, { hash($0) })
    }
  }

  private func update(
    _ dictionary: [Key: Value], noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    let (newKeys, newValues) = (dictionary.keyColumn, dictionary.valueColumn)
    let match = ElementMatch(&keys, &values, newKeys, newValues, keyBytes, valueBytes)
    retained.note(isUnchanged: match.isWhole, dictionary)
    if match.isWhole { return true }
    let changes = try newValues.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return nil as [HashedPart]? }
      let source = PartSource(core, memo, common, start, key: { self.text(newKeys[$0]) })
      return try source.hash(match) { hash($0) }
    }
    guard let changes, notes(match, newKeys) else { return false }
    if core.sink.hash.namesElements { change = change(match, changes, newKeys) }
    version += 1
    replaced = isNoted ? ReplacedEntries(match, from: (keys, values), to: newKeys, text) : nil
    for gap in match.gaps {
      for index in gap.old { sum &-= hash(index).number }
    }
    for change in changes { sum &+= change.hash.number }
    if !match.isInPlace {
      common.rearrange(match.runs)
      hashes.rearrange(match.runs, count: newKeys.count)
    }
    for change in changes {
      hashes.base.storeBytes(of: change.hash, toByteOffset: change.index &* hashes.stride, as: StateHash.self)
    }
    (keys, values) = (newKeys, newValues)
    common.note(hashed: changes.count, of: newKeys.count)
    return true
  }

  /// The change by entry; `nil` if too many entries are at other places.
  private func change(
    _ match: ElementMatch, _ changes: [HashedPart], _ newKeys: ContiguousArray<Key>
  ) -> ElementChange? {
    // A dictionary that grew has its entries in another order.
    guard !keys.isEmpty, changes.count &+ match.replacedCount <= 4 * ElementChange.limit else { return nil }
    var earlier: [ByteString: StateHash] = [:]
    for gap in match.gaps {
      for index in gap.old { earlier[ByteString(text(keys[index]))] = hash(index) }
    }
    let present = changes.filter { earlier.removeValue(forKey: ByteString(text(newKeys[$0.index]))) != $0.hash }
    return ElementChange(
      since: hash, present.map { .present($0) } + earlier.keys.map { .gone($0.string) })
  }

  func key(at index: Int) -> String { text(keys[index]) }

  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash {
    try session.hash(of: values[index], under: text(keys[index]))
  }

  /// Notes the coding keys that came and went; `false` if two keys have the same one, which the run's walk reports.
  private func notes(_ match: ElementMatch, _ newKeys: ContiguousArray<Key>) -> Bool {
    // A text or an integer is its own coding key.
    if Key.self == String.self || Key.self == Int.self { return true }
    for gap in match.gaps {
      for index in gap.old { texts.remove(ByteString(text(keys[index]))) }
    }
    for gap in match.gaps {
      for index in gap.new {
        guard texts.insert(ByteString(text(newKeys[index]))).inserted else {
          isLost = true
          return false
        }
      }
    }
    return true
  }

  private func hash(_ index: Int) -> StateHash {
    hashes.base.load(fromByteOffset: index &* hashes.stride, as: StateHash.self)
  }
}
