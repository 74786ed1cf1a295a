import CommandLineKit
import Expectations
import ReduxLogTool
import TestSupport
import Testing

/// What is wider than its pane in `inspect`, opened with Enter.
struct InspectOpenedTextTests {
  private let tool: ToolFixture
  private static let old = "https://cdn.example.com/images/profile/2016/07/29/large/0001.png"
  private static let new = "https://cdn.example.com/images/profile/2016/07/29/large/0002.png"

  init() throws {
    tool = try ToolFixture()
    tool.folder.create(
      "actions",
      [
        #"{"merge":{"u":"\#(Self.old)","n":1}}"#, #"{"merge":{"u":"\#(Self.new)"}}"#,
        #"{"merge":{"text":"\#((1...60).map { "line \($0)" }.joined(separator: #"\n"#))"}}"#,
      ].joined(separator: "\n"))
    expectEqual(tool.run("record -o DIR/j --app json --actions DIR/actions").code, .fine)
  }

  private func screen(_ keys: String, _ size: String) -> [String] {
    let run = InspectorTool.capture(
      ["inspect", tool.folder.path(of: "j"), "--size", size, "--print", "--keys", keys], apps: [])
    expectEqual(run.exitCode, .fine, "\(run.errorOutput)")
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The text between the title and the keys, without the line breaks that wrap it.
  private func text(_ keys: String, _ size: String) -> String { screen(keys, size).dropFirst().dropLast(2).joined() }

  @Test(arguments: ["80x12", "20x24", "7x60"]) func `a change opens whole, on any screen`(size: String) {
    let text = text("2G Tab Enter", size)
    #expect(text.contains("before\(Self.old)after\(Self.new)"), "\(text)")
  }

  @Test(arguments: ["80x12", "20x24"]) func `a value in the state opens whole`(size: String) {
    expectEqual(text("2G ] Tab Enter", size), Self.new)
  }

  @Test(arguments: ["80x12", "20x24"]) func `an action opens whole`(size: String) {
    let text = text("2G ] ] Tab Down Enter", size)
    #expect(text.contains(#""u": "\#(Self.new)""#), "\(text)")
  }

  @Test(arguments: ["80x12", "20x24"]) func `a step of a history opens whole, and leads to its state`(size: String) {
    let keys = "2G Tab b Down Enter"
    let text = text(keys, size)
    #expect(text.contains("before\(Self.old)after\(Self.new)"), "\(text)")
    #expect(screen(keys + " Enter", "80x20").contains { $0.hasPrefix("▸  2 merge") })
  }

  @Test func `Enter goes from a change to its place in the state, and Esc back to the details`() {
    let state = screen("2G Tab Enter Enter", "80x20")
    #expect(state.contains { $0.contains("[State]") } && state.contains { $0.contains("u: \"https://") }, "\(state)")
    expectEqual(screen("2G Tab Enter Esc", "80x20"), screen("2G Tab", "80x20"))
  }

  @Test func `a long text scrolls and is searched`() {
    let open = "3G Tab Enter"
    expectEqual(
      screen(open, "40x8").prefix(4), ["/text                          1–6 of 61", "added", "line 1", "line 2"])
    expectEqual(screen(open + " PgDn j", "40x8")[1], "line 6")
    expectEqual(screen(open + " End", "40x8")[6], "line 60")
    expectEqual(screen(open + " G g", "40x8")[1], "added")
    let found = screen(open + " /LINE Space 4 Enter n", "40x8")
    #expect(found.contains("line 40"), "\(found)")
    expectEqual(found[7], "'LINE 4': match 2 of 11")
    expectEqual(screen(open + " /LINE Space 4 Enter N", "40x8")[7], "'LINE 4': match 11 of 11")
    expectEqual(screen(open + " /nowhere Enter", "40x8")[7], "no line contains 'nowhere'")
    expectEqual(screen(open + " n", "40x8")[7], "/ searches first")
  }

  @Test func `y copies the value after the change, however long`() {
    expectEqual(screen("2G Tab Enter y", "80x12")[11], "copied \(Self.new.count) characters")
    #expect(screen("2G Tab Enter Y", "80x12")[11].hasPrefix("copied reduxlog show "))
  }
}
