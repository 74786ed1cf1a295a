/// The elements of two arrays matched by an identity, such as their `id`, and the steps from one array to the other.
///
/// The steps are applied in this order: `removed`, `moves`, `added`; then each kept element is at its new index.
package struct IdentifiedElements {
  /// The old indexes of the removed elements, in descending order.
  package let removed: [Int]
  /// The fewest moves that put the remaining elements into their new order.
  package let moves: [(from: Int, to: Int)]
  /// The new indexes of the added elements, in ascending order.
  package let added: [Int]
  /// The old and new indexes of the elements in both arrays, in the new order.
  package let kept: [(old: Int, new: Int)]

  /// Matches elements; `nil` unless all elements of both arrays are objects with distinct `id` members.
  init?(old: [JSONValue], new: [JSONValue]) {
    guard let indexes = IdentifiedElements.indexes(of: old), IdentifiedElements.indexes(of: new) != nil else {
      return nil
    }
    self.init(oldCount: old.count, partners: new.map { $0["id"].flatMap { indexes[$0] } })
  }

  /// Takes for each new element the old index of its partner; `nil` for an added element.
  package init(oldCount: Int, partners: [Int?]) {
    // The positions of the kept elements after the removals; -1 for a removed one.
    var ranks = [Int](repeating: -1, count: oldCount)
    for case let place? in partners { ranks[place] = 0 }
    var count = 0
    for place in ranks.indices where ranks[place] == 0 {
      ranks[place] = count
      count += 1
    }
    removed = ranks.indices.reversed().filter { ranks[$0] < 0 }
    added = partners.indices.filter { partners[$0] == nil }
    kept = partners.indices.compactMap { place in partners[place].map { ($0, place) } }
    moves = IdentifiedElements.moves(sorting: kept.map { ranks[$0.old] })
  }

  /// Whether the `id` members of elements are distinct scalars; `nil` stands for none.
  static func areDistinct(_ ids: some Sequence<JSONValue?>) -> Bool {
    var known: Set<JSONValue> = []
    for id in ids {
      guard let id, !id.isContainer, known.insert(id).inserted else { return false }
    }
    return true
  }

  private static func indexes(of elements: [JSONValue]) -> [JSONValue: Int]? {
    var indexes = [JSONValue: Int](minimumCapacity: elements.count)
    for (index, element) in elements.enumerated() {
      switch element["id"] {
      case nil, .array, .object: return nil
      case let id?: if indexes.updateValue(index, forKey: id) != nil { return nil }
      }
    }
    return indexes
  }

  /// The fewest moves that turn `0, 1, 2, …` into a given order. O(n log n).
  static func moves(sorting order: [Int]) -> [(from: Int, to: Int)] {
    let fixed = longestIncreasing(order)
    guard fixed.count < order.count else { return [] }

    // Lay out every slot that is ever used, from left to right: after each fixed element the targets of the elements
    // that follow it in the new order, then the elements that follow it in the old order and will move.
    var isFixed = [Bool](repeating: false, count: order.count)
    for place in fixed { isFixed[order[place]] = true }
    var source = [Int](repeating: 0, count: order.count)
    var target = source
    var slots = 0
    func layOut(_ slotOf: inout [Int], _ element: Int) {
      slotOf[element] = slots
      slots += 1
    }
    var place = 0
    var rank = 0
    for end in fixed + [order.count] {
      while place < end {
        layOut(&target, order[place])
        place += 1
      }
      while rank < order.count, !isFixed[rank] {
        layOut(&source, rank)
        rank += 1
      }
      if end < order.count {
        layOut(&source, order[end])
        place += 1
        rank += 1
      }
    }

    var occupied = Tally(count: slots)
    for slot in source { occupied.add(1, at: slot) }
    return order.filter { !isFixed[$0] }.map { element in
      let from = occupied.sum(before: source[element])
      occupied.add(-1, at: source[element])
      let to = occupied.sum(before: target[element])
      occupied.add(1, at: target[element])
      return (from, to)
    }
  }

  /// Returns the indexes of a longest increasing subsequence of distinct numbers.
  private static func longestIncreasing(_ numbers: [Int]) -> [Int] {
    // ends[n] is the index of the smallest number that ends a subsequence of n + 1 numbers.
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      before[place] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    return Array(
      sequence(state: ends.last) { next in
        defer { next = next.flatMap { before[$0] } }
        return next
      }
    ).reversed()
  }
}

/// Counts by index, with the sum before an index in O(log n) (a Fenwick tree).
private struct Tally {
  private var sums: [Int]

  init(count: Int) {
    sums = [Int](repeating: 0, count: count + 1)
  }

  mutating func add(_ change: Int, at place: Int) {
    var node = place + 1
    while node < sums.count {
      sums[node] += change
      node += node & -node
    }
  }

  func sum(before place: Int) -> Int {
    var (node, sum) = (place, 0)
    while node > 0 {
      sum += sums[node]
      node -= node & -node
    }
    return sum
  }
}
