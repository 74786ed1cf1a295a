/// The fewest sets that together have all elements of all sets.
package struct SmallestCover: Equatable {
  /// A set, and what it costs.
  package struct Candidate {
    var elements: Set<Int>
    var cost: Int
  }

  /// The most candidates among which all combinations are tried.
  static let exactLimit = 20

  /// The most candidates in whose place another one is looked for again and again, and the most that may be it: the work
  /// grows with both.
  private static let comparedLimit = 500

  /// The indices of the chosen sets, ascending.
  package private(set) var chosen: [Int] = []
  /// Whether no smaller cover exists.
  package private(set) var isExact = true

  /// Finds a cover.
  ///
  /// Sets with an element that no other has are part of every cover, and a set whose missing elements another one has isn't needed. Of
  /// equal sets, it takes the one that costs least.
  /// If more than `exactLimit` sets are left, it takes the set with the most missing elements, again and again.
  init(of candidates: [Candidate]) {
    // Each candidate's missing elements.
    var sets = candidates.map(\.elements)
    let costs = candidates.map(\.cost)
    var left = SmallestCover.withoutDominated(Array(candidates.indices), sets, costs)
    while !left.isEmpty {
      let essential = SmallestCover.essential(left, sets)
      var taken = essential
      if taken.isEmpty {
        if left.count <= Self.exactLimit {
          taken = SmallestCover.fewest(left, sets, costs)
        } else {
          isExact = false
          taken = SmallestCover.largest(left, sets, costs).map { [$0] } ?? []
        }
      }
      chosen += taken
      let covered = taken.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) }
      for index in left { sets[index].subtract(covered) }
      left.removeAll { sets[$0].isEmpty }
      if left.count <= Self.comparedLimit { left = SmallestCover.withoutDominated(left, sets, costs) }
    }
    chosen.sort()
  }

  /// The sets without those whose elements are all in another one, which comes first if it costs less.
  private static func withoutDominated(_ indices: [Int], _ sets: [Set<Int>], _ costs: [Int]) -> [Int] {
    let useful = indices.filter { !sets[$0].isEmpty }
      .sorted { (-sets[$0].count, costs[$0], $0) < (-sets[$1].count, costs[$1], $1) }
    var kept: [Int] = []
    for index in useful {
      let isDominated = kept.prefix(comparedLimit).contains { sets[index].isSubset(of: sets[$0]) }
      if !isDominated { kept.append(index) }
    }
    return kept
  }

  /// The sets that alone have some element.
  private static func essential(_ indices: [Int], _ sets: [Set<Int>]) -> [Int] {
    var owners: [Int: Int] = [:]
    for index in indices {
      for element in sets[index] {
        // Below zero, several sets have it.
        owners[element] = owners[element] == nil ? index : -1
      }
    }
    return Set(owners.values).filter { $0 >= 0 }.sorted()
  }

  /// The set with the most elements; of several, the one that costs least.
  private static func largest(_ indices: [Int], _ sets: [Set<Int>], _ costs: [Int]) -> Int? {
    indices.max { (sets[$0].count, -costs[$0], -$0) < (sets[$1].count, -costs[$1], -$1) }
  }

  /// The smallest cover among all combinations; of several, the one that costs least, or whose sets come first.
  private static func fewest(_ indices: [Int], _ sets: [Set<Int>], _ costs: [Int]) -> [Int] {
    var best: (sets: [Int], cost: Int)?
    var path: [Int] = []
    func search(_ missing: Set<Int>, _ cost: Int) {
      guard let rarest = missing.min(by: { owners(of: $0).count < owners(of: $1).count }) else {
        let found = path.sorted()
        guard let known = best else { return best = (found, cost) }
        let (order, knownOrder) = ((found.count, cost), (known.sets.count, known.cost))
        if order < knownOrder || order == knownOrder && found.lexicographicallyPrecedes(known.sets) {
          best = (found, cost)
        }
        return
      }
      if let best, path.count + 1 > best.sets.count { return }
      for index in owners(of: rarest) where !path.contains(index) {
        path.append(index)
        search(missing.subtracting(sets[index]), cost + costs[index])
        path.removeLast()
      }
    }
    func owners(of element: Int) -> [Int] { indices.filter { sets[$0].contains(element) } }
    search(indices.reduce(into: []) { $0.formUnion(sets[$1]) }, 0)
    return best?.sets ?? []
  }
}
