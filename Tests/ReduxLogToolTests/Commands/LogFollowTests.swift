import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxLogTool

struct LogFollowTests {
  /// Steps that change a followed journal, one each time the command polls whether to stop.
  private final class Script: Sendable {
    private let steps: Mutex<[@Sendable () -> Void]>
    private let asked = Mutex(0)
    private let pause: Int

    /// Creates the steps; `pause` is the number of polls between two.
    init(pause: Int, _ steps: [@Sendable () -> Void]) {
      self.pause = pause
      self.steps = Mutex(steps)
    }

    /// Whether all steps are done.
    func goOn() -> Bool {
      let isDue = asked.withLock { asked in
        asked += 1
        return asked % pause == 0
      }
      guard isDue else { return false }
      let step = steps.withLock { steps -> (@Sendable () -> Void)? in steps.isEmpty ? nil : steps.removeFirst() }
      step?()
      return step == nil
    }
  }

  @Test func `--follow continues across segments, even dropped ones`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "s.jsonl")
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: TallyApp.name),
      options: RecorderOptions(snapshotBudget: .seconds(1000), retention: Retention(bytes: 1)))
    let state = TallyApp.initialState
    let step: @Sendable () -> Void = { recorder.finish(recorder.begin(TallyAction.reset, in: state), in: state) }
    step()
    let script = Script(pause: 3, Array(repeating: step, count: 60) + [{ recorder.close() }])
    let result = reduxlog(
      ["log", path, "--follow", "--format", "ndjson"],
      commands: CommandTable([LogCommand(pollInterval: .milliseconds(1))]),
      interruption: Interruption { script.goOn() })
    #expect(result.code == .interrupted && result.errorOutput == "")
    let lines = result.output.split(separator: "\n")
    expectEqual(lines.count { $0.contains(#""kind":"action""#) }, 61)
    expectEqual(lines.count { $0.contains(#""kind":"session""#) }, 1)
    #expect(try #require(try JournalFile(path: path).firstStateSeq) > 1)
  }

  @Test func `--follow shows appended records until it is interrupted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "s.jsonl")
    let first = try SampleJournal(path)
    try first.act(#"{"merge":{"n":1}}"#, at: 40_000)
    try first.writer.beginAction(ActionHead(at: 50_000, type: "merge", action: Array(#"{"merge":{"n":2}}"#.utf8)))
    let writer = Mutex(first.writer)
    let script = Script(
      pause: 9,
      [
        // The process dies in the reducer, which is reported once; the next session completes the line.
        { writer.withLock { try? $0.close() } },
        {
          guard let next = try? SampleJournal(path, initial: ["n": 1]) else { return }
          try? next.snapshot(at: 1, setsState: true)
          try? next.act(#"{"merge":{"n":5}}"#, at: 2)
          try? next.close()
        },
      ])
    let table = CommandTable([LogCommand(pollInterval: .milliseconds(1))])
    let result = reduxlog(
      ["log", path, "--follow", "-p", "-n", "1"], commands: table,
      interruption: Interruption { script.goOn() })
    expectEqual(
      result,
      CallResult(
        code: .interrupted,
        output: """
          session 1  json 1.2  2026-01-01 10:00:00.123  linux
             1  10:00:00.163     +0.040s  merge(n: 1)  /n
                ~ /n: 0 → 1
             2  10:00:00.173     +0.050s  merge(n: 2)  in flight when the process died
             2  10:00:00.173     +0.050s  merge(n: 2)  interrupted: its reducer never returned
                10:00:00.173     +0.050s  session 1 ended without closing: the app crashed or was killed
          session 2  json 1.2  2026-01-01 10:00:00.123  linux
             3  10:00:00.123     +0.000s  initial state
             4  10:00:00.123     +0.000s  merge(n: 5)  /n
                ~ /n: 1 → 5

          """))
  }

  @Test(
    arguments: [
      ("removed", "no such file; check the path"),
      ("replaced", "another file replaced it; open the journal again"),
      ("cut", "damaged: the file was cut to 291 bytes after 1408 were read"),
    ])
  func `--follow fails when the journal is removed, replaced or truncated`(change: String, message: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "s.jsonl")
    let other = folder.path(of: "other.jsonl")
    let journal = try SampleJournal(path)
    for number in 0..<5 { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    try journal.close()
    let another = try JournalWriter.open(path: other)
    try another.writeHeader(app: AppIdentity(name: "json"), started: SampleJournal.started)
    try another.close()
    let script = Script(
      pause: 9,
      [
        {
          switch change {
          case "removed": try? FileManager.default.removeItem(atPath: path)
          case "replaced": _ = rename(other, path)
          default: _ = truncate(path, 300)
          }
        }
      ])
    let table = CommandTable([LogCommand(pollInterval: .milliseconds(1))])
    let result = reduxlog(
      ["log", path, "--follow"], commands: table, interruption: Interruption { script.goOn() })
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains("s.jsonl: error: \(message)"))
  }
}
