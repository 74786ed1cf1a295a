import SystemSupport

/// The entries of a dictionary in the last state, and their hashes.
final class DictionaryMemo<Key: Hashable, Value: Encodable> {
  private let keyBytes: StableBytes
  private let valueBytes: StableBytes
  private var keys = ContiguousArray<Key>()
  private var values = ContiguousArray<Value>()
  private var hashes = RawColumn(of: StateHash.self)
  /// The sum of the entries' hashes in `MemberHash`.
  private var sum: UInt128 = 0
  /// The coding keys, if they are not the keys themselves.
  private var texts: Set<ByteString> = []
  private let common: CollectionMemo
  /// The number of states in a row in which nothing changed.
  private var unchanged = 0
  /// The dictionary, if it seems to stay as it is. The app's next change copies it, so this must save more than a copy.
  private var retained: [Key: Value]?

  /// The number of comparisons that take as long as a copy.
  private static var comparisonsPerCopy: Int { 2 }

  init(_ keyBytes: StableBytes, _ valueBytes: StableBytes, _ budget: MemoBudget) {
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    common = CollectionMemo(budget)
  }

  /// Follows the dictionary to the next state, and adds its hash to the run; `false` if the run must walk the dictionary.
  /// `text` returns the coding key of a key.
  func follow(
    _ dictionary: [Key: Value], _ text: (Key) -> String, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    if common.isResting() { return false }
    let entry = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride + MemoryLayout<StateHash>.stride
    guard common.hold(dictionary.count * entry) else {
      clear()
      return false
    }
    if !isRetained(dictionary) {
      retained = nil
      guard try update(dictionary, text, core, memo) else { return false }
      if unchanged >= Self.comparisonsPerCopy { retained = dictionary }
    }
    return try withoutActuallyEscaping(text) { text in
      try values.withUnsafeBufferPointer { elements in
        guard let start = elements.baseAddress else { return false }
        let source = PartSource(core, memo, common, start, key: { text(self.keys[$0]) })
        guard try source.check(count: elements.count, { hash($0) }) else { return false }
        core.sink.hash.container(MemberHash(sum: sum, count: elements.count).finalized(), depth: common.depth)
        return true
      }
    }
  }

  /// Whether the dictionary is the retained one. Storage with two owners isn't written in place.
  private func isRetained(_ dictionary: [Key: Value]) -> Bool {
    guard let retained else { return false }
    return withUnsafeBytes(of: retained) { mine in withUnsafeBytes(of: dictionary) { Platform.areEqual(mine, $0) } }
  }

  private func update(
    _ dictionary: [Key: Value], _ text: (Key) -> String, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    // The fastest way to the entries that the standard library offers.
    let newKeys = ContiguousArray(dictionary.keys)
    let newValues = ContiguousArray(dictionary.values)
    let match = match(newKeys, newValues)
    if match.isWhole {
      unchanged += 1
      return true
    }
    unchanged = 0
    let changes = try withoutActuallyEscaping(text) { text in
      try newValues.withUnsafeBufferPointer { elements in
        guard let start = elements.baseAddress else { return nil as [(index: Int, hash: StateHash)]? }
        let source = PartSource(core, memo, common, start, key: { text(newKeys[$0]) })
        return try source.hash(match) { hash($0) }
      }
    }
    guard let changes, notes(match, newKeys, text) else { return false }
    for gap in match.gaps {
      for index in gap.old { sum &-= hash(index).number }
    }
    for (_, hash) in changes { sum &+= hash.number }
    if !match.isInPlace {
      common.rearrange(match.runs)
      hashes.rearrange(match.runs, count: newKeys.count)
    }
    for (index, hash) in changes {
      hashes.base.storeBytes(of: hash, toByteOffset: index &* hashes.stride, as: StateHash.self)
    }
    (keys, values) = (newKeys, newValues)
    common.note(hashed: changes.count, of: newKeys.count)
    return true
  }

  /// Notes the coding keys that came and went; `false` if two keys have the same one, which the run's walk reports.
  private func notes(_ match: ElementMatch, _ newKeys: ContiguousArray<Key>, _ text: (Key) -> String) -> Bool {
    // A text or an integer is its own coding key.
    if Key.self == String.self || Key.self == Int.self { return true }
    for gap in match.gaps {
      for index in gap.old { texts.remove(ByteString(text(keys[index]))) }
    }
    for gap in match.gaps {
      for index in gap.new {
        guard texts.insert(ByteString(text(newKeys[index]))).inserted else {
          clear()
          return false
        }
      }
    }
    return true
  }

  private func match(_ newKeys: ContiguousArray<Key>, _ newValues: ContiguousArray<Value>) -> ElementMatch {
    keys.withUnsafeMutableBufferPointer { keys in
      values.withUnsafeMutableBufferPointer { values in
        newKeys.withUnsafeBufferPointer { newKeys in
          newValues.withUnsafeBufferPointer { newValues in
            guard let keys = ElementPairs(keys, newKeys, keyBytes),
              let values = ElementPairs(values, newValues, valueBytes)
            else { return ElementMatch(count: newKeys.count) }
            return ElementMatch(keys: keys, values: values)
          }
        }
      }
    }
  }

  private func hash(_ index: Int) -> StateHash {
    hashes.base.load(fromByteOffset: index &* hashes.stride, as: StateHash.self)
  }

  private func clear() {
    retained = nil
    keys = []
    values = []
    hashes.rearrange([], count: 0)
    sum = 0
    texts = []
  }
}
