import StateTree

/// The members of a large JSON object in the last state, and their hashes.
final class ObjectMemo: FollowedCollection {
  private typealias Member = (key: String, value: JSONValue)

  private let keyBytes: StableBytes
  private let valueBytes: StableBytes
  private var keys = RawColumn(of: String.self)
  private var values = RawColumn(of: JSONValue.self)
  private var hashes = RawColumn(of: StateHash.self)
  /// The sum of the members' hashes in `MemberHash`.
  private var sum: UInt128 = 0
  private let common: CollectionMemo
  private(set) var version = 0
  private(set) var isLost = false
  private(set) var change: ElementChange?
  /// The members that the last change replaced, if it was noted.
  private var replaced: ReplacedElements<Member>?

  init(_ keyBytes: StableBytes, _ valueBytes: StableBytes, _ budget: MemoBudget) {
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    common = CollectionMemo(budget)
  }

  deinit { for index in 0..<count { _ = move(index) } }

  var hash: StateHash { MemberHash(sum: sum, count: count).finalized() }
  var depth: Int { common.depth }
  var count: Int { keys.count }

  /// Follows the object to the next state; `false` if the run must walk the object.
  func follow(_ object: JSONObject, noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo) throws -> Bool {
    change = nil
    if common.isResting() { return false }
    let member = keys.stride + values.stride
    guard hold(object.count * (member + hashes.stride)) else { return false }
    return try object.keys.withUnsafeBufferPointer { newKeys in
      try object.values.withUnsafeBufferPointer { newValues in
        guard let keyStart = newKeys.baseAddress, let valueStart = newValues.baseAddress else { return false }
        let newCount = newKeys.count
        let match = ElementMatch(
          keys: ElementPairs(
            keys.base, count: count, with: keyStart, count: newCount, stride: keys.stride, keyBytes),
          values: ElementPairs(
            values.base, count: count, with: valueStart, count: newCount, stride: values.stride, valueBytes))
        let source = PartSource(core, memo, common, valueStart, key: { newKeys[$0] })
        if !match.isWhole {
          if isNoted, !hold(newCount * (member + hashes.stride) + match.replacedCount * member) { return false }
          guard let changes = try source.hash(match, hash(_:)) else { return false }
          if core.namesTreeElements {
            change = ElementChange(
              match, changes, since: hash, count: count, oldKey: key(at:), newKey: { newKeys[$0] }, hash(_:))
          }
          apply(match, changes, keyStart, valueStart, count: newCount, noting: isNoted)
          common.note(hashed: changes.count &- match.moves.count, of: newCount)
        }
        return try source.check(count: newCount, hash(_:))
      }
    }
  }

  private func hold(_ byteCount: Int) -> Bool {
    isLost = !common.hold(byteCount)
    return !isLost
  }

  /// Takes over the members that have changed, and their hashes.
  private func apply(
    _ match: ElementMatch, _ changes: [HashedPart], _ newKeys: UnsafePointer<String>,
    _ newValues: UnsafePointer<JSONValue>, count newCount: Int, noting isNoted: Bool
  ) {
    version += 1
    for gap in match.gaps {
      for index in gap.old { sum &-= hash(index).number }
    }
    let old = ReplacedElements(match.gaps, count: count) { (move($0), hash($0)) }
    replaced = isNoted ? old : nil
    if !match.isInPlace {
      common.rearrange(match.runs)
      keys.rearrange(match.runs, count: newCount)
      values.rearrange(match.runs, count: newCount)
      hashes.rearrange(match.runs, count: newCount)
    }
    for change in changes {
      sum &+= change.hash.number
      hashes.base.storeBytes(of: change.hash, toByteOffset: change.index &* hashes.stride, as: StateHash.self)
    }
    for gap in match.gaps where !gap.new.isEmpty {
      keys.copy(newKeys, gap.new)
      values.copy(newValues, gap.new)
    }
  }

  private func move(_ index: Int) -> Member {
    (keys.items(of: String.self, from: index).move(), values.items(of: JSONValue.self, from: index).move())
  }

  private func hash(_ index: Int) -> StateHash {
    hashes.base.load(fromByteOffset: index &* hashes.stride, as: StateHash.self)
  }

  func forgetReplaced() { replaced = nil }
  func key(at index: Int) -> String { keys.items(of: String.self, from: index).pointee }
  private func value(at index: Int) -> JSONValue { values.items(of: JSONValue.self, from: index).pointee }

  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash {
    try session.hash(of: value(at: index), under: key(at: index))
  }

  func tree(_ version: Int, _ session: EncodingSession) throws -> JSONValue? {
    let members: [Member]
    if version == self.version {
      members = (0..<count).map(member(_:))
    } else if version + 1 == self.version, let replaced {
      members = (0..<replaced.oldCount).map { index in
        let found = replaced.find(index)
        return found.replaced?.element ?? member(found.place)
      }
    } else {
      return nil
    }
    return .object(
      JSONObject(uniqueKeys: members.map(\.key), values: try members.map { try session.part($0.value, under: $0.key) }))
  }

  private func member(_ index: Int) -> Member { (key(at: index), value(at: index)) }

  func compare(in differ: inout StateDiffer) throws -> Bool {
    guard let replaced else { return false }
    let session = differ.session
    let new = replaced.gaps.flatMap(\.new).map { (member($0), hash($0)) }
    let newKeys = Set(new.map { ByteString($0.0.key) })
    var old: [ByteString: (value: JSONValue, hash: StateHash)] = [:]
    for index in replaced.gaps.lazy.flatMap(\.old) {
      guard let ((key, value), hash) = replaced.find(index).replaced else { continue }
      old[ByteString(key)] = (value, hash)
      if !newKeys.contains(ByteString(key)) {
        try differ.json.appendRemoval(of: key, session.part(value, under: key))
      }
    }
    for ((key, value), hash) in new {
      guard let before = old[ByteString(key)] else {
        differ.json.appendAddition(of: key, try session.part(value, under: key))
        continue
      }
      // Members that only moved have the same hash.
      if before.hash == hash { continue }
      let parts = try (session.part(before.value, under: key), session.part(value, under: key))
      differ.at(key) { $0.json.compare(parts.0, parts.1) }
    }
    return true
  }
}

extension ElementChange {
  /// The change of a collection with keys; `nil` if too many elements are at other places.
  init?(
    _ match: ElementMatch, _ changes: [HashedPart], since earlier: StateHash, count: Int, oldKey: (Int) -> String,
    newKey: (Int) -> String, _ hash: (Int) -> StateHash
  ) {
    guard count > 0, changes.count &+ match.replacedCount <= 4 * Self.limit else { return nil }
    var known: [ByteString: StateHash] = [:]
    for gap in match.gaps {
      for index in gap.old { known[ByteString(oldKey(index))] = hash(index) }
    }
    let present = changes.filter { known.removeValue(forKey: ByteString(newKey($0.index))) != $0.hash }
    self.init(since: earlier, present.map { .present($0) } + known.keys.map { .gone($0.string) })
  }
}
