import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection

/// What `blame` takes for the same element of an array, before and after a step.
struct BlameArrayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records a state of one member `x` for each array, and returns the seq and the value that `blame` lists for each place.
  private func blame(_ arrays: [JSONValue], _ place: String = "/x", _ options: String...) throws -> [String] {
    let path = folder.path(of: "\(UUID()).jsonl")
    let journal = try SampleJournal(path, initial: ["x": arrays[0]])
    for array in arrays.dropFirst() {
      let state: JSONValue = ["replace": ["x": array]]
      try journal.act(state.compact, at: 1)
    }
    try journal.close()
    let output = reduxlog(["blame", path + ":" + place] + options).output
    return output.split(separator: "\n").map { line in
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      return "\(words[0]) " + words.drop { !$0.hasPrefix("/") && !"+-~".contains($0) }.joined(separator: " ")
    }
  }

  @Test func `an array that keeps its length is compared by place`() throws {
    let pairs: [JSONValue] = [["a", 1, "b", 2], ["a", 2, "b", 1]]
    expectEqual(try blame(pairs), [#"0 /x/0: "a""#, "1 /x/1: 2", #"0 /x/2: "b""#, "1 /x/3: 1"])
    expectEqual(try blame(pairs, "/x/1"), ["1 /x/1: 2"])
    expectEqual(try blame(pairs, "/x/2"), [#"0 /x/2: "b""#])
    expectEqual(try blame(pairs, "/x", "--depth", "0"), [#"1 /x: ["a",2,"b",1]"#])
    expectEqual(try blame(pairs, "/x/1", "--history"), ["1 ~ /x/1: 1 → 2", "0 + /x/1: 1"])
    expectEqual(try blame([[255, 128], [128, 64]]), ["1 /x/0: 128", "1 /x/1: 64"])
    expectEqual(try blame([[1, 2, 3], [3, 1, 2], [3, 1, 4]]), ["1 /x/0: 3", "1 /x/1: 1", "2 /x/2: 4"])
  }

  @Test func `elements are followed where others are inserted or removed`() throws {
    expectEqual(
      try blame([["b"], ["a", "b"], ["a", "b", "c"]]), [#"1 /x/0: "a""#, #"0 /x/1: "b""#, #"2 /x/2: "c""#])
    expectEqual(try blame([[1, 2, 3], [2, 3]]), ["0 /x/0: 2", "0 /x/1: 3"])
  }

  @Test func `a longer array that has its scalars in another order is compared by place`() throws {
    expectEqual(
      try blame([["a", 1, "b", 2], ["a", 2, "b", 1, "c", 3]]),
      [#"0 /x/0: "a""#, "1 /x/1: 2", #"0 /x/2: "b""#, "1 /x/3: 1", #"1 /x/4: "c""#, "1 /x/5: 3"])
  }

  @Test func `elements with ids, and equal containers, are followed`() throws {
    let (a, b, c): (JSONValue, JSONValue, JSONValue) = (["id": 1, "n": 1], ["id": 2, "n": 2], ["id": 3, "n": 3])
    expectEqual(try blame([[a, b], [b, c]], "/x/0/n"), ["0 /x/0/n: 2"])
    expectEqual(try blame([[[1, 2], [3, 4]], [[3, 4], [5, 6]]]), ["0 /x/0: [3,4]", "1 /x/1: [5,6]"])
  }

  /// Long texts, so that the journal's differences are operations on elements instead of a new array.
  @Test func `blame of scalars finds what comparing places finds`() throws {
    for seed in 0..<UInt64(Soak.count(20, soak: 1000)) {
      var random = SeededGenerator(seed: seed)
      let path = folder.path(of: "\(seed).jsonl")
      func text(_ number: Int) -> JSONValue { .string("\(number) " + String(repeating: "long ", count: Int(seed % 9))) }
      var count = 12
      var array = (0..<count).map(text)
      var origins = Array(repeating: 0, count: count)
      func state() -> JSONValue { ["lists": [["id": 7, "x": .array(array)], ["id": 8, "x": [1]]]] }
      let journal = try SampleJournal(path, initial: state())
      for seq in 1...20 {
        let before = array
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          let index = Int.random(in: 0...array.count, using: &random)
          array.insert(text(count), at: index)
          origins.insert(seq, at: index)
          count += 1
        case 1 where array.count > 2:
          let index = Int.random(in: array.indices, using: &random)
          array.remove(at: index)
          origins.remove(at: index)
        case 2: array.shuffle(using: &random)
        case 3: array.swapAt(0, array.count - 1)
        case 4:
          array.removeFirst()
          array.append(text(count))
          count += 1
        default:
          let index = Int.random(in: array.indices, using: &random)
          array.insert(array.remove(at: index), at: Int.random(in: 0..<array.count, using: &random))
        }
        if array.count == before.count {
          for index in array.indices where array[index] != before[index] { origins[index] = seq }
        }
        try journal.act((["replace": state()] as JSONValue).compact, at: seq)
      }
      try journal.close()
      let inquiry = BlameInquiry(seq: 20, place: "/lists/0/x", depth: 1, historyLimit: nil)
      let answer = try inquiry.answer(JournalFile(path: path), AppCatalog([JSONApp.self])) { _ in }
      expectEqual(answer.settings.map(\.seq), origins, "seed \(seed)")
      for index in array.indices where index % 4 == 0 {
        let inquiry = BlameInquiry(seq: 20, place: "/lists/0/x/\(index)", depth: 0, historyLimit: nil)
        let answer = try inquiry.answer(JournalFile(path: path), AppCatalog([JSONApp.self])) { _ in }
        expectEqual(answer.settings.map(\.seq), [origins[index]], "seed \(seed), /\(index)")
      }
    }
  }
}
