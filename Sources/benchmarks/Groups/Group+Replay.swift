import Foundation
import ReduxJournal
import ReduxRecorder
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
        comparison: .timesAsMuch, goal: .ratioAtLeast(1.5)),
      RowDescription(
        "replay/found", "verified replay of six action types, found by their names in the journal", unit: "M/s",
        against: "the same types, listed by the app", comparison: .timesAsMuch),
    ]) { conditions in
      let path = conditions.path("replay.jsonl")
      try TodoJournal(items: effort.fewItems, actions: effort.replayedActions).record(to: path)
      let steps = conditions.path("found.jsonl")
      try recordSteps(effort, to: steps)
      func rate(_ work: () throws -> Void) throws -> Double {
        Double(effort.replayedActions) * 1e3 / (try Stopwatch.nanoseconds(work))
      }
      func verify<App: ReplayableApp>(_: App.Type, _ path: String, jobs: Int) throws -> Double {
        try rate { blackHole(try Replayer<App>(path: path).verify(jobs: jobs)) }
      }
      let samples = try Rounds(count: max(1, effort.rounds / 2)).measure(
        { try verify(TodoApp.self, path, jobs: 1) },
        { try verify(TodoApp.self, path, jobs: 2) },
        { try rate { blackHole(try NaiveReplayer().replay(path: path)) } },
        { try verify(FindingApp.self, steps, jobs: 1) },
        { try verify(ListingApp.self, steps, jobs: 1) })
      return [
        Measurement(samples[0]), Measurement(samples[0], against: samples[2]),
        Measurement(samples[1], against: samples[0]), Measurement(samples[3], against: samples[4]),
      ]
    }
  }

  private static func recordSteps(_ effort: Effort, to path: String) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: FindingApp.name),
      options: RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: .seconds(60)))
    let reduce = recorder.recording(TodoSteps.reduce)
    var state = TodoState()
    for action in TodoSession(itemCount: effort.fewItems).prefix(effort.replayedActions) {
      reduce(&state, TodoSteps.step(action))
    }
    recorder.close()
  }

  /// The speed of replaying changes of dictionaries with other keys than texts.
  static func replayKeys(_ effort: Effort) -> Group {
    let items = effort.items
    return Group([
      RowDescription(
        "replay/uuid-entry",
        "verified change of one of \(Figure.count(items)) structs in a dictionary by UUID", unit: "µs",
        against: "the same by String", comparison: .timesAsMuch, goal: .ratioAtMost(1.3))
    ]) { conditions in
      var session = PlainEdits.Session(itemCount: items)
      let edits = session.changes(effort.items)
      func record<Key: ItemKey>(_: Key.Type, _ name: String) throws -> String {
        let path = conditions.path(name)
        var store = try FollowedStore(
          PlainEdits.Entries<Key>(count: items), PlainEdits.Entries.reduce, path,
          RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: .zero))
        _ = store.nanoseconds(edits)
        store.close()
        return path
      }
      let (byText, byID) = try (record(String.self, "keys-text.jsonl"), record(UUID.self, "keys-uuid.jsonl"))
      func verify<App: ReplayableApp>(_: App.Type, _ path: String) throws -> Double {
        try Stopwatch.nanoseconds { blackHole(try Replayer<App>(path: path).verify(jobs: 1)) } / Double(edits.count)
      }
      let samples = try Rounds(count: effort.rounds).measure(
        { try verify(EntriesApp<UUID>.self, byID) }, { try verify(EntriesApp<String>.self, byText) })
      return [Measurement(samples[0], against: samples[1])]
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
      let samples = try Rounds(count: effort.rounds).measure(
        { try conditions.inspect(["verify", folder, "--jobs", "2"]) },
        { try conditions.inspect(["verify", folder, "--jobs", "1"]) })
      return [Measurement(samples[0], against: samples[1])]
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
        try TodoJournal(items: 10, actions: actions).record(to: path)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let child = try MeasuredProcess(conditions.executable, ["inspector", "verify", path])
        return Samples([Double(child.peakBytes ?? 0) / 1e6])
      }
      return [Measurement(peaks[0], against: peaks[1])]
    }
  }

  /// The time to make a journal self-contained.
  static func bake(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "bake/tasks",
        "bake of \(Figure.count(effort.replayedActions)) actions on a table of \(Figure.count(effort.items)) tasks",
        unit: "s", against: "verifying them", comparison: .timesAsMuch, goal: .ratioAtMost(3))
    ]) { conditions in
      let path = conditions.path("bake.jsonl")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        {
          try Stopwatch.nanoseconds {
            blackHole(try Replayer<TodoApp>(path: path).bake(onStep: { _ in }, write: { blackHole($0) }))
          }
        },
        { try Stopwatch.nanoseconds { blackHole(try Replayer<TodoApp>(path: path).verify(jobs: 1)) } })
      return [Measurement(samples[0], against: samples[1])]
    }
  }
}
