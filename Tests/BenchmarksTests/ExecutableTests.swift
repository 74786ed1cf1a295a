import Foundation
import StateTree
import TestSupport
import Testing

@testable import benchmarks

/// The built executable, run as a process of its own.
struct ExecutableTests {
  private let path: String

  init() throws {
    // It is a dependency of the tests, so it is built into the folder of their bundle.
    let folders = [Bundle.main.bundleURL] + Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
    let candidates = (folders + folders.map { $0.deletingLastPathComponent() }).map {
      $0.appendingPathComponent("benchmarks").path
    }
    path = try #require(candidates.first { FileManager.default.isExecutableFile(atPath: $0) })
  }

  private func run(_ line: String) throws -> (status: Int32, output: String, errorOutput: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = line.split(separator: " ").map(String.init)
    let (output, errorOutput) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errorOutput
    try process.run()
    // What it says on its error output is less than a pipe holds.
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let message = try errorOutput.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self), String(decoding: message, as: UTF8.self))
  }

  @Test func `a quick run measures every row that is listed, and leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    let listed = try run("--list").output.split(separator: "\n").map(String.init)
    let (status, output, _) = try run("--quick --format json --folder \(folder.path)")
    let result = try JSONValue(parsing: output)
    #expect(status == 0)
    #expect(result["schema"] == "reduxlog.benchmarks/1")
    let rows = try #require(result["rows"]?.array)
    #expect(rows.compactMap { $0["name"]?.string } == listed)
    #expect(listed.count > 20)
    for row in rows {
      guard case .number(let value) = row["value"] else {
        Issue.record("\(row.compact) has no value")
        continue
      }
      #expect(value.double > 0, "\(row.compact)")
    }
    #expect(try folder.names().isEmpty)
  }

  @Test func `the table says under which conditions it was measured`() throws {
    let (status, output, _) = try run("--quick --filter action/encode")
    #expect(status == 0)
    let build = Effort.isDebugBuild ? "debug" : "release"
    #expect(
      output.hasPrefix("reduxlog benchmarks, \(build) build, effort: \(build == "debug" ? "debug build, " : "")quick"))
    #expect(output.contains("\naction/encode "))
    #expect(!output.contains("action/decode"))
  }

  @Test func `growth is measured at the lengths that are asked for`() throws {
    let (status, output, _) = try run("growth 300 30")
    #expect(status == 0)
    #expect(output.split(separator: "\n").filter { $0.hasPrefix("30 actions") }.count == 3)
    #expect(output.contains("10.0x the actions: time "))
  }

  @Test func `the inspector knows the app that is measured`() throws {
    let (status, output, _) = try run("inspector --version")
    #expect(status == 0)
    #expect(!output.isEmpty)
  }

  @Test(arguments: [
    ("--bogus", "'--bogus' is no option of benchmarks"), ("--format xml", "--format is human or json, not 'xml'"),
    ("--filter no-such-row", "no row has 'no-such-row' in its name; see --list"),
    ("growth -1", "'-1' is no number of actions"),
  ])
  func `a command line that can't be understood ends with 2`(line: String, message: String) throws {
    let (status, output, errorOutput) = try run(line)
    #expect(status == 2)
    #expect(output.isEmpty)
    #expect(errorOutput == "benchmarks: \(message)\nSee benchmarks --help.\n")
  }
}
