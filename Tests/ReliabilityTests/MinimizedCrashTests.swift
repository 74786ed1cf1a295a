import Expectations
import Foundation
import ReduxJournal
import TestSupport
import Testing

/// `minimize --crashes` and `--diverges`, which need processes of their own.
struct MinimizedCrashTests {
  private let inspector: Inspector

  init() throws { inspector = Inspector(scratch: try TemporaryFile()) }

  private var folder: String { inspector.scratch.folder }

  /// Records a session of the app `snare`: `guard`, `a` and `b` are set among many others, and the last action is `end`.
  private func record(_ end: String, mended: Bool = true, _ count: Int = 60) throws {
    var actions = Array(repeating: #"{"count":{}}"#, count: count)
    actions[5] = #"{"set":{"_0":"guard"}}"#
    actions[20] = #"{"set":{"_0":"a"}}"#
    actions[30] = #"{"fire":{}}"#
    actions[40] = #"{"set":{"_0":"b"}}"#
    actions.append(end)
    if mended { actions += Array(repeating: #"{"count":{}}"#, count: 5) }
    try (actions.joined(separator: "\n") + "\n").write(
      toFile: folder + "/actions", atomically: true, encoding: .utf8)
    let wrapper = ["env", "SWIFT_BACKTRACE=enable=no", "MISFORTUNES=\(mended ? "off" : "on")"]
    _ = try inspector.run("record -o DIR/j --app snare --actions DIR/actions", under: wrapper)
  }

  private func kept(_ name: String) throws -> [Int]? {
    try JournalFile(path: folder + "/" + name).header.origin?.actions
  }

  /// Takes seconds: half of the tries crash.
  @Test(arguments: [true, false])
  func `a crash keeps its actions, and no other crash is taken for it`(mended: Bool) async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      try tests.record(#"{"fire":{}}"#, mended: mended)
      let result = try inspector.run("minimize DIR/j --crashes -o DIR/k --timeout 20s")
      expectEqual(result.status, 0, "\(result)")
      try expectEqual(tests.kept("k"), [21, 41, 61], "\(result)")
      expectEqual(result.errors, "")
      #expect(result.output.hasPrefix("minimized DIR/j: 3 of 61 actions left, from state 0 on\n"), "\(result)")
      #expect(result.output.contains("      the reducer crashes at action 61"), "\(result)")
      let commands = "go on with:\n  RecordingChild log DIR/k\n  RecordingChild verify DIR/k\n"
      #expect(result.output.hasSuffix(commands), "\(result)")
      let lines = try String(contentsOfFile: tests.folder + "/k", encoding: .utf8).split(separator: "\n")
      let line = try #require(lines.dropLast().last)
      #expect(line.contains(#""action":{"fire":{}},"unhashed":"the reducer did not return","changed":{}"#), "\(line)")
      #expect(!line.contains("interrupted"))
      let broken = try inspector.run("verify DIR/k --timeout 20s")
      #expect(broken.status == 3 && broken.output == "crashed DIR/k: at action 3\n", "\(broken)")
      let fine = try inspector.run("verify DIR/k", under: ["env", "MISFORTUNES=off"])
      expectEqual(fine.status, 0, "\(fine)")
    }
  }

  /// Takes seconds: half of the tries hang.
  @Test func `a hang is kept like a crash`() async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      try tests.record(#"{"wait":{}}"#)
      let result = try inspector.run("minimize DIR/j --crashes -o DIR/k --timeout \(Sanitizer.isOn ? "5s" : "300ms")")
      expectEqual(result.status, 0, "\(result)")
      try expectEqual(tests.kept("k"), [21, 41, 61], "\(result)")
    }
  }

  /// Takes seconds: each try with a smaller payload that is kept crashes or hangs.
  @Test(arguments: ["fatalError", "hang"])
  func `the payload of an action that crashes or hangs keeps what that needs`(misfortune: String) async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      var actions = (0..<20).map { #"{"step":{"_0":\#($0)}}"# }
      actions.append(#"{"misfortune":{"_0":25,"_1":"\#(misfortune)"}}"#)
      try (actions.joined(separator: "\n") + "\n").write(
        toFile: tests.folder + "/actions", atomically: true, encoding: .utf8)
      _ = try inspector.run("record -o DIR/j --app steps --actions DIR/actions", under: ["env", "MISFORTUNES=off"])
      let timeout = misfortune == "hang" && !Sanitizer.isOn ? "300ms" : "20s"
      let result = try inspector.run("minimize DIR/j --crashes -o DIR/k --timeout \(timeout)")
      expectEqual(result.status, 0, "\(result)")
      // A part of the name isn't a misfortune, and can't be decoded.
      #expect(result.output.contains("smaller: /misfortune/_0 25 → 0\n"), "\(result)")
      let lines = try String(contentsOfFile: tests.folder + "/k", encoding: .utf8).split(separator: "\n")
      let line = try #require(lines.first { $0.contains(#""kind":"action""#) })
      #expect(line.contains(#""action":{"misfortune":{"_0":0,"_1":"\#(misfortune)"}},"unhashed""#), "\(line)")
      #expect(lines.contains { $0.contains(#""to":1,"name":"smaller","text":"/misfortune/_0 25 → 0""#) }, "\(lines)")
    }
  }

  @Test func `a journal whose reducers return is refused`() async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      try tests.record(#"{"count":{}}"#)
      let result = try inspector.run("minimize DIR/j --crashes -o DIR/k")
      expectEqual(result.status, 1)
      #expect(result.errors.hasPrefix("DIR/j: error: no reducer crashes or hangs at the actions from state 0 to 66\n"))
      try expectEqual(inspector.copies(), [])
    }
  }

  @Test func `a crash in a try for a condition is another failure`() async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      try tests.record(#"{"set":{"_0":"c"}}"#)
      // Without `guard`, action 31 crashes.
      let result = try inspector.run(
        "minimize DIR/j@61 --expect !($.flags[?@=='c']&&$.count>50) -o DIR/k --timeout 20s")
      expectEqual(result.status, 0, "\(result)")
      let kept = try #require(try tests.kept("k"))
      #expect(kept.count == 52 && !kept.contains(31), "\(kept)")
    }
  }

  /// The other build is the same program with its misfortunes off.
  @Test func `two builds that differ are compared`() async throws {
    let (tests, inspector) = (self, inspector)
    try await onOwnThread {
      let actions = (0..<40).map { number in
        number == 25 ? #"{"misfortune":{"_0":25,"_1":"lost"}}"# : #"{"step":{"_0":\#(number)}}"#
      }
      try (actions.joined(separator: "\n") + "\n").write(
        toFile: tests.folder + "/actions", atomically: true, encoding: .utf8)
      _ = try inspector.run("record -o DIR/j --app steps --actions DIR/actions", under: ["env", "MISFORTUNES=off"])
      let other = tests.folder + "/other"
      // Written by another process: one that this process starts meanwhile would inherit the file, which then is busy.
      let script = "#!/bin/sh\nMISFORTUNES=off exec \(try Executable.path(of: "RecordingChild")) tool\n"
      let writing = "printf '%s' '\(script)' > \(other) && chmod 755 \(other)"
      _ = try ChildProcess.run([], under: ["sh", "-c", "\(writing); exec \"$0\""])
      let alone = try inspector.run("minimize DIR/j --diverges -o DIR/k")
      expectEqual(alone.status, 64)
      #expect(
        alone.errors.contains("'RecordingChild slice DIR/j@25..26 -o OUT' keeps the first action that differs"),
        "\(alone)")
      let result = try inspector.run("minimize DIR/j --diverges --against \(other) -o DIR/k")
      expectEqual(result.status, 0, "\(result)")
      try expectEqual(tests.kept("k"), [26], "\(result)")
      #expect(result.output.contains("      the states of the two tools differ at /text\n"), "\(result)")
      let same = try inspector.run("minimize DIR/j@20 --diverges --against \(other) -o DIR/l")
      #expect(
        same.status == 1 && same.errors.contains("the reducers of both tools lead to the same state 20"), "\(same)")
      let none = try inspector.run("minimize DIR/j --diverges --against DIR/none -o DIR/l")
      #expect(none.status == 2 && none.errors.contains("error: the tool 'DIR/none' can't run reducers"), "\(none)")
    }
  }
}
