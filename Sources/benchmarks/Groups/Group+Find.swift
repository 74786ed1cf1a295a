import Foundation
import StateCoding
import StateTree

extension Group {
  /// Finding states by conditions, as whole processes.
  static func find(_ effort: Effort) -> Group {
    let (actions, few) = (effort.journalActions / 10, effort.journalActions / 50)
    let naive = "reducing the actions, and encoding and parsing each state"
    return Group([
      RowDescription(
        "find/bisect", "bisect on a journal of \(Figure.count(actions)) actions without snapshots, 1,000 tasks",
        unit: "ms", against: "verify --jobs 1", comparison: .timesAsMuch, goal: .ratioAtMost(1.5)),
      RowDescription(
        "find/assert", "assert of a condition on one member in \(Figure.count(few)) states of 100 tasks", unit: "ms",
        against: naive, goal: .ratioAtLeast(10)),
      RowDescription(
        "find/assert-table", "assert of one on an entity of the table that each action changes", unit: "ms",
        against: naive, goal: .ratioAtLeast(5)),
      RowDescription(
        "find/blame", "blame of each value of all tasks in the last of these states", unit: "ms", against: naive,
        goal: .ratioAtLeast(2)),
    ]) { conditions in
      let long = conditions.path("find.jsonl")
      try TodoJournal(items: 1000, actions: actions).record(to: long, snapshots: 0)
      let short = conditions.path("find-short.jsonl")
      try TodoJournal(items: 100, actions: few).record(to: short)
      func inspect(_ words: [String], expecting statuses: Set<Int32> = [0]) throws -> Double {
        let result = try Program.run(conditions.executable, ["inspector"] + words)
        guard statuses.contains(result.status) else { throw UnexpectedStatus(words: words, status: result.status) }
        return result.nanoseconds
      }
      let samples = try Rounds(count: effort.rounds).measure(
        { try inspect(["bisect", long, "--good", "1", "--expect", TodoItem.hasFirstTitle(7)], expecting: [0, 1]) },
        { try inspect(["verify", long, "--jobs", "1"]) },
        { try inspect(["assert", short, "--always", #"$.filter == "all""#]) },
        { try inspect(["assert", short, "--never", #"$.items.entities["7"].amount < 0"#]) },
        { try inspect(["blame", "\(short):/items/entities", "--depth", "2"]) },
        {
          try Stopwatch.nanoseconds {
            var state = TodoState()
            for action in TodoSession(itemCount: 100).prefix(few) {
              TodoState.reduce(&state, action)
              blackHole(try JSONDocument(StateEncoder().encode(state)).root.member("filter")?.string)
            }
          }
        })
      return [
        Measurement(samples[0], against: samples[1]).scaled(by: 1e-6),
        Measurement(samples[2], against: samples[5]).scaled(by: 1e-6),
        Measurement(samples[3], against: samples[5]).scaled(by: 1e-6),
        Measurement(samples[4], against: samples[5]).scaled(by: 1e-6),
      ]
    }
  }
}

extension TodoItem {
  /// The condition that the item with an id has its first title. It holds to the end of a session that is too short.
  static func hasFirstTitle(_ id: Int) -> String { #"$.items.entities["\#(id)"].title == "\#(title(id))""# }
}
