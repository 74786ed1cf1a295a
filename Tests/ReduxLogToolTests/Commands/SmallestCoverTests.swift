import Expectations
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool

struct SmallestCoverTests {
  private func cover(_ sets: [Set<Int>], costs: [Int]? = nil) -> SmallestCover {
    SmallestCover(of: zip(sets, costs ?? sets.map { _ in 1 }).map { SmallestCover.Candidate(elements: $0, cost: $1) })
  }

  @Test(
    arguments: [
      ([], []), ([[]], []), ([[1]], [0]), ([[1], [1, 2]], [1]), ([[1, 2], [2, 3], [1, 3]], [0, 1]),
      // The set with the most elements isn't in the smallest cover.
      ([[1, 2, 3, 4], [1, 2, 5], [3, 4, 6]], [1, 2]),
      ([[1], [2], [3]], [0, 1, 2]),
    ] as [([Set<Int>], [Int])])
  func `the fewest sets with all elements are chosen`(sets: [Set<Int>], expected: [Int]) {
    expectEqual(cover(sets).chosen, expected)
    #expect(cover(sets).isExact)
  }

  @Test func `of two sets with the same elements, the cheaper one is chosen`() {
    expectEqual(cover([[1, 2], [1, 2]], costs: [5, 4]).chosen, [1])
    expectEqual(cover([[1, 2], [2, 3], [1, 3], [3, 1, 4]], costs: [5, 3, 9, 1]).chosen, [1, 3])
  }

  @Test func `of several smallest covers, the one of the first sets is chosen`() {
    // Sets of numbers have a random order.
    for first in 0..<50 {
      let (a, b, c, d) = (first, first + 100, first + 200, first + 300)
      expectEqual(cover([[a, b], [a, c], [b, d], [c, d]]).chosen, [0, 3])
    }
  }

  private func random(_ count: Int, _ elements: UInt64, _ random: inout SeededGenerator) -> [Set<Int>] {
    (0..<count).map { _ in Set((0..<(1 + random.next() % 5)).map { _ in Int(random.next() % elements) }) }
  }

  @Test func `no combination of fewer sets covers the same`() {
    for seed in 0..<UInt64(Soak.count(60, soak: 5_000)) {
      var generator = SeededGenerator(seed: seed)
      let sets = random(Int(1 + generator.next() % 11), 4 + generator.next() % 16, &generator)
      let costs = sets.map { _ in Int(generator.next() % 9) }
      let all = sets.reduce(into: Set()) { $0.formUnion($1) }
      let fewest = (0..<(1 << sets.count)).compactMap { combination in
        let chosen = sets.indices.filter { combination >> $0 & 1 == 1 }
        return chosen.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) } == all ? chosen.count : nil
      }.min()
      let found = cover(sets, costs: costs)
      #expect(found.isExact)
      expectEqual(found.chosen.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) }, all, "seed \(seed)")
      expectEqual(found.chosen.count, fewest, "seed \(seed)")
    }
  }

  /// A comparison of all sets with each other would take minutes.
  @Test func `thousands of sets that none contains are covered, too`() {
    var generator = SeededGenerator(seed: 2)
    let sets = (0..<3000).map { _ in Set((0..<40).map { _ in Int(generator.next() % 300) }) }
    let found = cover(sets)
    expectEqual(found.chosen.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) }, Set(0..<300))
    #expect(!found.isExact && found.chosen.count < 30, "\(found.chosen.count)")
  }

  @Test func `beyond 20 sets to choose from, the set that adds most is taken, and the result says so`() {
    var generator = SeededGenerator(seed: 1)
    let sets = random(200, 80, &generator)
    let found = cover(sets)
    #expect(!found.isExact)
    let all = sets.reduce(into: Set()) { $0.formUnion($1) }
    expectEqual(found.chosen.reduce(into: Set<Int>()) { $0.formUnion(sets[$1]) }, all)
    #expect(found.chosen.count < 40, "\(found.chosen.count)")
  }
}
