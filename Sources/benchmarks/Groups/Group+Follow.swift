import ReduxJournal
import ReduxRecorder
import StateCoding
import TestSupport

extension Group {
  /// Recorded dispatches whose state is a plain collection, of which one element changes.
  static func follow(_ effort: Effort) -> Group {
    let items = effort.items
    let size = Figure.count(items)
    let naive = "JSONEncoder of action and state, Hasher, FileHandle"
    let goal = Goal.ratioAtLeast(Effort.isDebugBuild ? 300 : 500)
    return Group([
      RowDescription(
        "follow/change", "recorded change of one of \(size) structs in an array", unit: "µs", against: naive, goal: goal
      ),
      RowDescription("follow/append", "recorded append to the array", unit: "µs", against: naive, goal: goal),
      RowDescription("follow/insert", "recorded insertion at its front", unit: "µs", against: naive, goal: goal),
      RowDescription("follow/remove", "recorded removal from its middle", unit: "µs", against: naive, goal: goal),
      RowDescription(
        "follow/undo", "recorded change of the array while the app keeps old copies", unit: "µs",
        goal: .valueAtMost(Effort.isDebugBuild ? 800 : 450)),
      RowDescription(
        "follow/entry", "recorded change of one of \(size) structs in a dictionary", unit: "µs", against: naive,
        goal: .ratioAtLeast(Effort.isDebugBuild ? 35 : 40)),
      RowDescription(
        "follow/all", "hash of an array of which every element changes", unit: "ms", against: "hashing it in full",
        comparison: .timesAsMuch, goal: .ratioAtMost(1.1)),
      RowDescription(
        "follow/all-entries", "the same of a dictionary", unit: "ms", against: "hashing it in full",
        comparison: .timesAsMuch, goal: .ratioAtMost(1.1)),
    ]) { conditions in
      var list = try FollowedStore(
        PlainEdits.List(count: items), PlainEdits.List.reduce, conditions.path("follow-list.jsonl"))
      var copied = try FollowedStore(
        PlainEdits.List(count: items), PlainEdits.List.reduce, conditions.path("follow-undo.jsonl"))
      var entries = try FollowedStore(
        PlainEdits.Entries(count: items), PlainEdits.Entries.reduce, conditions.path("follow-entries.jsonl"))
      let naive = try NaiveRecorder(path: conditions.path("follow-naive.jsonl"))
      var generator = SeededGenerator(seed: 3)
      var copies: [PlainEdits.List] = []
      let edits = 40
      let following = EncodingSession()
      let followingEntries = EncodingSession()
      for session in [following, followingEntries] { session.followStates(limit: .max) }
      var elements = PlainEdits.List(count: items)
      var members = PlainEdits.Entries(count: items)
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { list.nanoseconds((0..<edits).map { _ in .change(Int.random(in: 0..<items, using: &generator)) }) },
        { list.nanoseconds((0..<edits).map { .append(items + $0) }) },
        { list.nanoseconds((0..<edits).map { .insertFirst(items + $0) }) },
        { list.nanoseconds((0..<(2 * edits)).map { _ in .remove(items / 2) }) },
        {
          copied.nanoseconds((0..<edits).map { _ in .change(Int.random(in: 0..<items, using: &generator)) }) {
            copies = copies.suffix(10) + [$0]
          }
        },
        { entries.nanoseconds((0..<edits).map { _ in .change(Int.random(in: 0..<items, using: &generator)) }) },
        { try Stopwatch.nanoseconds { try naive.record(PlainEdits.Edit.change(1), list.state) } },
        {
          for index in elements.items.indices { elements.items[index].amount += 1 }
          return try Stopwatch.nanoseconds { blackHole(try following.hash(elements)) }
        },
        { try Stopwatch.nanoseconds { blackHole(try StateEncoder().hash(elements)) } },
        {
          for index in members.items.values.indices { members.items.values[index].amount += 1 }
          return try Stopwatch.nanoseconds { blackHole(try followingEntries.hash(members)) }
        },
        { try Stopwatch.nanoseconds { blackHole(try StateEncoder().hash(members)) } })
      return [
        Measurement(samples[0], against: samples[6]).scaled(by: 1e-3),
        Measurement(samples[1], against: samples[6]).scaled(by: 1e-3),
        Measurement(samples[2], against: samples[6]).scaled(by: 1e-3),
        Measurement(samples[3], against: samples[6]).scaled(by: 1e-3),
        Measurement(samples[4]).scaled(by: 1e-3),
        Measurement(samples[5], against: samples[6]).scaled(by: 1e-3),
        Measurement(samples[7], against: samples[8]).scaled(by: 1e-6),
        Measurement(samples[9], against: samples[10]).scaled(by: 1e-6),
      ]
    }
  }

  /// The hash alone, of collections of which nothing or one element changes.
  static func followHash(_ effort: Effort) -> Group {
    let size = Figure.count(effort.items)
    func goal(_ release: Double, _ debug: Double) -> Goal { .valueAtMost(Effort.isDebugBuild ? debug : release) }
    return Group([
      RowDescription(
        "follow/unchanged", "hash of a dictionary of \(size) that doesn't change", unit: "µs", goal: goal(2, 10)),
      RowDescription(
        "follow/ids", "hash of 100 arrays of \(Figure.count(effort.items / 100)) ids in a dictionary, one appended",
        unit: "µs", goal: goal(20, 100)),
      RowDescription(
        "follow/few", "hash of 100 structs in an array, one changed", unit: "µs", goal: goal(5, 40)),
      RowDescription(
        "follow/few-entries", "hash of 100 structs in a dictionary, one changed", unit: "µs", goal: goal(15, 50)),
      RowDescription(
        "follow/numbers", "hash of an array of \(size) integers, one changed", unit: "µs", goal: goal(20, 100)),
      RowDescription(
        "follow/set", "hash of a set of \(size) integers, one inserted or removed", unit: "µs", goal: goal(240, 1500)),
      RowDescription(
        "follow/pairs", "hash of a dictionary of \(size) structs whose keys are structs, one changed", unit: "µs",
        goal: goal(1200, 2200)),
    ]) { conditions in
      let unchanged = Followed(PlainEdits.Entries(count: effort.items)) { _, _ in }
      let ids = Followed(
        Dictionary(uniqueKeysWithValues: (0..<100).map { ("list-\($0)", Array(0..<(effort.items / 100))) })
      ) { $0["list-\($1 % 100)"]?.append($1) }
      let few = Followed(PlainEdits.List(count: 100)) { PlainEdits.List.reduce(&$0, .change($1 % 100)) }
      let fewEntries = Followed(PlainEdits.Entries(count: 100)) { PlainEdits.Entries.reduce(&$0, .change($1 % 100)) }
      let numbers = Followed(Array(0..<effort.items)) { $0[$1 % $0.count] += 1 }
      let set = Followed(Set(0..<effort.items)) { if $1 % 2 == 0 { $0.insert(-1) } else { $0.remove(-1) } }
      let pairs = Followed(
        Dictionary(uniqueKeysWithValues: (0..<effort.items).map { (PairKey(number: $0), TodoItem($0)) })
      ) { $0[PairKey(number: $1 % $0.count)]?.done.toggle() }
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { try unchanged.nanoseconds(100) }, { try ids.nanoseconds(100) }, { try few.nanoseconds(100) },
        { try fewEntries.nanoseconds(100) }, { try numbers.nanoseconds(100) }, { try set.nanoseconds(20) },
        { try pairs.nanoseconds(20) })
      return samples.map { Measurement($0).scaled(by: 1e-3) }
    }
  }
}

/// A key that no object of JSON can have.
private struct PairKey: Hashable, Codable { var number: Int }

/// A state that a session follows.
private final class Followed<State: Encodable> {
  private var state: State
  private let session = EncodingSession()
  private let edit: (inout State, Int) -> Void
  private var count = 0

  init(_ state: State, edit: @escaping (inout State, Int) -> Void) {
    self.state = state
    self.edit = edit
    session.followStates(limit: .max)
  }

  /// Returns the nanoseconds per hash, the edit included.
  func nanoseconds(_ hashes: Int) throws -> Double {
    // The first hashes build what is kept, also inside the elements that change.
    if count == 0 { for _ in 0..<205 { try next() } }
    return try Stopwatch.nanoseconds { for _ in 0..<hashes { try next() } } / Double(hashes)
  }

  private func next() throws {
    count += 1
    edit(&state, count)
    blackHole(try session.hash(state))
  }
}
