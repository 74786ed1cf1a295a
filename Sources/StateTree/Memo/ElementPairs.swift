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
      if areSame(old &+ count, new &+ count, step) {
        count &+= step
        continue
      }
      while count < limit, isSame(old &+ count, new &+ count) { count &+= 1 }
      // Padding may have hidden that a block is the same.
      if count < limit, !isSame(old &+ count, new &+ count) { return count }
    }
    return count
  }

  /// The number of equal elements at the ends.
  func commonSuffix(_ limit: Int) -> Int {
    var count = 0
    while count < limit {
      let step = min(Self.block, limit &- count)
      if areSame(keptCount &- count &- step, sourceCount &- count &- step, step) {
        count &+= step
        continue
      }
      var last = 0
      while last < step, isSame(keptCount &- count &- 1, sourceCount &- count &- 1) {
        count &+= 1
        last &+= 1
      }
      if last < step { return count }
    }
    return count
  }

  /// Whether consecutive elements have the same bytes, with their padding.
  private func areSame(_ old: Int, _ new: Int, _ count: Int) -> Bool {
    Platform.areEqual(
      UnsafeRawBufferPointer(start: kept + old &* stride, count: count &* stride),
      UnsafeRawBufferPointer(start: source + new &* stride, count: count &* stride))
  }

  /// Whether an element is the same as a kept one.
  func isSame(_ old: Int, _ new: Int) -> Bool {
    if areSame(old, new, 1) { return true }
    if bytes.isDense { return false }
    let (mine, others) = (kept + old &* stride, source + new &* stride)
    for range in bytes.ranges ?? [] {
      guard
        Platform.areEqual(
          UnsafeRawBufferPointer(start: mine + range.lowerBound, count: range.count),
          UnsafeRawBufferPointer(start: others + range.lowerBound, count: range.count))
      else { return false }
    }
    // With the same padding, the next comparison needs one call.
    mine.copyMemory(from: others, byteCount: stride)
    return true
  }

  /// Hash values of the bytes of a kept element and of one of the next state.
  func keptHash(_ index: Int) -> Int { hash(of: kept, index) }
  func sourceHash(_ index: Int) -> Int { hash(of: source, index) }

  private func hash(of elements: UnsafeRawPointer, _ index: Int) -> Int {
    var hasher = Hasher()
    for range in bytes.ranges ?? [] {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(start: elements + index &* stride + range.lowerBound, count: range.count))
    }
    return hasher.finalize()
  }
}
