import ReduxJournal
import ReduxRecorder
import TestSupport

extension Group {
  /// The cost that recording adds to a dispatch, compared with a handwritten recorder.
  static func recordCost(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/added-cost",
        "added to a dispatch at \(Figure.count(effort.items)) entities, default options, snapshots included",
        unit: "µs",
        against: "JSONEncoder of action and state, Hasher, FileHandle", goal: .ratioAtLeast(5000))
    ]) { conditions in
      let recorded = try RecordedStore(items: effort.items, path: conditions.path("record-cost.jsonl"))
      let measurement = try RecordedStore.addedCost(
        recorded, ofDispatches: effort.dispatches, items: effort.items, againstNaiveAt: conditions.path("naive.jsonl"),
        effort)
      return [measurement.scaled(by: 1e-3)]
    }
  }

  /// The effect of the durability option.
  static func recordBuffered(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/buffered", "added to a dispatch by a .buffered recorder without snapshots", unit: "µs",
        against: "the same with .process", goal: .ratioAtLeast(2))
    ]) { conditions in
      let buffered = try RecordedStore(
        items: effort.items, path: conditions.path("buffered.jsonl"),
        options: .withoutSnapshots(.buffered(bytes: 1 << 16)))
      let unbuffered = try RecordedStore(
        items: effort.items, path: conditions.path("process.jsonl"), options: .withoutSnapshots())
      return [try RecordedStore.addedCost(buffered, against: unbuffered, effort).scaled(by: 1e-3)]
    }
  }
}

/// Updates of random items, which don't change their number.
struct UpdateSession {
  let itemCount: Int
  private var generator = SeededGenerator(seed: 2)

  init(itemCount: Int) { self.itemCount = itemCount }

  mutating func next() -> TodoAction {
    let id = Int.random(in: 0..<itemCount, using: &generator)
    return .setDone(id: id, done: Bool.random(using: &generator))
  }

  mutating func next(_ count: Int) -> [TodoAction] { (0..<count).map { _ in next() } }
}
