import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxNotation
import StatePrivacy
import StateTree
import Testing

@Suite("A list of changes")
struct ChangeListTests {
  private func pointer(_ text: String) throws -> JSONPointer { try JSONPointer(text) }

  @Test("shows the differences of two states, including removed values")
  func states() throws {
    let changes = try JSONPatch.changes(
      from: JSONValue(parsing: #"{"a":1,"b":2,"d":3}"#), to: JSONValue(parsing: #"{"a":1,"c":3,"d":4}"#))
    expectEqual(Set(ChangeList(changes).lines().map(\.plain)), ["- /b: 2", "+ /c: 3", "~ /d: 3 → 4"])
  }

  @Test("has a sign in each line, not only a colour")
  func lines() throws {
    let changes = try ChangeList([
      .changed(pointer("/tasks/3/title"), from: "a", to: "b"),
      .added(pointer("/tasks/4"), try JSONValue(parsing: #"{"id":4,"title":"\u001b"}"#)),
      .removed(pointer("/tasks/0"), .null),
      .moved(from: pointer("/a"), to: pointer("/b\u{202e}")),
      .copied(from: pointer("/a"), to: pointer("/c")),
      .changed(.root, from: 1, to: 2),
    ])
    expectEqual(
      changes.lines(indent: "  ").map(\.plain),
      [
        #"  ~ /tasks/3/title: "a" → "b""#,
        #"  + /tasks/4: {"id":4,"title":"\u001b"}"#,
        "  - /tasks/0: null",
        "  > /a → /b\\u{202e}",
        "  = /a → /c",
        "  ~ (the whole state): 1 → 2",
      ])
  }

  @Test("shortens nothing without a number of columns")
  func whole() {
    let long = JSONValue.array(Array(repeating: .string(String(repeating: "x", count: 500)), count: 50))
    let text =
      "[" + Array(repeating: "\"\(String(repeating: "x", count: 500))\"", count: 50).joined(separator: ",") + "]"
    let list = ChangeList([
      .changed(JSONPointer(tokens: ["a"]), from: 1, to: long), .added(JSONPointer(tokens: ["b"]), long),
    ])
    expectEqual(list.lines().map(\.plain), ["~ /a: 1 → \(text)", "+ /b: \(text)"])
  }

  @Test("is the same text with one thread and with two", arguments: [0, 1, 1000, 1001, 4001])
  func text(count: Int) throws {
    let changes = (0..<count).map { index -> ChangeList.Change in
      let place = JSONPointer(tokens: ["tasks", String(index), "a/b~\u{7}"])
      return switch index % 3 {
      case 0: .added(place, .string("task \(index)"))
      case 1: .removed(place, [1, 2])
      default: .changed(place, from: .null, to: .string(String(repeating: "x", count: index % 100)))
      }
    }
    let list = ChangeList(changes)
    for columns in [nil, 40] {
      let text = try list.text(columns: columns)
      let lines = list.lines(columns: columns)
      expectEqual(text.plain, lines.map { $0.plain + "\n" }.joined())
      expectEqual(text.rendered(isColored: true), lines.flatMap { ($0 + "\n").rendered(isColored: true) })
    }
    #expect(count == 0 || list.lines()[0].plain == #"+ /tasks/0/a~1b~0\u{7}: "task 0""#)
  }

  @Test("shares the columns between old and new")
  func sharing() throws {
    let long = JSONValue.string(String(repeating: "x", count: 60))
    let line = ChangeList([.changed(JSONPointer(tokens: ["a"]), from: 1, to: long)]).lines(columns: 80).map(\.plain)
    expectEqual(line, ["~ /a: 1 → \"\(String(repeating: "x", count: 60))\""])
    let other = JSONValue.string(String(repeating: "y", count: 60))
    let both = ChangeList([.changed(JSONPointer(tokens: ["a"]), from: long, to: other)]).lines(columns: 80).map(\.plain)
    #expect(both.allSatisfy { $0.terminalWidth <= 80 && $0.contains("…\" → \"yyy") })
  }

  @Test("shows of long texts what differs")
  func texts() {
    let url = "https://cdn.example.com/images/profile/2016/07/29/large/"
    let list = ChangeList([
      .changed(JSONPointer(tokens: ["u"]), from: .string(url + "0001.png"), to: .string(url + "0002.png")),
      .changed(JSONPointer(tokens: ["note"]), from: "one\ntwo\nthree", to: "one\n2\n3"),
      .changed(JSONPointer(tokens: ["t"]), from: "10 AM", to: "10\u{202F}AM"),
    ])
    let lines = list.lines().map(\.plain)
    expectEqual(
      lines,
      [
        #"~ /u: "…29/large/0001.png" → "…29/large/0002.png""#,
        #"~ /note: "two" → "2" (line 2 and others up to line 3)"#,
        #"~ /t: "10 AM" → "10\u{202F}AM""#,
      ])
    expectEqual(list.lines(columns: 80).map(\.plain), lines)
    for columns in 20...80 {
      for line in list.lines(columns: columns) {
        #expect(line.plain.terminalWidth <= max(columns, 64), "\(columns): \(line.plain)")
      }
    }
    let colored = String(decoding: list.lines()[0].rendered(isColored: true), as: UTF8.self)
    #expect(colored.contains("\u{1b}[7;31m0001\u{1b}[0m"), "\(colored)")
  }

  @Test("counts the notes of texts and of volatile places to the width of a line")
  func notes() throws {
    let (old, new) = (String(repeating: "x", count: 90), String(repeating: "y", count: 90))
    var list = ChangeList([
      .changed(JSONPointer(tokens: ["a"]), from: .string("1\n\(old)"), to: .string("1\n\(new)")),
      .changed(JSONPointer(tokens: ["b"]), from: .array([.string(old)]), to: .array([.string(new)])),
      .added(JSONPointer(tokens: ["c"]), .string(old)),
    ])
    list.volatile = PointerPatterns([JSONPointer(tokens: ["b"]), JSONPointer(tokens: ["c"])])
    for columns in 80...120 {
      let lines = list.lines(columns: columns).map(\.plain)
      #expect(lines.allSatisfy { $0.terminalWidth <= columns }, "\(columns): \(lines)")
      #expect(lines[0].hasSuffix(" (line 2)") && lines[1].hasSuffix(" (volatile)") && lines[2].hasSuffix(" (volatile)"))
    }
  }

  @Test("shows what differs in keys and texts that look the same")
  func lookalikes() {
    let list = ChangeList([
      .removed(JSONPointer(tokens: ["caf\u{E9}"]), 1), .added(JSONPointer(tokens: ["cafe\u{301}"]), 1),
      .added(JSONPointer(tokens: ["th\u{E9}"]), 1), .changed(JSONPointer(tokens: ["a"]), from: "\u{E9}", to: "\u{E8}"),
    ])
    let lines = [#"- /caf\u{E9}: 1"#, #"+ /cafe\u{301}: 1"#, "+ /th\u{E9}: 1", "~ /a: \"\u{E9}\" → \"\u{E8}\""]
    expectEqual(list.lines().map(\.plain), lines)
    expectEqual(list.joinedLines(list.changes[1..<2]).plain, lines[1] + "\n")
  }
}
