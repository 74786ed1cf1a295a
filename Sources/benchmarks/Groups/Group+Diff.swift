import StateCoding
import StateTree

extension Group {
  /// Comparing two states whose tables store their hashes.
  static func diff(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "diff/one-task", "the patch between two states of \(Figure.count(effort.items)) tasks that differ in one task",
        unit: "µs",
        against: "building a tree of each and comparing them", goal: .ratioAtLeast(100)),
      RowDescription(
        "diff/apart", "the same patch for states that share no memory", unit: "µs",
        against: "building a tree of each and comparing them", goal: .ratioAtLeast(100)),
    ]) { conditions in
      let old = TodoState(count: effort.items)
      var new = old
      TodoState.reduce(&new, .setTitle(id: effort.items / 2, title: "Water the cat"))
      let encoder = StateEncoder()
      let apart = try StateDecoder().decode(TodoState.self, from: encoder.encode(new))
      let samples = try Rounds(count: effort.rounds).measure(
        { try Stopwatch.nanoseconds(repeating: 20) { blackHole(try encoder.patch(from: old, to: new)) } },
        { try Stopwatch.nanoseconds { blackHole(try encoder.patch(from: old, to: apart)) } },
        {
          try Stopwatch.nanoseconds {
            blackHole(JSONPatch.diff(from: try encoder.tree(old), to: try encoder.tree(new)))
          }
        })
      return [
        Measurement(samples[0], against: samples[2]).scaled(by: 1e-3),
        Measurement(samples[1], against: samples[2]).scaled(by: 1e-3),
      ]
    }
  }
}
