import Foundation
import ReduxReplay

extension Group {
  /// The speed of replaying and proving a journal.
  static func replay(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "replay/verify", "actions replayed on one core, checking every line, hash, and snapshot", unit: "M/s",
        goal: .valueAtLeast(0.6)),
      RowDescription(
        "replay/vs-decoder", "verified replay on one core", unit: "M/s",
        against: "JSONDecoder on the lines and the reducer, without checks",
        comparison: .timesAsMuch, goal: .ratioAtLeast(4)),
      RowDescription(
        "replay/two-cores", "verified replay on two threads", unit: "M/s", against: "on one thread",
        comparison: .timesAsMuch,
        goal: .ratioAtLeast(1.5)),
    ]) { conditions in
      let path = conditions.path("replay.jsonl")
      try TodoJournal(items: effort.fewItems, actions: effort.replayedActions).record(to: path)
      let actionsPerMicrosecond = { (nanoseconds: Double) in Double(effort.replayedActions) * 1e3 / nanoseconds }
      func verify(jobs: Int) throws -> Double {
        actionsPerMicrosecond(
          try Stopwatch.nanoseconds { blackHole(try Replayer<TodoApp>(path: path).verify(jobs: jobs)) })
      }
      let samples = try Rounds(count: max(1, effort.rounds / 2)).measure(
        { try verify(jobs: 1) },
        { try verify(jobs: 2) },
        {
          actionsPerMicrosecond(try Stopwatch.nanoseconds { blackHole(try NaiveReplayer().replay(path: path)) })
        })
      return [
        Measurement(samples[0]), Measurement(samples[0], against: samples[2]),
        Measurement(samples[1], against: samples[0]),
      ]
    }
  }

  /// Sharing a journal whose snapshots give threads little to share.
  static func replayFewSnapshots(_ effort: Effort) -> Group {
    let counts = [0, 1, 2, 10]
    return Group(
      counts.map { count in
        RowDescription(
          "replay/snapshots-\(count)",
          "verified replay on two threads, with \(count) snapshots of \(Figure.count(effort.items)) tasks after the first",
          unit: "ms", against: "on one thread", goal: .ratioAtLeast(0.9))
      }
    ) { conditions in
      try counts.map { count in
        let path = conditions.path("snapshots-\(count).jsonl")
        try TodoJournal(items: effort.items, actions: effort.replayedActions / 4).record(to: path, snapshots: count)
        func verify(jobs: Int) throws -> Double {
          try Stopwatch.nanoseconds { blackHole(try Replayer<TodoApp>(path: path).verify(jobs: jobs)) }
        }
        let samples = try Rounds(count: effort.rounds).measure({ try verify(jobs: 2) }, { try verify(jobs: 1) })
        return Measurement(samples[0], against: samples[1]).scaled(by: 1e-6)
      }
    }
  }

  /// Sharing a folder's journals.
  static func replayFolder(_ effort: Effort) -> Group {
    let count = 40
    return Group([
      RowDescription(
        "replay/folder", "verify --jobs 2 on a folder of \(count) journals", unit: "ms", against: "with --jobs 1",
        goal: .ratioAtLeast(1.8))
    ]) { conditions in
      let folder = conditions.path("folder")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let first = folder + "/1.jsonl"
      try TodoJournal(items: effort.fewItems, actions: effort.replayedActions / count).record(to: first)
      for number in 2...count { try FileManager.default.copyItem(atPath: first, toPath: "\(folder)/\(number).jsonl") }
      func verify(jobs: Int) throws -> Double {
        let words = ["inspector", "verify", folder, "--jobs", "\(jobs)"]
        let result = try Program.run(conditions.executable, words)
        guard result.status == 0 else { throw UnexpectedStatus(words: words, status: result.status) }
        return result.nanoseconds
      }
      let samples = try Rounds(count: effort.rounds).measure({ try verify(jobs: 2) }, { try verify(jobs: 1) })
      return [Measurement(samples[0], against: samples[1]).scaled(by: 1e-6)]
    }
  }

  /// The memory use of replay.
  static func replayMemory(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "replay/peak-memory", "peak memory of a process that verifies \(Figure.count(effort.journalActions)) actions",
        unit: "MB",
        against: "the same with a tenth of the actions", comparison: .timesAsMuch, goal: .valueAtMost(60))
    ]) { conditions in
      let peaks = try [effort.journalActions, effort.journalActions / 10].map { actions in
        let path = conditions.path("memory-\(actions).jsonl")
        try TodoJournal(items: GrowthMeasurement.items, actions: actions).record(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let child = try MeasuredProcess.inspector(["verify", path], executable: conditions.executable)
        return Samples([Double(child.peakBytes ?? 0) / 1e6])
      }
      return [Measurement(peaks[0], against: peaks[1])]
    }
  }
}
