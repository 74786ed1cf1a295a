/// The last few of any number of elements, in their order, and how many there were.
struct Recent<Element> {
  private let limit: Int
  private var kept: [Element] = []
  private var oldest = 0
  /// How many there were.
  private(set) var count = 0

  /// Creates one that keeps so many at most.
  init(limit: Int) { self.limit = limit }

  /// The last ones, in their order.
  var elements: [Element] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Adds one. O(1).
  mutating func append(_ element: Element) {
    count += 1
    if kept.count < limit {
      kept.append(element)
    } else if limit > 0 {
      kept[oldest] = element
      oldest = (oldest + 1) % limit
    }
  }
}
