import Expectations
import Testing

@testable import benchmarks

struct CommandTests {
  private static let all = Selection(filters: [])

  @Test(arguments: [
    ([], Command.measure(all, format: .human, isQuick: false, folder: nil)),
    (["--quick", "--format", "json"], .measure(all, format: .json, isQuick: true, folder: nil)),
    (["--format=json", "--folder=/a=b"], .measure(all, format: .json, isQuick: false, folder: "/a=b")),
    (
      ["--filter", "record/", "--filter=hash"],
      .measure(Selection(filters: ["record/", "hash"]), format: .human, isQuick: false, folder: nil)
    ),
    (["--list"], .list(all)),
    (["--quick", "--help"], .help),
    (["-h"], .help),
    (["growth"], .growth(Growth(subject: .tasks, counts: [1000, 100_000, 10_000_000], folder: nil))),
    (
      ["growth", "10", "2,000", "--folder", "/tmp"],
      .growth(Growth(subject: .tasks, counts: [10, 2000], folder: "/tmp"))
    ),
    (["documents"], .growth(Growth(subject: .documents, counts: [1000, 8000], folder: nil))),
    (["documents", "50"], .growth(Growth(subject: .documents, counts: [50], folder: nil))),
    (["inspector", "show", "--help"], .inspector(["show", "--help"])),
    (["measured", "inspector", "verify"], .measured(["inspector", "verify"])),
  ])
  func `command lines parse`(words: [String], command: Command) throws {
    try expectEqual(Command(words), command)
  }

  @Test(arguments: [
    (["--fast"], "'--fast' is no option of benchmarks"),
    (["--quick=yes"], "'--quick=yes' is no option of benchmarks"),
    (["record"], "'record' is no option of benchmarks"),
    (["--format"], "--format needs a value"),
    (["--format", "xml"], "--format is human or json, not 'xml'"),
    (["--filter", "nothing"], "no row has 'nothing' in its name; see --list"),
    (["growth", "none"], "'none' isn't a number of actions"),
    (["growth", "0"], "'0' isn't a number of actions"),
  ])
  func `an invalid command line is a usage error`(words: [String], message: String) {
    #expect(throws: Command.UsageError(description: message)) { try Command(words) }
  }

  @Test func `a filter selects the rows whose names contain it`() {
    let rows = Group.all(.full).flatMap(\.rows).map(\.name)
    expectEqual(
      rows.filter(Selection(filters: ["action/", "bytes"]).contains),
      [
        "record/bytes", "action/encode", "action/decode",
      ])
    expectEqual(Selection(filters: ["action/encode"]).groups(.full).map { $0.rows.count }, [2])
    expectEqual(Set(rows).count, rows.count, "names are unique")
  }

  @Test func `the rows are the same for every effort`() {
    let names = [Effort.full, .quick, .fullInDebug, .quickInDebug].map { Group.all($0).flatMap(\.rows).map(\.name) }
    expectEqual(Set(names).count, 1)
  }
}
