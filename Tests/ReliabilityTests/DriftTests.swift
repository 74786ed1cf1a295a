import CommandLineKit
import Expectations
import Foundation
import RecordingChild
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// `drift`, with two builds of an app of which one strikes with misfortunes.
struct DriftTests {
  private let folder: TemporaryFolder
  private let tool: Executable

  init() throws {
    folder = try TemporaryFolder()
    tool = try Executable("RecordingChild", in: folder.path)
    // The reducers' process of the other build gets no arguments, so the script adds one.
    for (name, misfortunes) in [("new", ""), ("same", "off")] {
      folder.create(name, "#!/bin/sh\n\(Misfortune.variable)=\(misfortunes) exec '\(tool.path)' inspector\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path(of: name))
    }
    try FileManager.default.createDirectory(atPath: folder.path(of: "J"), withIntermediateDirectories: false)
  }

  /// Runs the old build, whose reducers have no misfortunes.
  private func run(_ line: String, input: String = "") throws -> Executable.Result {
    try tool.run(line, input: input, environment: [Misfortune.variable: "off"])
  }

  private func record(_ name: String, _ actions: [String]) throws {
    let result = try run("record -o J/\(name).jsonl --app steps", input: actions.map { $0 + "\n" }.joined())
    try #require(result.status == 0, "\(result.errorOutput)")
  }

  private func step(_ number: Int) -> String { #"{"step":{"_0":\#(number)}}"# }

  private func misfortune(_ misfortune: Misfortune) -> String {
    #"{"misfortune":{"_0":7,"_1":"\#(misfortune.rawValue)"}}"#
  }

  @Test func `builds with equal reducers lead to the same states`() async throws {
    try await onOwnThread {
      try record("a", [step(1), misfortune(.trap), step(2)])
      try record("b", [step(3)])
      try expectEqual(
        run("drift J --against ./same"), Executable.Result(status: 0, output: "same: 0 of 2 journals differ\n"))
    }
  }

  @Test func `sessions that differ are grouped by action and place`() async throws {
    try await onOwnThread {
      for number in 0..<5 { try record("\(number)", [step(number), step(1)]) }
      for number in 5..<8 { try record("\(number)", [step(number), misfortune(.lost), step(1), misfortune(.lost)]) }
      try record("8", [step(1), misfortune(.trap)])
      let result = try run("drift J --against ./new")
      expectEqual(result.status, 1)
      let lines = result.output.split(separator: "\n").map(String.init)
      expectEqual(
        lines.dropLast(),
        [
          "differ: 4 of 9 journals", "  3 after misfortune at /text", "    first in J/5.jsonl@2:",
          #"      ~ /text: "" → "lost""#,
        ])
      expectEqual(
        lines.last?.hasPrefix("  only the new build fails: J/8.jsonl: the reducer crashes at action 2 (misfortune)"),
        true)
    }
  }

  @Test func `the JSON document has a result for each journal`() async throws {
    try await onOwnThread {
      try record("a", [step(1), misfortune(.lost)])
      try record("b", [step(3)])
      let result = try run("drift J --against ./new --format json")
      let place: JSONValue = ["pointer": "/text", "op": "replace", "old": "", "new": "lost"]
      try expectEqual(
        JSONValue(parsing: result.output),
        [
          "schema": "reduxlog.drift/1", "journals": 2, "differing": 1,
          "groups": [
            [
              "type": "misfortune", "pointer": "/text", "journals": 1,
              "first": ["file": "J/a.jsonl", "seq": 2, "old": "", "new": "lost"],
            ]
          ],
          "results": [
            ["file": "J/a.jsonl", "status": "differs", "seq": 2, "type": "misfortune", "places": [place]],
            ["file": "J/b.jsonl", "status": "same"],
          ],
        ], "\(result)")
    }
  }

  @Test func `a build whose reducer hangs fails alone`() async throws {
    try await onOwnThread {
      try record("a", [step(1), misfortune(.hang)])
      let result = try run("drift J --against ./new --timeout \(Sanitizer.isOn ? "20s" : "500ms")")
      expectEqual(result.status, 1)
      #expect(result.output.contains("only the new build fails: J/a.jsonl: the reducer hangs at action 2"))
    }
  }

  @Test func `journals that can't be compared aren't called the same`() async throws {
    try await onOwnThread {
      let result = try run("drift none --against ./new")
      #expect(result.status == 2 && result.output == "not compared: 1 journal\n")
      expectEqual(result.errorOutput, "none: error: no such file; check the path\n")
    }
  }

  @Test func `a damaged journal is reported, and the others are compared`() async throws {
    try await onOwnThread {
      try record("a", [step(1), misfortune(.lost)])
      folder.create("J/b.jsonl", #"{"kind":"header","seq":0,broken"# + "\n")
      let result = try run("drift J --against ./new")
      expectEqual(result.status, 2)
      #expect(result.output.hasPrefix("differ: 1 of 1 journal\n"))
      #expect(result.errorOutput.hasPrefix("J/b.jsonl:1: error: "))
      try expectEqual(run("drift J --against ./new --format json").errorOutput, result.errorOutput)
    }
  }

  @Test(arguments: [
    ("/bin/true", "Name an executable made with InspectorTool of this version of reduxlog."),
    ("./none", "No executable file is there: check the path."),
    ("J", "Name an executable made with InspectorTool of this version of reduxlog."),
    ("tool", "For the file in this folder, write './tool'."),
  ]) func `a tool that can't run reducers ends the comparison`(other: String, advice: String) async throws {
    try await onOwnThread {
      try record("a", [step(1)])
      folder.create("tool", "#!/bin/sh\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path(of: "tool"))
      try expectEqual(
        run("drift J --against \(other)"),
        Executable.Result(
          status: 2, output: "",
          errorOutput: "RecordingChild: error: the tool '\(other)' can't run reducers\n  \(advice)\n"))
    }
  }

  @Test func `without a process of its own, another build can't be compared`() throws {
    folder.create("a.jsonl", "")
    let output = BufferSink()
    let code = InspectorTool.run(
      ["drift", "--against", "new", folder.path(of: "a.jsonl")], apps: [StepsApp.self], output: BufferSink(),
      errorOutput: output, input: InputSource.buffer(""), environment: [:])
    expectEqual(code, .trouble)
    #expect(!output.text.isEmpty)
  }

  /// Takes seconds: a hang lasts as long as the time limit.
  @Test func `results of batches add up to one comparison of all journals`() async throws {
    try await onOwnThread {
      for number in 0..<4 { try record("\(number)", [step(number), step(1)]) }
      for number in 4..<7 { try record("\(number)", [step(number), misfortune(.lost), step(1), misfortune(.lost)]) }
      try record("7", [step(1), misfortune(.trap)])
      try record("8", [step(1), misfortune(.hang)])
      try record("9", [misfortune(.exit)])
      let good = try #require(folder.contents(of: "J/0.jsonl"))
      folder.create("J/a.jsonl", good.replacing(#""_0":0"#, with: #""_0":8"#))
      folder.create("J/b.jsonl", #"{"kind":"header","# + String(repeating: "[", count: 100_000))
      let names = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b"]
      let limit = "--against ./new --timeout \(Sanitizer.isOn ? "20s" : "500ms")"
      var random = SystemRandomNumberGenerator()
      let jobs = names.map { #"{"id":"\#($0)","path":"J/\#($0).jsonl"}"# + "\n" }.shuffled(using: &random)
      for (part, jobs) in [jobs.prefix(5), jobs.dropFirst(5)].enumerated() {
        let batch = try run("drift --batch --jobs 2 \(limit)", input: jobs.joined())
        expectEqual(batch.status, 0)
        folder.create("r\(part)", batch.output)
      }
      for format in ["json", "human"] {
        let whole = try run("drift J \(limit) --format \(format)")
        let merged = try run("merge r1 r0 r1 --format \(format)")
        #expect(merged.output == whole.output && merged.status == whole.status)
        // The reducers that crash print, too.
        #expect(whole.errorOutput.hasSuffix(merged.errorOutput))
        #expect(whole.status == 2 && whole.output.contains("/text"))
      }
      let lines = try run("merge r0 r1 --format ndjson").output.split(separator: "\n")
        .map { try JSONValue(parsing: String($0))["status"]?.string }
      expectEqual(
        lines,
        Array(repeating: "same", count: 4) + Array(repeating: "differs", count: 3)
          + Array(repeating: "fails", count: 3) + ["failed", "failed"])
      let other = try run("merge r0 r1 --format junit")
      #expect(other.status == 64 && other.errorOutput.contains("results of 'drift' have no format 'junit'"))
    }
  }

  @Test func `a tool that can't run reducers ends the batch`() async throws {
    try await onOwnThread {
      try record("a", [step(1)])
      let job = #"{"id":"a","path":"J/a.jsonl"}"# + "\n"
      let result = try run("drift --batch --against /bin/true", input: job + job)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(result.errorOutput.hasPrefix("RecordingChild: error: the tool '/bin/true' can't run reducers\n"))
    }
  }

  /// Compares version 1 of the notes app with another one, on a session that version 1 recorded.
  private func compareNotes(with version: String) throws -> Executable.Result {
    folder.create("notes", "#!/bin/sh\nNOTES='\(version)' exec '\(tool.path)' inspector\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path(of: "notes"))
    let actions = [
      #"{"add":{"text":"a"}}"#, #"{"open":{}}"#, #"{"edit":{"id":1,"text":"b"}}"#, #"{"remove":{"_0":1}}"#,
    ]
    let old = ["NOTES": "1"]
    let recorded = try tool.run(
      "record -o n.jsonl --force --app notes", input: actions.map { $0 + "\n" }.joined(), environment: old)
    try #require(recorded.status == 0, "\(recorded.errorOutput)")
    return try tool.run("drift n.jsonl --against ./notes", environment: old)
  }

  @Test func `states of a newer schema are compared in the shape that they were recorded in`() async throws {
    try await onOwnThread {
      let (same, changed) = (try compareNotes(with: "2"), try compareNotes(with: "2 changed"))
      expectEqual(same, Executable.Result(status: 0, output: "same: 0 of 1 journal differs\n"))
      expectEqual(
        changed,
        Executable.Result(
          status: 1,
          output: """
            differ: 1 of 1 journal
              1 after open at /opened
                first in n.jsonl@2:
                  ~ /opened: 1 → 2

            """))
    }
  }

  @Test func `states that can't be given their recorded shape are reported as of another schema`() async throws {
    try await onOwnThread {
      let result = try compareNotes(with: "3")
      expectEqual(result.status, 1)
      expectEqual(
        result.output,
        """
        not compared: 1 journal
          1 journal not compared: the old build has states of schema 1, the new one of schema 3

        """)
    }
  }

  /// Takes seconds: a process records each session. A soak compares 2,000 of them.
  @Test func `of many sessions, those with a planted change differ, and no others`() async throws {
    try await onOwnThread {
      var random = SeededGenerator(seed: 21)
      var planted: Set<String> = []
      for number in 0..<Soak.count(12, soak: 2000) {
        var actions = (0..<Int.random(in: 1...60, using: &random)).map(step)
        if Int.random(in: 0..<4, using: &random) == 0 {
          actions.insert(misfortune(.lost), at: Int.random(in: 0...actions.count, using: &random))
          planted.insert("J/\(number).jsonl")
        }
        try record("\(number)", actions)
      }
      let document = try JSONValue(parsing: run("drift J --against ./new --format json").output)
      let differing = document["results"]?.array?.filter { $0["status"] == "differs" }
        .compactMap { $0["file"]?.string }
      expectEqual(Set(differing ?? []), planted)
      expectEqual(document["groups"]?.array?.count, 1)
      expectEqual(document["groups"]?.array?.first?["pointer"], "/text")
    }
  }
}
