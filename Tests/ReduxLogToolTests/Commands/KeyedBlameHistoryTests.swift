import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection

/// `blame` finds what comparing values by key finds, whatever the keys are.
struct KeyedBlameHistoryTests {
  private typealias Square = Keyed.Square

  /// Random states, each made from the one before by a few changes.
  private struct Histories {
    var random: SeededGenerator

    private static let ids = (0..<5).map { UUID(uuid: (9 &- $0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
    /// Enough for collections that the recorder and the cursor follow.
    private static let squares = (0..<24).map { Square(x: $0 % 3, y: $0) }
    private static let optionals: [String?] = [nil, "a", "b", "null", "c d"]
    private static let numbers: [Int?] = [nil, 0, 1, 2, 3]
    private static let eithers: [Keyed.Either] = [.text("a"), .text("b"), .number(1), .number(2)]
    private static let names = (0..<24).map { "name \($0)" }

    private mutating func edit<Key>(_ values: inout [Key: Int], _ keys: [Key]) {
      guard let key = keys.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<6, using: &random) {
      case 0: values[key] = nil
      case 1: (values[key], values[keys[0]]) = (values[keys[0]], values[key])
      default: values[key] = Int.random(in: 0..<3, using: &random)
      }
    }

    /// A key that doesn't equal itself can be there more than once.
    private mutating func edit(_ values: inout [Double: Int]) {
      var numbers = values.filter { !$0.key.isNaN }
      var others = values.filter { $0.key.isNaN }.map(\.value).sorted()
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where others.count < 3: others.append(Int.random(in: 0..<3, using: &random))
      case 1 where !others.isEmpty: others.removeFirst()
      default: edit(&numbers, [0.5, 1, -2])
      }
      for value in others { numbers[.nan] = value }
      values = numbers
    }

    mutating func next(after state: Keyed) -> Keyed {
      var state = state
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        switch Int.random(in: 0..<13, using: &random) {
        case 0: edit(&state.strings, ["a", "b", "c/d", "1"])
        case 1: edit(&state.ints, [1, 2, 3, 10])
        case 2: edit(&state.ids, Histories.ids)
        case 3: edit(&state.tabs, Keyed.Tab.allCases)
        case 4: edit(&state.bools, [true, false])
        case 5: edit(&state.dates, (0..<4).map { Date(timeIntervalSinceReferenceDate: Double($0) * 1.5) })
        case 6: edit(&state.squares, Histories.squares)
        case 7: edit(&state.optionals, Histories.optionals)
        case 8: edit(&state.numbers, Histories.numbers)
        case 9: edit(&state.eithers, Histories.eithers)
        case 10: edit(&state.doubles)
        case 11:
          let name = Histories.names.randomElement(using: &random) ?? ""
          if state.set.remove(name) == nil { state.set.insert(name) }
        default:
          let square = Histories.squares[Int.random(in: 0..<3, using: &random)]
          edit(&state.nested[square, default: [:]], Histories.numbers)
        }
      }
      return state
    }

    /// The first state has about half of the values.
    mutating func states(count: Int) -> [Keyed] {
      var first = Keyed(set: Set(Histories.names.filter { _ in Bool.random(using: &random) }))
      for square in Histories.squares where Bool.random(using: &random) { first.squares[square] = 0 }
      for _ in 0..<10 { first = next(after: first) }
      return (1..<count).reduce(into: [first]) { states, _ in states.append(next(after: states[states.count - 1])) }
    }
  }

  /// An entry of a dictionary or a set: its key, and the number of equal keys up to it.
  private struct Entry: Hashable {
    var member: String
    var key: JSONValue
    var rank = 1
  }

  /// The values of all dictionaries, found without the order and the form in which they are encoded.
  private func entries(of state: Keyed) throws -> [Entry: JSONValue] {
    let encoder = StateEncoder()
    var entries: [Entry: JSONValue] = [:]
    func add(_ member: String, _ values: [some Encodable: some Encodable]) throws {
      let pairs = try values.map { (key: try encoder.tree($0), value: try encoder.tree($1)) }
      for (key, equal) in Dictionary(grouping: pairs, by: \.key) {
        // Values of equal keys are small numbers here.
        for (index, value) in equal.map(\.value).sorted(by: { $0.compact < $1.compact }).enumerated() {
          entries[Entry(member: member, key: key, rank: index + 1)] = value
        }
      }
    }
    try add("strings", state.strings)
    // Coding keys are texts.
    try add("ints", Dictionary(uniqueKeysWithValues: state.ints.map { (String($0), $1) }))
    try add("ids", state.ids)
    try add("tabs", state.tabs)
    try add("bools", state.bools)
    try add("dates", state.dates)
    try add("squares", state.squares)
    try add("optionals", state.optionals)
    try add("numbers", state.numbers)
    try add("eithers", state.eithers)
    try add("doubles", state.doubles)
    try add("nested", state.nested)
    try add("set", Dictionary(uniqueKeysWithValues: state.set.map { ($0, $0) }))
    return entries
  }

  /// The entry at a place of a recorded state.
  private func entry(at place: String, in state: JSONValue, of known: some Collection<Entry>) throws -> Entry {
    let tokens = try JSONPointer(place).tokens
    guard let array = state[tokens[0]]?.array, let index = Int(tokens[1]), index > 0 || tokens[0] == "set" else {
      // The key of an object is a text, whatever the key of the dictionary is.
      return try #require(known.first { $0.member == tokens[0] && ($0.key.string ?? $0.key.compact) == tokens[1] })
    }
    if tokens[0] == "set" { return Entry(member: "set", key: array[index]) }
    let rank = stride(from: 0, to: index, by: 2).count { array[$0] == array[index - 1] }
    return Entry(member: tokens[0], key: array[index - 1], rank: rank)
  }

  @Test func `blame finds what comparing values by key finds`() throws {
    let folder = try TemporaryFolder()
    let apps = AppCatalog([KeyedApp.self])
    for seed in 0..<UInt64(Soak.count(3, soak: 500)) {
      let path = folder.path(of: "\(seed).jsonl")
      var histories = Histories(random: SeededGenerator(seed: seed))
      let states = histories.states(count: 16)
      // A block starts with a state that the journal holds.
      let hasManyBlocks = seed % 2 == 1
      try KeyedApp.record(states, to: path, perSession: hasManyBlocks ? 3 : .max)
      // The first state of a session has a seq, too.
      var seqs: [Int] = []
      let reader = try JournalReader(path: path)
      while let entry = try reader.next() { if let action = entry.action { seqs.append(action.seq) } }
      let lastSeq = try #require(seqs.last)
      var steps: [Entry: [Int]] = [:]
      var last: [Entry: JSONValue] = [:]
      for (index, state) in states.enumerated() {
        let next = try entries(of: state)
        for entry in Set(last.keys).union(next.keys) where last[entry] != next[entry] {
          steps[entry, default: []].append(seqs[index])
        }
        last = next
      }
      let (file, recorded) = (try JournalFile(path: path), try StateEncoder().tree(states[15]))
      func answer(_ place: String, _ depth: Int, _ limit: Int? = nil) throws -> [BlameInquiry.Answer.Setting] {
        let inquiry = BlameInquiry(seq: lastSeq, place: place, depth: depth, historyLimit: limit)
        var search = try BlameSearch(
          inquiry, in: file, apps, blocks: hasManyBlocks ? .init(fewest: 1, most: 3, kept: 2) : .init())
        try search.run { _ in }
        return try search.answer().settings
      }

      // Others are empty dictionaries.
      let all = try answer("", 2).filter { try JSONPointer(#require($0.place)).tokens.count == 2 }
      let found = try all.map { setting in
        let place = try #require(setting.place)
        expectEqual(setting.new, recorded[try JSONPointer(place)]?.compact, "seed \(seed), \(place)")
        return (try entry(at: place, in: recorded, of: last.keys), setting.seq)
      }
      expectEqual(
        Dictionary(found) { $1 }, last.reduce(into: [:]) { $0[$1.key] = steps[$1.key]?.last }, "seed \(seed)")

      let setting = try #require(all.randomElement(using: &histories.random))
      let place = try #require(setting.place)
      let expected = steps[try entry(at: place, in: recorded, of: last.keys)] ?? []
      for place in [place, setting.name ?? place] {
        expectEqual(try answer(place, 0).map(\.seq), [expected.last ?? 0], "seed \(seed), \(place)")
        expectEqual(try answer(place, 0, 100).map(\.seq), expected.reversed(), "seed \(seed), \(place)")
      }
    }
  }
}
