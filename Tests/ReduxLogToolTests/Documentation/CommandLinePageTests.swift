import ChangedSamples
import CommandLineKit
import Expectations
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `docs/reference/command-line.md` describes everything that the help doesn't print.
struct CommandLinePageTests {
  private let page: MarkdownPage

  init() throws { page = MarkdownPage(try Repository.text("docs/reference/command-line.md")) }

  @Test func `the help lists every command and topic`() {
    let lines = reduxlog(["help"]).output.split(separator: "\n")
    let topics = CommandTable.standard.topics.map(\.name)
    for name in CommandTable.standard.specifications.map(\.name) + topics {
      #expect(lines.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `every exit code is there`() {
    let rows = page.prose.filter { $0.heading == "Exit codes" }.map(\.line)
    for (code, meaning) in ExitCode.meanings {
      #expect(rows.contains { $0.hasPrefix("| \(code) | \(meaning)") }, "\(code)")
    }
  }

  /// Takes a second: it reads all sources.
  @Test func `every environment variable is there, and none that the sources don't use`() throws {
    var used: Set<String> = []
    for file in Repository.swiftFiles(in: "Sources") where !file.hasPrefix("Sources/benchmarks/") {
      let text = try Repository.text(file)
      used.formUnion(text.matches(of: /environment\["([A-Z_]+)"\]/).map { String($0.output.1) })
      used.formUnion(text.matches(of: /REDUXLOG_[A-Z]+(?:_[A-Z]+)*/).map { String($0.output) })
    }
    #expect(used.count > 10)
    let section = page.prose.filter { $0.heading == "Environment" }.map(\.line).joined(separator: "\n")
    let words = MarkdownPage(section).codeWords.compactMap { $0.split(separator: "=").first.map(String.init) }
    #expect(used.subtracting(words) == [])
    #expect(Set(words.filter { $0.hasPrefix("REDUXLOG_") }).subtracting(used) == [])
  }

  @Test func `every schema has a section, and no other has`() throws {
    var schemas: Set<String> = []
    for file in Repository.swiftFiles(in: "Sources") where !file.hasPrefix("Sources/benchmarks/") {
      for line in try Repository.text(file).split(separator: "\n") where line.contains("\"reduxlog.") {
        schemas.formUnion(line.matches(of: /"(reduxlog\.[a-z-]+\/\d+)\\?"/).map { String($0.output.1) })
      }
    }
    #expect(schemas.count > 10)
    let sections = page.prose.filter { $0.line.hasPrefix("### ") }.map(\.heading)
    #expect(Set(sections) == Set(schemas.map { "`\($0)`" }))
  }

  @Test func `every member of a document is described`() throws {
    let folder = try TemporaryFolder()
    let session = try SampleJournal.session(folder.path(of: "session.jsonl")).path
    let crashed = folder.path(of: "crashed.jsonl")
    let held = try SampleJournal.crashed(crashed)
    defer { withExtendedLifetime(held) {} }
    for journal in [session, crashed] {
      let calls = [
        ["show", journal], ["show", journal, "--action"], ["show", journal, "--meta"],
        ["show", "\(journal)@1", "--meta"], ["show", "\(journal)@0:/n"], ["show", "\(journal)@0", "--meta"],
        ["log", journal], ["log", journal, "-p"], ["diff", "\(journal)@0", "\(journal)@2:/n"],
        ["diff", "\(journal)@0..1"], ["bisect", "\(journal)@2", "--expect", "$.n != 1"],
        ["bisect", journal, "--expect", "$.n != 1", "--scan"], ["stats", journal], ["summary", journal],
        ["verify", journal],
        ["verify", journal, "--no-replay"],
        ["assert", journal, "--always", "$.n == 0"], ["blame", "\(journal)@2"],
        ["blame", "\(journal)@2:/n", "--history"], ["blame", "\(journal)@2:/n", "--history", "-n", "1"],
        ["verify", folder.path(of: "none.jsonl")], ["coverage", journal],
        ["diff", session, crashed, "--history"], ["diff", "\(session)@2", "\(session)@5", "--history"],
        ["minimize", "\(journal)@2", "--expect", "$.n != 1", "-o", folder.path(of: "small.jsonl"), "--force"],
      ]
      for arguments in calls {
        let result = reduxlog(arguments + ["--format", "json"])
        guard !result.output.isEmpty else { continue }
        try check(JSONValue(parsing: result.output))
      }
    }
    try check(changedReducer())
  }

  /// The report of a verification that diverges.
  private func changedReducer() throws -> JSONValue {
    let output = BufferSink()
    let path = Repository.path("Samples/Tracker/Sessions/year.jsonl")
    let code = InspectorTool.run(
      ["verify", path, "--format", "json"], apps: [ChangedTrackerApp.self], output: output, errorOutput: BufferSink())
    expectEqual(code, .finding)
    return try JSONValue(parsing: output.text)
  }

  /// Checks that the table of the document's schema has a row for each member, whatever it is in.
  private func check(_ document: JSONValue) throws {
    let schema = try #require(document[JSONPointer("/schema")]?.string)
    let rows = page.prose.filter { $0.heading == "`\(schema)`" }.map(\.line)
    var names: Set<String> = []
    collect(document, into: &names)
    for name in names.sorted() {
      #expect(rows.contains { $0.hasPrefix("| ") && $0.contains("`\(name)`") }, "\(schema): \(name)")
    }
  }

  /// Collects the names of the members, except inside values that belong to the app, such as states and actions.
  private func collect(_ value: JSONValue, into names: inout Set<String>) {
    switch value {
    case .object(let object):
      for (name, value) in object {
        names.insert(name)
        let isOpaque = ["state", "action", "patch", "kinds", "changed", "context", "old", "new"].contains(name)
        if !isOpaque { collect(value, into: &names) }
      }
    case .array(let values): for value in values { collect(value, into: &names) }
    default: break
    }
  }
}

extension JSONValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
