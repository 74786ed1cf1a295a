import ReduxJournal
import ReduxRecorder
import StateCoding
import TestSupport

extension Group {
  /// The cost of redacting secrets.
  static func recordRules(_ effort: Effort) -> Group {
    let items = Figure.count(effort.items)
    return Group([
      RowDescription(
        "record/rules", "added to a dispatch at \(items) entities by a recorder with the default rules", unit: "µs",
        against: "the same without the rules", comparison: .timesAsMuch, goal: .ratioAtMost(1.1)),
      RowDescription(
        "record/secrets", "a recorded dispatch at \(items) entities with one secret each, with the default rules",
        unit: "µs", against: "the same without the rules", comparison: .timesAsMuch, goal: .ratioAtMost(1.25)),
      RowDescription(
        "record/volatile", "added to a dispatch at \(items) entities by leaving one member of each out of hashes",
        unit: "µs", against: "the same with all members hashed", comparison: .timesAsMuch, goal: .ratioAtMost(1.25)),
    ]) { conditions in
      [
        try unsecret(effort, conditions).scaled(by: 1e-3),
        try secret(effort, conditions).scaled(by: 1e-3),
        try volatile(effort, conditions).scaled(by: 1e-3),
      ]
    }
  }

  private static func options(_ rules: RedactionRules) -> RecorderOptions {
    RecorderOptions(rules: rules, snapshotBudget: .zero)
  }

  private static func unsecret(_ effort: Effort, _ conditions: Conditions) throws -> Measurement {
    try RecordedStore.addedCost(
      RecordedStore(items: effort.items, path: conditions.path("rules.jsonl"), options: options(.usual)),
      against: RecordedStore(items: effort.items, path: conditions.path("no-rules.jsonl"), options: options(.off)),
      effort)
  }

  private static func volatile(_ effort: Effort, _ conditions: Conditions) throws -> Measurement {
    let options = RecorderOptions(volatile: ["/items/entities/*/title"], snapshotBudget: .zero)
    return try RecordedStore.addedCost(
      RecordedStore(items: effort.items, path: conditions.path("volatile.jsonl"), options: options),
      against: RecordedStore(
        items: effort.items, path: conditions.path("stable.jsonl"), options: Group.options(.usual)),
      effort)
  }

  private static func secret(_ effort: Effort, _ conditions: Conditions) throws -> Measurement {
    let app = AppIdentity(name: "logins")
    let recorders = try [RedactionRules.usual, .off].map { rules in
      try Recorder(
        path: conditions.path("secrets-\(rules.isOn).jsonl"), app: app, options: options(rules))
    }
    let reducers = recorders.map { $0.recording(LoginState.reduce) }
    var states = recorders.map { _ in LoginState(count: effort.items) }
    var generator = SeededGenerator(seed: 4)
    func run(_ index: Int, _ ids: [Int]) -> Double {
      Stopwatch.nanoseconds { for id in ids { reducers[index](&states[index], id) } } / Double(ids.count)
    }
    // Hash the session's first state, and the table once more, before measuring.
    for index in 0...1 { _ = run(index, [0, 0]) }
    var ids: [Int] = []
    let samples = try Rounds(count: effort.rounds * 25).measure(
      {
        ids = (0..<(effort.dispatches / 25)).map { _ in Int.random(in: 0..<effort.items, using: &generator) }
        return run(0, ids)
      },
      { run(1, ids) })
    return Measurement(samples[0], against: samples[1])
  }
}
