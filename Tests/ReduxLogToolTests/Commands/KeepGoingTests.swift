import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateCoding
import StateTree
import TestSupport
import Testing

/// `verify` with a reducer that reads a clock: `--keep-going` lists the places, and `--ignore` accepts them.
struct KeepGoingTests {
  private let tool: ToolFixture
  private let mistaken: ToolFixture

  init() throws {
    tool = try ToolFixture().with(apps: [ReadingApp.self])
    mistaken = tool.with(apps: [DoubleReadingApp.self])
    for (name, option) in [("j", ""), ("p", " --self-contained")] {
      let call = tool.run("record -o DIR/\(name) --app reading --no-default-rules" + option, input: ReadingApp.actions)
      expectEqual(call.code, .fine)
    }
  }

  @Test func `by default, verify stops at the first divergence`() {
    let call = tool.run("verify DIR/j")
    expectEqual(call.code, .finding)
    expectEqual(call.output, "diverged DIR/j: at state 1\n")
    #expect(!call.errorOutput.contains("places"))
  }

  @Test func `--keep-going lists the places that differ`() {
    let call = tool.run("verify DIR/j --keep-going")
    expectEqual(call.code, .finding)
    expectEqual(call.output, "diverged DIR/j: at state 1; 2 actions diverge in 2 places\n")
    #expect(call.errorOutput.hasPrefix("DIR/j:3: error: replay diverges at state 1: open leads to a different state"))
    #expect(
      call.errorOutput.hasSuffix(
        """
        DIR/j: 2 actions diverge in 2 places:
          /books/*/opened: 2 actions (first 1 open, last 4 open)
            The reducer's value differs in each run: does it read a clock or random numbers?
            If intended, pass --ignore '/books/*/opened', or declare the place volatile.
          /last: 2 actions (first 1 open, last 4 open)
            The reducer's value differs in each run: does it read a clock or random numbers?
            If intended, pass --ignore /last, or declare the place volatile.
        3 states follow from these differences; verify compared only what their actions changed.

        """))
  }

  @Test(arguments: ["", " --self-contained"])
  func `of an element with a random id, only the id differs`(option: String) throws {
    let tool = try ToolFixture().with(apps: [RandomIDApp.self])
    let actions = ["milk", "bread", "tea"].map { #"{"add":{"title":"\#($0)"}}"# + "\n" }.joined()
    expectEqual(tool.run("record -o DIR/j --app random-id --no-default-rules" + option, input: actions).code, .fine)
    let call = tool.run("verify DIR/j --keep-going")
    expectEqual(call.output, "diverged DIR/j: at state 1; 3 actions diverge in 1 place\n")
    #expect(call.errorOutput.contains("\n  /items/*/id: 3 actions (first 1 add, last 3 add)\n"), "\(call.errorOutput)")
    #expect(call.errorOutput.contains("pass --ignore '/items/*/id'"), "\(call.errorOutput)")
    expectEqual(tool.run("verify DIR/j --ignore /items/*/id").code, option.isEmpty ? .trouble : .fine)
  }

  @Test func `--keep-going and --ignore require a replay`() {
    for option in ["--keep-going", "--ignore /last"] {
      expectEqual(tool.run("verify DIR/j --no-replay " + option).code, .usage, "\(option)")
    }
  }

  @Test func `every machine-readable format lists the places`() throws {
    let json = try JSONValue(parsing: tool.run("verify DIR/p --keep-going --format json").output)
    let journal = try #require(json.object?["journals"]?.array?.first?.object)
    let found = try #require(journal["divergences"]?.object)
    #expect(found["actions"] == 2 && found["strayed"] == 0)
    let place = try #require(found["places"]?.array?.first?.compact)
    #expect(
      place.hasPrefix(
        #"{"pointer":"/books/*/opened","actions":2,"types":{"open":2},"impure":2,"values":{"recorded":"#))
    #expect(place.hasSuffix(#","first":{"seq":1,"type":"open"},"last":{"seq":4,"type":"open"}}"#))
    for format in ["github", "junit"] {
      let text = tool.run("verify DIR/j --keep-going --format \(format)").output
      #expect(text.contains("/books/*/opened: 2 actions (first 1 open, last 4 open)"), "\(format)")
    }
  }

  @Test func `a changed reducer isn't reported as impure`() {
    let call = mistaken.run("verify DIR/p --keep-going")
    #expect(call.errorOutput.contains("\n  /count: 2 actions (first 2 count, last 5 count)\n"))
    #expect(!call.errorOutput.contains("--ignore /count"))
  }

  @Test func `--ignore accepts only states proven to differ nowhere else`() {
    let ignore = "--ignore /books/*/opened --ignore /last"
    let call = tool.run("verify DIR/p \(ignore)")
    expectEqual(call.code, .fine)
    expectEqual(call.output, "ok DIR/p: 5 actions, 4 states proven, 2 with ignored differences, 1 session, closed\n")
    expectEqual(call.errorOutput, "")
    let one = tool.run("verify DIR/p --ignore /last")
    #expect(one.code == .finding && one.output == "diverged DIR/p: at state 1\n")
    let other = mistaken.run("verify DIR/p \(ignore)")
    #expect(other.code == .finding && other.output == "diverged DIR/p: at state 2\n")
    let all = mistaken.run("verify DIR/p \(ignore) --keep-going")
    expectEqual(all.output, "diverged DIR/p: at state 2; 2 actions diverge in 1 place\n")
  }

  @Test func `a difference that the journal can't locate is not proven`() {
    let call = tool.run("verify DIR/j --ignore /books/*/opened --ignore /last")
    expectEqual(call.code, .trouble)
    expectEqual(call.output, "unproven DIR/j: 5 actions, 1 state proven, 5 undecided, 1 session, closed\n")
    expectEqual(
      call.errorOutput,
      """
      DIR/j: warning: the journal can't show whether 5 states differ only in ignored places
      DIR/j: error: not all states could be proven
        To prove them, record a self-contained journal, or declare the ignored places volatile.

      """)
    // Short hashes suffice for a member that is ignored as a whole.
    let whole = tool.run("verify DIR/j --ignore /books --ignore /last")
    expectEqual(whole.code, .fine)
    expectEqual(whole.output, "ok DIR/j: 5 actions, 1 state proven, 5 with ignored differences, 1 session, closed\n")
    expectEqual(mistaken.run("verify DIR/j --ignore /books --ignore /last").code, .finding)
  }

  @Test func `volatile places are proven without --ignore`() {
    let volatile = tool.with(apps: [VolatileReadingApp.self])
    expectEqual(volatile.run("record -o DIR/v --app reading --no-default-rules", input: ReadingApp.actions).code, .fine)
    expectEqual(volatile.run("verify DIR/v").output, "ok DIR/v: 5 actions, 6 states proven, 1 session, closed\n")
    // The header lists the places, so the app doesn't have to.
    expectEqual(tool.run("verify DIR/v").code, .fine)
    expectEqual(
      mistaken.run("verify DIR/v --keep-going").output, "diverged DIR/v: at state 2; 1 action diverges in 1 place\n")
  }

  @Test func `an invalid pointer is a usage error`() {
    expectEqual(tool.run("verify DIR/j --ignore last").code, .usage)
  }

  @Test func `a matching journal needs no extra report`() {
    let volatile = tool.with(apps: [VolatileReadingApp.self])
    _ = volatile.run("record -o DIR/v --app reading", input: ReadingApp.actions)
    let call = volatile.run("verify DIR/v --keep-going --ignore /count")
    expectEqual(call.output, "ok DIR/v: 5 actions, 6 states proven, 1 session, closed\n")
    expectEqual(call.errorOutput, "")
  }
}
