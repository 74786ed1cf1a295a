import Foundation
import ReduxPersistence
import StateCoding
import SystemSupport
import TestSupport
import WebDriver

/// Rows that are measured together because they share a setup.
struct Group: Sendable {
  let rows: [RowDescription]
  private let measureRows: @Sendable (Conditions) throws -> [Measurement]

  /// - Parameters:
  ///   - rows: The rows' descriptions.
  ///   - measure: Returns one measurement per row, in order. Times are in nanoseconds.
  init(_ rows: [RowDescription], measure: @escaping @Sendable (Conditions) throws -> [Measurement]) {
    self.rows = rows
    measureRows = measure
  }

  /// Measures all rows.
  ///
  /// - Throws: The error that prevents it, such as a full disk or a missing program.
  func measure(under conditions: Conditions) throws -> [Row] {
    let measurements = try measureRows(conditions)
    precondition(measurements.count == rows.count, "a group measured other rows than it describes")
    return zip(rows, measurements).map { Row(description: $0, measurement: $1.scaled(by: $0.scale)) }
  }

  /// All groups, in the order of the output.
  static func all(_ effort: Effort) -> [Group] {
    [
      recordCost, recordOptions, recordFlat, recordWait, recordBytes, live,
      persist, persistRows, restore,
      actionCoding, stateCoding, follow, followKeys, followPatches, reflected,
      replay, replayKeys, replayFolder, replayMemory, bake,
      seek, find, explore, inspect, start,
      report, plainChanges, smallPlainChanges, reportPage, livePage,
    ].map { $0(effort) }
  }
}

extension Group {
  /// Coding a session's actions.
  static func actionCoding(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "action/encode", "encoding one small action with synthesised Codable", unit: "µs", against: "JSONEncoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.2 : 6)),
      RowDescription(
        "action/decode", "decoding one small action with synthesised Codable", unit: "µs", against: "JSONDecoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.2 : 4.5)),
    ]) { conditions in
      let actions = Array(TodoSession(itemCount: effort.items).dropFirst().prefix(1000))
      let encoder = StateEncoder()
      let decoder = StateDecoder()
      let foundationEncoder = JSONEncoder()
      let foundationDecoder = JSONDecoder()
      let texts = try actions.map { try encoder.encode($0) }
      let data = texts.map { Data($0) }
      var buffer: [UInt8] = []
      let count = Double(actions.count)
      let samples = try Rounds(count: effort.rounds * 3).measure(
        {
          try Stopwatch.nanoseconds {
            for action in actions {
              buffer.removeAll(keepingCapacity: true)
              try encoder.encode(action, appendingTo: &buffer)
            }
          } / count
        },
        {
          try Stopwatch.nanoseconds { for action in actions { blackHole(try foundationEncoder.encode(action)) } }
            / count
        },
        {
          try Stopwatch.nanoseconds {
            for text in texts { blackHole(try decoder.decode(TodoAction.self, from: text)) }
          } / count
        },
        {
          try Stopwatch.nanoseconds {
            for text in data { blackHole(try foundationDecoder.decode(TodoAction.self, from: text)) }
          } / count
        })
      return [
        Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[3]),
      ]
    }
  }

  /// Coding and hashing a whole state that stores no hashes.
  static func stateCoding(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "state/encode", "encoding a state of \(Figure.count(effort.items)) tasks in an array", unit: "ms",
        against: "JSONEncoder", goal: .ratioAtLeast(Effort.isDebugBuild ? 1.5 : 8)),
      RowDescription(
        "state/hash", "hashing the same state without making JSON", unit: "ms",
        against: "JSONEncoder, without hashing its JSON", goal: .ratioAtLeast(Effort.isDebugBuild ? 1 : 8)),
      RowDescription(
        "state/decode", "decoding the same state", unit: "ms", against: "JSONDecoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.5 : 6)),
    ]) { conditions in
      let state = PlainTodoState(count: effort.items)
      let encoder = StateEncoder()
      let decoder = StateDecoder()
      let foundationEncoder = JSONEncoder()
      let foundationDecoder = JSONDecoder()
      let text = try encoder.encode(state)
      let data = Data(text)
      let samples = try Rounds(count: effort.rounds).measure(
        { try Stopwatch.nanoseconds { blackHole(try encoder.encode(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try foundationEncoder.encode(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try encoder.hash(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try decoder.decode(PlainTodoState.self, from: text)) } },
        { try Stopwatch.nanoseconds { blackHole(try foundationDecoder.decode(PlainTodoState.self, from: data)) } })
      return [
        Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[1]),
        Measurement(samples[3], against: samples[4]),
      ]
    }
  }
}

extension Group {
  /// The time of `inspect` on a long journal, in a real terminal.
  static func inspect(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "inspect/rows",
        "from starting inspect to the last rows of \(Figure.count(effort.journalActions)) actions, "
          + "\(Figure.count(effort.items)) tasks, in a terminal of 120 × 40", unit: "ms", goal: .valueAtMost(100)),
      RowDescription("inspect/step", "a step to the next action and its changes", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "inspect/memory", "the peaks of inspect and its reducers' processes together, the journal verified",
        unit: "MiB", goal: .valueAtMost(200)),
    ]) { conditions in
      let path = conditions.path("inspect.jsonl")
      try TodoJournal(items: effort.items, actions: effort.journalActions).record(to: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      var generator = SeededGenerator(seed: 11)
      func started() throws -> (program: TerminalProgram, time: Double) {
        let program = try TerminalProgram(
          conditions.executable, ["inspector", "inspect", path], columns: 120, rows: 40)
        // The last row names the keys, and is drawn last.
        return (program, program.time(until: "quit"))
      }
      var opening = try (1..<effort.rounds).map { _ in try started().time }
      let (program, time) = try started()
      opening.append(time)
      // The verification's progress is drawn until its end.
      program.settle()
      // The peaks include states of other places.
      for _ in 0..<effort.rounds {
        _ = program.press("\(Int.random(in: 1..<effort.journalActions, using: &generator))G")
      }
      let steps = (0..<4 * effort.rounds).map { _ in program.press("j") }
      let memory = program.peakBytes.map { Double($0) / 1_048_576 }
      return [
        Measurement(Samples(opening)), Measurement(Samples(steps)),
        Measurement(Samples([memory ?? 0]), note: memory == nil ? "unknown" : nil),
      ]
    }
  }
}

extension Group {
  private static let naive =
    "writing all of it with JSONEncoder to a file after every action, on the dispatching thread"

  /// The cost of storing the state in files.
  static func persist(_ effort: Effort) -> Group {
    let count = Figure.count(effort.items)
    return Group([
      RowDescription(
        "persist/dispatch", "a dispatch at \(count) stored entities, written when the app is quiet", unit: "µs",
        against: naive, goal: .ratioAtLeast(1000)),
      RowDescription(
        "persist/file", "an action with its change written to a file before the next action", unit: "µs",
        against: naive, goal: .ratioAtLeast(5)),
    ]) { conditions in
      let never = Duration.seconds(3600)
      let quiet = try KeptStore(
        items: effort.items, in: conditions.path("quiet"), storing: .afterQuiet(never, atMost: never))
      let asked = try KeptStore(items: effort.items, in: conditions.path("asked"), storing: .after { _ in false })
      var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
      var session = TitleSession(itemCount: effort.items)
      let few = max(2, effort.dispatches / 1000)
      let samples = try Rounds(count: effort.rounds).measure(
        { try naive.dispatch(session.next(few)) },
        { try quiet.dispatch(session.next(effort.dispatches / 10), flushing: false) },
        { try asked.dispatch(session.next(few), flushing: true) })
      return samples.dropFirst().map { Measurement($0, against: samples[0]) }
    }
  }

  /// The cost of a launch.
  static func restore(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "persist/restore", "a launch with \(Figure.count(effort.items)) entities in a file", unit: "ms",
        against: "JSONDecoder", goal: .ratioAtLeast(3))
    ]) { conditions in
      let path = conditions.path("restored")
      _ = try KeptStore(items: effort.items, in: path, storing: .after { _ in false })
      var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
      var session = TitleSession(itemCount: effort.items)
      _ = try naive.dispatch(session.next(1))
      let samples = try Rounds(count: effort.rounds).measure(
        { try KeptStore.launch(items: effort.items, in: path) }, { try naive.restore() })
      return [Measurement(samples[0], against: samples[1])]
    }
  }

  #if SQLite
    /// The cost of storing the state in a database.
    static func persistRows(_ effort: Effort) -> Group {
      Group([
        RowDescription(
          "persist/sqlite",
          "an action with its change written to a row of \(Figure.count(effort.items)) before the next action",
          unit: "µs", against: naive, goal: .ratioAtLeast(500))
      ]) { conditions in
        let asked = try KeptStore(
          items: effort.items, inDatabase: conditions.path("todo.sqlite"), storing: .after { _ in false })
        var naive = NaiveKeeper(items: effort.items, path: conditions.path("naive.json"))
        var session = TitleSession(itemCount: effort.items)
        let samples = try Rounds(count: effort.rounds).measure(
          { try naive.dispatch(session.next(max(2, effort.dispatches / 1000))) },
          { try asked.dispatch(session.next(100), flushing: true) })
        return [Measurement(samples[1], against: samples[0])]
      }
    }
  #else
    static func persistRows(_: Effort) -> Group { Group([]) { _ in [] } }
  #endif
}

/// New titles for random items: each action changes the state.
private struct TitleSession {
  let itemCount: Int
  private var generator = SeededGenerator(seed: 3)
  private var number = 0

  init(itemCount: Int) { self.itemCount = itemCount }

  mutating func next(_ count: Int) -> [TodoAction] {
    (0..<count).map { _ in
      number += 1
      return .setTitle(
        id: Int.random(in: 0..<itemCount, using: &generator), title: TodoItem.title(itemCount + number))
    }
  }
}

extension Group {
  /// Making a report of a long journal.
  static func report(_ effort: Effort) -> Group {
    let journal = "\(Figure.count(effort.replayedActions)) actions on a table of \(Figure.count(effort.items)) tasks"
    return Group([
      RowDescription(
        "report/make", "what a report of \(journal) takes beyond twice the time of verify, for each action", unit: "µs",
        goal: .valueAtMost(50)),
      RowDescription("report/size", "the report's size", unit: "MB", goal: .valueAtMost(15)),
    ]) { conditions in
      let path = conditions.path("report.jsonl")
      let page = conditions.path("report.html")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        { try conditions.inspect(["report", path, "-o", page, "--force"]) },
        { try conditions.inspect(["verify", path]) })
      let seconds = samples.map { Figure.text($0.median / 1e9) }
      return [
        Measurement(
          samples[0], value: (samples[0].median - 2 * samples[1].median) / Double(effort.replayedActions),
          note: "\(seconds[0]) s, and \(seconds[1]) s for verify"),
        Measurement(Samples([Double(try Platform.status(of: page).byteCount) / 1e6])),
      ]
    }
  }

  /// Commands that read every change of a state without a table.
  static func plainChanges(_ effort: Effort) -> Group { plainChanges(effort, of: 2 * effort.items, "plain") }

  /// The same of a small state, in which the rows of actions take most of the time.
  static func smallPlainChanges(_ effort: Effort) -> Group {
    plainChanges(effort, of: min(1000, effort.items), "plain-small")
  }

  private static func plainChanges(_ effort: Effort, of count: Int, _ group: String) -> Group {
    let edits = min(1000, effort.journalActions)
    let subject = "\(Figure.count(edits)) edits of an array of \(Figure.count(count)) objects in the app json"
    func row(_ name: String, _ command: String, most: Double) -> RowDescription {
      RowDescription(
        "\(group)/\(name)", "\(command) of \(subject)", unit: "ms", against: "verifying them", comparison: .timesAsMuch,
        goal: .ratioAtMost(most))
    }
    return Group([
      row("report", "report", most: 4), row("log", "log -p", most: 3), row("bake", "bake", most: 3),
    ]) { conditions in
      let path = conditions.path("plain.jsonl")
      let (state, actions) = DocumentEdits.replacing(among: count, times: edits)
      try Data(state).write(to: URL(fileURLWithPath: conditions.path("state")))
      try Data(actions).write(to: URL(fileURLWithPath: conditions.path("actions")))
      _ = try conditions.inspect([
        "record", "-o", path, "--initial", conditions.path("state"), "--actions", conditions.path("actions"), "--force",
      ])
      let samples = try Rounds(count: max(1, effort.rounds / 3)).measure(
        { try conditions.inspect(["verify", path]) },
        { try conditions.inspect(["report", path, "-o", conditions.path("plain.html"), "--force"]) },
        { try conditions.inspect(["log", "-p", path]) },
        { try conditions.inspect(["bake", path, "-o", conditions.path("baked"), "--force"]) })
      return samples.dropFirst().map { Measurement($0, against: samples[0]) }
    }
  }

  /// Reading that report in a browser; no rows where none is installed.
  static func reportPage(_ effort: Effort) -> Group {
    guard WebBrowser.isAvailable else { return Group([]) { _ in [] } }
    return Group([
      RowDescription(
        "page/rows", "from opening the same report to the first rows on the screen, in Chromium", unit: "ms",
        goal: .valueAtMost(600)),
      RowDescription("page/step", "a step to the next action", unit: "ms", goal: .valueAtMost(16)),
      RowDescription("page/step-state", "the same in the tab State", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "page/step-task", "the longest task during these steps; 50 if none takes longer", unit: "ms",
        goal: .valueAtMost(50)),
      RowDescription(
        "page/load-task", "the longest task while the page loads; 50 if none takes longer", unit: "ms",
        goal: .valueAtMost(50)),
    ]) { conditions in
      let path = conditions.path("page.jsonl")
      let page = conditions.path("page.html")
      try TodoJournal(items: effort.items, actions: effort.replayedActions).record(to: path)
      _ = try conditions.inspect(["report", path, "-o", page])
      return try PageTimes(browser: WebBrowser(), page: page, actions: effort.replayedActions).measured(effort.rounds)
    }
  }
}
