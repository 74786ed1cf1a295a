/// The fewest sets that together have all elements of all sets.
struct SmallestCover: Equatable {
  /// A set, and what it costs.
  struct Candidate {
    var elements: Set<Int>
    var cost: Int
  }

  /// The most candidates among which all combinations are tried.
  static let exactLimit = 20

  /// The indices of the chosen sets, ascending.
  private(set) var chosen: [Int] = []
  /// Whether no smaller cover exists.
  private(set) var isExact = true

  /// Finds a cover.
  ///
  /// Sets with an element that no other has are part of every cover, and a set whose missing elements another one has isn't needed. Of
  /// equal sets, it takes the one that costs least.
  /// If more than `exactLimit` sets are left, it takes the set with the most missing elements, again and again.
  init(of candidates: [Candidate]) {
    var missing = candidates.reduce(into: Set<Int>()) { $0.formUnion($1.elements) }
    var left = Array(candidates.indices)
    while !missing.isEmpty {
      left = Self.withoutDominated(left, candidates, missing)
      let essential = Self.essential(left, candidates, missing)
      if !essential.isEmpty {
        for index in essential { take(index, candidates, &missing) }
      } else if left.count <= Self.exactLimit {
        for index in Self.fewest(left, candidates, missing) { take(index, candidates, &missing) }
      } else {
        isExact = false
        let gains = left.map { (index: $0, gain: candidates[$0].elements.intersection(missing).count) }
        guard
          let best = gains.max(by: { a, b in
            (a.gain, -candidates[a.index].cost, -a.index) < (b.gain, -candidates[b.index].cost, -b.index)
          })
        else { break }
        take(best.index, candidates, &missing)
      }
      left.removeAll { chosen.contains($0) }
    }
    chosen.sort()
  }

  private mutating func take(_ index: Int, _ candidates: [Candidate], _ missing: inout Set<Int>) {
    chosen.append(index)
    missing.subtract(candidates[index].elements)
  }

  /// The sets without those whose missing elements are all in another one, which comes first if it costs less.
  private static func withoutDominated(
    _ indices: [Int], _ candidates: [Candidate], _ missing: Set<Int>
  ) -> [Int] {
    let useful = indices.map { (index: $0, elements: candidates[$0].elements.intersection(missing)) }
      .filter { !$0.elements.isEmpty }
      .sorted { a, b in
        (-a.elements.count, candidates[a.index].cost, a.index) < (-b.elements.count, candidates[b.index].cost, b.index)
      }
    var kept: [(index: Int, elements: Set<Int>)] = []
    for set in useful {
      if !kept.contains(where: { set.elements.isSubset(of: $0.elements) }) { kept.append(set) }
    }
    return kept.map(\.index)
  }

  /// The sets that alone have some missing element.
  private static func essential(_ indices: [Int], _ candidates: [Candidate], _ missing: Set<Int>) -> [Int] {
    var owners: [Int: Int] = [:]
    for index in indices {
      for element in candidates[index].elements.intersection(missing) {
        // Below zero, several sets have it.
        owners[element] = owners[element] == nil ? index : -1
      }
    }
    return Set(owners.values).filter { $0 >= 0 }.sorted()
  }

  /// The smallest cover among all combinations.
  private static func fewest(_ indices: [Int], _ candidates: [Candidate], _ missing: Set<Int>) -> [Int] {
    var best: (sets: [Int], cost: Int)?
    var path: [Int] = []
    func search(_ missing: Set<Int>, _ cost: Int) {
      guard let rarest = missing.min(by: { owners(of: $0).count < owners(of: $1).count }) else {
        if best.map({ (path.count, cost) < ($0.sets.count, $0.cost) }) ?? true { best = (path, cost) }
        return
      }
      if let best, path.count + 1 > best.sets.count { return }
      for index in owners(of: rarest) where !path.contains(index) {
        path.append(index)
        search(missing.subtracting(candidates[index].elements), cost + candidates[index].cost)
        path.removeLast()
      }
    }
    func owners(of element: Int) -> [Int] { indices.filter { candidates[$0].elements.contains(element) } }
    search(missing, 0)
    return best?.sets ?? []
  }
}
