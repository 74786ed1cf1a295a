import Expectations
import Foundation
import RecordingChild
import StateTree
import TestSupport
import Testing

/// Tests of `explore`: a folder with two recorded sessions in `J`, and a tool whose app has a bug if it is asked to.
protocol LendingSuite: Sendable {
  var folder: TemporaryFolder { get }
  var tool: Executable { get }
}

extension LendingSuite {
  /// Records the sessions, and makes the tool `sound`, whose app has no bug.
  static func recorded() throws -> (TemporaryFolder, Executable) {
    let folder = try TemporaryFolder()
    let suite = Recording(folder: folder, tool: try Executable("RecordingChild", in: folder.path))
    try suite.script("sound", with: "")
    try FileManager.default.createDirectory(atPath: folder.path(of: "J"), withIntermediateDirectories: false)
    try suite.record("a", LendingSessions.first)
    try suite.record("b", LendingSessions.second)
    return (folder, suite.tool)
  }

  /// Makes a tool whose app has a bug.
  func script(_ name: String, with bug: String) throws {
    folder.create(
      name,
      "#!/bin/sh\n\(LendingApp.variable)=\(bug) \n[ $# -gt 0 ] || set inspector\nexport \(LendingApp.variable)\nexec '\(tool.path)' \"$@\"\n"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path(of: name))
  }

  func run(_ line: String, bug: LendingApp.Bug? = nil, input: String = "") throws -> Executable.Result {
    try tool.run(line, input: input, environment: [LendingApp.variable: bug?.rawValue ?? ""])
  }

  func record(_ name: String, _ actions: String) throws {
    let result = try run("record -o J/\(name).jsonl --app lending", input: actions)
    try #require(result.status == 0, "\(result.errorOutput)")
  }

  /// Explores, and returns the findings: what each is of, the type and the place, and the types of its actions.
  func explore(_ options: String, bug: LendingApp.Bug?) throws -> [JSONValue] {
    let result = try run("explore J \(options.contains("-o ") ? "" : "-o F") --format json \(options)", bug: bug)
    try #require(!result.output.isEmpty, "\(result)")
    let report = try JSONValue(parsing: result.output)
    let findings = try #require(report["findings"]?.array, "\(result)")
    let isWrong = findings.contains { $0["kind"] != "suspicion" }
    expectEqual(result.status, isWrong ? 1 : 0, "\(result)")
    return try findings.map { finding in
      let path = try #require(finding["journal"]?.string)
      let log = try run("log \(path) --format ndjson", bug: bug).output
      let types = try log.split(separator: "\n").compactMap { line -> JSONValue? in
        let record = try JSONValue(parsing: String(line))
        return record["kind"] == "action" ? record["type"] : nil
      }
      return [
        finding["kind"] ?? nil, finding["type"] ?? nil, finding["place"] ?? nil, .array(types),
        finding["minimal"] ?? nil,
      ]
    }
  }
}

private struct Recording: LendingSuite {
  let folder: TemporaryFolder
  let tool: Executable
}

/// The recorded sessions, in which nothing that a bug needs happens.
private enum LendingSessions {
  static let first = """
    {"add":{"id":"dune","title":"Dune"}}
    {"add":{"id":"emma","title":"Emma","label":"A1"}}
    {"lend":{"id":"dune","to":"ada"}}
    {"giveBack":{"id":"dune"}}
    {"lend":{"id":"emma","to":"bob"}}
    {"giveBack":{"id":"emma"}}
    {"rename":{"id":"dune","title":"Dune, part one"}}
    {"lend":{"id":"dune","to":"bob"}}
    {"add":{"id":"ilium","title":"Ilium","label":"B2"}}
    {"giveBack":{"id":"dune"}}
    {"remove":{"id":"dune"}}

    """

  static let second = """
    {"add":{"id":"ulysses","title":"Ulysses","label":"C3"}}
    {"lend":{"id":"ulysses","to":"eve"}}
    {"add":{"id":"momo","title":"Momo"}}
    {"add":{"id":"walden","title":"Walden"}}
    {"giveBack":{"id":"ulysses"}}
    {"rename":{"id":"momo","title":"Momo!"}}
    {"lend":{"id":"momo","to":"ada"}}
    {"remove":{"id":"walden"}}
    {"giveBack":{"id":"momo"}}
    {"remove":{"id":"momo"}}
    {"lend":{"id":"ulysses","to":"bob"}}
    {"giveBack":{"id":"ulysses"}}

    """
}
