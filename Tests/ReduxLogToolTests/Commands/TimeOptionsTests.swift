import Expectations
import ReduxJournal
import StateTree
import TestSupport
import Testing

/// The options `--utc` and `--relative`, in a zone whose clocks change during the session.
struct TimeOptionsTests {
  private let folder: TemporaryFolder
  private let reduxlog: Executable

  /// New York's rules, as a zone that needs no files of the system: the clocks go back on 1 November 2026 at 06:00 UTC.
  private static let newYork = "EST5EDT,M3.2.0,M11.1.0"

  init() throws {
    folder = try TemporaryFolder()
    reduxlog = try Executable(tool: "samples", in: folder.path)
    // 2026-10-31T23:59:30-04:00.
    let started = WallClock(microseconds: 1_793_505_570_000_000)
    let journal = try SampleJournal(folder.path(of: "j"), started: started)
    for (number, minutes) in [0, 90, 150, 1600].enumerated() {
      try journal.act(#"{"merge":{"n":\#(number + 1)}}"#, at: minutes * 60_000_000 + 1_000_000)
    }
    try journal.writer.mark(at: 1601 * 60_000_000, to: 2, name: "early")
    try journal.close()
  }

  private func call(_ command: String) throws -> Executable.Result {
    try reduxlog.shell("export TZ='\(Self.newYork)'; \"$REDUXLOG\" \(command)")
  }

  @Test func `log prints the local time, and rules where the date or the clocks change`() async throws {
    try await onOwnThread {
      try expectEqual(
        call("log j").output,
        """
        session 1  json 1.2  2026-10-31 23:59:30.000  linux
           0  23:59:30.000     +0.000s  initial state
           1  23:59:31.000     +1.000s  merge(n: 1)  /n
              ── 2026-11-01 ──
           2  01:29:31.000  +1h30m01.000s  merge(n: 2)  /n
              ── 2026-11-01, UTC-05:00 ──
           3  01:29:31.000  +2h30m01.000s  merge(n: 3)  /n
              ── 2026-11-02 ──
           4  01:39:31.000   +1d02h40m  merge(n: 4)  /n
              01:40:30.000   +1d02h41m  mark 'early' at state 2

        """)
    }
  }

  @Test func `--utc prints UTC, and says so`() async throws {
    try await onOwnThread {
      try expectEqual(
        call("log j --utc").output,
        """
        session 1  json 1.2  2026-11-01 03:59:30.000 UTC  linux
           0  03:59:30.000     +0.000s  initial state
           1  03:59:31.000     +1.000s  merge(n: 1)  /n
           2  05:29:31.000  +1h30m01.000s  merge(n: 2)  /n
           3  06:29:31.000  +2h30m01.000s  merge(n: 3)  /n
              ── 2026-11-02 ──
           4  06:39:31.000   +1d02h40m  merge(n: 4)  /n
              06:40:30.000   +1d02h41m  mark 'early' at state 2

        """)
    }
  }

  @Test func `--relative prints no time of day and no rules`() async throws {
    try await onOwnThread {
      try expectEqual(
        call("log j --relative").output,
        """
        session 1  json 1.2  2026-10-31 23:59:30.000  linux
           0     +0.000s  initial state
           1     +1.000s  merge(n: 1)  /n
           2  +1h30m01.000s  merge(n: 2)  /n
           3  +2h30m01.000s  merge(n: 3)  /n
           4   +1d02h40m  merge(n: 4)  /n
               +1d02h41m  mark 'early' at state 2

        """)
    }
  }

  /// What each command prints of the time of state 3: by default, with `--utc`, and with `--relative`.
  @Test(
    "each command has them",
    arguments: [
      ("log j@3", "  01:29:31.000  +2h30m01.000s  ", "  06:29:31.000  +2h30m01.000s  ", "   3  +2h30m01.000s  "),
      ("show j@3 --meta", "  2026-11-01 01:29:31.000\n", "  2026-11-01 06:29:31.000 UTC\n", "  +2h30m01.000s\n"),
      ("blame j@3:/n", "  2026-11-01 01:29:31.000  ", "  06:29:31.000  ", "  +2h30m01.000s  "),
      ("bisect j@3 --expect '$.n != 3'", "  01:29:31.000  +2h", "  06:29:31.000  +2h", "   3  +2h"),
      ("diff j@2 j@3 --history", "  01:29:31.000  +2h", "  06:29:31.000  +2h", "   3  +2h"),
      (
        "minimize j@3 --expect '$.n != 3' -o small --force", "  01:29:31.000  +2h", "  06:29:31.000  +2h", "   3  +2h"
      ),
      ("summary j", "  01:29:31.000  +2h", "  06:29:31.000  +2h", "   3  +2h"),
      ("summary j --format markdown", "  06:29:31.000  +2h", "  06:29:31.000  +2h", "   3  +2h"),
      (
        "inspect j@3 --keys 'Tab ] ]' --print", "time      2026-11-01 01:29:31.000\n",
        "time      2026-11-01 06:29:31.000 UTC\n", "time      +2h30m01.000s"
      ),
    ])
  func each(command: String, local: String, utc: String, relative: String) async throws {
    try await onOwnThread {
      for (option, text) in [("", local), (" --utc", utc), (" --relative", relative)] {
        let output = try call(command + option).output
        #expect(output.contains(text), "\(command)\(option):\n\(output)")
      }
    }
  }

  @Test func `summary has the rules of log, and blame the dates of several days`() async throws {
    try await onOwnThread {
      let log = try call("log j").output
      try #expect(call("summary j").output.contains(log.split(separator: "\n").map { "  \($0)\n" }.joined()), "\(log)")
      try #expect(call("blame j@4:/n --utc").output.contains("  2026-11-02 06:39:31.000 UTC  merge"))
    }
  }

  @Test func `times without a zone are read in the zone that is printed`() async throws {
    try await onOwnThread {
      try expectEqual(call("show 'j@{2026-11-01T05:30}:/n' --utc").output, "2\n")
      try expectEqual(call("show 'j@{2026-11-01T01:20}:/n'").output, "1\n")
      try expectEqual(
        call("show 'j@{2026-10-31}'").errorOutput.split(separator: "\n").first.map(String.init),
        "j: error: no action at or before 2026-10-31 00:00:00.000")
      try expectEqual(call("log j --until 2026-11-01T04:00 --utc").output.split(separator: "\n").count, 3)
    }
  }

  @Test func `stats has a moment, and documents have UTC`() async throws {
    try await onOwnThread {
      try #expect(call("stats j").output.contains("\nstarted     2026-10-31 23:59:30.000\n"))
      try #expect(call("stats j --utc").output.contains("\nstarted     2026-11-01 03:59:30.000 UTC\n"))
      try #expect(call("stats j --format json").output.contains("\"2026-11-01T03:59:30Z\""))
      try #expect(call("log j@3 --format ndjson").output.contains("\"time\":\"2026-11-01T06:29:31Z\""))
    }
  }

  @Test(
    "an option that would change nothing is an error",
    arguments: [
      ("log j --relative --format json", "option '--relative' doesn't change '--format json', whose times are in UTC"),
      ("show j --relative", "'--relative' needs '--meta'"),
      ("diff j@1..2 --relative", "'--relative' needs '--history'"),
      ("stats j --relative", "unknown option '--relative'"),
    ])
  func useless(command: String, message: String) async throws {
    try await onOwnThread {
      let result = try call(command)
      expectEqual(result.status, 64)
      #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    }
  }

  @Test func `a report without scripts is in UTC, wherever it is written`() async throws {
    try await onOwnThread {
      try expectEqual(call("report j -o j.html").status, 0)
      try #expect(#require(folder.contents(of: "j.html")).contains("<td>2026-11-01 03:59:30.000 UTC</td>"))
    }
  }
}
