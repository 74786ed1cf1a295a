import ReduxRecorder
import ReduxStore
import StateTable
import TestSupport

extension Group {
  /// Whether the cost of recording is independent of the state's size.
  static func recordFlat(_ effort: Effort) -> Group {
    Group(
      FlatCost.kinds.map { kind in
        RowDescription(
          "record/\(kind)", "a recorded dispatch of this kind at \(Figure.count(effort.manyItems)) entities",
          unit: "µs",
          against: "the same at \(Figure.count(effort.fewItems))", comparison: .timesAsMuch, goal: .ratioAtMost(2))
      }
    ) { conditions in
      let many = try RecordedStore(
        items: effort.manyItems, path: conditions.path("many.jsonl"), options: .withoutSnapshots())
      let few = try RecordedStore(
        items: effort.fewItems, path: conditions.path("few.jsonl"), options: .withoutSnapshots())
      return FlatCost(effort: effort).measure(
        many: { many.store.dispatch($0) }, few: { few.store.dispatch($0) })
    }
  }

  /// Whether the cost of the table alone is.
  static func table(_ effort: Effort) -> Group {
    Group(
      FlatCost.kinds.map { kind in
        RowDescription(
          "table/\(kind)", "a change to an EntityTable of \(Figure.count(effort.manyItems)) and its new hash",
          unit: "µs",
          against: "the same with \(Figure.count(effort.fewItems))", comparison: .timesAsMuch)
      }
    ) { conditions in
      var many = TodoState(count: effort.manyItems)
      var few = TodoState(count: effort.fewItems)
      return FlatCost(effort: effort).measure(
        many: {
          TodoState.reduce(&many, $0)
          blackHole(many.items.stateHash)
        },
        few: {
          TodoState.reduce(&few, $0)
          blackHole(few.items.stateHash)
        })
    }
  }
}

/// Times single changes of each kind at random positions, in a large state and in a small one.
private struct FlatCost {
  /// The kinds of each step, in order. A removed item is added again, so the size stays.
  static let kinds = ["update", "remove", "add", "move"]

  let effort: Effort

  func measure(many: (TodoAction) -> Void, few: (TodoAction) -> Void) -> [Measurement] {
    let overhead = Stopwatch.overhead()
    var generator = SeededGenerator(seed: 3)
    var values = FlatCost.kinds.map { _ in (many: [Double](), few: [Double]()) }
    // The first round warms up.
    for round in 0...effort.rounds {
      let large = medians(itemCount: effort.manyItems, perform: many, overhead: overhead, using: &generator)
      let small = medians(itemCount: effort.fewItems, perform: few, overhead: overhead, using: &generator)
      guard round > 0 else { continue }
      for kind in values.indices {
        values[kind].many.append(large[kind])
        values[kind].few.append(small[kind])
      }
    }
    return values.map { Measurement(Samples($0.many), against: Samples($0.few)).scaled(by: 1e-3) }
  }

  /// Returns the median time of each kind, in nanoseconds.
  private func medians(
    itemCount: Int, perform: (TodoAction) -> Void, overhead: Double, using generator: inout SeededGenerator
  ) -> [Double] {
    var times = FlatCost.kinds.map { _ in [Double]() }
    for _ in 0..<max(1, effort.dispatches / 8) {
      let removed = Int.random(in: 0..<itemCount, using: &generator)
      let actions: [TodoAction] = [
        .setDone(id: Int.random(in: 0..<itemCount, using: &generator), done: Bool.random(using: &generator)),
        .remove(id: removed),
        .add(TodoItem(removed)),
        .move(
          id: Int.random(in: 0..<itemCount, using: &generator), to: Int.random(in: 0..<itemCount, using: &generator)),
      ]
      for (kind, action) in actions.enumerated() {
        times[kind].append(max(0, Stopwatch.nanoseconds { perform(action) } - overhead))
      }
    }
    return times.map { Samples($0).median }
  }
}
