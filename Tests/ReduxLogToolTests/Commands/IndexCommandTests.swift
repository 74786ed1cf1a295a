import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import TestSupport
import Testing

/// `index`, on journals of the app `json`.
struct IndexCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func journal(_ actions: Int = 40) throws -> String {
    let path = folder.path(of: "j.jsonl")
    let journal = try SampleJournal(path)
    for number in 1...actions { try journal.act(#"{"merge":{"n":\#(number)}}"#, at: number) }
    try journal.close()
    return path
  }

  @Test func `index copies a journal with more snapshots`() throws {
    let path = try journal()
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("index", path, "-o", copy, "--every", "1K")
    expectEqual(result.code, .fine)
    expectEqual(result.output, "")
    let text = try String(contentsOfFile: copy, encoding: .utf8)
    let added = text.split(separator: "\n").count { $0.hasPrefix(#"{"kind":"snapshot""#) } - 1
    #expect(added > 3)
    expectEqual(result.errorOutput, "\(copy): \(added) snapshots added to the 1 of \(path)\n")
    expectEqual(reduxlog("verify", copy).output, "ok \(copy): 40 actions, 41 states proven, 1 session, closed\n")
    expectEqual(reduxlog("show", copy + "@17").output, reduxlog("show", path + "@17").output)
    expectEqual(reduxlog("log", copy).output, reduxlog("log", path).output)
  }

  @Test func `index overwrites a file only with --force, and never the journal itself`() throws {
    let path = try journal(3)
    let copy = folder.path(of: "k.jsonl")
    try Data("mine".utf8).write(to: URL(filePath: copy))
    expectEqual(
      reduxlog("index", path, "-o", copy),
      CallResult(
        code: .trouble, output: "",
        errorOutput: "reduxlog: error: '\(copy)' already exists; use --force to overwrite it\n"))
    try expectEqual(String(contentsOfFile: copy, encoding: .utf8), "mine")
    expectEqual(reduxlog("index", path, "-o", copy, "--force").code, .fine)
    let same = reduxlog("index", path, "-o", path, "--force")
    expectEqual(same.code, .usage)
    #expect(same.errorOutput.contains("is the journal itself"))
  }

  @Test func `index refuses a journal that it can't prove`() throws {
    let path = try journal(10)
    var text = try String(contentsOfFile: path, encoding: .utf8)
    text.replace(#"{"merge":{"n":7}}"#, with: #"{"merge":{"n":8}}"#)
    try Data(text.utf8).write(to: URL(filePath: path))
    let copy = folder.path(of: "k.jsonl")
    let result = reduxlog("index", path, "-o", copy)
    expectEqual(result.code, .trouble)
    #expect(result.errorOutput.hasPrefix("\(path):9: error: damaged"))
    #expect(!FileManager.default.fileExists(atPath: copy))
    expectEqual(reduxlog("index", path).code, .usage)
  }
}
