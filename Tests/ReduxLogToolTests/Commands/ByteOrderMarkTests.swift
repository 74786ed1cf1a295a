import CommandLineKit
import Expectations
import Foundation
import TestSupport
import Testing

/// A byte-order mark, which editors and exports on some systems put before a text, isn't part of it.
struct ByteOrderMarkTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  private static let mark = "\u{feff}"

  @Test func `a journal is read, and appended to, behind a byte-order mark`() throws {
    tool.record("plain", #"{"merge":{"n":1}}"#, app: "json")
    let text = try #require(tool.folder.contents(of: "plain"))
    tool.folder.create("j", Self.mark + text)
    expectEqual(tool.run("verify DIR/j").output, "ok DIR/j: 1 action, 2 states proven, 1 session, closed\n")
    expectEqual(tool.run("log DIR/j").output, tool.run("log DIR/plain").output)
    expectEqual(tool.run("show DIR/j@1").output, "{\n  \"n\": 1\n}\n")
    expectEqual(tool.run("slice DIR/j@1.. -o DIR/k").code, .fine)
    expectEqual(tool.run("mark DIR/j@1 here").code, .fine)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"merge":{"n":2}}"#).code, .fine)
    expectEqual(tool.run("rewind DIR/j@here").code, .fine)
    #expect(tool.folder.contents(of: "j")?.hasPrefix(Self.mark + text) == true)
    #expect(tool.run("verify DIR/j").output.hasPrefix("ok DIR/j: 2 actions, "))
    // A torn line is completed at its place.
    let whole = try #require(tool.folder.contents(of: "j"))
    tool.folder.create("j", whole + #"{"kind":"action","seq":5,"at":1,"type":"merge","action":{"merge":{"n":3}}"#)
    expectEqual(tool.run("record -o DIR/j --append", input: #"{"merge":{"n":4}}"#).code, .fine)
    expectEqual(tool.run("show DIR/j:/n").output, "4\n")
  }

  @Test func `actions, states and imports are read behind a byte-order mark`() throws {
    tool.folder.create("state", Self.mark + #"{"n":0}"#)
    tool.folder.create("actions", Self.mark + #"{"merge":{"n":1}}"#)
    expectEqual(tool.run("record -o DIR/j --initial DIR/state --actions DIR/actions").code, .fine)
    tool.folder.create("s.json", Self.mark + #"[{"type":"add"}]"#)
    #expect(tool.run("import DIR/s.json -o DIR/k").errorOutput.contains("the file holds actions, but no states"))
  }

  @Test func `a mark anywhere else is data`() {
    tool.folder.create("actions", #"{"merge":{"\#(Self.mark)n":1}}"# + "\n" + Self.mark)
    let call = tool.run("record -o DIR/j --actions DIR/actions")
    #expect(call.errorOutput.contains("DIR/actions:2: error: not JSON"))
    #expect(tool.run("show DIR/j@1").output.contains(#""\ufeffn": 1"#))
  }
}
