import Foundation
import StateCoding
import StateTree
import TestSupport

extension Group {
  /// The time of whole commands that look for something in a long journal.
  static func seek(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "seek/show",
        "show FILE@N at random N of \(Figure.count(effort.journalActions)) actions, \(Figure.count(effort.items)) tasks",
        unit: "ms", against: "wc -l FILE", goal: .ratioAtLeast(1)),
      RowDescription(
        "seek/log", "log FILE -n 20 on the same journal", unit: "ms", against: "wc -l FILE", goal: .ratioAtLeast(1)),
      RowDescription(
        "seek/bisect", "bisect FILE for the action that changed a title", unit: "ms", against: "show FILE@N",
        comparison: .timesAsMuch, goal: .ratioAtMost(6)),
      RowDescription(
        "seek/blame", "blame FILE:PTR for a title that was set within the last 10,000 actions", unit: "ms",
        against: "show FILE@N", comparison: .timesAsMuch, goal: .valueAtMost(1000)),
    ]) { conditions in
      let path = conditions.path("seek.jsonl")
      try TodoJournal(items: effort.items, actions: effort.journalActions).record(to: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      let wc = try conditions.program("wc")
      var generator = SeededGenerator(seed: 4)
      let title = "\(path):/items/entities/\(TodoSession.titled(within: 10_000, of: effort))/title"
      let hasFirstTitle = #"$.items.entities["7"].title == "\#(TodoItem.title(7))""#
      let samples = try Rounds(count: effort.rounds).measure(
        { try Program.run(wc, ["-l", path]) },
        {
          try conditions.inspect(["show", "\(path)@\(Int.random(in: 1...effort.journalActions, using: &generator))"])
        },
        { try conditions.inspect(["log", path, "-n", "20"]) },
        // A short session ends before the title changes.
        { try conditions.inspect(["bisect", path, "--good", "1", "--expect", hasFirstTitle], expecting: [0, 1]) },
        { try conditions.inspect(["blame", title]) })
      return samples[1...2].map { Measurement($0, against: samples[0]) }
        + samples[3...].map { Measurement($0, against: samples[1]) }
    }
  }

  /// The time of whole commands that look at every state, or reduce the actions again and again.
  static func find(_ effort: Effort) -> Group {
    let few = effort.journalActions / 50
    let searched = min(5000, effort.replayedActions)
    return Group([
      RowDescription(
        "find/assert", "assert of a condition on one member in \(Figure.count(few)) states of 100 tasks", unit: "ms",
        against: "reducing the actions, and encoding and parsing each state", goal: .ratioAtLeast(10)),
      RowDescription(
        "find/minimize-3", "minimize of \(Figure.count(searched)) actions of which 3 matter, 100 tasks", unit: "ms",
        against: "verify --jobs 1", comparison: .timesAsMuch, goal: .valueAtMost(1000)),
    ]) { conditions in
      let path = conditions.path("find.jsonl")
      try TodoJournal(items: 100, actions: few).record(to: path)
      let (failing, out) = (conditions.path("minimize.jsonl"), conditions.path("minimized.jsonl"))
      let journal = TodoJournal(items: 100, actions: searched, planted: 3)
      try journal.record(to: failing, snapshotBudget: .zero)
      let samples = try Rounds(count: effort.rounds).measure(
        { try conditions.inspect(["assert", path, "--always", #"$.filter == "all""#]) },
        {
          try Stopwatch.nanoseconds {
            var state = TodoState()
            for action in TodoSession(itemCount: 100).prefix(few) {
              TodoState.reduce(&state, action)
              blackHole(try JSONDocument(StateEncoder().encode(state)).root.member("filter")?.string)
            }
          }
        },
        { try conditions.inspect(["minimize", failing, "--expect", journal.condition, "-o", out, "--force"]) },
        { try conditions.inspect(["verify", failing, "--jobs", "1"]) })
      return [Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[3])]
    }
  }

  /// The time that `explore` takes for an action of a small state, with everything: learning, replays, and processes.
  static func explore(_ effort: Effort) -> Group {
    let sessions = Effort.isDebugBuild ? effort.dispatches / 10 : 3000
    return Group([
      RowDescription(
        "explore/action",
        "an action of explore --jobs 1, \(Figure.count(sessions)) sessions of a JSON document of three members",
        unit: "µs", goal: .valueAtMost(33))
    ]) { conditions in
      let reduxlog = try conditions.sibling("reduxlog")
      let (journal, initial, actions) = (conditions.path("e.jsonl"), conditions.path("e.json"), conditions.path("e"))
      var generator = SeededGenerator(seed: 40)
      let lines = (0..<60).map { _ in
        let number = Int.random(in: 0..<20, using: &generator)
        let change = [#""count":\#(number)"#, #""name":"n\#(number % 9)""#, #""isOn":\#(number % 2 == 0)"#]
        return #"{"merge":{\#(change[Int.random(in: 0..<3, using: &generator)])}}"#
      }
      try #"{"count":0,"name":"","isOn":false}"#.write(toFile: initial, atomically: false, encoding: .utf8)
      try lines.joined(separator: "\n").write(toFile: actions, atomically: false, encoding: .utf8)
      _ = try Program.run(reduxlog, ["record", "-o", journal, "--initial", initial, "--actions", actions])
      let words = ["explore", journal, "--jobs", "1", "--runs", "\(sessions)", "--format", "json"]
      let (status, report) = try Program.output(of: reduxlog, words)
      guard case .number(let count)? = try JSONValue(parsing: report)["actions"] else {
        throw UnexpectedStatus(words: words, status: status)
      }
      let samples = try Rounds(count: effort.rounds).measure({ try Program.run(reduxlog, words) / count.double })
      return [Measurement(samples[0])]
    }
  }

  /// The start time of the command.
  static func start(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "start/version", "reduxlog --version as a whole process", unit: "ms", against: "true, a C program")
    ]) { conditions in
      let reduxlog = try conditions.sibling("reduxlog")
      let nothing = try conditions.program("true")
      let samples = try Rounds(count: effort.starts).measure(
        { try Program.run(reduxlog, ["--version"]) }, { try Program.run(nothing, []) })
      return [Measurement(samples[0], against: samples[1])]
    }
  }
}

extension TodoSession {
  /// The id of the item whose title was last set as long ago as possible, but within so many actions of the end.
  fileprivate static func titled(within count: Int, of effort: Effort) -> Int {
    var last: [Int: Int] = [:]
    for (index, action) in TodoSession(itemCount: effort.items).prefix(effort.journalActions).enumerated() {
      switch action {
      case .setTitle(let id, _): last[id] = index
      case .remove(let id): last[id] = nil
      default: break
      }
    }
    return last.filter { $0.value >= effort.journalActions - count }.min { $0.value < $1.value }?.key ?? 0
  }
}
