@_spi(Kernel) import StateTree

/// The `id` members of an array's elements, to know whether they identify the elements.
struct ElementIDs {
  private var counts: [JSONValue: Int] = [:]
  /// The number of elements without a usable `id`.
  private var invalid = 0
  /// The number of elements whose `id` another element has.
  private var repeated = 0

  /// Whether all elements are objects with distinct `id` members.
  var areDistinct: Bool { invalid == 0 && repeated == 0 }

  mutating func insert(_ id: JSONValue?) {
    guard let id, !id.isContainer else { return invalid += 1 }
    let count = counts[id, default: 0]
    if count > 0 { repeated += 1 }
    counts[id] = count + 1
  }

  mutating func remove(_ id: JSONValue?) {
    guard let id, !id.isContainer else { return invalid -= 1 }
    let count = counts[id, default: 1] - 1
    if count > 0 { repeated -= 1 }
    counts[id] = count > 0 ? count : nil
  }
}
