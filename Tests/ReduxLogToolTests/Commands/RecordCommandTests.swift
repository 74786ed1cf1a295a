import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import StateTree
import TestSupport
import Testing

struct RecordCommandTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  @Test func `actions from standard input become a closed journal`() throws {
    let call = tool.run("record -o DIR/j --app tally", input: #"{"add":{"_0":3}}"# + "\n\n" + #"{"reset":{}}"#)
    let hash = try #require(try tool.lastHash("j"))
    expectEqual(
      call, CallResult(code: .fine, output: "", errorOutput: "recorded 2 actions in DIR/j: state 2, hash \(hash)\n"))
    try expectEqual(tool.records("j"), ["header 0", "snapshot 0", "action 1", "action 2", "seal 2"])
  }

  @Test func `without --app, record changes a JSON document`() {
    tool.folder.create("first.json", #"{"a":1}"#)
    tool.folder.create(
      "actions",
      """
      {"merge":{"b":2}}
      {"patch":[{"op":"remove","path":"/a"}]}
      {"patch":[{"op":"add","path":"/c","value":[]}]}
      """)
    expectEqual(tool.run("record -o DIR/j --initial DIR/first.json --actions DIR/actions").code, .fine)
    expectEqual(
      tool.run("replay DIR/j").output,
      """
      {
        "b": 2,
        "c": []
      }

      """)
  }

  @Test func `without actions, the journal holds the first state`() throws {
    expectEqual(tool.run("record -o DIR/j").code, .fine)
    try expectEqual(tool.records("j"), ["header 0", "snapshot 0", "seal 0"])
  }

  @Test func `redacted secrets are counted`() throws {
    tool.folder.create("first.json", #"{"account":{"password":"x"}}"#)
    let call = tool.run(
      "record -o DIR/j --initial DIR/first.json", input: #"{"merge":{"pin":"1234","token":"t0k3n7"}}"#)
    let hash = try #require(try tool.lastHash("j"))
    expectEqual(call.errorOutput, "recorded 1 action in DIR/j, 3 secrets redacted: state 1, hash \(hash)\n")
    let more = tool.run("record -o DIR/j --append", input: #"{"merge":{"pin":"1235"}}"#)
    #expect(more.errorOutput.hasPrefix("recorded 1 action in DIR/j, 1 secret redacted: state 3, hash "), "\(more)")
    let all = tool.run("record -o DIR/all --no-default-rules", input: #"{"merge":{"pin":"1234"}}"#)
    #expect(all.errorOutput.hasPrefix("recorded 1 action in DIR/all: state 1, hash "), "\(all)")
  }

  /// Only a state that the app began with itself can be out of date.
  @Test func `verify compares the app's initial state with the recorded one unless --initial gave it`() throws {
    tool.folder.create("first.json", #"{"count":2,"history":[]}"#)
    _ = tool.run("record -o DIR/given --app tally --initial DIR/first.json", input: #"{"add":{"_0":3}}"#)
    expectEqual(
      tool.run("verify DIR/given"),
      CallResult(code: .fine, output: "ok DIR/given: 1 action, 2 states proven, 1 session, closed\n"))
    let other = try SampleJournal(
      tool.folder.path(of: "other"), app: AppIdentity(name: "tally"), initial: ["count": 2, "history": []])
    try other.close()
    expectEqual(tool.run("verify DIR/other").errorOutput, "DIR/other: note: its initial state differs from the app's\n")
  }

  @Test func `a journal at the greatest seq is full`() throws {
    let path = tool.folder.path(of: "full")
    let writer = try JournalWriter.open(path: path)
    try writer.startInTheMiddle(seq: (1 << 53) - 1, session: 1)
    let state: JSONValue = ["count": 2, "history": []]
    try writer.writeHeader(app: AppIdentity(name: "tally"), started: SampleJournal.started)
    try writer.writeSnapshot(state: JSONPrinter.bytes(of: state, layout: .compact), hash: state.stateHash)
    try writer.close()
    let last = tool.run("record -o DIR/full --append", input: #"{"add":{"_0":3}}"#)
    expectEqual(last.code, .trouble)
    #expect(last.errorOutput.hasPrefix("recorded 0 actions in DIR/full: state 9007199254740992, hash "), "\(last)")
    #expect(last.errorOutput.hasSuffix("\nDIR/full: error: the journal has no more seqs; record to another file\n"))
    let before = tool.folder.contents(of: "full")
    expectEqual(
      tool.run("record -o DIR/full --append", input: #"{"add":{"_0":3}}"#),
      CallResult(
        code: .trouble, output: "",
        errorOutput: "DIR/full: error: the journal has no more seqs; record to another file\n"))
    expectEqual(tool.folder.contents(of: "full"), before)
  }

  // MARK: Invalid actions

  @Test(arguments: [
    (
      "nonsense",
      "standard input:1: error: not JSON: unexpected 'o' at byte 1\n"
        + "  Write one action per line, as JSON without line breaks.\n"
    ),
    (#"{"subtract":1}"#, "standard input:1: error: not an action of the app: at /: "),
  ])
  func `an invalid first line leaves no file`(line: String, message: String) throws {
    let call = tool.run("record -o DIR/j --app tally", input: line)
    expectEqual(call.code, .trouble)
    #expect(call.errorOutput.hasPrefix(message))
    try expectEqual(tool.folder.names(), [])
  }

  @Test func `an action for a JSON document with another member is none`() {
    let call = tool.run("record -o DIR/j", input: #"{"merge":{"n":1},"note":"by hand"}"#)
    expectEqual(call.code, .trouble)
    #expect(call.errorOutput.contains(#"one of the members "patch", "merge" and "replace""#), "\(call)")
  }

  @Test func `an invalid later line ends a valid journal`() throws {
    tool.folder.create("actions", #"{"add":{"_0":3}}"# + "\n\n" + #"{"add":{"_0":"x"}}"# + "\n" + #"{"reset":{}}"#)
    let call = tool.run("record -o DIR/j --app tally --actions DIR/actions")
    let hash = try #require(try tool.lastHash("j"))
    expectEqual(call.code, .trouble)
    #expect(
      call.errorOutput.hasPrefix(
        """
        recorded 1 action in DIR/j: state 1, hash \(hash)
        DIR/actions:3: error: not an action of the app: at /add/_0: 
        """))
    try expectEqual(tool.records("j"), ["header 0", "snapshot 0", "action 1", "seal 1"])
  }

  @Test func `an action that the reducer refuses is the last of a valid journal`() throws {
    tool.folder.create(
      "actions", #"{"add":{"_0":99}}"# + "\n" + #"{"add":{"_0":2}}"# + "\n" + #"{"add":{"_0":1}}"#)
    let call = tool.run("record -o DIR/j --app tally --actions DIR/actions")
    let hash = try #require(try tool.lastHash("j"))
    expectEqual(
      call,
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          recorded 2 actions in DIR/j: state 2, hash \(hash)
          DIR/actions:2: error: the reducer refused the action: more than 100
            The journal keeps the action, its last one, with this error.

          """))
    expectEqual(
      tool.run("verify DIR/j"),
      CallResult(code: .fine, output: "ok DIR/j: 2 actions, 1 refused, 3 states proven, 1 session, closed\n"))
  }

  @Test(arguments: [
    (#"{"a":"#, "DIR/first.json:1: error: not JSON: the text ends inside a value at byte 5\n"),
    ("{\n\"a\" 1}", "DIR/first.json:2: error: not JSON: unexpected '1' at byte 6\n"),
    (
      #"{"count":"many","history":[]}"#,
      "DIR/first.json: error: not a state of the app 'tally': at /count: "
    ),
  ])
  func `an invalid first state leaves no file`(text: String, message: String) throws {
    tool.folder.create("first.json", text)
    let call = tool.run("record -o DIR/j --app tally --initial DIR/first.json", input: #"{"reset":{}}"#)
    expectEqual(call.code, .trouble)
    #expect(call.errorOutput.hasPrefix(message))
    try expectEqual(tool.folder.names(), ["first.json"])
  }

  // MARK: Existing files

  @Test(arguments: ["", " --force", " --append"])
  func `a folder is refused as one`(option: String) {
    let result = tool.run("record -o DIR\(option)", input: #"{"merge":{"a":1}}"#)
    #expect(result.errorOutput.contains("error: a folder, not a journal"), "\(result)")
  }

  @Test func `an existing file is kept`() {
    tool.folder.create("j", "precious")
    expectEqual(
      tool.run("record -o DIR/j", input: #"{"merge":{"a":1}}"#),
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          DIR/j: error: the file already exists
            Continue it with --append, or replace it with --force.

          """))
    expectEqual(tool.folder.contents(of: "j"), "precious")
  }

  @Test func `--force replaces a file once an action arrives`() throws {
    tool.folder.create("j", "precious")
    expectEqual(tool.run("record -o DIR/j --force", input: "nonsense").code, .trouble)
    expectEqual(tool.folder.contents(of: "j"), "precious")
    expectEqual(tool.run("record -o DIR/j --force", input: #"{"merge":{"a":1}}"#).code, .fine)
    try expectEqual(tool.records("j"), ["header 0", "snapshot 0", "action 1", "seal 1"])
  }

  @Test func `--append continues from the last state with the journal's app`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"add":{"_0":4}}"#).code, .fine)
    try expectEqual(
      tool.records("j"),
      [
        "header 0", "snapshot 0", "action 1", "seal 1", "header 1", "snapshot 2", "action 3", "seal 3",
      ])
    #expect(tool.run("replay DIR/j").output.contains(#""count": 7"#))
    expectEqual(
      tool.run("verify DIR/j"),
      CallResult(code: .fine, output: "ok DIR/j: 2 actions, 4 states proven, 2 sessions, closed\n"))
  }

  @Test func `--append keeps the rules of the last session, and a state under other rules is written whole`() throws {
    expectEqual(tool.run("record -o DIR/j --redact /b --volatile /v", input: #"{"merge":{"n":1}}"#).code, .fine)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"merge":{"b":"geheim","v":1}}"#).code, .fine)
    #expect(tool.folder.contents(of: "j")?.contains("geheim") == false)
    let headers = try JournalFile(path: tool.folder.path(of: "j"))
    try expectEqual(headers.lastHeader().header.rules, headers.header.rules)
    expectEqual(tool.run("record -o DIR/k --allow /a --allow /replace", input: #"{"replace":{"b":"x"}}"#).code, .fine)
    expectEqual(tool.run("record -o DIR/k --append --redact /c", input: #"{"merge":{"n":1}}"#).code, .fine)
    for name in ["j", "k"] {
      let verified = tool.run("verify DIR/\(name)")
      #expect(verified.output.hasPrefix("ok "), "\(verified)")
    }
  }

  @Test(arguments: ["--actions", "--initial", "--key-file"])
  func `record replaces none of its inputs`(option: String) {
    tool.folder.create("k", "000102030405060708090a0b0c0d0e0f")
    let result = tool.run("record -o DIR/k --force \(option) DIR/k")
    expectEqual(result.code, .usage)
    #expect(result.errorOutput.contains("'DIR/k' is an input of this command"), "\(result)")
    expectEqual(tool.folder.contents(of: "k"), "000102030405060708090a0b0c0d0e0f")
  }

  @Test func `--append without actions changes nothing`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let before = tool.folder.contents(of: "j")
    expectEqual(tool.run("record -o DIR/j --append", input: "nonsense").code, .trouble)
    expectEqual(tool.folder.contents(of: "j"), before)
  }

  @Test func `--append leaves a journal alone while another process records it`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let writer = try JournalWriter.open(path: tool.folder.path(of: "j"))
    expectEqual(
      tool.run("record -o DIR/j --append", input: #"{"reset":{}}"#),
      CallResult(
        code: .trouble, output: "",
        errorOutput: "DIR/j: error: another process is recording to this file; stop it, or record to another file\n"))
    try writer.close()
  }

  @Test func `--force leaves a journal alone while another process records it`() throws {
    tool.record("j", #"{"add":{"_0":3}}"#)
    let before = tool.folder.contents(of: "j")
    let writer = try JournalWriter.open(path: tool.folder.path(of: "j"))
    expectEqual(
      tool.run("record -o DIR/j --force", input: #"{"reset":{}}"#),
      CallResult(
        code: .trouble, output: "",
        errorOutput: """
          DIR/j: error: another process is recording to this file
            Stop it, or record to another file.

          """))
    tool.record("k", #"{"add":{"_0":3}}"#)
    expectEqual(
      tool.run("rewind DIR/k --to 0 -o DIR/j --force").errorOutput,
      "reduxlog: error: can't write 'DIR/j': another process is recording to it\n")
    expectEqual(tool.folder.contents(of: "j"), before)
    try writer.close()
  }

  @Test func `standard output is refused`() throws {
    let call = tool.run("record -o - --app tally", input: #"{"reset":{}}"#)
    expectEqual(call.code, .usage)
    #expect(
      call.errorOutput.hasPrefix(
        "reduxlog: error: a journal can't be written to standard output; name a file, or use './-' for a file named '-'\n"
      ))
  }

  @Test func `patches that grow without bound are refused`() throws {
    let copies = String(repeating: #"{"patch":[{"op":"copy","from":"","path":"/a"}]}"# + "\n", count: 600)
    let call = tool.run("record -o DIR/j", input: copies)
    expectEqual(call.code, .trouble)
    #expect(
      call.errorOutput.contains(
        "standard input:512: error: the reducer refused the action: operation 0 (copy the root to /a): "
          + "the document would nest deeper than 512 levels\n"))
    expectEqual(tool.run("verify DIR/j").code, .fine)
  }

  // MARK: The command line

  @Test(arguments: [
    (
      "record", ExitCode.usage, "reduxlog: error: option '--output' is missing: -o FILE\n  see 'reduxlog help record'\n"
    ),
    (
      "record -o DIR/j --app taly", .usage,
      "reduxlog: error: this tool contains no app 'taly'; it contains tally, json; did you mean 'tally'?\n"
        + "  see 'reduxlog help record'\n"
    ),
    (
      "record -o DIR/j --actions DIR/none", .trouble,
      "reduxlog: error: can't open 'DIR/none': No such file or directory\n"
    ),
    (
      "record -o DIR/j --append", .trouble,
      "DIR/j: error: no such journal to append to\n  Leave out --append to create it.\n"
    ),
    ("record -o DIR/none/j", .trouble, "DIR/none/j: error: no such folder; create it, or check the path\n"),
    (
      "record -o DIR/j --initial -", .usage,
      "reduxlog: error: actions and initial state can't both come from standard input\n  see 'reduxlog help record'\n"
    ),
  ])
  func `a refused call names the reason and leaves no file`(line: String, code: ExitCode, message: String) throws {
    expectEqual(tool.run(line, input: #"{"merge":{"a":1}}"#), CallResult(code: code, output: "", errorOutput: message))
    try expectEqual(tool.folder.names(), [])
  }

  @Test func `at a terminal, errors don't end the recording`() throws {
    let call = tool.run(
      "record -o DIR/j --app tally",
      input: """
        {"add":{"_0":99}}
        what?
        {"add":{"_0":9}}
        {"reset":{}}
        """, isTerminal: true)
    let hashes = try tool.hashes("j")
    expectEqual(
      call,
      CallResult(
        code: .fine, output: "",
        errorOutput: """
          Type actions of the app 'tally' as JSON, one per line. Ctrl-D ends the recording.
          0> state 1, hash \(hashes[1])
          1> error: not JSON: unexpected 'w' at byte 0
            Write one action per line, as JSON without line breaks.
          1> refused: more than 100
          state 2, hash \(hashes[2])
          2> state 3, hash \(hashes[3])
          3> 
          recorded 3 actions in DIR/j: state 3, hash \(hashes[3])

          """))
  }
}

extension ToolFixture {
  /// The hashes of a journal's states.
  fileprivate func hashes(_ name: String) throws -> [String] {
    let reader = try JournalReader(path: folder.path(of: name))
    var hashes: [String] = []
    while let entry = try reader.next() {
      if entry.setsState { hashes.append(entry.record.hash.map { "\($0)" } ?? "none") }
    }
    return hashes
  }

  fileprivate func lastHash(_ name: String) throws -> String? { try hashes(name).last }

  @Test func `a link is refused by --append and replaced by --force`() throws {
    let tool = try ToolFixture()
    tool.record("theirs.jsonl", #"{"add":{"_0":1}}"#)
    let theirs = tool.folder.contents(of: "theirs.jsonl")
    let link = tool.folder.path(of: "link.jsonl")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: tool.folder.path(of: "theirs.jsonl"))
    let input = "{\"add\":{\"_0\":1}}\n"
    let appended = tool.run("record -o DIR/link.jsonl --append", input: input)
    expectEqual(appended.code, .trouble)
    #expect(appended.errorOutput.contains("DIR/link.jsonl: error: a symbolic link, which the recorder doesn't follow"))
    expectEqual(tool.run("record -o DIR/link.jsonl --app tally --force", input: input).code, .fine)
    expectEqual(tool.folder.contents(of: "theirs.jsonl"), theirs)
    try expectEqual(FileManager.default.attributesOfItem(atPath: link)[.type] as? FileAttributeType, .typeRegular)
  }
}
