import Expectations
import Testing

@testable import ReduxReplay

struct LineageTests {
  private typealias Landmark = Lineage.Landmarks.Landmark

  private func landmarks(_ list: [(Int, Landmark)]) -> Lineage.Landmarks {
    var landmarks = Lineage.Landmarks()
    for (seq, landmark) in list { landmarks.add(landmark, at: seq) }
    return landmarks
  }

  private func lineage(to seq: Int, known: [Int] = [], _ list: [(Int, Landmark)]) -> Lineage? {
    var search = Lineage.Search(for: seq)
    return search.follow(landmarks(list), known: known)
  }

  @Test func `is the last snapshot and the actions after it without rewinds`() {
    expectEqual(lineage(to: 7, [(0, .state), (5, .state), (9, .state)]), Lineage(start: 5, segments: [6...7]))
    expectEqual(lineage(to: 5, [(0, .state), (5, .state)]), Lineage(start: 5, segments: []))
    expectEqual(lineage(to: 4, [(0, .state), (5, .state)]), Lineage(start: 0, segments: [1...4]))
  }

  @Test func `excludes the actions that a rewind undoes`() {
    expectEqual(lineage(to: 9, [(0, .state), (6, .jump(to: 2))]), Lineage(start: 0, segments: [1...2, 7...9]))
    expectEqual(lineage(to: 6, [(0, .state), (6, .jump(to: 0))]), Lineage(start: 0, segments: []))
  }

  @Test func `follows rewinds over rewinds`() {
    expectEqual(
      lineage(to: 12, [(0, .state), (4, .jump(to: 2)), (6, .jump(to: 3)), (10, .jump(to: 5))]),
      Lineage(start: 0, segments: [1...2, 5...5, 11...12]))
  }

  @Test func `starts at a whole state instead of a jump at the same seq`() {
    expectEqual(lineage(to: 8, [(0, .state), (6, .jump(to: 2)), (6, .state)]), Lineage(start: 6, segments: [7...8]))
    expectEqual(lineage(to: 8, [(0, .state), (6, .state), (6, .jump(to: 2))]), Lineage(start: 6, segments: [7...8]))
  }

  @Test func `continues in an earlier chunk`() {
    var search = Lineage.Search(for: 25)
    expectEqual(search.follow(landmarks([(20, .state), (23, .jump(to: 12))])), nil)
    expectEqual(search.seq, 12)
    expectEqual(search.follow(landmarks([(10, .state)])), Lineage(start: 10, segments: [11...12, 24...25]))
  }

  @Test func `starts at a state in memory`() {
    let list: [(Int, Landmark)] = [(0, .state), (6, .jump(to: 4))]
    expectEqual(lineage(to: 9, known: [3], list), Lineage(start: 3, segments: [4...4, 7...9]))
    expectEqual(lineage(to: 9, known: [3, 8, 7], list), Lineage(start: 8, segments: [9...9]))
    expectEqual(lineage(to: 9, known: [5], list), Lineage(start: 0, segments: [1...4, 7...9]))
    expectEqual(lineage(to: 9, known: [9], list), Lineage(start: 9, segments: []))
  }

  @Test func `is nil without a state to start from`() {
    expectEqual(lineage(to: 3, []), nil)
    expectEqual(lineage(to: 3, [(5, .state)]), nil)
  }
}
