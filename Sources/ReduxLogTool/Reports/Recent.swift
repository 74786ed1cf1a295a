/// The last few of a sequence of elements, in order, and the total count.
struct Recent<Element> {
  private let limit: Int
  private var kept: [Element] = []
  private var oldest = 0
  /// The total count.
  private(set) var count = 0

  /// Creates a collection of at most `limit` elements.
  init(limit: Int) { self.limit = limit }

  /// The last elements, in order.
  var elements: [Element] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Appends an element. O(1).
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
