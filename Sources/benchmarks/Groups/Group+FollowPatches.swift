import ReduxRecorder
import StateTree
import TestSupport

extension Group {
  /// Recorded dispatches with patches, against the same without.
  static func followPatches(_ effort: Effort) -> Group {
    let items = effort.items
    func row(_ name: String, _ summary: String, atMost times: Double = 2) -> RowDescription {
      RowDescription(
        name, "\(summary), by a recorder with states: .patches", unit: "µs", against: "without patches",
        comparison: .timesAsMuch, goal: .ratioAtMost(times))
    }
    return Group([
      row("patches/change", "recorded change of one of \(Figure.count(items)) structs in an array"),
      row("patches/append", "recorded append to the array"),
      row("patches/insert", "recorded insertion at its front"),
      row("patches/remove", "recorded removal from its middle"),
      row("patches/entry", "recorded change of one of \(Figure.count(items)) structs in a dictionary"),
      row("patches/table", "recorded change of one of \(Figure.count(items)) entities in a table", atMost: 3),
    ]) { conditions in
      let edits = 40
      let patches = RecorderOptions(states: .patches, snapshotBudget: .zero)
      var generator = SeededGenerator(seed: 3)
      func changes() -> [PlainEdits.Edit] {
        (0..<edits).map { _ in .change(Int.random(in: 0..<items, using: &generator)) }
      }
      // Ids stay distinct.
      var last = items
      func additions(_ edit: (Int) -> PlainEdits.Edit) -> [PlainEdits.Edit] {
        last += edits
        return (0..<edits).map { edit(last - $0) }
      }
      // As many as the others add.
      let removed = (0..<(2 * edits)).map { _ in PlainEdits.Edit.remove(items / 2) }
      var lists = try [RecorderOptions.withoutSnapshots(), patches].enumerated().map { number, options in
        try FollowedStore(
          PlainEdits.List(count: items), PlainEdits.List.reduce, conditions.path("patches-list-\(number).jsonl"),
          options)
      }
      var entries = try [RecorderOptions.withoutSnapshots(), patches].enumerated().map { number, options in
        try FollowedStore(
          PlainEdits.Entries(count: items), PlainEdits.Entries.reduce,
          conditions.path("patches-entries-\(number).jsonl"),
          options)
      }
      var tables = try [RecorderOptions.withoutSnapshots(), patches].enumerated().map { number, options in
        try FollowedStore(
          PlainEdits.Table(count: items), PlainEdits.Table.reduce, conditions.path("patches-table-\(number).jsonl"),
          options)
      }
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { lists[0].nanoseconds(changes()) }, { lists[1].nanoseconds(changes()) },
        { lists[0].nanoseconds(additions { .append($0) }) }, { lists[1].nanoseconds(additions { .append($0) }) },
        { lists[0].nanoseconds(additions { .insertFirst($0) }) },
        { lists[1].nanoseconds(additions { .insertFirst($0) }) },
        { lists[0].nanoseconds(removed) }, { lists[1].nanoseconds(removed) },
        { entries[0].nanoseconds(changes()) }, { entries[1].nanoseconds(changes()) },
        { tables[0].nanoseconds(changes()) }, { tables[1].nanoseconds(changes()) })
      return stride(from: 0, to: samples.count, by: 2).map {
        Measurement(samples[$0 + 1], against: samples[$0]).scaled(by: 1e-3)
      }
    }
  }
}
