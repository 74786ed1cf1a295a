import Expectations
import Foundation
import TestSupport
import Testing

/// The real executable, as a user or a script calls it.
struct ExecutableTests {
  private let folder: TemporaryFolder
  private let reduxlog: Executable

  init() throws {
    folder = try TemporaryFolder()
    reduxlog = try Executable(tool: "samples", in: folder.path)
  }

  @Test(.enabled(if: !Sanitizer.isThread, "the thread sanitizer maps files of its own, which the limit forbids"))
  func aJournalIsReplacedOnlyWhenTheNewOneCanBeWritten() async throws {
    try await onOwnThread {
      folder.create("actions.jsonl", #"{"merge":{"count":1}}"#)
      _ = try reduxlog.run("record -o j --actions actions.jsonl")
      let before = folder.contents(of: "j")
      let result = try reduxlog.shell(#"ulimit -f 0; "$REDUXLOG" record -o j --force --actions actions.jsonl"#)
      expectEqual(
        result, Executable.Result(status: 2, output: "", errorOutput: "j: error: write failed: File too large\n"))
      expectEqual(folder.contents(of: "j"), before)
      try expectEqual(folder.names(), ["actions.jsonl", "j"])
      try expectEqual(reduxlog.run("record -o j --force --actions actions.jsonl").status, 0)
      try expectEqual(folder.names(), ["actions.jsonl", "j"])
    }
  }

  @Test func aSessionIsRecordedReplayedRewoundAndVerified() async throws {
    try await onOwnThread {
      folder.create(
        "actions.jsonl",
        """
        {"merge":{"count":1}}
        {"merge":{"count":2}}
        {"merge":{"count":3}}

        """)
      let recorded = try reduxlog.run("record -o j.jsonl --actions actions.jsonl")
      expectEqual(recorded.status, 0)
      #expect(recorded.errorOutput.hasPrefix("recorded 3 actions in j.jsonl: state 3, hash "))
      try expectEqual(folder.permissions(of: "j.jsonl"), 0o600)
      try expectEqual(
        reduxlog.run("replay j.jsonl --to 2"), Executable.Result(status: 0, output: "{\n  \"count\": 2\n}\n"))
      try expectEqual(
        reduxlog.run("rewind j.jsonl --to 1"),
        Executable.Result(status: 0, output: "", errorOutput: "j.jsonl is at state 4, which is state 1 again\n"))
      try expectEqual(reduxlog.run("record -o j.jsonl --append", input: #"{"merge":{"more":true}}"#).status, 0)
      try expectEqual(
        reduxlog.run("replay j.jsonl"),
        Executable.Result(status: 0, output: "{\n  \"count\": 1,\n  \"more\": true\n}\n"))
      try expectEqual(
        reduxlog.run("verify j.jsonl"),
        Executable.Result(
          status: 0, output: "ok j.jsonl: 4 actions, 7 states proven, 1 rewind, 2 sessions, closed\n"))
    }
  }

  @Test func aKeyIsReadFromAFileOrAPipeAndReachesTheReducersProcess() async throws {
    try await onOwnThread {
      let digits = "00112233445566778899aabbccddeeff"
      folder.create("key", digits + "\n")
      _ = try reduxlog.shell("chmod 600 key")
      let recorded = try reduxlog.run("record -o j --key-file key", input: #"{"merge":{"count":1}}"#)
      expectEqual(recorded.status, 0)
      let counts = "1 action, 2 states proven, 1 session, closed"
      let authentic = Executable.Result(status: 0, output: "ok j: \(counts), authentic\n")
      try expectEqual(reduxlog.run("verify j --key-file key"), authentic)
      try expectEqual(reduxlog.run("verify j --key-file /dev/stdin", input: digits), authentic)
      let intact = try reduxlog.run("verify j")
      expectEqual(intact.status, 1)
      expectEqual(intact.output, "intact j: \(counts), not proven authentic\n")
      #expect(intact.errorOutput.hasPrefix("j: error: intact, but not proven authentic: it is recorded with the key "))
      try expectEqual(reduxlog.run("replay j --key-file key").status, 0)
      _ = try reduxlog.shell("sed -i 's/\"count\":1/\"count\":2/' j")
      try expectEqual(reduxlog.run("verify j --key-file key").status, 2)
      for name in try folder.names() where name != "key" {
        #expect(folder.contents(of: name)?.contains(digits) != true)
      }
    }
  }

  @Test func resultsAndMessagesStandInTheirOrderWhereverTheyAreRead() async throws {
    try await onOwnThread {
      _ = try reduxlog.run("record -o j", input: #"{"merge":{"count":1}}"#)
      let text = """
        failed none
        none: error: no such file; check the path
        ok j: 1 action, 2 states proven, 1 session, closed
        2 journals: 1 ok, 1 failed

        """
      try expectEqual(reduxlog.shell(#""$REDUXLOG" verify none j 2>&1"#).output, text)
      try expectEqual(reduxlog.shell(#""$REDUXLOG" verify none j > both 2>&1"#).status, 2)
      expectEqual(folder.contents(of: "both"), text)
    }
  }

  @Test func theSampleAppIsThere() async throws {
    try await onOwnThread {
      let action =
        #"{"project":{"_0":{"create":{"id":"run","title":"Running","units":"km","frequency":"daily","at":0}}}}"#
      let recorded = try reduxlog.run("record -o j --app tracker", input: action)
      expectEqual(recorded.status, 0)
      try expectEqual(
        reduxlog.run("verify j"),
        Executable.Result(status: 0, output: "ok j: 1 action, 2 states proven, 1 session, closed\n"))
    }
  }

  @Test(arguments: [
    ("replay none", Int32(2), "none: error: no such file; check the path\n"),
    ("replay j --to 9", 2, "j: error: state 9 doesn't exist\n  The last state is 1.\n"),
    (
      "record -o k --app trackr", 64,
      "reduxlog: error: this tool contains no app 'trackr'; it contains accounts, feed, movies, tasks, tracker, json; did you mean 'tracker'?\n"
        + "  see 'reduxlog help record'\n"
    ),
    ("vrify j", 64, "reduxlog: error: unknown command 'vrify'; did you mean 'verify'?\n  see 'reduxlog help'\n"),
    (
      "verify j --tool ./nothing", 2,
      "reduxlog: error: can't run the tool './nothing': No such file or directory\n"
        + "  Check --tool or REDUXLOG_TOOL.\n"
    ),
  ])
  func whatGoesWrongIsSaidOnStandardError(line: String, status: Int32, message: String) async throws {
    try await onOwnThread {
      _ = try reduxlog.run("record -o j", input: #"{"merge":{"a":1}}"#)
      try expectEqual(reduxlog.run(line), Executable.Result(status: status, output: "", errorOutput: message))
      try expectEqual(folder.names(), ["j"])
    }
  }

  @Test(arguments: [">&- 2>&-", "<&- >&- 2>&-", "2>&-", ">&-"])
  func whatIsSaidToClosedStreamsIsNotWrittenIntoTheJournal(streams: String) async throws {
    try await onOwnThread {
      _ = try reduxlog.run("record -o j", input: "{\"merge\":{\"a\":1}}\n{\"merge\":{\"a\":2}}\n")
      let result = try reduxlog.shell(#""$REDUXLOG" rewind j --to 1 \#(streams); "$REDUXLOG" verify j"#)
      expectEqual(result.status, 0)
      expectEqual(result.output, "ok j: 2 actions, 4 states proven, 1 rewind, 1 session, closed\n")
    }
  }

  @Test(arguments: ["2>&-", "2>/dev/full", "2> >(:)"])
  func workIsDoneWhereNobodyCanBeToldOfIt(stream: String) async throws {
    try await onOwnThread {
      folder.create("actions", "{\"merge\":{\"a\":1}}\n{\"merge\":{\"a\":2}}\n")
      let result = try reduxlog.shell(
        """
        bash -c '"$REDUXLOG" record -o j --actions actions \(stream); echo $?
        "$REDUXLOG" mark j@1 here \(stream); echo $?
        "$REDUXLOG" rewind j --to 1 \(stream); echo $?'
        "$REDUXLOG" verify j
        """)
      expectEqual(result.output, "0\n0\n0\nok j: 2 actions, 4 states proven, 1 rewind, 1 session, closed\n")
    }
  }

  // MARK: Handing over

  @Test func anotherToolTakesOverOnce() async throws {
    try await onOwnThread {
      // A process that another test starts could inherit the open file, and an open file can't be executed: the shell
      // writes it.
      _ = try reduxlog.shell(
        #"""
        printf '#!/bin/sh\necho "$REDUXLOG_TOOL|$*"\nexit 7\n' > tool
        chmod 755 tool
        """#)
      let expected = Executable.Result(status: 7, output: "|verify j --no-replay\n")
      try expectEqual(reduxlog.run("verify j --tool ./tool --no-replay"), expected)
      try expectEqual(reduxlog.run("verify j --no-replay", environment: ["REDUXLOG_TOOL": "./tool"]), expected)
    }
  }

  @Test func aToolWithAppsOfItsOwnIgnoresTheVariable() async throws {
    try await onOwnThread {
      let samples = try Executable("samples", in: folder.path)
      try expectEqual(samples.run("--version", environment: ["REDUXLOG_TOOL": "./none"]), samples.run("--version"))
      try expectEqual(samples.run("--version --tool ./none").status, 2)
    }
  }

  @Test func theToolThatIsHandedOverToMayBeTheSame() async throws {
    try await onOwnThread {
      let version = try reduxlog.run("--version")
      expectEqual(version.status, 0)
      try expectEqual(reduxlog.run("--version", environment: ["REDUXLOG_TOOL": reduxlog.path]), version)
    }
  }

  // MARK: Signals

  @Test func aReaderThatGoesAwayIsNoErrorToTalkAbout() async throws {
    try await onOwnThread {
      let long = String(repeating: "x", count: 1 << 20)
      _ = try reduxlog.run("record -o j", input: #"{"merge":{"a":"\#(long)"}}"#)
      let result = try reduxlog.shell(#"{ "$REDUXLOG" replay j; echo $? >status; } | head -c 1"#)
      expectEqual(result, Executable.Result(status: 0, output: "{"))
      expectEqual(folder.contents(of: "status"), "141\n")
    }
  }

  @Test func anInterruptClosesTheJournalInGoodOrder() async throws {
    try await onOwnThread {
      let process = try reduxlog.start("record -o j")
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      try input.write(contentsOf: Data((#"{"merge":{"a":1}}"# + "\n").utf8))
      // The journal is there with its action before the input ends.
      for _ in 0..<1000 where folder.contents(of: "j")?.contains(#""us":"#) != true { usleep(10_000) }
      process.interrupt()
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 130)
      expectEqual(process.terminationReason, .exit)
      try expectEqual(
        reduxlog.run("verify j"),
        Executable.Result(status: 0, output: "ok j: 1 action, 2 states proven, 1 session, closed\n"))
    }
  }

  // MARK: The tour

  @Test func theTourDoesTheMainJob() async throws {
    try await onOwnThread {
      let tour = try reduxlog.run("tour")
      expectEqual(tour.status, 0)
      expectEqual(tour.errorOutput, "")
      let commands = tour.output.split(separator: "\n").filter { $0.hasPrefix("$ reduxlog ") }.map {
        $0.dropFirst("$ reduxlog ".count).prefix { $0 != " " }
      }
      expectEqual(commands, ["record", "log", "verify", "diff", "show", "rewind", "record", "log", "verify"])
      #expect(tour.output.contains(": 7 actions, 10 states proven, 1 rewind, 2 sessions, closed\n"))
      let names = try folder.names()
      #expect(names.count == 1 && names[0].hasPrefix("reduxlog-tour-"))
      try expectEqual(reduxlog.run("verify \(names[0])").status, 0)
    }
  }
}
