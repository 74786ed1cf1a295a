import ReduxJournal
import ReduxRecorder

extension Group {
  /// The size of a state, large for a self-contained journal.
  private static let patchedCount = 1000

  /// The cost of a self-contained journal.
  static func recordPatches(_ effort: Effort) -> Group {
    let items = min(effort.items, patchedCount)
    return Group([
      RowDescription(
        "record/patches",
        "added to a dispatch at \(Figure.count(items)) entities by a recorder with states: .patches",
        unit: "µs", against: "JSONEncoder of action and state, Hasher, FileHandle", goal: .ratioAtLeast(2))
    ]) { conditions in
      let recorded = try RecordedStore(
        items: items, path: conditions.path("patches.jsonl"), options: RecorderOptions(states: .patches))
      let measurement = try RecordedStore.addedCost(
        recorded, ofDispatches: max(1, effort.dispatches / 100), items: items,
        againstNaiveAt: conditions.path("naive-state.jsonl"), effort)
      return [measurement.scaled(by: 1e-3)]
    }
  }
}
