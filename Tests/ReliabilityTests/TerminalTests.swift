import Expectations
import Foundation
import RecordingChild
import TestSupport
import Testing

/// Whatever ends or stops `inspect`, the terminal is as it was. Takes seconds: each test starts a terminal and waits for it.
///
/// One after the other, they would wait for a turn after all other tests each, and leave a core idle: they take none.
@Suite(.enabled(if: Tmux.program != nil, Comment(rawValue: Tmux.missing)), .serialized)
struct TerminalTests {
  private static let journal = Repository.path("Samples/Tracker/Bugs/forgotten-date.jsonl")
  private static let utf8 = ["LC_ALL": "C.UTF-8", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a shell whose terminal's modes are noted.
  private func terminal(
    columns: Int = 80, rows: Int = 24, environment: [String: String] = Self.utf8
  ) throws -> Tmux {
    let tmux = try Tmux(columns: columns, rows: rows, environment: environment)
    try tmux.type("cd \(folder.path); stty -g > before; clear; echo ready", "Enter")
    try tmux.wait { $0.hasPrefix("ready\n$") }
    return tmux
  }

  /// Starts `inspect`, and waits until it has verified the journal.
  private func inspect(
    _ tmux: Tmux, _ journal: String = Self.journal, with executable: String = "samples"
  ) throws {
    try tmux.type("\(Executable.path(of: executable)) inspect \(journal)", "Enter")
    try tmux.wait { $0.contains("checked ") && !$0.contains("checked to") }
  }

  /// Checks that the shell is back, with the status of the last command and the terminal's modes of before.
  private func expectSane(_ tmux: Tmux, status: Int, _ location: SourceLocation = #_sourceLocation) throws {
    try tmux.wait { $0.hasPrefix("ready\n") && !$0.contains("item.update") }
    try tmux.type("echo \"status $?\"; stty -g > after", "Enter")
    try tmux.wait { $0.contains("status \(status)\n") }
    #expect(waitUntil { (folder.contents(of: "after") ?? "").count > 10 })
    #expect(folder.contents(of: "before") == folder.contents(of: "after"), sourceLocation: location)
  }

  // MARK: What it looks like

  /// After you change a screen, write the files again with `UPDATE_SCREENS=1`, and read the difference.
  @Test(arguments: [
    ("80x24", 80, 24, utf8), ("200x60", 200, 60, utf8), ("no-color", 80, 24, utf8.merging(["NO_COLOR": "1"]) { $1 }),
    ("ascii", 80, 24, ["LC_ALL": "C", "TZ": "UTC"]),
  ])
  func `the screen has styles, colors and frames that the terminal can show`(
    name: String, columns: Int, rows: Int, environment: [String: String]
  ) async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let tmux = try test.terminal(columns: columns, rows: rows, environment: environment)
      try test.inspect(tmux)
      try tmux.wait {
        $0.contains("these places are") && $0.contains("q quit")
      }
      let file = Repository.url("Tests/Screens/inspect-\(name).txt")
      let screen = try tmux.styledScreen()
      if ProcessInfo.processInfo.environment["UPDATE_SCREENS"] != nil {
        try screen.write(to: file, atomically: true, encoding: .utf8)
      }
      expectEqual(screen, (try String(contentsOf: file, encoding: .utf8)))
    }
  }

  @Test func `a small window shows what fits, and a larger one everything again`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let tmux = try test.terminal()
      try test.inspect(tmux)
      try tmux.resize(columns: 20, rows: 5)
      let small = try tmux.wait { $0.split(separator: "\n").count == 5 && $0.contains("▸✗") }
      #expect(small.split(separator: "\n").allSatisfy { $0.count <= 20 })
      try tmux.resize(columns: 80, rows: 24)
      let large = try tmux.wait { $0.contains("▸✗  30 item.update") && $0.contains("q quit") }
      #expect(large.split(separator: "\n", omittingEmptySubsequences: false).count >= 24)
      #expect(large.contains("✗ Today's app differs at 30"), "\(large)")
    }
  }

  // MARK: How it ends

  @Test(arguments: [("q", 0), ("C-c", 130)])
  func `a key ends it`(key: String, status: Int) async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let tmux = try test.terminal()
      try test.inspect(tmux)
      try tmux.type(key)
      try test.expectSane(tmux, status: status)
    }
  }

  /// Takes seconds: each of the signals ends a terminal of its own.
  @Test(
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGSEGV, 139)]
      + (Soak.isOn ? [(SIGINT, 130), (SIGQUIT, 131), (SIGABRT, 134)] : []))
  func `a signal ends it`(signal: Int32, status: Int) async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let tmux = try test.terminal()
      try test.inspect(tmux)
      let processes = try tmux.processes()
      kill(try #require(processes.first), signal)
      try test.expectSane(tmux, status: status)
      #expect(waitUntil { processes.allSatisfy { kill($0, 0) != 0 } })
    }
  }

  @Test func `a closed terminal ends it and the processes of its reducers`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let processes = try { () throws -> [Int32] in
        let tmux = try test.terminal()
        try test.inspect(tmux)
        return try tmux.processes()
      }()
      #expect(processes.count >= 2)
      #expect(waitUntil { processes.allSatisfy { kill($0, 0) != 0 } })
    }
  }

  @Test func `^Z gives the terminal back until fg, which looks at its size again`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let tmux = try test.terminal()
      try test.inspect(tmux)
      // The details follow the list, and the last line comes last.
      let before = try tmux.wait { $0.contains("these places are") && $0.contains("q quit") }
      try tmux.type("C-z")
      try tmux.wait { $0.contains("Stopped") && !$0.contains("item.update") }
      try tmux.type("stty -g > after", "Enter")
      #expect(waitUntil { (test.folder.contents(of: "after") ?? "").count > 10 })
      expectEqual(test.folder.contents(of: "before"), test.folder.contents(of: "after"))
      try tmux.resize(columns: 100, rows: 20)
      try tmux.type("fg", "Enter")
      let wide = try tmux.wait { $0.contains("│") && $0.contains("item.update") }
      expectEqual(wide.split(separator: "\n").first?.count, 100)
      try tmux.resize(columns: 80, rows: 24)
      try expectEqual(tmux.wait { $0 == before }, before)
      try tmux.type("j")
      try tmux.wait { $0.contains("▸?  31") }
      try tmux.type("q")
      try tmux.wait { $0.contains("fg") && !$0.contains("item.update") }
    }
  }

  @Test func `a reducer that crashes is a finding, and writes nothing on the screen`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let inspector = Inspector(scratch: try TemporaryFile())
      let path = inspector.scratch.folder + "/j"
      try inspector.record([.fatalError], to: path)
      let tmux = try test.terminal(columns: 90)
      try test.inspect(tmux, path, with: "RecordingChild")
      let screen = try tmux.wait { $0.contains("Today's app crashes at 21") && $0.contains("▸✗") }
      #expect(!screen.contains("Fatal error"), "\(screen)")
      try tmux.type("q")
      try test.expectSane(tmux, status: 0)
    }
  }

  @Test func `--follow shows what an app records, across segments, until the app dies`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let path = test.folder.path(of: "j")
      let child = try ChildProcess()
      child.send("open steady/20000 0 \(path)")
      child.send("act 5")
      _ = child.ask("flush", "flushed")
      let tmux = try test.terminal()
      try tmux.type("\(Executable.path(of: "RecordingChild")) inspect \(path) --follow", "Enter")
      try tmux.wait { $0.contains("following  checked 5/5") && $0.contains("▸  5 step") }
      child.send("act 3")
      _ = child.ask("flush", "flushed")
      try tmux.wait { $0.contains("following  checked 8/8") && $0.contains("▸  8 step") }
      try tmux.type("k")
      try tmux.wait { $0.contains("▸  7 step") }
      child.send("act 1000")
      _ = child.ask("flush", "flushed")
      // The first segments are dropped.
      try tmux.wait { $0.contains("checked 1008/1008") && !$0.contains("   8 step") && !$0.contains("1008 step") }
      try tmux.type("End")
      try tmux.wait { $0.contains("▸  1008 step") }
      child.send("fail exit")
      _ = child.finish()
      try tmux.wait { $0.contains("▸† 1009 misfortune") && $0.contains("The app died in action 1009") }
      try tmux.type("q")
      try test.expectSane(tmux, status: 0)
    }
  }

  @Test func `a closed pipe ends it`() async throws {
    let test = self
    try await onOwnThread(waitsForTurn: false) {
      let reduxlog = try Executable(in: test.folder.path)
      let result = try reduxlog.shell(
        "\"$REDUXLOG\" inspect \(Self.journal) --print --size 300x900 | true; \"$REDUXLOG\" inspect \(Self.journal) | true"
      )
      expectEqual(
        result.errorOutput,
        """
        reduxlog: error: inspect needs a terminal that can draw a screen
          'reduxlog log \(Self.journal)' lists the actions. --print prints the screen as text.

        """)
    }
  }
}
