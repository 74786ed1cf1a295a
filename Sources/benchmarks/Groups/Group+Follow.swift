import Foundation
import ReduxRecorder
import StateCoding
import TestSupport

extension Group {
  /// The number of edits per round.
  private static let edits = 40

  /// Recorded dispatches whose state is a plain collection, of which one element changes or none.
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
      RowDescription(
        "follow/entry", "recorded change of one of \(size) structs in a dictionary", unit: "µs", against: naive,
        goal: .ratioAtLeast(Effort.isDebugBuild ? 35 : 40)),
      RowDescription(
        "follow/unchanged", "hash of a dictionary of \(size) that doesn't change", unit: "µs",
        goal: .valueAtMost(Effort.isDebugBuild ? 10 : 2)),
    ]) { conditions in
      var list = try FollowedStore(
        PlainEdits.List(count: items), PlainEdits.List.reduce, conditions.path("follow-list.jsonl"))
      var entries = try FollowedStore(
        PlainEdits.Entries<String>(count: items), PlainEdits.Entries.reduce, conditions.path("follow-entries.jsonl"))
      let naive = try NaiveRecorder(path: conditions.path("follow-naive.jsonl"))
      let unchanged = PlainEdits.Entries<String>(count: items)
      let following = EncodingSession()
      following.followStates(limit: .max)
      var session = PlainEdits.Session(itemCount: items)
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { list.nanoseconds(session.changes(edits)) },
        { list.nanoseconds(session.additions(edits)) },
        { entries.nanoseconds(session.changes(edits)) },
        { try Stopwatch.nanoseconds(repeating: 100) { blackHole(try following.hash(unchanged)) } },
        {
          // As many as the others add.
          _ = list.nanoseconds(Array(repeating: .remove(items / 2), count: edits))
          return try Stopwatch.nanoseconds { try naive.record(PlainEdits.Edit.change(1), list.state) }
        })
      return samples[..<3].map { Measurement($0, against: samples[4]) } + [Measurement(samples[3])]
    }
  }

  /// Recorded dispatches whose state is a dictionary with other keys or in another place.
  static func followKeys(_ effort: Effort) -> Group {
    let items = effort.items
    return Group([
      RowDescription(
        "follow/uuid-entry", "recorded change of one of \(Figure.count(items)) structs in a dictionary by UUID",
        unit: "µs",
        against: "the same by String", comparison: .timesAsMuch, goal: .ratioAtMost(1.3)),
      RowDescription(
        "follow/root-entry",
        "recorded change of one of \(Figure.count(items)) structs in a dictionary that is the state",
        unit: "µs", against: "the same in a member of the state", comparison: .timesAsMuch, goal: .ratioAtMost(1.3)),
    ]) { conditions in
      let texts = PlainEdits.Entries<String>(count: items)
      var byText = try FollowedStore(texts, PlainEdits.Entries.reduce, conditions.path("follow-keys-text.jsonl"))
      var byID = try FollowedStore(
        PlainEdits.Entries<UUID>(count: items), PlainEdits.Entries.reduce, conditions.path("follow-keys-uuid.jsonl"))
      var root = try FollowedStore(texts.items, PlainEdits.reduce, conditions.path("follow-keys-root.jsonl"))
      var session = PlainEdits.Session(itemCount: items)
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { byID.nanoseconds(session.changes(edits)) }, { root.nanoseconds(session.changes(edits)) },
        { byText.nanoseconds(session.changes(edits)) })
      return samples[..<2].map { Measurement($0, against: samples[2]) }
    }
  }

  /// Recorded dispatches with patches, against the same without.
  static func followPatches(_ effort: Effort) -> Group {
    let items = effort.items
    func row(_ name: String, _ summary: String) -> RowDescription {
      RowDescription(
        name, "\(summary), by a recorder with states: .patches", unit: "µs", against: "without patches",
        comparison: .timesAsMuch, goal: .ratioAtMost(2))
    }
    return Group([
      row("patches/change", "recorded change of one of \(Figure.count(items)) structs in an array"),
      row("patches/append", "recorded append to the array"),
      row("patches/entry", "recorded change of one of \(Figure.count(items)) structs in a dictionary"),
    ]) { conditions in
      let options = [RecorderOptions.withoutSnapshots, RecorderOptions(states: .patches, snapshotBudget: .zero)]
      var lists = try options.enumerated().map { number, options in
        try FollowedStore(
          PlainEdits.List(count: items), PlainEdits.List.reduce, conditions.path("patches-list-\(number).jsonl"),
          options)
      }
      var entries = try options.enumerated().map { number, options in
        try FollowedStore(
          PlainEdits.Entries<String>(count: items), PlainEdits.Entries.reduce,
          conditions.path("patches-entries-\(number).jsonl"), options)
      }
      var session = PlainEdits.Session(itemCount: items)
      func removeAdded(from index: Int) {
        _ = lists[index].nanoseconds(Array(repeating: .remove(items / 2), count: edits))
      }
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { lists[0].nanoseconds(session.changes(edits)) }, { lists[1].nanoseconds(session.changes(edits)) },
        { lists[0].nanoseconds(session.additions(edits)) }, { lists[1].nanoseconds(session.additions(edits)) },
        {
          removeAdded(from: 0)
          return entries[0].nanoseconds(session.changes(edits))
        },
        {
          removeAdded(from: 1)
          return entries[1].nanoseconds(session.changes(edits))
        })
      return stride(from: 0, to: samples.count, by: 2).map { Measurement(samples[$0 + 1], against: samples[$0]) }
    }
  }
}
