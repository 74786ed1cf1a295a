import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

/// `verify --purity`, with reducers that aren't pure.
struct PurityTests {
  private let folder: TemporaryFolder
  private let tool: Executable

  init() throws {
    folder = try TemporaryFolder()
    tool = try Executable("RecordingChild", in: folder.path)
  }

  private func record(_ name: String, _ actions: [String]) throws {
    let lines = actions.map { "{\"\($0)\":{}}\n" }.joined()
    let result = try tool.run("record -o \(name) --app whim", input: lines)
    try #require(result.status == 0, "\(result.errorOutput)")
  }

  @Test func `of pure reducers, each replay leads to the same states`() async throws {
    try await onOwnThread {
      try record("j", ["count", "clear", "count"])
      try expectEqual(
        tool.run("verify j --purity"),
        Executable.Result(
          status: 0, output: "ok j: 3 actions, 4 states proven, 4 reproduced, 1 session, closed\n"))
      try expectEqual(
        tool.run("verify j --purity --sample 2").output,
        "ok j: 3 actions, 4 states proven, 2 reproduced, 1 session, closed\n")
      let document = try JSONValue(parsing: tool.run("verify j --purity --format json").output)
      expectEqual(document["journals"]?.array?.first?["reproduced"], 4)
    }
  }

  @Test func `a random number is named with its action and place`() async throws {
    try await onOwnThread {
      try record("j", ["count", "count", "random", "count"])
      let result = try tool.run("verify j --purity")
      expectEqual(result.status, 1)
      expectEqual(result.output, "impure j: at state 3\n")
      let lines = result.errorOutput.split(separator: "\n")
      expectEqual(lines.count, 4, "\(result.errorOutput)")
      expectEqual(
        lines.first, "j:5: warning: replay diverges at state 3: random leads to a different state than recorded: /text")
      expectEqual(
        lines.dropFirst().first,
        "j:5: error: the reducer isn't pure: random (action 3) leads to another state when it runs again")
      #expect(lines.dropFirst(2).first?.wholeMatch(of: #/  /text: "\d+", then "\d+"/#) != nil)
      expectEqual(lines.last?.hasPrefix("  Does it read a clock, random numbers or a global variable? "), true)
    }
  }

  @Test func `a value that each process has of its own is found in another process`() async throws {
    try await onOwnThread {
      try record("j", ["count", "process", "count"])
      let result = try tool.run("verify j --purity")
      expectEqual(result.status, 1)
      #expect(result.errorOutput.contains("process (action 2) leads to another state in another process\n  /text: \""))
      #expect(result.errorOutput.contains("\n  Does it use hash values, addresses, the environment, "))
    }
  }

  @Test func `the order of a set is named as such`() async throws {
    try await onOwnThread {
      try record("j", ["unsorted", "count"])
      let result = try tool.run("verify j --purity")
      expectEqual(result.status, 1)
      #expect(result.errorOutput.contains("unsorted (action 1) leads to another state"))
      #expect(
        result.errorOutput.contains(
          "\n  /order: the same elements in another order\n  A set or a dictionary has no order"))
    }
  }

  @Test func `a sample finds the action before the state that differs`() async throws {
    try await onOwnThread {
      var actions = Array(repeating: "count", count: 300)
      actions[123] = "random"
      try record("j", actions)
      let result = try tool.run("verify j --purity --sample 5")
      expectEqual(result.output, "impure j: at state 124\n")
      actions[3] = "random"
      try record("early", actions)
      for sample in [1, 5] {
        try expectEqual(tool.run("verify early --purity --sample \(sample)").output, "impure early: at state 4\n")
      }
      actions[3] = "count"
      actions[140] = "clear"
      try record("k", actions)
      #expect(
        try tool.run("verify k --purity --sample 1 --keep-going --format json").output.contains(
          "\"status\": \"diverged\""))
    }
  }

  @Test func `states that a rewind abandoned aren't compared`() async throws {
    try await onOwnThread {
      try record("j", ["count", "random", "count"])
      try expectEqual(tool.run("rewind j --to 1").status, 0)
      let more = (0..<9).map { $0 == 6 ? "{\"random\":{}}\n" : "{\"count\":{}}\n" }.joined()
      try expectEqual(tool.run("record -o j --append --app whim", input: more).status, 0)
      try expectEqual(tool.run("verify j --purity --sample 2").output, "impure j: at state 12\n")
      try expectEqual(tool.run("verify j --purity").output, "impure j: at state 12\n")
    }
  }

  @Test func `journals of a folder are checked by several threads`() async throws {
    try await onOwnThread {
      try FileManager.default.createDirectory(atPath: folder.path(of: "J"), withIntermediateDirectories: false)
      for number in 0..<6 { try record("J/\(number).jsonl", ["count", number % 3 == 2 ? "process" : "count"]) }
      let result = try tool.run("verify J --purity --jobs 2 --format json")
      let statuses = try JSONValue(parsing: result.output)["journals"]?.array?.map { $0["status"] }
      expectEqual(statuses, ["ok", "ok", "impure", "ok", "ok", "impure"])
    }
  }

  @Test func `the formats for CI systems name the line`() async throws {
    try await onOwnThread {
      try record("j", ["random"])
      let annotations = try tool.run("verify j --purity --format github").output
      #expect(
        annotations.contains("::error file=j,line=3,title=reduxlog verify%3A impure::the reducer isn't pure: random "))
      let report = try tool.run("verify j --purity --format junit").output
      #expect(report.contains(#"<failure type="impure" message="the reducer isn't pure: random (action 1) leads to "#))
      let document = try JSONValue(parsing: tool.run("verify j --purity --format json").output)
      let impurity = document["journals"]?.array?.first?["impurity"]
      #expect(impurity?["from"] == 1 && impurity?["to"] == 1 && impurity?["processes"] == 1)
      expectEqual(impurity?["places"]?.array?.first?["pointer"], "/text")
    }
  }

  @Test(arguments: [
    ("verify j --sample 3", "'--sample' needs '--purity'"),
    ("verify j --purity --no-replay", "'--purity' and '--no-replay' can't be combined"),
    ("verify j --purity --ignore /text", "'--purity' and '--ignore' can't be combined"),
    ("verify j --purity --sample 0", "option '--sample'"),
    ("verify j --update -o k --purity", "'--update' and '--purity' can't be combined"),
  ]) func `options that don't go together are refused`(line: String, message: String) async throws {
    try await onOwnThread {
      try record("j", ["count"])
      let result = try tool.run(line)
      expectEqual(result.status, 64)
      #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
    }
  }

  @Test func `a damaged journal is reported as without the option`() async throws {
    try await onOwnThread {
      folder.create("j", #"{"kind":"header","seq":0,broken"# + "\n")
      let (plain, again) = (try tool.run("verify j"), try tool.run("verify j --purity"))
      expectEqual(plain, again)
      expectEqual(plain.status, 2)
    }
  }
}
