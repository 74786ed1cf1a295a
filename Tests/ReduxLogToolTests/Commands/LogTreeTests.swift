import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing

struct LogTreeTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
  }

  /// A journal whose actions have causes: the first one none, and so on.
  private func record(_ causes: [Int?]) throws -> SampleJournal {
    let journal = try SampleJournal(path)
    for (index, cause) in causes.enumerated() {
      try journal.act(#"{"merge":{"n":\#(index)}}"#, at: (index + 1) * 1000, cause: cause)
    }
    return journal
  }

  /// The seqs and actions of a log's output, without times and places.
  private func lines(_ options: String...) -> [String] {
    reduxlog(["log", path] + options).output.split(separator: "\n").dropFirst().map { line in
      let columns = line.replacing(#/ +[0-9:.]+ +\+[0-9ms.]+  /#, with: " ").replacing("  /n", with: "")
      return String(columns.drop { $0 == " " })
    }
  }

  @Test func `--tree shows each action below its cause`() throws {
    try record([nil, 1, nil, 2, 1, 3]).close()
    expectEqual(
      lines("--tree"),
      [
        "0 initial state",
        "1 merge(n: 0)",
        "2 ├─ merge(n: 1)",
        "4 │  └─ merge(n: 3)",
        "5 └─ merge(n: 4)",
        "3 merge(n: 2)",
        "6 └─ merge(n: 5)",
      ])
  }

  @Test func `an action whose cause isn't listed stands at the left`() throws {
    try record([nil, 1, nil, 2, 1, 3]).close()
    expectEqual(lines("--tree", "-n", "4"), ["3 merge(n: 2)", "6 └─ merge(n: 5)", "4 merge(n: 3)", "5 merge(n: 4)"])
    expectEqual(lines("--tree", "--where", "$.seq == 2 || $.seq == 4"), ["2 merge(n: 1)", "4 └─ merge(n: 3)"])
  }

  @Test func `a journal without causes has the same tree as log, and a note`() throws {
    try SampleJournal.session(path).close()
    let tree = reduxlog("log", path, "--tree")
    expectEqual(tree.output, reduxlog("log", path).output)
    expectEqual(tree.errorOutput, "\(path): note: no action here names another one here as its cause\n")
  }

  @Test func `a cause in another session isn't shown`() throws {
    try record([nil, 1]).close()
    let second = try SampleJournal(path)
    try second.snapshot(at: 0, setsState: true)
    try second.act(#"{"merge":{"n":7}}"#, at: 1000, cause: 1)
    try second.close()
    let output = reduxlog("log", path, "--tree").output
    expectEqual(output, reduxlog("log", path).output.replacing("merge(n: 1)", with: "└─ merge(n: 1)"))
    #expect(output.contains("merge(n: 7)"))
  }

  @Test func `a deep tree shows the last 20 levels`() throws {
    try record([nil] + (1..<30).map { $0 }).close()
    expectEqual(
      lines("--tree").suffix(2),
      [
        "29 … \(String(repeating: "   ", count: 19))└─ merge(n: 28)",
        "30 … \(String(repeating: "   ", count: 19))└─ merge(n: 29)",
      ])
  }

  @Test func `JSON formats keep the order of the journal and name the cause`() throws {
    try record([nil, nil, 1]).close()
    expectEqual(reduxlog("log", path, "--tree", "--format", "ndjson"), reduxlog("log", path, "--format", "ndjson"))
    #expect(reduxlog("log", path, "--format", "ndjson").output.contains(#""cause":1"#))
  }

  @Test(arguments: ["--follow", "--patch"])
  func `--tree refuses options that need the journal's order`(option: String) throws {
    try record([nil]).close()
    expectEqual(
      reduxlog("log", path, "--tree", option),
      CallResult(
        code: .usage, output: "",
        errorOutput: """
          reduxlog: error: options '--tree' and '\(option)' can't be combined
            see 'reduxlog help log'

          """))
  }
}
