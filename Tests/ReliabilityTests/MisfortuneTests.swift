import CommandLineKit
import Expectations
import Foundation
import RecordingChild
import ReduxJournal
import ReduxLogTool
import ReduxReplay
import StateCoding
import SystemSupport
import TestSupport
import Testing

/// Row 12: reducers that trap, exhaust the stack, exit, hang or throw, during recording and replay.
struct MisfortuneTests {
  private let inspector: Inspector

  init() throws { inspector = Inspector(scratch: try TemporaryFile()) }

  // MARK: Recording

  /// Takes a second: a process for each case.
  @Test(arguments: [Misfortune.trap, .fatalError, .stack, .exit, .hang], ["process", "power"])
  func `the journal ends with the action in flight`(_ misfortune: Misfortune, _ durability: String) async throws {
    let scratch = inspector.scratch
    try await onOwnThread {
      let numbers = Soak.isOn ? Array(0..<100) : [durability == "process" ? 37 : 3]
      for number in numbers {
        let child = try ChildProcess(under: ["env", "SWIFT_BACKTRACE=enable=no"])
        for line in ["open \(durability) 0 \(scratch.path)", "act \(number)", "fail \(misfortune.rawValue)"] {
          child.send(line)
        }
        #expect(child.next("begun \(number)") != nil)
        if misfortune == .hang { child.kill() }
        #expect(child.finish() != 0)
        expectEqual(child.said.last, "begun \(number)")
        let journal = try SurvivingJournal(scratch.path)
        expectEqual(journal.completed, Array(0..<number))
        try expectEqual(journal.inFlight(), number)
        #expect(journal.isProven)
        try FileManager.default.removeItem(atPath: scratch.path)
      }
      Soak.report(
        "misfortunes: \(misfortune) while recording with .\(durability): \(numbers.count) journals end with the action "
          + "in flight")
    }
  }

  @Test func `a thrown error is recorded, and recording continues`() async throws {
    let scratch = inspector.scratch
    try await onOwnThread {
      let (said, status) = try ChildProcess.run([
        "open process 0 \(scratch.path)", "act 2", "fail throwing", "act 2", "close",
      ])
      expectEqual(status, 0)
      #expect(said.contains("threw 2"))
      let journal = try SurvivingJournal(scratch.path)
      expectEqual(journal.completed, [0, 1, 2, 3, 4])
      #expect((journal.report.refused, journal.report.proven, journal.isProven) == (1, 6, true))
      #expect(journal.isClosed)
    }
  }

  // MARK: Replaying

  /// The timeout for an action, which only a hanging one exceeds.
  private static let timeout = Sanitizer.isOn ? "20s" : "500ms"

  private static let ends: [(misfortune: Misfortune, status: String, message: String)] = [
    (
      .trap, "crashed",
      "crashes at action 21 (misfortune): SIGILL at PLACE, usually a failed precondition, an overflow or an unwrapped nil\n  ADVICE "
        + "Set SWIFT_BACKTRACE=enable=yes to see Swift's backtrace."
    ),
    (
      .fatalError, "crashed",
      "crashes at action 21 (misfortune): SIGILL at PLACE, usually a failed precondition, an overflow or an unwrapped nil\n  ADVICE "
        + "Set SWIFT_BACKTRACE=enable=yes to see Swift's backtrace."
    ),
    (
      .stack, "crashed",
      "crashes at action 21 (misfortune): SIGSEGV at PLACE, usually an exhausted stack\n  ADVICE "
        + "Set SWIFT_BACKTRACE=enable=yes to see Swift's backtrace."
    ),
    (.exit, "crashed", "ends the process at action 21 (misfortune): exit code 5\n  ADVICE"),
    (
      .hang, "hung",
      "hangs at action 21 (misfortune): it did not return within \(Sanitizer.isOn ? "20 s" : "500 ms")\n  ADVICE "
        + "If the reducer is only slow, raise --timeout."
    ),
  ]

  private static func report(_ message: String, in file: String, line: Int) -> String {
    let advice = "'RecordingChild show \(file)@21 --action' shows the action."
    return "\(file):\(line): error: the reducer \(message.replacing("ADVICE", with: advice))\n"
  }

  /// All ways in a soak, otherwise each misfortune in another one.
  private static func tried(of ways: [String], _ index: Int) -> [String] {
    Soak.isOn ? ways : [ways[index % ways.count]]
  }

  #if arch(x86_64)
    /// Takes seconds: it waits for crashing and hanging processes.
    @Test(arguments: Self.ends.indices)
    func `verify and replay survive and name the action`(index: Int) async throws {
      let (misfortune, status, message) = Self.ends[index]
      let inspector = inspector
      try await onOwnThread {
        let line = try inspector.record([misfortune], to: inspector.scratch.folder + "/j")
        let report = Self.report(message, in: "DIR/j", line: line)
        let verified = try inspector.run("verify DIR/j --timeout \(Self.timeout)")
        expectEqual(verified.status, 3)
        expectEqual(verified.output, "\(status) DIR/j: at action 21\n")
        expectEqual(verified.report, report)
        for options in Self.tried(of: ["", "--from-snapshot", "--unchecked"], index) {
          let replayed = try inspector.run("replay DIR/j --timeout \(Self.timeout) \(options)")
          expectEqual(replayed.status, 3, "\(options)")
          expectEqual(replayed.output, "", "\(options)")
          expectEqual(replayed.report, report, "\(options)")
        }
        let commands = ["bisect DIR/j --expect $.steps<100", "assert DIR/j --always $.steps<100", "blame DIR/j"]
        for command in Self.tried(of: commands, index) {
          let asked = try inspector.run("\(command) --timeout \(Self.timeout)")
          expectEqual(asked.status, 3)
          expectEqual(asked.output, (command.hasPrefix("assert") ? verified.output : ""), "\(command)")
          expectEqual(asked.report, report, "\(command)")
        }
        let page = try inspector.run("report DIR/j -o DIR/page.html --timeout \(Self.timeout)")
        expectEqual(page.status, 0)
        let verdict = "Today's app \(status == "hung" ? "hangs" : "crashes") at 21"
        #expect(page.errors.hasSuffix("DIR/page.html: 26 actions; \(verdict)\n"))
        try expectEqual(inspector.run("replay DIR/j --to 20").status, 0)
        try expectEqual(inspector.run("replay DIR/j --skip 21").status, 0)
        try expectEqual(inspector.run("verify DIR/j --no-replay").status, 0)
      }
      Soak.report("misfortunes: \(misfortune) in verify and replay: 4 of 4 survived and named")
    }
  #endif

  #if arch(x86_64)
    /// Takes seconds: several processes replay thousands of actions.
    @Test func `several processes verify a folder like one, although reducers crash`() async throws {
      let inspector = inspector
      try await onOwnThread {
        let folder = inspector.scratch.folder + "/all"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, misfortune) in [nil, Misfortune.trap, nil, .exit, nil, nil].enumerated() {
          let lines =
            ["open steady 0 \(folder)/\(index).jsonl", "act 500"]
            + (misfortune.map { ["fail \($0.rawValue)"] } ?? []) + ["act 5", "close"]
          try expectEqual(ChildProcess.run(lines, under: ["env", "\(Misfortune.variable)=off"]).status, 0)
        }
        let alone = try inspector.run("verify DIR/all --jobs 1")
        expectEqual(alone.status, 3)
        expectEqual(
          alone.output.split(separator: "\n").map { $0.prefix { $0 != ":" } },
          [
            "ok DIR/all/0.jsonl", "crashed DIR/all/1.jsonl", "ok DIR/all/2.jsonl", "crashed DIR/all/3.jsonl",
            "ok DIR/all/4.jsonl", "ok DIR/all/5.jsonl", "6 journals",
          ])
        let shared = try inspector.run("verify DIR/all --jobs 3")
        expectEqual(shared.status, alone.status)
        expectEqual(shared.output, alone.output)
        expectEqual(shared.report, alone.report)
      }
    }

    @Test func `verify reports a crash after a divergence beside it`() async throws {
      let inspector = inspector
      try await onOwnThread {
        let writer = try JournalWriter.open(path: inspector.scratch.folder + "/j")
        try writer.writeHeader(app: AppIdentity(name: StepsApp.name), started: WallClock(microseconds: 0))
        let encoder = StateEncoder()
        try writer.writeSnapshot(
          state: encoder.encode(StepsApp.initialState), hash: encoder.hash(StepsApp.initialState))
        let actions: [(StepsApp.Action, reached: Int)] = [(.step(0), 1), (.step(1), 9), (.misfortune(2, .trap), 3)]
        for (action, reached) in actions {
          try writer.beginAction(ActionHead(at: 0, type: "act", action: encoder.encode(action)))
          try writer.finishAction(ActionOutcome(hash: encoder.hash(StepsApp.state(before: reached))))
        }
        try writer.close()
        try expectEqual(inspector.run("verify DIR/j").status, 1)
        let result = try inspector.run("verify DIR/j --keep-going")
        expectEqual(result.status, 1)
        expectEqual(result.output, "diverged DIR/j: at state 2\n")
        #expect(
          result.errors.contains(
            "verification can't continue after the divergence: the reducer crashes at action 3 (act)"))
      }
    }

    @Test func `a crash is reported with its place in the code`() async throws {
      let inspector = inspector
      try await onOwnThread {
        func site(of misfortune: Misfortune) throws -> Substring {
          try inspector.record([misfortune], to: inspector.scratch.folder + "/j")
          let verified = try inspector.run("verify DIR/j --format json")
          #expect(verified.output.contains(#""signal": "SIGILL""#), "\(verified)")
          let site = try #require(verified.output.firstMatch(of: /"site": "(RecordingChild\+0x[0-9a-f]+)"/)).output.1
          let lines = try ["verify", "replay", "show", "index -o DIR/k"].map { command in
            try inspector.run("\(command) DIR/j").errors
          }
          for line in lines { #expect(line.contains(": SIGILL at \(site), usually "), "\(line)") }
          try FileManager.default.removeItem(atPath: inspector.scratch.folder + "/j")
          return site
        }
        let (trap, fatalError) = try (site(of: .trap), site(of: .fatalError))
        #expect(trap != fatalError)
      }
    }

    @Test func `a crash in a redacted copy blames the rules and leaves no file`() async throws {
      let inspector = inspector
      try await onOwnThread {
        let actions = ["Ada", "Bob"].map { #"{"rename":{"_0":"\#($0)"}}"# }.joined(separator: "\n")
        try Data(actions.utf8).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/actions"))
        let recorded = try inspector.run("record -o DIR/j --app short-names --actions DIR/actions")
        expectEqual(recorded.status, 0, "\(recorded)")
        let result = try inspector.run("redact DIR/j -o DIR/k --redact /rename/_0")
        expectEqual(result.status, 3)
        #expect(
          result.report.hasPrefix(
            "DIR/k:3: error: the copy can't be replayed: the reducer crashes at action 1 (rename): SIGILL at PLACE"),
          "\(result)")
        #expect(result.report.contains("\n  Nothing was written. A rule may redact a value"), "\(result)")
        try expectEqual(inspector.copies(), [])
      }
    }

    /// The crashes that a signal handler sees. The thread sanitizer runs no handler for an exhausted stack.
    private static let crashes = ends.indices.filter {
      ends[$0].message.contains("crashes") && (!Sanitizer.isThread || ends[$0].misfortune != .stack)
    }

    /// Takes a second: it starts the tool for each command.
    @Test(arguments: crashes)
    func `the other commands name the action before they exit`(index: Int) async throws {
      let (misfortune, _, message) = Self.ends[index]
      let inspector = inspector
      try await onOwnThread {
        let line = try inspector.record([misfortune], to: inspector.scratch.folder + "/j")
        let report = Self.report(message, in: "DIR/j", line: line)
        for command in [
          "show DIR/j@23", "diff DIR/j@2 DIR/j@23", "diff DIR/j@23 DIR/j@2", "log DIR/j -p", "index DIR/j -o DIR/k",
          "bake DIR/j -o DIR/k",
          "redact DIR/j -o DIR/k", "slice DIR/j@23.. -o DIR/k",
        ] {
          let result = try inspector.run(command)
          expectEqual(result.status, 3, "\(command): \(result)")
          expectEqual(result.report, report, "\(command): \(result)")
          try expectEqual(inspector.copies(), [], "\(command)")
        }
        try expectEqual(inspector.run("show DIR/j@20").status, 0)
        try expectEqual(inspector.run("log DIR/j").status, 0)
      }
      Soak.report("misfortunes: \(misfortune) in show, diff, log -p, index, bake, redact and slice: 8 of 8 named")
    }

    @Test(arguments: crashes)
    func `commands that add to a journal name the action, and add nothing`(index: Int) async throws {
      let (misfortune, _, message) = Self.ends[index]
      let inspector = inspector
      try await onOwnThread {
        let journal = inspector.scratch.folder + "/j"
        let line = try inspector.record([misfortune], to: journal)
        let report = Self.report(message, in: "DIR/j", line: line)
        try Data(#"{"step":{"_0":25}}"#.utf8).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/actions"))
        func crashes(_ command: String) throws {
          let before = FileManager.default.contents(atPath: journal)
          let result = try inspector.run(command)
          expectEqual(result.status, 3, "\(command): \(result)")
          expectEqual(result.report, report, "\(command): \(result)")
          expectEqual(FileManager.default.contents(atPath: journal), before, "\(command)")
        }
        try crashes("record -o DIR/j --append --actions DIR/actions")
        // A session with other rules, so that a rewind must hash the state again.
        let quiet = ["env", "\(Misfortune.variable)=off"]
        let appended = try inspector.run(
          "record -o DIR/j --append --actions DIR/actions --redact /last/n1", under: quiet)
        expectEqual(appended.status, 0, "\(appended)")
        try crashes("rewind DIR/j --to 23")
        try expectEqual(inspector.run("rewind DIR/j --to 20").status, 0)
      }
      Soak.report("misfortunes: \(misfortune) in record --append and rewind: 2 of 2 named, nothing added")
    }
  #endif

  /// Takes a second: it waits for a hanging process.
  @Test func `every format names the action, and verify checks the other journals`() async throws {
    let inspector = inspector
    try await onOwnThread {
      let folder = inspector.scratch.folder
      var lines: [String: Int] = [:]
      for (name, misfortunes) in [
        ("a", []), ("b", [.exit]), ("c", [.throwing]), ("d", [.hang, .exit]), ("e", []),
      ] as [(String, [Misfortune])] {
        lines[name] = try inspector.record(misfortunes, to: "\(folder)/\(name).jsonl")
      }
      let line = try #require(lines["b"])
      let human = try inspector.run("verify DIR --timeout \(Self.timeout)")
      expectEqual(human.status, 3)
      expectEqual(
        human.output,
        """
        ok DIR/a.jsonl: 25 actions, 26 states proven, 1 session, closed
        crashed DIR/b.jsonl: at action 21
        diverged DIR/c.jsonl: at state 21
        hung DIR/d.jsonl: at action 21
        ok DIR/e.jsonl: 25 actions, 26 states proven, 1 session, closed
        5 journals: 2 ok, 1 diverged, 1 crashed, 1 hung

        """)
      // The action that is refused now leads to the same state.
      let asserted = try inspector.run("assert DIR --always $.steps<100 --timeout \(Self.timeout)")
      expectEqual(asserted.status, 3)
      expectEqual(
        asserted.output,
        """
        ok DIR/a.jsonl: 1 of 1 hold in 26 states
        crashed DIR/b.jsonl: at action 21
        ok DIR/c.jsonl: 1 of 1 hold in 27 states
        hung DIR/d.jsonl: at action 21
        ok DIR/e.jsonl: 1 of 1 hold in 26 states
        5 journals: 3 ok, 1 crashed, 1 hung

        """)
      let json = try inspector.run("verify DIR/b.jsonl DIR/e.jsonl --format json")
      expectEqual(json.status, 3)
      expectEqual(
        json.output,
        """
        {
          "schema": "reduxlog.verify/1",
          "journals": [
            {
              "file": "DIR/b.jsonl",
              "status": "crashed",
              "message": "the reducer ends the process at action 21 (misfortune): exit code 5",
              "seq": 21,
              "line": \(line),
              "type": "misfortune"
            },
            {
              "file": "DIR/e.jsonl",
              "status": "ok",
              "actions": 25,
              "refused": 0,
              "rewinds": 0,
              "sessions": 1,
              "proven": 26,
              "last-seq": 25,
              "closed": true,
              "warnings": []
            }
          ]
        }

        """)
      try expectEqual(
        inspector.run("verify DIR/b.jsonl --format github").output,
        """
        crashed DIR/b.jsonl: at action 21
        ::error file=DIR/b.jsonl,line=\(line),title=reduxlog verify%3A crashed::the reducer ends the process at action 21 \
        (misfortune): exit code 5%0A'RecordingChild show DIR/b.jsonl@21 --action' shows the action.

        """)
      try expectEqual(
        inspector.run("verify DIR/b.jsonl --format junit").output,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="1" failures="0" errors="1">
          <testsuite name="reduxlog verify" tests="1" failures="0" errors="1" skipped="0">
            <testcase classname="reduxlog verify" name="DIR/b.jsonl" file="DIR/b.jsonl">
              <error type="crashed" message="the reducer ends the process at action 21 (misfortune): exit code 5">\
        DIR/b.jsonl:\(line): the reducer ends the process at action 21 (misfortune): exit code 5
        'RecordingChild show DIR/b.jsonl@21 --action' shows the action.</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
    }
  }

  /// Takes seconds: its reducers sleep.
  @Test func `the timeout counts only the time in the reducer, for each action`() async throws {
    let inspector = inspector
    try await onOwnThread {
      try inspector.record(Array(repeating: .slow, count: 6), to: inspector.scratch.folder + "/j")
      #expect(try inspector.run("verify DIR/j --timeout 1500ms").output.hasPrefix("ok DIR/j: 31 actions"))
      try expectEqual(inspector.run("verify DIR/j --timeout 100ms").output, "hung DIR/j: at action 21\n")
      try expectEqual(inspector.run("verify DIR/j --timeout 0").status, 0)
    }
  }

  /// The journal has many chunks, and each of two threads reaches a crashing action.
  ///
  /// Takes seconds: it replays 4,000 actions twice, and waits for hanging ones. Other tests use one thread.
  @Test(arguments: [Misfortune.exit, .hang])
  func `several threads report the same as one`(misfortune: Misfortune) async throws {
    let inspector = inspector
    try await onOwnThread {
      let path = inspector.scratch.folder + "/j"
      let half = ["act 1500", "fail \(misfortune.rawValue)", "act 500"]
      let lines = ["open process 0 \(path)"] + half + half + ["close"]
      try expectEqual(ChildProcess.run(lines, under: ["env", "\(Misfortune.variable)=off"]).status, 0)
      for jobs in Soak.isOn ? [1, 2, 4] : [2] {
        let result = try inspector.run("verify DIR/j --timeout \(Self.timeout) --jobs \(jobs)")
        expectEqual(result.status, 3)
        expectEqual(result.output, "\(misfortune == .hang ? "hung" : "crashed") DIR/j: at action 1501\n")
      }
    }
    Soak.report("misfortunes: \(misfortune) in two of many chunks, several threads: the first is named")
  }

  @Test func `a reducer that traps only with other values in place of secrets hasn't crashed`() async throws {
    let inspector = inspector
    try await onOwnThread {
      let actions = [#"{"pick":{"pin":111}}"#, #"{"count":{}}"#]
      try Data(actions.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/a"))
      try expectEqual(inspector.run("record -o DIR/j --app picking --actions DIR/a").status, 0)
      let result = try inspector.run("verify DIR/j")
      expectEqual(result.status, 1)
      expectEqual(result.output, "diverged DIR/j: at state 1, perhaps because of redaction\n")
      let warning =
        "DIR/j: warning: with other values in place of redacted ones, the reducer crashes at action 1: whether redaction "
        + "explains differences from there isn't known\n"
      #expect(result.errors.contains(warning), "\(result.errors)")
      let allowed = try inspector.run("verify DIR/j --allow-redacted")
      #expect((allowed.status, allowed.errors.contains(warning)) == (0, true), "\(allowed)")
      try expectEqual(inspector.run("replay DIR/j").status, 1)
      for command in ["index", "bake"] {
        let refused = try inspector.run("\(command) DIR/j -o DIR/k")
        #expect((refused.status, refused.errors.contains(warning)) == (1, true), "\(refused)")
        let copied = try inspector.run("\(command) DIR/j -o DIR/\(command) --allow-redacted")
        #expect((copied.status, copied.errors.contains(warning)) == (0, true), "\(copied)")
      }
      let redacted = try inspector.run("redact DIR/j -o DIR/k")
      #expect((redacted.status, redacted.errors.contains(warning)) == (2, true), "\(redacted)")
    }
  }
}
