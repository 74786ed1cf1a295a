import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool

struct HistoryAlignmentTests {
  /// Steps from a text: a letter is a type, the digit after it its content.
  private func steps(_ text: String) -> [HistoryAlignment.Step] {
    text.split(separator: " ").map { step in
      HistoryAlignment.Step(
        type: Int(step.utf8.first ?? 0), content: JSONValue.string(String(step.dropFirst())).stateHash)
    }
  }

  /// The hunks of two texts, as ranges and pairs.
  private func hunks(_ old: String, _ new: String) -> String {
    HistoryAlignment(old: steps(old), new: steps(new)).hunks.map { hunk in
      let changes = hunk.changes.map { " \($0.old)~\($0.new)" }.joined()
      return "\(hunk.old)|\(hunk.new)\(changes)"
    }.joined(separator: ", ")
  }

  @Test(
    arguments: [
      ("", "", ""), ("a1 b1", "a1 b1", ""), ("", "a1", "0..<0|0..<1"), ("a1", "", "0..<1|0..<0"),
      ("a1 b1 c1", "a1 c1", "1..<2|1..<1"), ("a1 c1", "a1 b1 c1", "1..<1|1..<2"),
      // The content of a step differs, or its type.
      ("a1 b1 c1", "a1 b2 c1", "1..<2|1..<2 1~1"), ("a1 b1 c1", "a1 d1 c1", "1..<2|1..<2"),
      // In a run that differs, steps of the same type are pairs.
      ("x1 a1 b1 c1", "x1 d1 a2 c2", "1..<4|1..<4 1~2 3~3"),
      ("a1 b1 x1 a1 c1", "a1 x1 a2 c1", "1..<2|1..<1, 3..<4|2..<3 3~2"),
    ])
  func `steps are aligned first by content, then by type`(old: String, new: String, expected: String) {
    expectEqual(hunks(old, new), expected)
  }

  @Test func `equal steps at the start count up to the first difference`() {
    expectEqual(HistoryAlignment(old: steps("a1 b1 c1"), new: steps("a1 b1 d1 c1")).commonPrefix, 2)
    expectEqual(HistoryAlignment(old: steps("a1 b1"), new: steps("a1 b1 d1")).commonPrefix, 2)
  }

  private func random(_ count: Int, _ contents: UInt64, _ random: inout SeededGenerator) -> [HistoryAlignment.Step] {
    (0..<count).map { _ in
      let content = random.next() % contents
      return HistoryAlignment.Step(type: Int(content % 3), content: JSONValue.string("\(content)").stateHash)
    }
  }

  /// The length of the longest common subsequence, by the textbook's table.
  private func commonLength(_ old: [HistoryAlignment.Step], _ new: [HistoryAlignment.Step]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for mine in old {
      var diagonal = 0
      for (index, its) in new.enumerated() {
        let above = row[index + 1]
        row[index + 1] = mine == its ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[new.count]
  }

  /// Checks that the hunks hold all that differs: what is left is equal, and pairs have one type.
  private func check(_ alignment: HistoryAlignment, _ old: [HistoryAlignment.Step], _ new: [HistoryAlignment.Step]) {
    var (mine, its) = (0, 0)
    let end = HistoryAlignment.Hunk(old: old.count..<old.count, new: new.count..<new.count, changes: [])
    for hunk in alignment.hunks + [end] {
      #expect(old[mine..<hunk.old.lowerBound].elementsEqual(new[its..<hunk.new.lowerBound]))
      (mine, its) = (hunk.old.upperBound, hunk.new.upperBound)
      for change in hunk.changes {
        #expect(old[change.old].type == new[change.new].type && hunk.old.contains(change.old))
      }
      #expect(zip(hunk.changes, hunk.changes.dropFirst()).allSatisfy { $0.old < $1.old && $0.new < $1.new })
    }
  }

  @Test func `random histories get a shortest list of differences`() {
    for seed in 0..<UInt64(Soak.count(300, soak: 20_000)) {
      var generator = SeededGenerator(seed: seed)
      let old = random(Int(generator.next() % 24), 1 + generator.next() % 12, &generator)
      let new = random(Int(generator.next() % 24), 1 + generator.next() % 12, &generator)
      let alignment = HistoryAlignment(old: old, new: new)
      check(alignment, old, new)
      expectEqual(old.count - alignment.hunks.reduce(0) { $0 + $1.old.count }, commonLength(old, new), "seed \(seed)")
      #expect(!alignment.isApproximate)
    }
  }

  @Test func `histories that differ in more than the limit are divided where steps occur once`() {
    for seed in 0..<UInt64(Soak.count(100, soak: 5_000)) {
      var generator = SeededGenerator(seed: seed)
      let common = random(60, 1_000_000, &generator)
      var (old, new) = (common, common)
      for _ in 0..<12 {
        old.insert(contentsOf: random(3, 4, &generator), at: Int(generator.next() % 60))
        new.insert(contentsOf: random(3, 4, &generator), at: Int(generator.next() % 60))
      }
      let alignment = HistoryAlignment(old: old, new: new, limit: 20)
      check(alignment, old, new)
      #expect(alignment.isApproximate, "seed \(seed)")
      // No step that occurs once is lost.
      #expect(old.count - alignment.hunks.reduce(0) { $0 + $1.old.count } >= 60, "seed \(seed)")
    }
  }
}
