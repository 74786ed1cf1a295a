import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateCoding
import StateTree
import TestSupport
import Testing

/// Volatile pointers of a recording.
struct VolatileCommandTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture()
    let actions = [#"{"merge":{"time":7,"n":1}}"#, #"{"merge":{"time":8}}"#].map { $0 + "\n" }.joined()
    let call = tool.run(
      "record -o DIR/j --volatile /time --volatile /items/*/time --self-contained", input: actions)
    expectEqual(call.code, .fine)
  }

  @Test func `the header lists volatile pointers`() throws {
    let header = try JournalFile(path: tool.folder.path(of: "j")).header
    expectEqual(header.rules.json["volatile"], ["/time", "/items/*/time"])
    #expect(tool.run("stats DIR/j").output.contains("siphash-tree/1+volatile"))
  }

  @Test func `volatile values are shown, and their journal is proven`() {
    expectEqual(tool.run("show DIR/j@2:/time").output, "8\n")
    expectEqual(tool.run("show DIR/j@1:/time").output, "7\n")
    expectEqual(tool.run("verify DIR/j").output, "ok DIR/j: 2 actions, 3 states proven, 1 session, closed\n")
    #expect(tool.run("diff DIR/j@1 DIR/j@2").output.contains("/time"))
    for copy in ["index DIR/j -o DIR/k", "bake DIR/j -o DIR/l", "slice DIR/j@1..2 -o DIR/m", "redact DIR/j -o DIR/n"] {
      expectEqual(tool.run(copy).code, .fine, "\(copy)")
    }
    for name in ["k", "l", "m", "n"] {
      expectEqual(tool.run("verify DIR/\(name)").code, .fine, "\(name)")
      expectEqual(tool.run("show DIR/\(name)@2:/time").output, "8\n", "\(name)")
    }
  }

  @Test func `a difference in volatile values isn't a divergence`() throws {
    // The state after a rewind has no hash of its own.
    expectEqual(tool.run("rewind DIR/j --to 1").code, .fine)
    let more = tool.run("record -o DIR/j --append --volatile /time", input: #"{"merge":{"time":9}}"# + "\n")
    expectEqual(more.code, .fine)
    expectEqual(tool.run("verify DIR/j").code, .fine)
    expectEqual(tool.run("show DIR/j@-1:/time").output, "9\n")
    // Without the option, the next session hashes everything.
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"merge":{"time":9}}"# + "\n").code, .fine)
    expectEqual(tool.run("verify DIR/j").code, .fine)
  }

  @Test func `volatile values that reducers computed today are marked`() throws {
    let reading = tool.with(apps: [ReadingApp.self])
    let recorded = reading.run(
      "record -o DIR/r --app reading --no-default-rules --volatile /last --volatile /books/*/opened",
      input: ReadingApp.actions)
    expectEqual(recorded.code, .fine)
    let job = #"{"id":"r","path":"\#(tool.folder.path(of: "r"))"}"#
    let batch = reading.run("assert --batch --eventually $.last>0", input: job + "\n")
    tool.folder.create("results", batch.output.replacing("DIR", with: tool.folder.path))
    let merged = tool.run("merge DIR/results --format github")
    expectEqual(merged, reading.run("assert DIR/r --eventually $.last>0 --format github"))
    #expect(merged.output.contains("::notice file=DIR/r,title=reduxlog assert::/last is volatile: "), "\(merged)")
    let note = "DIR/r: note: today's reducers computed /last (volatile)"
    let last = reading.run("show DIR/r@4:/last")
    expectEqual(last.errorOutput, note + "; the recorded values may differ\n")
    #expect(try JSONValue(parsing: last.output) != .null)
    #expect(reading.run("show DIR/r@4").errorOutput.hasPrefix(note + ", /books/*/opened (volatile);"))
    // Nothing volatile is shown, or it is as recorded.
    for line in ["show DIR/r@4:/count", "show DIR/r@0", "show DIR/r@4 --action", "show DIR/r@4 --meta", "show DIR/j@2"]
    {
      expectEqual(reading.run(line).errorOutput, "", "\(line)")
    }
    let changes = reading.run("log DIR/r@4 -p").output
    #expect(changes.contains(/~ \/last: \d+ → \d+ \(volatile\)\n/), "\(changes)")
    #expect(!reading.run("log DIR/r@2 -p").output.contains("volatile"))
    for pointer in ["", ":/last"] {
      let difference = reading.run("diff DIR/r@3..4\(pointer)").output
      #expect(difference.contains(/: \d+ → \d+ \(volatile\)\n/), "\(difference)")
    }
    // Patches have the recorded value.
    #expect(!tool.run("log DIR/j -p").output.contains("(volatile)"))
    #expect(!tool.run("diff DIR/j@0..1").output.contains("(volatile)"))
  }

  @Test func `an invalid pointer is a usage error`() {
    expectEqual(tool.run("record -o DIR/x --volatile time").code, .usage)
  }
}
