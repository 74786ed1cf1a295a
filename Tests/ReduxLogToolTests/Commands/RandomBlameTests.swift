import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxJournal
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool

/// Compares `blame` with a comparison of every state with the one before, in random journals with rewinds, sessions,
/// outages and unknown states.
struct RandomBlameTests {
  /// The seqs of the states since which a value, and each value in it, is as it is.
  private struct Origins {
    var seq: Int
    var members: [String: Origins] = [:]
    var elements: [Origins] = []

    init(of value: JSONValue, since seq: Int) {
      self.seq = seq
      if let object = value.object {
        for (key, member) in object { members[key] = Origins(of: member, since: seq) }
      }
      elements = (value.array ?? []).map { Origins(of: $0, since: seq) }
    }

    /// The origins in the next state, whose elements are matched by their ids.
    func next(_ old: JSONValue, _ new: JSONValue, _ seq: Int) -> Origins {
      if old == new { return self }
      var next = Origins(of: new, since: seq)
      if let new = new.object, let old = old.object {
        for (key, value) in new {
          if let before = old[key], let origins = members[key] {
            next.members[key] = origins.next(before, value, seq)
          }
        }
      }
      if let new = new.array, let old = old.array {
        for (index, element) in new.enumerated() {
          guard let before = old.firstIndex(where: { $0["id"] == element["id"] }) else { continue }
          next.elements[index] = elements[before].next(old[before], element, seq)
        }
      }
      return next
    }

    /// The seqs of the values at a depth, by their pointers.
    func list(_ depth: Int, at place: String = "") -> [String: Int] {
      if depth == 0 || members.isEmpty && elements.isEmpty { return [place: seq] }
      var list: [String: Int] = [:]
      for (key, origins) in members { list.merge(origins.list(depth - 1, at: "\(place)/\(key)")) { $1 } }
      for (index, origins) in elements.enumerated() {
        list.merge(origins.list(depth - 1, at: "\(place)/\(index)")) { $1 }
      }
      return list
    }
  }

  private func steps(_ path: String, _ place: String, _ options: [String]) throws -> [JSONValue] {
    let result = reduxlog(["blame", "\(path)@-1:\(place)", "--format", "json"] + options)
    if result.errorOutput.contains("no known state in the history") { return [] }
    try #require(result.code == .fine, "\(path) \(place) \(options): \(result)")
    return try #require(JSONValue(parsing: Array(result.output.utf8))["steps"]?.array)
  }

  /// Takes seconds, because each journal is searched many times.
  @Test func `blame finds what comparing every state with the one before finds`() throws {
    let folder = try TemporaryFolder()
    for seed in 0..<UInt64(Soak.count(4, soak: 500)) {
      let path = folder.path(of: "\(seed).jsonl")
      let journal = try PlantedJournal(
        path, records: Int(20 + seed % 5 * 40), seed: seed, snapshots: seed % 2 == 0 ? 0 : 6,
        cuts: seed % 3 == 0 ? 1 : 0)
      let states = journal.history.compactMap { seq -> (seq: Int, state: JSONValue)? in
        if case .some(let state) = journal.states[seq] { (seq, state) } else { nil }
      }
      var origins = Origins(of: states[0].state, since: states[0].seq)
      for (old, new) in zip(states, states.dropFirst()) { origins = origins.next(old.state, new.state, new.seq) }
      for depth in 0...3 {
        var found: [String: Int] = [:]
        for step in try steps(path, "", ["--depth", "\(depth)"]) {
          found[try #require(step["path"]?.string)] = step["step"]?["seq"].flatMap { Int($0.compact) }
        }
        expectEqual(found, origins.list(depth), "seed \(seed), depth \(depth)")
      }
      for place in ["/n", "/k0", "/k1", "/bad"] {
        try compareHistory(of: place, in: path, states.map { ($0.seq, $0.state[String(place.dropFirst())]) })
      }
      guard let last = states.last?.state["list"]?.array, let id = last.first?["id"] else { continue }
      let element = states.map { seq, state in
        (seq, state["list"]?.array?.first { $0["id"] == id }?["x"])
      }
      // An element that was removed and added again is another one.
      let start = element.lastIndex { $0.1 == nil } ?? -1
      try compareHistory(of: "/list/0/x", in: path, Array(element[(start + 1)...]))
    }
  }

  /// Journals with ten thousands of actions have many blocks; here, each block has few states.
  @Test func `the answer is the same for blocks of all sizes`() throws {
    let folder = try TemporaryFolder()
    for seed in 100..<UInt64(100 + Soak.count(2, soak: 200)) {
      let path = folder.path(of: "\(seed).jsonl")
      let journal = try PlantedJournal(
        path, records: 150, seed: seed, snapshots: seed % 2 == 0 ? 0 : 4, cuts: seed % 3 == 0 ? 1 : 0)
      let file = try JournalFile(path: path)
      let (apps, last) = (AppCatalog([JSONApp.self]), journal.states.count - 1)
      for (place, limit) in [("", nil), ("/list", nil), ("/k0", 1000), ("/list/0/x", 1000), ("/k1", 3)] {
        let inquiry = BlameInquiry(seq: last, place: place, depth: limit == nil ? 2 : 0, historyLimit: limit)
        let expected = try inquiry.answer(file, apps) { _ in }
        for sizes in [BlameSearch.BlockSizes(fewest: 1, most: 2, kept: 1), .init(fewest: 4, most: 9, kept: 3)] {
          var search = try BlameSearch(inquiry, in: file, apps, blocks: sizes)
          try search.run { _ in }
          let found = try search.answer()
          expectEqual(found.settings, expected.settings, "seed \(seed), \(place), \(sizes)")
          expectEqual(found.hasOlder, expected.hasOlder)
        }
      }
    }
  }

  private func compareHistory(of place: String, in path: String, _ values: [(seq: Int, value: JSONValue?)]) throws {
    var expected: [[JSONValue?]] = []
    var before: JSONValue?
    for (seq, value) in values where value != before {
      expected.append([.number(JSONNumber(seq)), before, value])
      before = value
    }
    let found = try steps(path, place, ["--history", "-n", "1000"]).map { [$0["step"]?["seq"], $0["old"], $0["new"]] }
    expectEqual(found, expected.reversed(), "\(path) \(place)")
  }
}
