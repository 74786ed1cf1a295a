import CommandLineKit
import Expectations
import Foundation
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxLogTool

/// `verify --shard`: parts of a set of journals for several machines.
struct ShardTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private static let seed = UInt64.random(in: .min ... .max)

  @Test(arguments: 0..<20) func `the largest part of 1,000 sizes has at most 1.2 times the mean`(round: Int) {
    var random = SeededGenerator(seed: Self.seed &+ UInt64(round))
    // Some have journals of nearly one length, others from a kilobyte to a megabyte.
    let spread = Double.random(in: 0...7, using: &random)
    let sizes = (0..<1000).map { _ in Int(1000 * exp(Double.random(in: 0...spread, using: &random))) }
    let count = Int.random(in: 2...32, using: &random)
    let parts = Shard.parts(of: sizes, among: count)
    let loads = (0..<count).map { part in zip(sizes, parts).filter { $1 == part }.reduce(0) { $0 + $1.0 } }
    #expect(parts.allSatisfy((0..<count).contains))
    #expect(
      Double(loads.max() ?? 0) * Double(count) <= 1.2 * Double(sizes.reduce(0, +)),
      "seed \(Self.seed), round \(round): \(loads)")
  }

  private func record(_ folder: String) throws {
    for (index, name) in ["a", "b", "c", "d", "e", "f", "g"].enumerated() {
      let sub = "\(folder)/\(index % 2 == 0 ? "even" : "odd")"
      try FileManager.default.createDirectory(atPath: tool.folder.path(of: sub), withIntermediateDirectories: true)
      // Some journals have the same size.
      tool.record("\(sub)/\(name).jsonl", #"{"add":{"_0":\#(index / 3)}}"#)
    }
  }

  /// The journals of each part.
  private func parts(_ arguments: String, of count: Int) -> [[String]] {
    (1...count).map { number in
      let lines = tool.run("verify \(arguments) --shard \(number)/\(count)").output.split(separator: "\n")
      return lines.dropLast().map { String($0.split(separator: " ")[1].dropLast()) }
    }
  }

  @Test(arguments: 1...9) func `each journal is in exactly one part, wherever the folder is`(count: Int) throws {
    try record("J")
    try FileManager.default.createDirectory(atPath: tool.folder.path(of: "another"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(atPath: tool.folder.path(of: "J"), toPath: tool.folder.path(of: "another/place"))
    let parts = parts("DIR/J", of: count)
    expectEqual(
      parts.flatMap(\.self).sorted(),
      JournalFinder.journals(inFolder: tool.folder.path(of: "J")).map {
        $0.path.replacing(tool.folder.path, with: "DIR")
      })
    expectEqual(parts.map(\.count).max(), (7 + count - 1) / count)
    expectEqual(
      self.parts("DIR/another/place/", of: count).map { $0.map { $0.replacing("another/place/", with: "J/") } }, parts)
  }

  @Test func `the order of the arguments doesn't matter, and a journal that is named twice counts once`() throws {
    try record("J")
    let (even, odd) = ("DIR/J/even", "DIR/J/odd")
    let sets = [
      "\(even) \(odd)", "\(odd) \(even)", "\(odd) \(even) \(even)/ \(odd)",
      "DIR/J/odd/f.jsonl DIR/J/odd/b.jsonl \(even) DIR/J/odd/d.jsonl DIR/J/odd/b.jsonl",
    ].map { parts($0, of: 3).map { Set($0) } }
    expectEqual(sets[1], sets[0])
    expectEqual(sets[2].flatMap(\.self).count, 7)
    expectEqual(sets[3].flatMap(\.self).count, 7)
  }

  @Test func `the summary names the part, even of one journal or none`() throws {
    tool.record("a.jsonl", #"{"add":{"_0":1}}"#)
    let ok = "ok DIR/a.jsonl: 1 action, 2 states proven, 1 session, closed\n"
    expectEqual(
      tool.run("verify DIR --shard 1/1"), CallResult(code: .fine, output: ok + "1 journal in shard 1/1: 1 ok\n"))
    expectEqual(tool.run("verify DIR --shard 1/2").output, ok + "1 journal in shard 1/2: 1 ok\n")
    expectEqual(tool.run("verify DIR --shard 2/2"), CallResult(code: .fine, output: "0 journals in shard 2/2\n"))
    expectEqual(
      tool.run("verify DIR --shard 2/2 --format json").output,
      """
      {
        "schema": "reduxlog.verify/1",
        "shard": "2/2",
        "journals": []
      }

      """)
  }

  @Test(arguments: ["", "3", "0/3", "4/3", "1/0", "-1/3", "+1/3", "1/3/5", "a/b", "1/", "/3", "1 /3", "٣/٤"])
  func `anything but I/N is a usage error`(text: String) {
    let call = reduxlog(["verify", ".", "--shard=\(text)"])
    expectEqual(call.code, .usage)
    #expect(
      call.errorOutput.hasPrefix(
        "reduxlog: error: option '--shard': expected I/N, such as 3/16, with I from 1 to N, found '\(text)'\n"))
  }

  @Test(arguments: [
    ("verify - --shard 1/2", "'--shard' takes files and folders, not standard input"),
    ("verify DIR/a --update -o DIR/b --shard 1/2", "'--update' and '--shard' can't be combined"),
  ]) func `a part needs files or folders`(line: String, message: String) {
    let call = tool.run(line)
    expectEqual(call.code, .usage)
    #expect(call.errorOutput.hasPrefix("reduxlog: error: \(message)\n"))
  }
}
