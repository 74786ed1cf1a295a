/// The elements of an array in the last state, and their hashes.
final class ArrayMemo<Element: Encodable> {
  private let bytes: StableBytes
  private var kept = RawColumn(of: Element.self)
  private var hashes = ElementHashes()
  private let common: CollectionMemo

  init(_ bytes: StableBytes, _ budget: MemoBudget) {
    self.bytes = bytes
    common = CollectionMemo(budget)
  }

  deinit { destroy(0..<kept.count) }

  /// Follows the array to the next state, and adds its hash to the run; `false` if the run must walk the array.
  func follow(_ elements: [Element], _ core: EncodingCore, _ memo: StateMemo) throws -> Bool {
    if common.isResting() { return false }
    guard common.hold(elements.count * (kept.stride + ElementHashes.stride)) else {
      clear()
      return false
    }
    return try elements.withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return false }
      let match = ElementMatch(
        ElementPairs(kept.base, count: kept.count, with: start, count: elements.count, stride: kept.stride, bytes))
      let source = PartSource(core, memo, common, start)
      if !match.isWhole {
        guard let changes = try source.hash(match, { hashes[$0] }) else { return false }
        apply(match, changes, start, count: elements.count)
        common.note(hashed: changes.count, of: elements.count)
      }
      guard try source.check(count: elements.count, { hashes[$0] }) else { return false }
      core.sink.hash.container(hashes.hash.finalized(), depth: common.depth)
      return true
    }
  }

  /// Takes over the elements that have changed, and their hashes.
  private func apply(
    _ match: ElementMatch, _ changes: [(index: Int, hash: StateHash)], _ start: UnsafePointer<Element>, count: Int
  ) {
    let gaps = match.gaps
    for gap in gaps { destroy(gap.old) }
    if match.isInPlace {
      hashes.replace(changes)
    } else {
      common.rearrange(match.runs)
      kept.rearrange(match.runs, count: count)
      hashes.rearrange(match.runs, count: count, changes)
    }
    for gap in gaps where !gap.new.isEmpty {
      let target = kept.base + gap.new.lowerBound &* kept.stride
      target.initializeMemory(as: Element.self, from: start + gap.new.lowerBound, count: gap.new.count)
      // With the same padding, the next comparison needs one call.
      target.copyMemory(from: start + gap.new.lowerBound, byteCount: gap.new.count &* kept.stride)
    }
  }

  private func clear() {
    destroy(0..<kept.count)
    kept.rearrange([], count: 0)
    hashes.rearrange([], count: 0, [])
  }

  private func destroy(_ indices: Range<Int>) {
    guard !indices.isEmpty else { return }
    (kept.base + indices.lowerBound &* kept.stride).assumingMemoryBound(to: Element.self)
      .deinitialize(count: indices.count)
  }
}
