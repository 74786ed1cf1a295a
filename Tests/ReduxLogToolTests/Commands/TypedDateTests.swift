import CommandLineKit
import Expectations
import Foundation
import ReduxReplay
import TestSupport
import Testing

/// Dates under names that don't say so, of an app whose types the tool knows.
struct TypedDateTests {
  private let tool: ToolFixture

  init() throws {
    tool = try ToolFixture().with(apps: [DiaryApp.self])
    tool.record("j", #"{"write":{"id":"a","when":788954400.5}}"#, #"{"close":{"id":"a","when":-1}}"#, app: "diary")
  }

  private func onTerminal(_ line: String) -> String {
    let arguments = line.split(separator: " ").map { String($0).replacing("DIR", with: tool.folder.path) }
    return reduxlog(arguments + ["--color", "never"], apps: [DiaryApp.self], isTerminal: true).output
  }

  @Test func `on a terminal, show writes dates beside numbers`() {
    expectEqual(
      onTerminal("show DIR/j"),
      """
      {
        "entries": {
          "a": {
            "opened": 788954400.5 (2026-01-01T10:00:00.5Z),
            "shut": -1.0 (2000-12-31T23:59:59Z),
            "weight": 788954400.5
          }
        },
        "history": [
          788954400.5 (2026-01-01T10:00:00.5Z),
          -1.0 (2000-12-31T23:59:59Z)
        ]
      }

      """)
    expectEqual(
      onTerminal("show DIR/j@1:/history"),
      """
      [
        788954400.5 (2026-01-01T10:00:00.5Z)
      ]

      """)
  }

  @Test func `elsewhere, show prints JSON`() {
    expectEqual(tool.run("show DIR/j@2:/history").output, "[\n  788954400.5,\n  -1.0\n]\n")
    #expect(onTerminal("show DIR/j@2:/history --format json").contains("    788954400.5,\n"))
  }

  @Test func `a note has the date of a single number`() {
    expectEqual(
      tool.run("show DIR/j@1:/entries/a/opened").errorOutput,
      "DIR/j: note: /entries/a/opened is 2026-01-01T10:00:00.5Z\n")
    expectEqual(tool.run("show DIR/j@1:/entries/a/weight").errorOutput, "")
  }

  @Test func `changes have dates beside numbers`() {
    expectEqual(
      tool.run("diff DIR/j@1..2").output,
      """
      + /entries/a/shut: -1.0 (2000-12-31T23:59:59Z)
      + /history/1: -1.0 (2000-12-31T23:59:59Z)

      """)
    expectEqual(tool.run("diff DIR/j@1..2:/entries/a").output, "+ /shut: -1.0 (2000-12-31T23:59:59Z)\n")
    #expect(tool.run("log -p DIR/j").output.contains("+ /history/1: -1.0 (2000-12-31T23:59:59Z)\n"))
    expectEqual(tool.with(apps: []).run("log -p DIR/j").output.contains("(20"), false)
  }
}

private enum DiaryApp: ReplayableApp {
  struct Entry: Codable {
    var opened: Date
    var shut: Date?
    var weight: Double
  }

  struct State: Codable {
    var entries: [String: Entry] = [:]
    var history: [Date] = []
  }

  enum Action: Codable {
    case write(id: String, when: Date)
    case close(id: String, when: Date)
  }

  static let name = "diary"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .write(let id, let when):
      state.entries[id] = Entry(opened: when, weight: when.timeIntervalSinceReferenceDate)
      state.history.append(when)
    case .close(let id, let when):
      state.entries[id]?.shut = when
      state.history.append(when)
    }
  }
}
