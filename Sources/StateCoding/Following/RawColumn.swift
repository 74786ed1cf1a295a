/// A run of elements that have the same offset from another run, before and after a change.
struct MatchedRun: Equatable {
  var old: Int
  var new: Int
  var count: Int
}

extension [MatchedRun] {
  /// The run that contains an index before the change.
  func run(of index: Int) -> MatchedRun? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low &+ high) / 2
      if self[middle].old <= index { low = middle &+ 1 } else { high = middle }
    }
    guard low > 0, case let run = self[low &- 1], index &- run.old < run.count else { return nil }
    return run
  }
}

/// Items of one stride in memory of their own, which are moved in bulk whatever their type.
///
/// The owner initialises and destroys them. An array of a generic type would move them one by one in unoptimised code.
struct RawColumn: ~Copyable {
  private(set) var base: UnsafeMutableRawPointer
  let stride: Int
  private let alignment: Int
  private var capacity = 0
  private(set) var count = 0

  init<Item>(of _: Item.Type) {
    stride = MemoryLayout<Item>.stride
    alignment = MemoryLayout<Item>.alignment
    base = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: alignment)
  }

  deinit { base.deallocate() }

  /// The items from an index on.
  func items<Item>(of _: Item.Type, from index: Int) -> UnsafeMutablePointer<Item> {
    (base + index &* stride).assumingMemoryBound(to: Item.self)
  }

  /// Copies items from other memory, by the same indices, to memory without values.
  func copy<Item>(_ start: UnsafePointer<Item>, _ indices: Range<Int>) {
    let target = base + indices.lowerBound &* stride
    target.initializeMemory(as: Item.self, from: start + indices.lowerBound, count: indices.count)
    // With the same padding, the next comparison needs one call.
    target.copyMemory(from: start + indices.lowerBound, byteCount: indices.count &* stride)
  }

  /// Moves the items of the runs to where they are after a change. The memory of all others is without a value then.
  mutating func rearrange(_ runs: [MatchedRun], count newCount: Int) {
    if newCount > capacity { grow(to: max(newCount, capacity &+ capacity / 2)) }
    // The order of the items stays, so that no run is overwritten before it has moved.
    for run in runs.reversed() where run.new > run.old { move(run) }
    for run in runs where run.new < run.old { move(run) }
    count = newCount
  }

  private func move(_ run: MatchedRun) {
    (base + run.new &* stride).copyMemory(from: base + run.old &* stride, byteCount: run.count &* stride)
  }

  private mutating func grow(to newCapacity: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: newCapacity &* stride, alignment: alignment)
    larger.copyMemory(from: base, byteCount: count &* stride)
    base.deallocate()
    base = larger
    capacity = newCapacity
  }
}
