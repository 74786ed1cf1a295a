import StateTree

/// The elements of an array in the last state, and their hashes.
final class ArrayMemo<Element: Encodable>: SequenceMemo {
  private let bytes: StableBytes
  private var kept = RawColumn(of: Element.self)
  private var hashes = ElementHashes()
  private let common: CollectionMemo
  private(set) var version = 0
  private(set) var isLost = false
  private(set) var change: ElementChange?
  private(set) var replaced: ReplacedElements<Element>?
  var ids: (version: Int, ids: ElementIDs)?

  init(_ bytes: StableBytes, _ budget: MemoBudget) {
    self.bytes = bytes
    common = CollectionMemo(budget)
  }

  deinit { destroy(0..<kept.count) }

  var hash: StateHash { hashes.hash.finalized() }
  var depth: Int { common.depth }
  var count: Int { kept.count }

  /// Follows the array to the next state; `false` if the run must walk the array.
  func follow(
    _ elements: [Element], noting isNoted: Bool, _ core: EncodingCore, _ memo: StateMemo
  ) throws -> Bool {
    change = nil
    if common.isResting() {
      ids = nil
      return false
    }
    let size = elements.count * (kept.stride + ElementHashes.stride)
    guard hold(size) else { return false }
    return try elements.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return false }
      let match = ElementMatch(
        ElementPairs(kept.base, count: kept.count, with: start, count: elements.count, stride: kept.stride, bytes))
      let source = PartSource(core, memo, common, start)
      if !match.isWhole {
        if isNoted, !hold(size + match.replacedCount * kept.stride) { return false }
        guard let changes = try source.hash(match, { hashes[$0] }) else { return false }
        if Element.self == JSONValue.self ? core.namesTreeElements : core.sink.hash.namesElements {
          change = change(match, changes, count: elements.count)
        }
        apply(match, changes, start, count: elements.count, noting: isNoted)
        common.note(hashed: changes.count, of: elements.count)
      }
      return try source.check(count: elements.count, { hashes[$0] })
    }
  }

  private func hold(_ byteCount: Int) -> Bool {
    isLost = !common.hold(byteCount)
    return !isLost
  }

  /// The change by element, if elements stay at their indices.
  private func change(_ match: ElementMatch, _ changes: [HashedPart], count: Int) -> ElementChange? {
    let gone = max(0, kept.count &- count)
    guard kept.count > 0, changes.count &+ gone <= ElementChange.limit, match.keepsIndices else { return nil }
    let present = changes.filter { $0.index >= kept.count || hashes[$0.index] != $0.hash }
    return ElementChange(
      since: hash,
      present.map { .present($0) } + (count..<(count + gone)).map { .gone(String($0)) })
  }

  func forgetReplaced() { replaced = nil }
  func key(at index: Int) -> String { String(index) }

  func hash(at index: Int, _ session: EncodingSession) throws -> StateHash { try session.hash(element(index)) }

  func element(_ index: Int) -> Element { kept.items(of: Element.self, from: index).pointee }
  func elementHash(_ index: Int) -> StateHash { hashes[index] }
  func part(_ element: Element, _ session: EncodingSession) throws -> JSONDocument { try session.partDocument(element) }

  /// Takes over the elements that have changed, and their hashes.
  private func apply(
    _ match: ElementMatch, _ changes: [HashedPart], _ start: UnsafePointer<Element>, count: Int,
    noting isNoted: Bool
  ) {
    let gaps = match.gaps
    let isInPlace = match.isInPlace
    // Elements that are written as before are no change of the array.
    let isChanged = !isInPlace || changes.contains { hashes[$0.index] != $0.hash }
    if isChanged {
      version += 1
      replaced = nil
    }
    if isChanged, isNoted {
      replaced = ReplacedElements(gaps, count: kept.count) {
        (kept.items(of: Element.self, from: $0).move(), hashes[$0])
      }
    } else {
      for gap in gaps { destroy(gap.old) }
    }
    if isInPlace {
      hashes.replace(changes)
    } else {
      common.rearrange(match.runs)
      kept.rearrange(match.runs, count: count)
      hashes.rearrange(match.runs, count: count, changes)
    }
    for gap in gaps where !gap.new.isEmpty {
      kept.copy(start, gap.new)
    }
  }

  private func destroy(_ indices: Range<Int>) {
    guard !indices.isEmpty else { return }
    kept.items(of: Element.self, from: indices.lowerBound).deinitialize(count: indices.count)
  }
}

/// The elements that the last change of an array replaced, and their hashes.
struct ReplacedElements<Element> {
  let gaps: [EditScript.Hunk]
  let oldCount: Int
  private var elements: [Element] = []
  private var hashes: [StateHash] = []
  /// For each gap the number of replaced elements before it.
  private var starts: [Int] = []

  /// Takes the elements, by their old indices, out of a collection.
  init(_ gaps: [ElementMatch.Gap], count: Int, _ take: (Int) -> (Element, StateHash)) {
    self.gaps = gaps.map { EditScript.Hunk(old: $0.old, new: $0.new) }
    oldCount = count
    for gap in gaps {
      starts.append(elements.count)
      for index in gap.old {
        let (element, hash) = take(index)
        elements.append(element)
        hashes.append(hash)
      }
    }
  }

  /// A replaced element with its hash, by its old index; for an element that stays, its new index.
  func find(_ index: Int) -> (replaced: (element: Element, hash: StateHash)?, place: Int) {
    guard let number = gap(upTo: index) else { return (nil, index) }
    let gap = gaps[number]
    if index >= gap.old.upperBound { return (nil, index - gap.old.upperBound + gap.new.upperBound) }
    let place = starts[number] + index - gap.old.lowerBound
    return ((elements[place], hashes[place]), place)
  }

  /// The last gap that begins at an old index or before it.
  private func gap(upTo index: Int) -> Int? {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if gaps[middle].old.lowerBound <= index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
