import Foundation
import TestSupport

extension Group {
  /// The time of whole commands that read one position of a long journal.
  static func seek(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "seek/show",
        "show FILE@N at random N of \(Figure.count(effort.journalActions)) actions, \(Figure.count(effort.items)) tasks",
        unit: "ms", against: "wc -l FILE",
        goal: .ratioAtLeast(1)),
      RowDescription(
        "seek/diff", "diff FILE@A FILE@B at random A and B of the same journal", unit: "ms", against: "wc -l FILE",
        goal: .ratioAtLeast(1)),
      RowDescription(
        "seek/log", "log FILE -n 20 on the same journal", unit: "ms", against: "wc -l FILE", goal: .ratioAtLeast(1)),
      RowDescription(
        "seek/follow", "log FILE -n 20 --follow on the same journal, until its first line", unit: "ms",
        against: "wc -l FILE", goal: .ratioAtLeast(1)),
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
      func point() -> String { "\(path)@\(Int.random(in: 1...effort.journalActions, using: &generator))" }
      func inspect(_ words: [String], expecting statuses: Set<Int32>) throws -> Double {
        try run(conditions.executable, ["inspector"] + words, expecting: statuses)
      }
      let title = "\(path):/items/entities/\(TodoSession.titled(within: 10_000, of: effort))/title"
      let samples = try Rounds(count: effort.rounds).measure(
        { try run(wc, ["-l", path], expecting: [0]) },
        { try inspect(["show", point()], expecting: [0]) },
        { try inspect(["diff", point(), point()], expecting: [0, 1]) },
        { try inspect(["log", path, "-n", "20"], expecting: [0]) },
        { try firstLine(conditions.executable, ["inspector", "log", path, "-n", "20", "--follow"]) },
        { try inspect(["bisect", path, "--good", "1", "--expect", TodoItem.hasFirstTitle(7)], expecting: [0, 1]) },
        { try inspect(["blame", title], expecting: [0]) })
      return samples[1...4].map { Measurement($0, against: samples[0]).scaled(by: 1e-6) }
        + samples[5...].map { Measurement($0, against: samples[1]).scaled(by: 1e-6) }
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
        { try run(reduxlog, ["--version"], expecting: [0]) },
        { try run(nothing, [], expecting: [0]) })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-6)]
    }
  }

  /// Starts a program that runs forever and returns the nanoseconds until its first output.
  private static func firstLine(_ path: String, _ words: [String]) throws -> Double {
    guard let time = try Program.nanosecondsToOutput(of: path, words) else {
      throw UnexpectedStatus(words: [path] + words, status: 0)
    }
    return time
  }

  /// Runs a program and returns the nanoseconds it took.
  private static func run(_ path: String, _ words: [String], expecting statuses: Set<Int32>) throws -> Double {
    let result = try Program.run(path, words)
    guard statuses.contains(result.status) else { throw UnexpectedStatus(words: [path] + words, status: result.status) }
    return result.nanoseconds
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
