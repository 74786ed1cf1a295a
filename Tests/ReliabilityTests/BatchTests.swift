import Expectations
import Foundation
import RecordingChild
import StateTree
import TestSupport
import Testing

/// `verify --batch`: journals that are named on standard input, with an app whose reducers crash and hang.
struct BatchTests {
  private let folder: TemporaryFolder
  private let tool: Executable

  init() throws {
    folder = try TemporaryFolder()
    tool = try Executable("RecordingChild", in: folder.path)
  }

  private static func step(_ number: Int) -> String { #"{"step":{"_0":\#(number)}}"# }

  private static func misfortune(_ misfortune: Misfortune) -> String {
    #"{"misfortune":{"_0":7,"_1":"\#(misfortune.rawValue)"}}"#
  }

  private func record(_ name: String, _ actions: [String]) throws {
    let result = try tool.run(
      "record -o \(name) --app steps", input: actions.map { $0 + "\n" }.joined(),
      environment: [Misfortune.variable: "off"])
    try #require(result.status == 0, "\(result.errorOutput)")
  }

  /// Journals of each kind, with the statuses that `verify` gives them.
  private func recordEachKind() throws -> [(path: String, status: String)] {
    try record("good", (0..<20).map(Self.step))
    try record("crashing", [Self.step(1), Self.misfortune(.trap), Self.step(2)])
    try record("hanging", [Self.step(1), Self.misfortune(.hang)])
    try record("leaving", [Self.misfortune(.exit)])
    try record("diverging", [Self.step(1), Self.misfortune(.lost), Self.step(3)])
    let good = try #require(folder.contents(of: "good"))
    folder.create("damaged", good.replacing(#""_0":7"#, with: #""_0":8"#))
    folder.create("torn", String(good.dropLast(20)))
    folder.create("hostile", String(repeating: "[", count: 100_000))
    folder.create("empty")
    folder.create("folder/none")
    return [
      ("good", "ok"), ("crashing", "crashed"), ("hanging", "hung"), ("leaving", "crashed"), ("diverging", "diverged"),
      ("damaged", "failed"), ("torn", "ok"), ("hostile", "failed"), ("empty", "failed"), ("folder", "failed"),
      ("missing", "failed"),
    ]
  }

  private func job(_ id: String, _ path: String) -> String { #"{"id":"\#(id)","path":"\#(path)"}"# + "\n" }

  /// The next line of an output.
  private static func line(_ output: FileHandle) throws -> String {
    var line = Data()
    while line.last != UInt8(ascii: "\n"), let byte = try output.read(upToCount: 1) { line += byte }
    return String(decoding: line, as: UTF8.self)
  }

  private func results(_ output: String) throws -> [JSONValue] {
    try output.split(separator: "\n").map { try JSONValue(parsing: $0) }
  }

  @Test func `a line has the members of the JSON document, and what a report needs`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1), Self.misfortune(.trap)])
      let result = try tool.run("verify --batch", input: job("a", "j"))
      expectEqual(result.status, 0)
      let line = try JSONValue(parsing: result.output)
      let document = try JSONValue(parsing: tool.run("verify j --format json").output)
      let members = try #require(document["journals"]?.array?.first?.object)
      expectEqual(
        line.object?.keys,
        ["schema", "command", "id"] + members.keys
          + ["exit-code", "summary", "problems", "verdict", "session"])
      for (key, value) in zip(members.keys, members.values) { expectEqual(line[key], value) }
      #expect(line["schema"] == "reduxlog.result/1" && line["command"] == "verify" && line["id"] == "a")
      #expect(line["exit-code"] == 3 && line["summary"] == "at action 2")
      #expect(line["verdict"]?["headline"] == "Today's app crashes at 2" && line["session"]?["app"] == "steps")
      let problem = line["problems"]?.array?.first
      #expect(problem?["file"] == "j" && problem?["line"] == 4)
      expectEqual(
        problem?["details"]?.array?.first?.string?.hasPrefix("'reduxlog show j@2 --action' shows the action."), true)
    }
  }

  /// Takes seconds: a hang lasts as long as the time limit. A soak has 10,000 jobs.
  @Test(arguments: [1, 3]) func `each job gets a line, whatever its journal does`(threads: Int) async throws {
    try await onOwnThread {
      let kinds = try recordEachKind()
      let count = Soak.count(40, soak: 10_000)
      var random = SeededGenerator(seed: 22)
      var jobs = (0..<count).map { number in
        // A hang takes a while, so few of them do.
        number < kinds.count ? kinds[number] : kinds[[0, 4, 5, 6, 7, 8, 9, 10][Int.random(in: 0..<8, using: &random)]]
      }
      jobs.shuffle(using: &random)
      let input = jobs.enumerated().map { job("\($0)", $1.path) }.joined()
      let limit = Sanitizer.isOn ? "20s" : "500ms"
      // The shell reads the jobs from a file, because the pipes of a process are small.
      folder.create("jobs", input)
      let result = try tool.shell("\"$REDUXLOG\" verify --batch --jobs \(threads) --timeout \(limit) < jobs 2> errors")
      expectEqual(result.status, 0)
      let lines = try results(result.output)
      expectEqual(lines.count, count)
      var found: [String: String] = [:]
      for line in lines {
        let id = try #require(line["id"]?.string)
        found[id] = "\(line["file"]?.string ?? "") \(line["status"]?.string ?? "")"
      }
      let expected = jobs.enumerated().map { ("\($0)", "\($1.path) \($1.status)") }
      expectEqual(found, Dictionary(uniqueKeysWithValues: expected))
    }
  }

  @Test func `a line that is no job is a result, and the batch goes on`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1)])
      let bad = ["nonsense", "{}", #"{"id":7,"path":"j"}"#, #"{"id":"7","path":""}"#, #"{"id":"7","path":"-"}"#]
      let result = try tool.run(
        "verify --batch --jobs 1", input: bad.joined(separator: "\n") + "\n\n  \n" + job("good", "j"))
      #expect(result.status == 0 && result.errorOutput.isEmpty)
      let lines = try results(result.output)
      expectEqual(lines.count, 6)
      for (index, line) in lines.prefix(5).enumerated() {
        // So merging knows which job it is.
        expectEqual(line["id"], index < 3 ? nil : "7")
        #expect(line["file"] == "standard input" && line["status"] == "failed")
        #expect(line["line"] == JSONValue.number(.init(index + 1)) && line["exit-code"] == 2)
      }
      expectEqual(lines[0]["message"]?.string?.hasPrefix("not JSON: "), true)
      expectEqual(lines[1]["message"], "expected an object with the texts 'id' and 'path'")
      #expect(lines[5]["id"] == "good" && lines[5]["status"] == "ok")
    }
  }

  @Test func `a result comes before the next job is written`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1)])
      let process = try tool.start("verify --batch --jobs 2")
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      let output = try #require(process.standardOutput as? Pipe).fileHandleForReading
      for number in 0..<5 {
        try input.write(contentsOf: Data(job("\(number)", "j").utf8))
        try expectEqual(JSONValue(parsing: BatchTests.line(output))["id"], .string("\(number)"))
      }
      try input.close()
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 0)
    }
  }

  @Test func `an interrupted batch has printed what was done`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1)])
      let process = try tool.start("verify --batch --jobs 2")
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      let output = try #require(process.standardOutput as? Pipe).fileHandleForReading
      try input.write(contentsOf: Data(job("a", "j").utf8))
      try expectEqual(JSONValue(parsing: BatchTests.line(output))["id"], "a")
      // Both threads wait for jobs now.
      process.interrupt()
      process.waitUntilExit()
      expectEqual(process.terminationStatus, 130)
      #expect(try output.readToEnd()?.isEmpty ?? true)
    }
  }

  @Test func `what reducers print doesn't mix with the lines`() async throws {
    try await onOwnThread {
      // fatalError prints its message.
      try record("j", [Self.misfortune(.fatalError)])
      let result = try tool.run("verify --batch", input: job("a", "j"))
      try expectEqual(results(result.output).count, 1)
      #expect(result.errorOutput.contains("as ordered"))
    }
  }

  @Test func `the options that judge apply to each job`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1), Self.misfortune(.lost), Self.step(2), Self.misfortune(.lost)])
      func status(_ options: String) throws -> [JSONValue?] {
        let line = try JSONValue(parsing: tool.run("verify --batch \(options)", input: job("a", "j")).output)
        return [line["status"], line["exit-code"]]
      }
      try expectEqual(status(""), ["diverged", 1])
      try expectEqual(status("--no-replay"), ["ok", 0])
      try expectEqual(status("--ignore /text"), ["ok", 0])
      try expectEqual(status("--max-line 100"), ["failed", 2])
      try expectEqual(status("--purity"), ["diverged", 1])
    }
  }

  @Test(arguments: [
    ("verify --batch j", "'--batch' reads jobs, not the file 'j'"),
    ("verify --batch --report r", "'--batch' and '--report' can't be combined"),
    ("verify --batch --update -o k", "'--batch' and '--update' can't be combined"),
    ("verify --batch --shard 1/2", "'--batch' and '--shard' can't be combined"),
    ("verify --batch --format json", "'--batch' and '--format' can't be combined"),
    ("verify --batch --force", "'--batch' and '--force' can't be combined"),
    ("verify", "missing argument FILE"), ("verify --update -o k", "missing argument FILE"),
  ]) func `options that make no sense for jobs are refused`(line: String, message: String) async throws {
    try await onOwnThread {
      let result = try tool.run(line)
      expectEqual(result.status, 64)
      #expect(result.errorOutput.hasPrefix("RecordingChild: error: \(message)\n"), "\(result.errorOutput)")
    }
  }

  @Test func `a broken input ends the batch with what was done`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1)])
      let result = try tool.shell("\"$REDUXLOG\" verify --batch <&-")
      expectEqual(result.status, 2)
      #expect(result.output.isEmpty)
    }
  }

  @Test func `conditions are checked in the same way`() async throws {
    try await onOwnThread {
      try record("j", [Self.step(1), Self.step(2)])
      try record("k", [Self.step(1), Self.misfortune(.trap)])
      let result = try tool.run(
        ["assert", "--batch", "--jobs", "1", "--always", "$.steps < 2"],
        input: job("a", "j") + job("b", "k") + job("c", "none"))
      expectEqual(result.status, 0)
      let lines = try results(result.output)
      expectEqual(lines.map { $0["status"] }, ["violated", "crashed", "failed"])
      expectEqual(lines.map { $0["exit-code"] }, [1, 3, 2])
      #expect(lines.allSatisfy { $0["command"] == "assert" })
      let plain = try tool.run(["assert", "j", "--always", "$.steps < 2", "--format", "junit"])
      folder.create("r", result.output.prefix { $0 != "\n" } + "\n")
      try expectEqual(tool.run("merge r --format junit").output, plain.output)
    }
  }

  /// Takes seconds: it kills batches, and runs them again.
  @Test func `batches that were killed and ran again lose nothing`() async throws {
    try await onOwnThread {
      let seed = UInt64.random(in: .min ... .max)
      var random = SeededGenerator(seed: seed)
      let kinds = try recordEachKind()
      let jobs = (0..<40).map { number in
        job("\(number)", kinds[number == 0 ? 1 : [0, 4, 5, 6, 7, 8, 9, 10][number % 8]].path)
      }
      folder.create("jobs", jobs.joined())
      let batch = "\"$REDUXLOG\" verify --batch --jobs 2 < jobs 2> errors"
      let whole = try tool.shell("\(batch) > whole; \"$REDUXLOG\" merge whole --format ndjson")
      expectEqual(whole.output.split(separator: "\n").count, 40)
      for round in 0..<Soak.count(5, soak: 200) {
        let delay = Double.random(in: 0...0.6, using: &random)
        let result = try tool.shell(
          """
          rm -f results
          \(batch) >> results & worker=$!
          sleep \(delay); kill -9 $worker; wait $worker 2> errors
          head -c 30 whole >> results
          "$REDUXLOG" merge results --jobs jobs --format ndjson > partial 2> errors
          \(batch) >> results
          "$REDUXLOG" merge partial results --jobs jobs --format ndjson 2> errors
          """)
        expectEqual(result.output, whole.output, "seed \(seed), round \(round), after \(delay) s")
        expectEqual(result.status, whole.status)
      }
    }
  }
}
