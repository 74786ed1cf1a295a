import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

struct SchemaUpgradeTests {
  private func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

  private func upgrade(_ changes: SchemaChange..., from: Int = 0, to: Int = 9) throws -> SchemaUpgrade {
    try #require(SchemaUpgrade(from: from, to: to, by: changes))
  }

  private func state(_ upgrade: SchemaUpgrade, _ text: String) throws -> String {
    try upgrade.state(node(text).value).compact
  }

  private func action(_ upgrade: SchemaUpgrade, _ text: String, type: String? = nil) throws -> String {
    let (action, type, _, _) = try upgrade.action(node(text), type: type)
    return (type.map { "\($0) " } ?? "") + action.root.value.compact
  }

  @Test func `an action keeps its name unless a closure changes its cases`() throws {
    let kept = try upgrade(SchemaChange(to: 1, action: { action, _ in action }))
    expectEqual(try kept.action(node(#"{"type":"add","id":1}"#), type: nil).name, nil)
    let moved = try upgrade(SchemaChange(to: 1, action: { action, _ in ["item": ["_0": action]] }))
    expectEqual(
      try moved.action(node(#"{"create":{"id":1,"title":"a"}}"#), type: nil).name?.label, "item.create")
  }

  private func marked(_ version: Int) -> SchemaChange {
    SchemaChange(to: version, state: SchemaUpgradeTests.mark("\(version)"))
  }

  private static let mark: @Sendable (String) -> @Sendable (JSONValue) -> JSONValue = { name in
    { .array([.string(name), $0]) }
  }

  @Test(arguments: [
    (0, 3, #"["3",["2",["1",0]]]"#), (1, 3, #"["3",["2",0]]"#), (2, 3, #"["3",0]"#), (0, 2, #"["2",["1",0]]"#),
    (-5, 1, #"["1",0]"#),
  ])
  func `applies changes in order, from the journal's schema to the app's`(
    from: Int, to: Int, result: String
  ) throws {
    // Listed in any order.
    let changes = [2, 3, 1].map(marked)
    let upgrade = try #require(SchemaUpgrade(from: from, to: to, by: changes))
    try expectEqual(state(upgrade, "0"), result)
  }

  @Test(arguments: [(3, 3), (4, 3), (3, 9), (9, 1)]) func `is nil if nothing needs to change`(from: Int, to: Int) {
    #expect(SchemaUpgrade(from: from, to: to, by: [marked(1), marked(3)]) == nil)
  }

  @Test func `changes nothing for a version without changes`() throws {
    #expect(SchemaUpgrade(from: 0, to: 9, by: [SchemaChange(to: 1), SchemaChange(to: 3)]) == nil)
    let upgrade = try upgrade(SchemaChange(to: 1), marked(2), SchemaChange(to: 3))
    try expectEqual(state(upgrade, "0"), #"["2",0]"#)
  }

  @Test(arguments: [
    ("/a", #"{}"#, #"{"a":1}"#),
    ("/a", #"{"a":null}"#, #"{"a":null}"#),  // It exists.
    ("/a/b", #"{"a":{}}"#, #"{"a":{"b":1}}"#),
    ("/a/b", #"{}"#, #"{}"#),  // Its parent is missing.
    ("/a/b", #"{"a":[]}"#, #"{"a":[]}"#),
    ("/*/b", #"{"x":{},"y":{"b":2},"z":3}"#, #"{"x":{"b":1},"y":{"b":2},"z":3}"#),
    ("/a/*/b", #"{"a":[{},{"b":2},null]}"#, #"{"a":[{"b":1},{"b":2},null]}"#),
    ("/a/1/b", #"{"a":[{},{}]}"#, #"{"a":[{},{"b":1}]}"#),
    ("/a~1b", #"{}"#, #"{"a/b":1}"#),
    ("/a", #"[]"#, #"[]"#),
    ("/a", "7", "7"),
  ])
  func `adds missing members and excludes them from the hash`(
    pointer: String, old: String, new: String
  ) throws {
    let upgrade = try upgrade(SchemaChange(to: 1, added: [pointer: 1]))
    #expect(!upgrade.reshapesStates)
    try expectEqual(state(upgrade, old), new)
    if !old.contains("\"b\":2"), !old.contains("null}") {
      try expectEqual(upgrade.recorded(node(new).value), node(old).value)
    }
  }

  @Test(arguments: [
    (["/a": "b"], #"{"a":1,"c":2}"#, #"{"b":1,"c":2}"#),
    (["/a": "b", "/b": "a"], #"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#),
    (["/notes": "items", "/notes/*/text": "title"], #"{"notes":[{"text":"x"},{}]}"#, #"{"items":[{"title":"x"},{}]}"#),
    (["/a/*/b": "c"], #"{"a":{"x":{"b":1},"y":2}}"#, #"{"a":{"x":{"c":1},"y":2}}"#),
    (["/a~1b": "c/d"], #"{"a/b":1}"#, #"{"c/d":1}"#),
    (["/a": "b"], "{}", "{}"), (["/a": "b"], "[1]", "[1]"),
  ])
  func `renames members, and restores the old names`(names: [String: String], old: String, new: String) throws {
    let upgrade = try upgrade(SchemaChange(to: 1, renamedMembers: names))
    #expect(!upgrade.reshapesStates)
    try expectEqual(state(upgrade, old), new)
    try expectEqual(upgrade.recorded(node(new).value).compact, old)
  }

  @Test func `undoes several versions in reverse order`() throws {
    let upgrade = try upgrade(
      SchemaChange(to: 1, added: ["/a": 1]), SchemaChange(to: 2, renamedMembers: ["/a": "b"]),
      SchemaChange(
        to: 3, added: ["/a": 5], state: { .object(JSONObject([("b", .string($0["b"]?.compact ?? ""))])) },
        revertingState: { .object(JSONObject([("b", .number(JSONNumber(Int($0["b"]?.string ?? "") ?? 0)))])) }))
    try expectEqual(state(upgrade, "{}"), #"{"b":"1","a":5}"#)
    try expectEqual(upgrade.recorded(node(#"{"b":"7","a":9}"#).value).compact, "{}")
    let second = try self.upgrade(SchemaChange(to: 2, renamedMembers: ["/a": "b"]), from: 1)
    try expectEqual(second.recorded(node(#"{"b":"7"}"#).value).compact, #"{"a":"7"}"#)
  }

  @Test func `names a recorded place as the app does`() throws {
    let upgrade = try upgrade(SchemaChange(to: 1, renamedMembers: ["/notes": "items", "/notes/*/text": "title"]))
    expectEqual(
      ["/notes", "/notes/7", "/notes/7/text/x", "/notes/7/id", "/other", "", "no pointer"].map(upgrade.current),
      ["/items", "/items/7", "/items/7/title/x", "/items/7/id", "/other", "", "no pointer"])
  }

  @Test func `refuses a name that is taken`() throws {
    let upgrade = try upgrade(SchemaChange(to: 1, renamedMembers: ["/a": "b"]))
    #expect(throws: MemberCollision.self) { try state(upgrade, #"{"a":1,"b":2}"#) }
    #expect(throws: MemberCollision.self) { try upgrade.recorded(node(#"{"a":1,"b":2}"#).value) }
  }

  @Test func `stops the process for an invalid pointer`() async throws {
    try await onOwnThread {
      await #expect(processExitsWith: .failure) { _ = SchemaChange(to: 1, added: ["filter": 1]) }
      await #expect(processExitsWith: .failure) { _ = SchemaChange(to: 1, added: ["": 1]) }
      await #expect(processExitsWith: .failure) { _ = SchemaChange(to: 1, renamedMembers: ["/a/*": "b"]) }
    }
  }

  @Test(arguments: [
    (#"{"add":{"_0":1}}"#, #"{"create":{"_0":1}}"#),
    (#"{"tasks":{"_0":{"drop":{}}}}"#, #"{"items":{"_0":{"remove":{}}}}"#),
    (#"{"tasks":{"list":{"drop":{}}}}"#, #"{"items":{"list":{"remove":{}}}}"#),
    (#"{"swap":{}}"#, #"{"paws":{}}"#), (#"{"paws":{}}"#, #"{"swap":{}}"#),  // Once, not back and forth.
    (#"{"tasks":{"_0":{"keep":{}}}}"#, #"{"tasks":{"_0":{"keep":{}}}}"#),
    (#"{"tasks":{"_0":1,"_1":{"drop":{}}}}"#, #"{"tasks":{"_0":1,"_1":{"drop":{}}}}"#),
    (#"{"add":1,"more":2}"#, #"{"add":1,"more":2}"#), ("{}", "{}"), ("[1]", "[1]"),
    (#""add""#, #""create""#),  // An enum with raw values.
  ])
  func `renames cases by their paths`(old: String, new: String) throws {
    let upgrade = try upgrade(
      SchemaChange(
        to: 1, renamedActions: ["add": "create", "tasks.drop": "items.remove", "swap": "paws", "paws": "swap"]))
    try expectEqual(action(upgrade, old), new)
  }

  @Test func `renames types version by version, and passes new names to closures`() throws {
    let upgrade = try upgrade(
      SchemaChange(to: 1, renamedTypes: ["A": "B"]),
      SchemaChange(to: 2, renamedTypes: ["B": "C"], action: { action, type in [.string(type ?? ""), action] }))
    try expectEqual(action(upgrade, "1", type: "A"), #"C ["C",1]"#)
    try expectEqual(action(upgrade, "1", type: "D"), #"D ["D",1]"#)
    try expectEqual(action(upgrade, "1"), #"["",1]"#)
  }

  @Test func `rethrows a closure's error`() throws {
    struct Refusal: Error {}
    let upgrade = try upgrade(SchemaChange(to: 1, action: { _, _ in throw Refusal() }, state: { _ in throw Refusal() }))
    #expect(throws: Refusal.self) { try state(upgrade, "1") }
    #expect(throws: Refusal.self) { try action(upgrade, "1") }
  }
}
