import RuntimeLayout
import SystemSupport

/// Compares kept elements with those of the next state, by their bytes.
struct ElementPairs {
  private let kept: UnsafeMutableRawPointer
  private let source: UnsafeRawPointer
  private let stride: Int
  private let bytes: StableBytes
  let keptCount: Int
  let sourceCount: Int

  /// The number of elements that are compared in one call.
  private static let block = 64

  init(
    _ kept: UnsafeMutableRawPointer, count keptCount: Int, with source: UnsafeRawPointer, count sourceCount: Int,
    stride: Int, _ bytes: StableBytes
  ) {
    self.kept = kept
    self.source = source
    self.stride = stride
    self.bytes = bytes
    self.keptCount = keptCount
    self.sourceCount = sourceCount
  }

  /// Pairs the elements of two buffers; `nil` if one of them is empty.
  init?<Element>(
    _ kept: UnsafeMutableBufferPointer<Element>, _ source: UnsafeBufferPointer<Element>, _ bytes: StableBytes
  ) {
    guard let keptStart = kept.baseAddress, let start = source.baseAddress else { return nil }
    self.init(
      keptStart, count: kept.count, with: start, count: source.count, stride: MemoryLayout<Element>.stride, bytes)
  }

  /// The number of equal elements from two indices on.
  func commonPrefix(_ old: Int, _ new: Int, _ limit: Int) -> Int {
    var count = 0
    while count < limit {
      let step = min(Self.block, limit &- count)
      if !hasSameBytes(old &+ count, new &+ count, step) {
        let same = equalCount(old &+ count, new &+ count, limit: step, direction: 1)
        if same < step { return count &+ same }
      }
      count &+= step
    }
    return count
  }

  /// The number of equal elements at the ends.
  func commonSuffix(_ limit: Int) -> Int {
    var count = 0
    while count < limit {
      let step = min(Self.block, limit &- count)
      let (oldEnd, newEnd) = (keptCount &- count, sourceCount &- count)
      if !hasSameBytes(oldEnd &- step, newEnd &- step, step) {
        let same = equalCount(oldEnd &- 1, newEnd &- 1, limit: step, direction: -1)
        if same < step { return count &+ same }
      }
      count &+= step
    }
    return count
  }

  /// Whether an element is the same as a kept one.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    hasSameBytes(old, new, 1) || equalCount(old, new, limit: 1, direction: 1) == 1
  }

  /// Whether consecutive elements have the same bytes, with their padding.
  func hasSameBytes(_ old: Int, _ new: Int, _ count: Int) -> Bool {
    Platform.areEqual(kept + old &* stride, source + new &* stride, count: count &* stride)
  }

  /// The number of elements from two indices on, forwards or backwards, that are the same but for their padding.
  ///
  /// This is one loop over raw pointers, because a copy that the app makes has other padding in every element.
  private func equalCount(_ old: Int, _ new: Int, limit: Int, direction: Int) -> Int {
    (bytes.spans ?? []).withUnsafeBufferPointer { buffer in
      guard let spans = buffer.baseAddress else { return 0 }
      let (spanCount, step) = (buffer.count, direction &* stride)
      var (mine, others) = (kept + old &* stride, source + new &* stride)
      var count = 0
      search: while count < limit {
        var span = 0
        while span < spanCount {
          let start = spans[span].start
          if !Platform.areEqual(mine + start, others + start, count: spans[span].count) { break search }
          span &+= 1
        }
        mine += step
        others += step
        count &+= 1
      }
      // With the same padding, the next comparison needs one call for all of them.
      let passed = direction > 0 ? 0 : count &- 1
      (kept + (old &- passed) &* stride).copyMemory(
        from: source + (new &- passed) &* stride, byteCount: count &* stride)
      return count
    }
  }

  /// Hash values of the bytes of a kept element and of one of the next state.
  func keptHash(_ index: Int) -> Int { hash(of: kept, index) }
  func sourceHash(_ index: Int) -> Int { hash(of: source, index) }

  private func hash(of elements: UnsafeRawPointer, _ index: Int) -> Int {
    var hasher = Hasher()
    for span in bytes.spans ?? [] {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: elements + index &* stride + span.start, count: span.count))
    }
    return hasher.finalize()
  }
}
