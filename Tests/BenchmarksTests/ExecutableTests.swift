import Expectations
import Foundation
import StateTree
import TestSupport
import Testing

@testable import benchmarks

/// Runs the built executable as a process.
struct ExecutableTests {
  private let folder: TemporaryFolder
  private let benchmarks: Executable

  init() throws {
    folder = try TemporaryFolder()
    benchmarks = try Executable("benchmarks", in: folder.path)
  }

  /// Takes seconds: it runs each benchmark once.
  @Test func `a quick run measures every listed row and leaves nothing behind`() async throws {
    try await onOwnThread {
      let listed = try benchmarks.run("--list").output.split(separator: "\n").map(String.init)
      let run = try benchmarks.run("--quick --format json --folder \(folder.path)")
      expectEqual(run.status, 0)
      let report = try JSONValue(parsing: run.output)
      expectEqual(report["schema"], "reduxlog.benchmarks/1")
      let rows = try #require(report["rows"]?.array)
      expectEqual(rows.compactMap { $0["name"]?.string }, listed)
      #expect(listed.count > 20)
      for row in rows {
        guard case .number(let value) = row["value"] else {
          Issue.record("\(row.compact) has no value")
          continue
        }
        // A row that is the difference of two times can be negative on a busy machine.
        #expect(value.double.isFinite && value.double != 0, "\(row.compact)")
      }
      #expect(try folder.names().isEmpty)
    }
  }

  @Test func `the table states its conditions`() async throws {
    try await onOwnThread {
      let run = try benchmarks.run("--quick --filter action/encode")
      expectEqual(run.status, 0)
      let build = Effort.isDebugBuild ? "debug" : "release"
      #expect(
        run.output.hasPrefix(
          "reduxlog benchmarks, \(build) build, effort: \(build == "debug" ? "debug build, " : "")quick"))
      #expect(run.output.contains("\naction/encode "))
      #expect(!run.output.contains("action/decode"))
    }
  }

  @Test func `growth measures the given lengths`() async throws {
    try await onOwnThread {
      let run = try benchmarks.run("growth 300 30")
      expectEqual(run.status, 0)
      let lines = run.output.split(separator: "\n").dropFirst()
      expectEqual(lines.first?.split(separator: " ").joined(separator: " "), "30 actions 300 actions ratio")
      expectEqual(
        lines.dropFirst().map { String($0.prefix(32)).trimmingCharacters(in: .whitespaces) },
        ["record, .buffered", "verify", "show at random N"].flatMap { [$0, "peak memory"] })
      #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("x") })
    }
  }

  /// Takes seconds: it runs eleven commands on each of eight journals.
  @Test func `documents measures commands on edits of an array`() async throws {
    try await onOwnThread {
      let run = try benchmarks.run("documents 10 20")
      expectEqual(run.status, 0)
      let lines = run.output.split(separator: "\n").dropFirst()
      expectEqual(lines.count, 1 + 4 * 11 * 2)
      #expect(lines.allSatisfy { $0.hasSuffix("x") || $0.hasSuffix("ratio") })
    }
  }

  @Test func `the inspector knows the measured app`() async throws {
    try await onOwnThread {
      let run = try benchmarks.run("inspector --version")
      expectEqual(run.status, 0)
      #expect(!run.output.isEmpty)
    }
  }

  @Test(arguments: [
    ("--bogus", "'--bogus' is no option of benchmarks"), ("--format xml", "--format is human or json, not 'xml'"),
    ("--filter no-such-row", "no row has 'no-such-row' in its name; see --list"),
    ("growth -1", "'-1' isn't a number of actions"),
  ])
  func `an invalid command line exits with 2`(line: String, message: String) async throws {
    try await onOwnThread {
      let run = try benchmarks.run(line)
      expectEqual(run.status, 2)
      #expect(run.output.isEmpty)
      expectEqual(run.errorOutput, "benchmarks: \(message)\nSee benchmarks --help.\n")
    }
  }
}
