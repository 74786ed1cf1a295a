import StateTree

/// A part of a collection that was hashed by itself.
struct HashedPart {
  var index: Int
  /// Its term in the collection's hash.
  var hash: StateHash
  /// Its own hash; `nil` if it is in common with the last state and wasn't hashed again.
  var own: StateHash?
}

/// Hashes single elements of an array, or single values of a dictionary.
struct PartSource<Element: Encodable> {
  private let core: EncodingCore
  private let memo: StateMemo
  private let collection: CollectionMemo
  private let start: UnsafePointer<Element>
  private let strategy: EncodingStrategy
  private let encoder: any Encoder
  /// The keys of the values.
  private let key: ((Int) -> String)?

  /// Prepares for elements in memory; the collection's step is the last one on the core's path.
  init(
    _ core: EncodingCore, _ memo: StateMemo, _ collection: CollectionMemo, _ start: UnsafePointer<Element>,
    key: ((Int) -> String)? = nil
  ) {
    self.core = core
    self.memo = memo
    self.collection = collection
    self.start = start
    self.key = key
    strategy = core.strategies.knowledge(of: Element.self)
    encoder = StreamEncoder(core: core, depth: core.frames.count, pathCount: core.path.count)
  }

  /// The hashes of the elements outside of the runs in common; `nil` if the collection must be walked.
  func hash(_ match: ElementMatch, _ known: (Int) -> StateHash) throws -> [HashedPart]? {
    var changes: [HashedPart] = []
    for gap in match.gaps {
      let isReplaced = gap.old.count == gap.new.count
      changes.reserveCapacity(changes.count + gap.new.count)
      for index in gap.new {
        if let old = match.moves[index] {
          changes.append(HashedPart(index: index, hash: known(old)))
          continue
        }
        let old = isReplaced ? index - gap.new.lowerBound + gap.old.lowerBound : nil
        guard let (hash, own) = try hash(index, scopeOf: old) else { return nil }
        changes.append(HashedPart(index: index, hash: hash, own: own))
      }
    }
    return changes
  }

  /// Hashes the elements that are to be checked; `false` if the hash of one is not the known one. If some places have no
  /// element, `element` returns the first one from a place on.
  func check(count: Int, _ known: (Int) -> StateHash, element: (Int) -> Int? = { $0 }) throws -> Bool {
    // A tree can't change behind a reference.
    if Element.self == JSONValue.self { return true }
    while let index = memo.nextCheck(count: count, element) {
      let values = core.sink.hash.valueCount
      guard let hash = try hash(index, scopeOf: nil)?.part else { return false }
      memo.noteCheck(values: core.sink.hash.valueCount &- values)
      if hash == known(index) { continue }
      let again = try self.hash(index, scopeOf: nil)?.part
      refuse(again == hash ? .changedBehindReference : .notDeterministic, index)
      return false
    }
    return true
  }

  /// Returns an element's term in the collection's hash, and its own hash; `nil` if the collection must be walked.
  func hash(_ index: Int, scopeOf old: Int?) throws -> (part: StateHash, own: StateHash)? {
    let pathReads = core.pathReads
    let hashes = try core.hashPart(under: key?(index), in: collection) {
      try collection.withScope(of: old, memo) {
        try core.encodePart(start[index], index, key?(index), strategy, encoder)
      }
    }
    guard let hashes else { return nil }
    guard core.pathReads == pathReads else {
      refuse(.readsPath, index)
      return nil
    }
    return hashes
  }

  private func refuse(_ reason: UnstableElement.Reason, _ index: Int) {
    core.refuse(Element.self, at: key?(index) ?? String(index), reason, memo)
  }
}
