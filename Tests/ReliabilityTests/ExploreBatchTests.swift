import Expectations
import RecordingChild
import StateTree
import TestSupport
import Testing

/// `explore --batch`, and `merge` of its results.
///
/// Each test takes seconds: see `ExploreTests`.
struct ExploreBatchTests: LendingSuite {
  let folder: TemporaryFolder
  let tool: Executable

  init() throws { (folder, tool) = try Self.recorded() }

  @Test func `each job of a batch has a seed, and merging lists each failure once`() async throws {
    try await onOwnThread {
      let jobs = (1...3).map { #"{"id":"\#($0)","path":"J","seed":\#($0)}"# + "\n" }
      let line = "explore --batch --jobs 2 --runs 30 --without suspicions -o F"
      folder.create("r1", try run(line, bug: .kept, input: jobs[0] + jobs[1]).output)
      folder.create("r2", try run(line, bug: .kept, input: jobs[2]).output)
      let merged = try run("merge r1 r2 r1 --format json")
      let report = try JSONValue(parsing: merged.output)
      #expect(merged.status == 1 && report["jobs"] == 3 && report["sessions"] == 90, "\(merged)")
      let findings = try #require(report["findings"]?.array)
      expectEqual(findings.map { $0["kind"] }, ["check"], "\(merged)")
      let found = try #require(findings.first)
      // The journals are those of the jobs.
      let path = try #require(found["journal"]?.string)
      #expect(path.hasPrefix("F/\(found["seed"]?.compact ?? "")/") && folder.contents(of: path) != nil, "\(path)")
      let alone = try JSONValue(
        parsing: run("explore J --seed 2 --runs 30 --without suspicions --format json", bug: .kept).output)
      let second = report["results"]?.array?.first { $0["seed"] == 2 }
      expectEqual(second?["actions"], alone["actions"])
      expectEqual(second?["findings"]?.array?.count, alone["findings"]?.array?.count)
      // What is in the folder stays.
      let again = try run(line, bug: .kept, input: jobs[2])
      #expect(again.output.contains("the folder 'F/3' isn't empty"), "\(again)")
      try expectEqual(
        run("\(line)2", bug: .kept, input: jobs[2]).output, folder.contents(of: "r2")?.replacing("\"F/", with: "\"F2/"))
      let twice = try run(line, bug: .kept, input: jobs[0] + jobs[0].replacing(#""id":"1""#, with: #""id":"x""#))
      #expect(twice.output.contains("another job has the seed 1, too"), "\(twice)")
      let typo = try run("explore --batch --expect $.a>=")
      #expect(typo.status == 64 && typo.output.isEmpty, "\(typo)")
      let human = try run("merge r1 r2")
      #expect(human.output.hasPrefix("found 1 in 90 sessions of lending, "), "\(human)")
      #expect(human.output.contains("\ncheck after remove: "), "\(human)")
    }
  }

  @Test func `sessions that end early are counted, and fail the job`() async throws {
    try await onOwnThread {
      let batch = try run(
        "explore --batch --jobs 1 --runs 10 --without suspicions", bug: .equal, input: #"{"id":"a","path":"J"}"# + "\n")
      let line = try JSONValue(parsing: batch.output)
      #expect(line["status"] == "found" && line["findings"] == [] && line["ended"] != 0, "\(batch)")
      folder.create("r", batch.output)
      let merged = try run("merge r")
      #expect(merged.status == 1 && merged.output.contains("not played to the end: "), "\(merged)")
    }
  }

  @Test func `what a job leaves out is in its line, and merging says it`() async throws {
    try await onOwnThread {
      let batch = try run(
        "explore --batch --jobs 1 --runs 5 --expect length($.books)<3 --without suspicions",
        input: #"{"id":"a","path":"J"}"# + "\n")
      let message = "length($.books)<3 is false in state 9 already, so no made state is judged by it"
      let line = try JSONValue(parsing: batch.output)
      expectEqual(line["warnings"], [["message": .string(message), "segment": "J/a.jsonl"]], "\(batch)")
      expectEqual(batch.errorOutput, "")
      folder.create("r", batch.output)
      try expectEqual(run("merge r").errorOutput, "J/a.jsonl: warning: \(message)\n")
    }
  }

  @Test func `merge tells conditions apart, and lists them in one order`() async throws {
    try await onOwnThread {
      let findings = (1...8).map {
        #"{"kind":"check","type":"add","place":null,"message":"$.n != \#($0) is false","actions":2}"#
      }
      for (name, findings) in [("a", findings), ("b", findings.reversed())] {
        let line =
          #"{"schema":"reduxlog.result/1","command":"explore","id":"\#(name)","file":"J","status":"found","exit-code":1,"seed":1,"#
        folder.create(
          name,
          line
            + #""app":"lending","sessions":1,"actions":2,"uncompared":0,"ended":0,"left-out":0,"findings":[\#(findings.joined(separator: ","))]}"#
            + "\n")
      }
      let merged = try run("merge a b")
      let shown = merged.output.split(separator: "\n").filter { $0.hasPrefix("check after add: ") }
      expectEqual(shown, (1...8).map { "check after add: $.n != \($0) is false" }, "\(merged)")
      #expect(merged.output.contains("found by 2 of 2 jobs"), "\(merged)")
    }
  }

  @Test func `a job that can't be explored has a result, and one without a seed gets the first`() async throws {
    try await onOwnThread {
      let jobs =
        #"{"id":"a","path":"none"}"# + "\n" + #"{"id":"b","path":"J","seed":-1}"# + "\n" + #"{"id":"c","path":"J"}"#
      let batch = try run("explore --batch --jobs 1 --runs 5", input: jobs)
      let lines = try batch.output.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
      expectEqual(lines.map { $0["status"] }, ["failed", "failed", "ok"], "\(batch)")
      #expect(lines[1]["message"]?.string?.hasPrefix("'seed' is no whole number from 0") == true, "\(batch)")
      expectEqual(lines.map { $0["id"] }, ["a", "b", "c"], "\(batch)")
      expectEqual(lines[2]["seed"], 1)
      folder.create("r", batch.output)
      let merged = try run("merge r")
      #expect(merged.status == 2 && merged.output.hasPrefix("found nothing in 5 sessions of lending, "), "\(merged)")
      #expect(
        merged.errorOutput.contains("none: error: no such file") && merged.output.contains("not explored: 2 jobs"))
    }
  }
}
