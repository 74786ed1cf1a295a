import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

/// Boards with cards, which have numbers. The key of a card is that of its place.
private enum BoardsApp: ReplayableApp {
  struct Card: Codable {
    var key: String
    var number: Int
    var title: String
  }

  struct Board: Codable {
    var cards: [Card]
  }

  struct State: Codable {
    var boards: [Board]
  }

  enum Action: Codable {
    case finish(number: Int)
  }

  static let name = "boards"
  static let identity: [RedactionRules.Pointer] = ["/boards/*/cards/*/number"]
  static var initialState: State {
    let titles = ["Buy milk and bread", "Call the plumber", "Water all of the plants"]
    return State(
      boards: [Board(cards: titles.enumerated().map { Card(key: "\($0)", number: 7 + $0, title: $1) })])
  }

  static func reduce(_ state: inout State, _ action: Action) {
    guard case .finish(let number) = action else { return }
    for board in state.boards.indices {
      state.boards[board].cards.removeAll { $0.number == number }
      for index in state.boards[board].cards.indices { state.boards[board].cards[index].key = "\(index)" }
    }
  }
}

/// The members that identify elements, as the app chose them.
struct IdentityTests {
  private static let changes = """
    - /boards/0/cards/0: {"key":"0","number":7,"title":"Buy milk and bread"}
    ~ /boards/0/cards/0/key: "1" → "0"
    ~ /boards/0/cards/1/key: "2" → "1"

    """

  private let tool = try? ToolFixture()

  @Test func `views follow elements by the app's choice`() throws {
    let tool = try #require(tool)
    let path = tool.folder.path(of: "j")
    // docs/guides/stores.md: identity
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: "boards"),
      options: RecorderOptions(identity: ["/boards/*/cards/*/number"]))
    // docs/guides/stores.md: end
    let reduce = recorder.recording(BoardsApp.reduce)
    var state = BoardsApp.initialState
    reduce(&state, .finish(number: 7))
    recorder.close()
    let boards = tool.with(apps: [BoardsApp.self])
    expectEqual(boards.run("diff DIR/j@0..1").output, Self.changes)
    let log = boards.run("log DIR/j@1 -p").output
    #expect(log.replacing("      ", with: "").hasSuffix(Self.changes), "\(log)")
    let screen = boards.run("inspect DIR/j@1 --keys j --size 100x20 --print").output
    #expect(screen.contains("- /boards/0/cards/0: {"), "\(screen)")
    // The elements of one value, with pointers from there.
    let inside = boards.run("diff DIR/j@0..1:/boards/0").output
    expectEqual(inside, Self.changes.replacing("/boards/0", with: ""))
    // The patch is the shortest one.
    let patch = try JSONValue(parsing: boards.run("diff DIR/j@0..1 --format json-patch").output)
    expectEqual(patch.array?.compactMap { $0["path"]?.string }, ["/boards/0"])
  }

  @Test func `record writes an app's choice, and copies keep it`() throws {
    let tool = try #require(tool).with(apps: [BoardsApp.self])
    let input = #"{"finish":{"number":7}}"# + "\n"
    expectEqual(tool.run("record -o DIR/r --app boards --self-contained", input: input).code, .fine)
    for copy in ["index DIR/r -o DIR/k", "redact DIR/r -o DIR/n", "slice DIR/r@0..1 -o DIR/m"] {
      expectEqual(tool.run(copy).code, .fine, "\(copy)")
    }
    for name in ["r", "k", "n", "m"] {
      try expectEqual(JournalFile(path: tool.folder.path(of: name)).header.identity, BoardsApp.identity, "\(name)")
      expectEqual(tool.run("verify DIR/\(name)").code, .fine, "\(name)")
    }
    // Without the app.
    expectEqual(try #require(self.tool).run("diff DIR/r@0..1").output, Self.changes)
  }

  @Test func `a choice that isn't a list of pointers is damage`() throws {
    let tool = try #require(tool).with(apps: [BoardsApp.self])
    expectEqual(tool.run("record -o DIR/r --app boards", input: #"{"finish":{"number":7}}"# + "\n").code, .fine)
    let journal = try String(contentsOfFile: tool.folder.path(of: "r"), encoding: .utf8)
    let many = "[\((0..<65).map { "\"/*/a\($0)\"" }.joined(separator: ","))]"
    for wrong in [#"["id"]"#, many] {
      tool.folder.create("x", journal.replacing(#"["/boards/*/cards/*/number"]"#, with: wrong))
      let error = tool.run("stats DIR/x").errorOutput
      #expect(
        error.contains("the header's identity is ") && error.contains("a list of at most 64 pointers"), "\(error)")
    }
  }
}
