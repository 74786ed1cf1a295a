import StateTree

/// The elements of a set in the last state, or the entries of a dictionary that is encoded as an array.
///
/// It keeps the elements, or the keys, also as they are written, because their order and their hashes follow from that.
final class SortedMemo<Source: TextOrderedCollection>: SequenceMemo {
  typealias Key = Source.Key
  typealias Value = Source.Value

  private let keyBytes: StableBytes
  private let valueBytes: StableBytes
  private var keys = ContiguousArray<Key>()
  private var values = ContiguousArray<Value>()
  private var texts = SortedTexts(width: Source.width)
  private let common: CollectionMemo
  private(set) var version = 0
  private(set) var isLost = false
  var ids: (version: Int, ids: ElementIDs)?
  /// Whether it can't be followed, because two elements are written alike.
  private var hasRepetitions = false
  // A comparison copies the keys.
  private var retained = RetainedStorage<Source>(comparisonsPerCopy: 2)

  init(_ keyBytes: StableBytes, _ valueBytes: StableBytes, _ budget: MemoBudget) {
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    common = CollectionMemo(budget)
  }

  var hash: StateHash { texts.hashes.hash.finalized() }
  var depth: Int { common.depth }
  var count: Int { texts.count }
  var replaced: ReplacedElements<[UInt8]>? { texts.replaced }
  func forgetReplaced() { texts.replaced = nil }
  /// Elements have no places of their own.
  var change: ElementChange? { nil }

  /// Follows the collection to the next state; `false` if the run must walk it.
  func follow(_ source: Source, noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo) throws -> Bool {
    if hasRepetitions || common.isResting() { return false }
    if !retained.isSame(as: source) {
      guard hold(source.count), try update(source, noting: isNoted, core, memo), hold(source.count) else {
        return false
      }
    }
    return try check(core, memo)
  }

  private func hold(_ count: Int) -> Bool {
    let entry =
      MemoryLayout<Key>.stride + (Source.width - 1) * MemoryLayout<Value>.stride
      + SortedTexts.stride(width: Source.width)
    isLost = !common.hold(count * entry + texts.byteCount)
    return !isLost
  }

  private func update(
    _ source: Source, noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    let (newKeys, newValues) = (source.keyColumn, source.valueColumn)
    let match = ElementMatch(&keys, &values, newKeys, newValues, keyBytes, valueBytes)
    retained.note(isUnchanged: match.isWhole, source)
    if match.isWhole { return true }
    let moved = Set(match.moves.values)
    var removed: [[UInt8]] = []
    for index in match.gaps.lazy.flatMap(\.old) where !moved.contains(index) {
      guard let part = try encode(keys[index], core, memo) else { return false }
      removed.append(part.text)
    }
    var added: [SortedTexts.Entry] = []
    for index in match.gaps.lazy.flatMap(\.new) where match.moves[index] == nil {
      guard let (text, hash) = try encode(newKeys[index], core, memo) else { return false }
      let next = try self.hash(index, of: newValues, core, memo)
      if next == nil, Source.width == 2 { return false }
      added.append(SortedTexts.Entry(text: text, hash: hash, next: next))
    }
    guard texts.replace(removed, by: added, noting: isNoted) else {
      hasRepetitions = true
      return false
    }
    version += 1
    (keys, values) = (newKeys, newValues)
    common.note(hashed: added.count, of: newKeys.count)
    return true
  }

  /// A key as it is written, and what that adds to the collection's hash; `nil` if the collection must be walked.
  private func encode(
    _ key: Key, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> (text: [UInt8], hash: StateHash)? {
    let pathReads = core.pathReads
    var text: [UInt8] = []
    let hashes = try core.hashPart(in: common) {
      text = try core.partText(key)
      core.sink.raw(try JSONDocument(text))
    }
    guard let hashes else { return nil }
    guard core.pathReads == pathReads else {
      core.refuse(Key.self, at: place(of: text), .readsPath, memo)
      return nil
    }
    return (text, hashes.part)
  }

  /// Returns the term of a value in the collection's hash; `nil` for none, or if the collection must be walked.
  private func hash(
    _ index: Int, of values: ContiguousArray<Value>, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> StateHash? {
    guard Source.width == 2 else { return nil }
    return try values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { return nil }
      return try PartSource(core, memo, common, start).hash(index, scopeOf: nil)?.part
    }
  }

  private func check(_ core: EncodingCore, _ memo: StateMemo) throws -> Bool {
    while let index = memo.nextCheck(count: keys.count) {
      let valueCount = core.sink.hash.valueCount
      guard let text = try encode(keys[index], core, memo)?.text else { return false }
      let place = texts.place(of: text)
      guard place.isKnown else {
        let isSame = try encode(keys[index], core, memo)?.text == text
        core.refuse(Key.self, at: self.place(of: text), isSame ? .changedBehindReference : .notDeterministic, memo)
        return false
      }
      if Source.width == 2 {
        guard let hash = try hash(index, of: values, core, memo) else { return false }
        let known = 2 * place.index + 1
        guard hash == texts.hashes[known] else {
          let isSame = try self.hash(index, of: values, core, memo) == hash
          core.refuse(Value.self, at: String(known), isSame ? .changedBehindReference : .notDeterministic, memo)
          return false
        }
      }
      memo.noteCheck(values: core.sink.hash.valueCount &- valueCount)
    }
    return true
  }

  /// The index of a key among the elements as they are written.
  private func place(of text: [UInt8]) -> String { String(texts.place(of: text).index * Source.width) }

  func key(at index: Int) -> String { String(index) }
  func element(_ index: Int) -> [UInt8] { texts[index] }
  func elementHash(_ index: Int) -> StateHash { texts.hashes[index] }
  func part(_ element: [UInt8], _ session: EncodingSession) throws -> JSONDocument { try JSONDocument(element) }
  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash {
    try part(texts[index], session).root.stateHash
  }
}
