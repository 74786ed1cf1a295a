import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

struct MarkCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
    try SampleJournal.session(path).close()
  }

  /// The whole journal, checked on the way.
  private func entries(_ path: String) throws -> (entries: [JournalEvent], isClosed: Bool) {
    let reader = try JournalReader(path: path)
    var entries: [JournalEvent] = []
    while let entry = try reader.next() { entries.append(entry) }
    if case .closed = reader.tail { return (entries, true) }
    return (entries, false)
  }

  @Test func `mark names a state in a closed journal, and closes it again`() throws {
    let before = try #require(folder.contents(of: "s.jsonl"))
    let result = reduxlog("mark", path + "@2", "bug", "--text", "wrong from here")
    expectEqual(result, CallResult(code: .fine, output: "", errorOutput: "marked state 2 as 'bug'\n"))
    #expect(try #require(folder.contents(of: "s.jsonl")).hasPrefix(before))
    let (entries, isClosed) = try entries(path)
    #expect(isClosed)
    guard case .mark(let mark)? = entries.dropLast().last?.record else {
      Issue.record("no mark: \(entries.map(\.record.kind))")
      return
    }
    #expect(mark.seq == 7 && mark.to == 2 && mark.name == "bug" && mark.text == "wrong from here")
    var shown = reduxlog("show", path + "@2")
    shown.errorOutput = "\(path): note: the mark 'bug' says: wrong from here\n"
    expectEqual(reduxlog("show", path + "@bug"), shown)
    expectEqual(reduxlog("show", path + "@bug~1:/n").output, "1\n")
  }

  @Test func `mark repairs the last line of an open journal, and leaves it open`() throws {
    let path = folder.path(of: "crashed.jsonl")
    try SampleJournal.crashed(path).writer.close()
    let result = reduxlog("mark", path, "before-crash")
    expectEqual(result.code, .fine)
    expectEqual(
      result.errorOutput,
      """
      \(path): warning: action 4 (merge) was in flight when the process died; its line was completed as interrupted
      marked state 3 as 'before-crash'

      """)
    try expectEqual(entries(path).isClosed, false)
    expectEqual(reduxlog("show", path + "@before-crash").output, "{\n  \"n\": 2\n}\n")
    #expect(reduxlog("mark", path + "@4", "x").errorOutput.contains("so it led to no state"))
  }

  @Test func `the text of a mark is shown with it, shortened and escaped`() throws {
    let text = "a\u{1b}[31m\n" + String(repeating: "x", count: 1000)
    _ = reduxlog("mark", path + "@2", "bug", "--text", text)
    let start = "a\\u{1b}[31m\\n" + String(repeating: "x", count: 40)
    for arguments in [
      ["log", path], ["stats", path], ["summary", path], ["summary", path, "--format", "markdown"],
      ["inspect", path, "--print", "--size", "200x20"], ["show", path + "@bug", "--meta"],
    ] {
      let result = reduxlog(arguments)
      #expect((result.output + result.errorOutput).contains(start), "\(arguments): \(result)")
      #expect(!result.output.contains(String(repeating: "x", count: 300)), "\(arguments)")
    }
    #expect(reduxlog("log", path, "--format", "ndjson").output.contains(String(repeating: "x", count: 1000)))
    let copy = folder.path(of: "copy.jsonl")
    expectEqual(reduxlog("redact", path, "-o", copy).code, .fine)
    #expect(reduxlog("log", copy).output.contains("mark 'bug' at state 2\n"))
    expectEqual(reduxlog("redact", path, "-o", copy, "--force", "--keep-text").code, .fine)
    #expect(reduxlog("log", copy).output.contains(start))
  }

  @Test func `an empty text is refused`() {
    expectEqual(reduxlog("mark", path, "bug", "--text", "").code, .usage)
  }

  @Test func `a mark with a used name moves`() {
    expectEqual(reduxlog("mark", path, "start").errorOutput, "moved the mark 'start' from state 1 to state 7\n")
    expectEqual(reduxlog("mark", path, "start").errorOutput, "state 7 was marked as 'start' already; marked it again\n")
    expectEqual(reduxlog("show", path + "@start"), reduxlog("show", path))
  }

  @Test(
    arguments: ["1", "-x", "a b", "a~1", "a:b", "a..b", "a@b", "a/b", "{x}", "h:12", "", "+1s", ":/x"])
  func `an invalid name is refused`(name: String) throws {
    let before = folder.contents(of: "s.jsonl")
    let result = reduxlog("mark", path, "--", name)
    expectEqual(result.code, .usage)
    expectEqual(folder.contents(of: "s.jsonl"), before)
  }

  @Test(
    arguments: [
      (["@9", "x"], ExitCode.trouble, "state 9 doesn't exist"), (["@2:/n", "x"], .usage, "a whole state"),
      (["@1..2", "x"], .usage, "expected one state"), (["@none", "x"], .trouble, "no mark is named 'none'"),
    ])
  func `a failing mark writes nothing`(arguments: [String], code: ExitCode, text: String) {
    let before = folder.contents(of: "s.jsonl")
    let result = reduxlog(["mark", path + arguments[0]] + arguments.dropFirst())
    expectEqual(result.code, code)
    #expect(result.errorOutput.contains(text))
    expectEqual(folder.contents(of: "s.jsonl"), before)
  }

  @Test func `a journal that is being recorded is refused`() throws {
    let path = folder.path(of: "live.jsonl")
    let journal = try SampleJournal.session(path)
    let before = folder.contents(of: "live.jsonl")
    let result = reduxlog("mark", path, "x")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains("another process is recording to this file"))
    expectEqual(folder.contents(of: "live.jsonl"), before)
    try journal.close()
  }

  @Test func `a damaged or missing journal is refused`() throws {
    let text = try #require(folder.contents(of: "s.jsonl")).replacing("\"x\"", with: "\"y\"", maxReplacements: 1)
    folder.create("damaged.jsonl", text)
    let result = reduxlog("mark", folder.path(of: "damaged.jsonl") + "@7", "x")
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.contains("damaged.jsonl:4:"))
    expectEqual(folder.contents(of: "damaged.jsonl"), text)
    expectEqual(reduxlog("mark", folder.path(of: "none.jsonl"), "x").code, .trouble)
    try expectEqual(folder.names(), ["damaged.jsonl", "s.jsonl"])
  }
}
