import CommandLineKit
import Expectations
import Foundation
import RecordingChild
import ReduxLogTool
import SystemSupport
import TestSupport
import Testing

/// The tool's process and the one in which the reducers run.
struct TwoProcessesTests {
  private let inspector: Inspector

  init() throws { inspector = Inspector(scratch: try TemporaryFile()) }

  /// Takes seconds: its reducers sleep.
  @Test func `an interrupt ends a search with what is known`() async throws {
    let inspector = inspector
    try await onOwnThread {
      let path = inspector.scratch.folder + "/j"
      try inspector.record(Array(repeating: .slow, count: 100), to: path)
      for (command, output) in [
        ("assert DIR/j --always $.steps<500", /stopped DIR\/j: 1 of 1 hold in [0-9]+ states so far\n/),
        ("bisect DIR/j --expect $.steps<500", /stopped DIR\/j: nothing is known yet\ntested 0 of 126 states\n/),
      ] {
        let child = try inspector.start(command)
        for _ in 0..<200 where Processes.naming(path) < 2 { Platform.sleep(.milliseconds(50)) }
        Platform.sleep(.milliseconds(500))
        child.send(signal: Platform.interruptSignal)
        let result = try inspector.finish(child)
        expectEqual(result.status, 130, "\(result)")
        #expect(try output.wholeMatch(in: result.output) != nil, "\(result)")
        expectEqual(result.errors, "")
      }
    }
  }

  /// Takes a second: the processes must start before the signal, and end after it.
  @Test(arguments: [Platform.interruptSignal, Platform.terminationSignal, Platform.killSignal])
  func `a signal from outside ends both processes`(signal: Int32) async throws {
    let inspector = inspector
    try await onOwnThread {
      let path = inspector.scratch.folder + "/j"
      try inspector.record([.hang], to: path)
      let child = try inspector.start("verify DIR/j --timeout 0")
      for _ in 0..<200 where Processes.naming(path) < 2 { Platform.sleep(.milliseconds(50)) }
      expectEqual(Processes.naming(path), 2)
      child.send(signal: signal)
      expectEqual(child.finish(), (signal == Platform.interruptSignal ? 130 : 128 + signal))
      for _ in 0..<200 where Processes.naming(path) > 0 { Platform.sleep(.milliseconds(50)) }
      expectEqual(Processes.naming(path), 0)
    }
  }

  @Test func `if no process can be started, the reducers run in the tool's own`() async throws {
    let inspector = inspector
    try await onOwnThread {
      try inspector.record([], to: inspector.scratch.folder + "/j")
      // The server's variable names closed descriptors, as if another tool had set it.
      let alone = try inspector.run("verify DIR/j", under: ["env", "REDUXLOG_REDUCERS=77,78,79"])
      expectEqual(alone.output, "ok DIR/j: 25 actions, 26 states proven, 1 session, closed\n")
      let limited = try inspector.run("verify DIR/j", under: ["sh", "-c", #"ulimit -n 7; exec "$0" "$@""#])
      expectEqual(limited.output, "ok DIR/j: 25 actions, 26 states proven, 1 session, closed\n")
    }
  }

  /// Takes a second: it starts the tool 40 times.
  @Test func `a report is the same in both processes`() async throws {
    let inspector = inspector
    try await onOwnThread {
      let folder = inspector.scratch.folder
      try inspector.record([], to: folder + "/closed.jsonl")
      try inspector.record([.throwing], to: folder + "/diverged.jsonl")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/closed.jsonl"))
      try bytes.prefix(bytes.count - 30).write(to: URL(fileURLWithPath: folder + "/torn.jsonl"))
      var damaged = bytes
      damaged[bytes.count / 2] ^= 1
      try damaged.write(to: URL(fileURLWithPath: folder + "/damaged.jsonl"))
      let renamed = String(decoding: bytes, as: UTF8.self).replacing(#""name":"steps""#, with: #""name":"other""#)
      try Data(renamed.utf8).write(to: URL(fileURLWithPath: folder + "/forged.jsonl"))
      var calls = 0
      let commands =
        ["human", "json", "github", "junit"].map { "verify DIR DIR/none --format \($0)" }
        + ["closed", "diverged", "torn", "damaged", "forged", "none"].flatMap { name in
          ["", "--to 3", "--from-snapshot", "--skip 4..5", "--unchecked", "--to 99"].map {
            "replay DIR/\(name).jsonl \($0)"
          }
        }
      for command in commands {
        let output = BufferSink()
        let errors = BufferSink()
        let words = command.replacing("DIR", with: folder).split(separator: " ").map(String.init)
        let code = InspectorTool.run(words, apps: [StepsApp.self], output: output, errorOutput: errors)
        let here = Inspector.Result(
          status: code.rawValue, output: output.text.replacing(folder, with: "DIR"),
          errors: errors.text.replacing(folder, with: "DIR"))
        // In this process, the tool has no executable of its own.
        var there = try inspector.run(command)
        there.errors = there.errors.replacing("RecordingChild", with: "reduxlog")
        expectEqual(there, here)
        calls += 1
      }
      Soak.report("misfortunes: \(calls) command lines print the same with the reducers in a process of their own")
    }
  }
}

/// The processes on this machine.
private enum Processes {
  /// The number of processes with a word in their arguments; 0 if unknown.
  static func naming(_ word: String) -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    // Each argument ends with a zero. A search is fast in a debug build too, unlike splitting.
    let argument = Data([0] + Array(word.utf8) + [0])
    return names.count { name in
      guard Int(name) != nil, let arguments = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") else {
        return false
      }
      return arguments.range(of: argument) != nil
    }
  }
}
