import ReduxJournal
import ReduxRecorder

extension Group {
  /// The cost of a keyed journal.
  static func recordKey(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/key", "added to a dispatch at \(Figure.count(effort.items)) entities by a recorder with a key",
        unit: "µs", against: "the same without a key", comparison: .timesAsMuch, goal: .ratioAtMost(1.1))
    ]) { conditions in
      let key = try JournalKey(bytes: 1...16)
      let measurement = try RecordedStore.addedCost(
        RecordedStore(items: effort.items, path: conditions.path("key.jsonl"), options: options(key)),
        against: RecordedStore(items: effort.items, path: conditions.path("no-key.jsonl"), options: options(nil)),
        effort)
      return [measurement.scaled(by: 1e-3)]
    }
  }

  private static func options(_ key: JournalKey?) -> RecorderOptions {
    RecorderOptions(snapshotBudget: .zero, key: key)
  }
}
