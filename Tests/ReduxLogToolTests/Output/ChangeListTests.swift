import ReduxLogTool
import StateTree
import Testing

@Suite("A list of changes")
struct ChangeListTests {
  private func pointer(_ text: String) throws -> JSONPointer { try JSONPointer(text) }

  @Test("shows what a patch takes away as well as what it brings")
  func patches() throws {
    let old = try JSONValue(parsing: #"{"a":1,"b":[1,2],"c":{"d":true}}"#)
    let patch = try JSONPatch(
      json: JSONValue(
        parsing: #"""
          [{"op":"test","path":"/a","value":1},{"op":"replace","path":"/a","value":2},
           {"op":"add","path":"/a","value":3},{"op":"add","path":"/b/0","value":0},{"op":"remove","path":"/b/2"},
           {"op":"move","from":"/c/d","path":"/d"},{"op":"copy","from":"/b","path":"/c/b"}]
          """#))
    #expect(
      try ChangeList(patch, from: old).lines().map(\.plain) == [
        "~ /a: 1 → 2", "~ /a: 2 → 3", "+ /b/0: 0", "- /b/2: 2", "> /c/d → /d", "= /b → /c/b",
      ])
    let failing = JSONPatch([.replace(try pointer("/a"), 2), .remove(try pointer("/x"))])
    let error = #expect(throws: JSONPatchError.self) { try ChangeList(failing, from: old) }
    #expect(error?.index == 1)
  }

  @Test("shows how two states differ")
  func states() throws {
    let list = try ChangeList(from: JSONValue(parsing: #"{"a":1,"b":2}"#), to: JSONValue(parsing: #"{"a":1,"c":3}"#))
    #expect(list.lines().map(\.plain) == ["- /b: 2", "+ /c: 3"])
  }

  @Test("has a sign a line, so that colour is not the only one")
  func lines() throws {
    let changes = try ChangeList([
      .changed(pointer("/tasks/3/title"), from: "a", to: "b"),
      .added(pointer("/tasks/4"), try JSONValue(parsing: #"{"id":4,"title":"\u001b"}"#)),
      .removed(pointer("/tasks/0"), .null),
      .moved(from: pointer("/a"), to: pointer("/b\u{202e}")),
      .copied(from: pointer("/a"), to: pointer("/c")),
      .changed(.root, from: 1, to: 2),
    ])
    #expect(
      changes.lines(indent: "  ").map(\.plain) == [
        #"  ~ /tasks/3/title: "a" → "b""#,
        #"  + /tasks/4: {"id":4,"title":"\u001b"}"#,
        "  - /tasks/0: null",
        "  > /a → /b\\u{202e}",
        "  = /a → /c",
        "  ~ (the whole state): 1 → 2",
      ])
    #expect(changes.summary == "2 changed, 1 added, 1 removed, 1 moved, 1 copied")
    #expect(ChangeList([]).summary == "no difference")
  }

  @Test("shares the columns between old and new")
  func sharing() throws {
    let long = JSONValue.string(String(repeating: "x", count: 60))
    let line = ChangeList([.changed(JSONPointer(tokens: ["a"]), from: 1, to: long)]).lines(columns: 80).map(\.plain)
    #expect(line == ["~ /a: 1 → \"\(String(repeating: "x", count: 60))\""])
    let both = ChangeList([.changed(JSONPointer(tokens: ["a"]), from: long, to: long)]).lines(columns: 80).map(\.plain)
    #expect(both.allSatisfy { $0.terminalWidth <= 80 && $0.contains("…\" → \"xxx") })
  }
}
