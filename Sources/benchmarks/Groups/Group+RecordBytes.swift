import ReduxJournal
import StateTree

extension Group {
  /// The size of a record in addition to its action.
  static func recordBytes(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/bytes", "bytes of a record in addition to its action, mean of a session", unit: "B",
        goal: .valueAtMost(200))
    ]) { conditions in
      let path = conditions.path("bytes.jsonl")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let reader = try JournalFile(path: path).entries(fromOffset: 0)
      var bytes = 0
      var count = 0
      while let entry = try reader.next() {
        guard case .action(let action) = entry.record else { continue }
        bytes += entry.byteCount - action.action.utf8Count
        count += 1
      }
      return [Measurement(Samples([Double(bytes) / Double(count)]))]
    }
  }
}
