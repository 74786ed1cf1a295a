import CommandLineKit
import Expectations
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxLogTool

/// `bisect`, `assert`, `blame` and `log --touches` when the user presses ^C.
struct StoppedSearchTests {
  private let path: String
  private let folder: TemporaryFolder

  /// The action with a number sets `/n` and `/a/b/c/d`.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "j")
    let journal = try SampleJournal(path)
    for number in 1...200 {
      try journal.act(#"{"merge":{"n":\#(number),"a":{"b":{"c":{"d":\#(number / 2)}}}}}"#, at: number)
    }
    try journal.close()
  }

  /// Runs a command that the user stops after some steps.
  private func run(_ words: [String], stoppingAfter steps: Int) -> CallResult {
    let checks = Mutex(0)
    let interruption = Interruption(
      {
        checks.withLock { count in
          count += 1
          return count > steps
        }
      }, forget: { checks.withLock { $0 = .min } })
    let result = reduxlog([words[0], path] + words.dropFirst(), interruption: interruption)
    return CallResult(
      code: result.code, output: result.output.replacing(path, with: "J"),
      errorOutput: result.errorOutput.replacing(path, with: "J"))
  }

  @Test func `assert reports the violations so far`() {
    expectEqual(
      run(
        ["assert", "--always", "$.n < 500", "--eventually", "$.n == 150", "--never", "$.n == 5"], stoppingAfter: 100),
      CallResult(
        code: .interrupted, output: "stopped J: 1 of 3 hold in 100 states so far\n",
        errorOutput: """
          J:7: error: $.n == 5 holds in state 5, after action 5 (merge)
            'reduxlog diff J@4..5' shows what changed.

          """))
    let document = run(["assert", "--always", "$.n < 500", "--format", "json"], stoppingAfter: 100).output
    #expect(document.contains(#""status": "stopped""#) && document.contains(#""states": 100"#), "\(document)")
  }

  @Test(arguments: [false, true])
  func `assert reports what it found without a hint if the user stops the search for one`(stops: Bool) throws {
    let arguments = try ArgumentParser(AssertCommand.specification).parse([path, "--never", "$.a.bb == 1"])
    let apps = AppCatalog([JSONApp.self])
    let result = try AssertCommand.result(
      of: JournalFinder.Found(path: path), arguments, options: JournalReader.Options(), apps: apps
    ) { inquiry, file in
      try inquiry.answer(file, apps) { _ in }
    } state: { inquiry, file in
      if stops { throw Interrupted() }
      return try inquiry.answer(file, apps) { _ in }
    }
    expectEqual(result.summary, "1 of 1 hold in 201 states")
    let hint = stops ? "; check its names" : "; did you mean 'b'?"
    expectEqual(result.warnings.map(\.message), ["'$.a.bb' selected nothing in any state" + hint])
  }

  @Test func `bisect reports the ends so far, and the command that goes on`() {
    let stopped = run(["bisect", "--expect", "$.n < 77"], stoppingAfter: 204)
    expectEqual(
      stopped,
      CallResult(
        code: .interrupted,
        output: """
          stopped J: state 55 satisfies $.n < 77, and state 103 doesn't satisfy $.n < 77
          tested 4 of 201 states
          go on with:
            reduxlog bisect J@103 --good 55 --expect '$.n < 77'

          """))
    #expect(
      reduxlog("bisect", "\(path)@103", "--good", "55", "--expect", "$.n < 77").output.hasPrefix(
        "found \(path):79: $.n < 77 is false after action 77 (merge)\n"))
    expectEqual(
      run(["bisect", "--expect", "$.n < 77"], stoppingAfter: 10).output,
      "stopped J: nothing is known yet\ntested 0 of 201 states\n")
    let scan = run(["bisect", "--expect", "$.n < 77", "--scan"], stoppingAfter: 100)
    expectEqual(scan.code, .interrupted)
    #expect(
      scan.output.hasPrefix("holds from state 0 on\n") && scan.output.contains("\nfalse from state 77 on\n")
        && scan.output.hasSuffix("\ntested 100 of 201 states\n"), "\(scan)")
  }

  @Test func `an interrupt of the command stops the search`() {
    let command = #"test $REDUXLOG_SEQ -gt 60 -a $REDUXLOG_SEQ -lt 120 && kill -INT $$; test $REDUXLOG_SEQ -lt 77"#
    let stopped = run(["bisect", "run", "sh", "-c", command], stoppingAfter: .max)
    expectEqual(stopped.code, .interrupted)
    #expect(stopped.output.contains("\ngo on with:\n  reduxlog bisect J@200 --good 0 run sh -c '"), "\(stopped)")
  }

  @Test func `log lists the actions up to the first that wasn't compared`() {
    let all = reduxlog("log", path, "--touches", "/a/b/c/d", "--format", "ndjson")
    let stopped = run(["log", "--touches", "/a/b/c/d", "--format", "ndjson"], stoppingAfter: 250)
    expectEqual(stopped.code, .interrupted)
    let lines = stopped.output.split(separator: "\n")
    expectEqual(lines.count, 48)
    #expect(all.output.replacing(path, with: "J").hasPrefix(stopped.output), "\(stopped)")
  }

  @Test func `blame lists the steps that it has found`() throws {
    let stopped = run(["blame"], stoppingAfter: 100)
    expectEqual(
      stopped,
      CallResult(
        code: .interrupted, output: "",
        errorOutput: "J: note: stopped at state 200; what isn't listed was set there or earlier, or never\n"),
      "\(stopped)")
    let second = try SampleJournal(path, initial: ["n": 200, "s": 0])
    try second.snapshot(at: 0, setsState: true)
    try second.act(#"{"merge":{"s":1}}"#, at: 1)
    try second.close()
    let partial = run(["blame", "--format", "json"], stoppingAfter: 20)
    expectEqual(partial.code, .interrupted)
    let document = try JSONValue(parsing: Array(partial.output.utf8))
    expectEqual(document["stopped"], true, "\(partial)")
    expectEqual(document["steps"]?.array?.map { $0["path"] }, ["/s"], "\(partial)")
  }
}
