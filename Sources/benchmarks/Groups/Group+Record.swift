import ReduxJournal
import ReduxRecorder
import StateCoding
import TestSupport

extension Group {
  private static let naive = "JSONEncoder of action and state, Hasher, FileHandle"

  /// The cost that recording adds to a dispatch, compared with a handwritten recorder.
  static func recordCost(_ effort: Effort) -> Group {
    // A large state for a self-contained journal.
    let patched = min(effort.items, 1000)
    return Group([
      RowDescription(
        "record/added-cost",
        "added to a dispatch at \(Figure.count(effort.items)) entities, default options, snapshots included",
        unit: "µs", against: naive, goal: .ratioAtLeast(5000)),
      RowDescription(
        "record/patches",
        "added to a dispatch at \(Figure.count(patched)) entities by a recorder with states: .patches",
        unit: "µs", against: naive, goal: .ratioAtLeast(2)),
    ]) { conditions in
      [
        try RecordedStore(items: effort.items, path: conditions.path("record-cost.jsonl"))
          .addedCost(ofDispatches: effort.dispatches, againstNaiveAt: conditions.path("naive.jsonl"), effort),
        try RecordedStore(
          items: patched, path: conditions.path("patches.jsonl"), options: RecorderOptions(states: .patches)
        ).addedCost(
          ofDispatches: max(1, effort.dispatches / 100), againstNaiveAt: conditions.path("naive-state.jsonl"), effort),
      ]
    }
  }

  /// The cost of redaction rules and of a key.
  static func recordOptions(_ effort: Effort) -> Group {
    let items = Figure.count(effort.items)
    return Group([
      RowDescription(
        "record/rules", "added to a dispatch at \(items) entities by a recorder with the default rules", unit: "µs",
        against: "the same without the rules", comparison: .timesAsMuch, goal: .ratioAtMost(1.1)),
      RowDescription(
        "record/key", "added to a dispatch at \(items) entities by a recorder with a key", unit: "µs",
        against: "the same without a key", comparison: .timesAsMuch, goal: .ratioAtMost(1.1)),
      RowDescription(
        "record/places", "hash of \(items) structs without secrets, noting redacted places", unit: "µs",
        against: "the same without noting them", comparison: .timesAsMuch, goal: .ratioAtMost(1.02)),
    ]) { conditions in
      func store(_ name: String, _ options: RecorderOptions) throws -> RecordedStore {
        try RecordedStore(items: effort.items, path: conditions.path(name + ".jsonl"), options: options)
      }
      let key = try JournalKey(bytes: 1...16)
      return [
        try store("rules", RecorderOptions(rules: .usual, snapshotBudget: .zero)).addedCost(
          against: store("no-rules", RecorderOptions(rules: .off, snapshotBudget: .zero)), effort),
        try store("key", RecorderOptions(snapshotBudget: .zero, key: key)).addedCost(
          against: store("no-key", .withoutSnapshots), effort),
        try notedPlaces(effort),
      ]
    }
  }

  private static func notedPlaces(_ effort: Effort) throws -> Measurement {
    let state = PlainEdits.List(count: effort.items)
    // Where a session's memory lies makes a difference of its own, so each measurement has a new session.
    func nanoseconds(noting: Bool) throws -> Double {
      let session = EncodingSession(rules: .usual)
      session.logsRedactions = noting
      blackHole(try session.hash(state))
      return try Stopwatch.nanoseconds { blackHole(try session.hash(state)) }
    }
    let samples = try Rounds(count: effort.rounds * 5).measure(
      { try nanoseconds(noting: true) }, { try nanoseconds(noting: false) })
    return Measurement(samples[0], against: samples[1])
  }

  /// Whether the cost of recording is independent of the state's size.
  static func recordFlat(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/update", "a recorded update at \(Figure.count(effort.manyItems)) entities", unit: "µs",
        against: "the same at \(Figure.count(effort.fewItems))", comparison: .timesAsMuch, goal: .ratioAtMost(2))
    ]) { conditions in
      let sizes = [effort.manyItems, effort.fewItems]
      let stores = try sizes.map {
        try RecordedStore(items: $0, path: conditions.path("flat-\($0).jsonl"), options: .withoutSnapshots)
      }
      var sessions = sizes.map(UpdateSession.init)
      let samples = try Rounds(count: effort.rounds).measure(
        { stores[0].dispatch(sessions[0].next(effort.dispatches)) },
        { stores[1].dispatch(sessions[1].next(effort.dispatches)) })
      return [Measurement(samples[0], against: samples[1])]
    }
  }

  /// The longest waits of dispatches for the recorder: for a snapshot in a large state, and for a new segment.
  static func recordWait(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "record/wait-worst",
        "the longest wait for the recorder at \(Figure.count(effort.manyItems)) entities; a snapshot is abandoned after "
          + "its budget of 8 ms", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "record/rotation-worst",
        "the longest wait for the recorder at \(Figure.count(effort.fewItems)) entities, with the smallest possible "
          + "segments", unit: "ms", goal: .valueAtMost(16)),
    ]) { conditions in
      let options = [RecorderOptions(), RecorderOptions(retention: Retention(bytes: 1))]
      return try zip([effort.manyItems, effort.fewItems], options).map { items, options in
        var session = try WaitingSession(
          path: conditions.path("wait-\(items).jsonl"), options: options, itemCount: items)
        // The first action fills the table, which no app would do in one action.
        for _ in 0..<effort.dispatches { _ = session.wait() }
        let worst = Samples(
          (0..<effort.rounds).map { _ in
            Samples((0..<effort.dispatches).compactMap { _ in session.wait() }).maximum
          })
        return Measurement(worst, value: worst.maximum)
      }
    }
  }

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
