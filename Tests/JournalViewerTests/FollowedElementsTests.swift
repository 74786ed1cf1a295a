import Expectations
import StateTree
import TestSupport
import Testing
import WebDriver

@testable import ReduxNotation

/// The terminal and the page tell the same of an array that was replaced.
struct FollowedElementsTests {
  private struct Row {
    let old: String
    let new: String
    /// The operations and their places; `nil` if the array was replaced as a whole.
    let told: [String]?

    init(_ old: String, _ new: String, _ told: String...) {
      (self.old, self.new, self.told) = (old, new, told.isEmpty ? nil : told)
    }
  }

  private static let rows = [
    // The last of several moves first, and all are renumbered.
    Row(
      #"[{"id":"a","pos":0},{"id":"b","pos":1},{"id":"c","pos":2}]"#,
      #"[{"id":"c","pos":0},{"id":"a","pos":1},{"id":"b","pos":2}]"#,
      "move /2 /0", "replace /0/pos", "replace /1/pos", "replace /2/pos"),
    Row(
      #"[{"id":1,"n":1},{"id":2,"n":1},{"id":3,"n":1}]"#, #"[{"id":2,"n":2},{"id":4,"n":1},{"id":3,"n":2}]"#,
      "remove /0", "add /1", "replace /0/n", "replace /2/n"),
    Row(
      #"[{"uuid":"x","n":1},{"uuid":"y","n":1}]"#, #"[{"uuid":"y","n":1},{"uuid":"x","n":2}]"#,
      "move /1 /0", "replace /1/n"),
    Row(
      #"[{"id":{"rawValue":1},"n":1},{"id":{"rawValue":2},"n":1}]"#,
      #"[{"id":{"rawValue":2},"n":2},{"id":{"rawValue":1},"n":1}]"#, "move /1 /0", "replace /0/n"),
    // A member of another name identifies elements if it has the most values in both arrays.
    Row(
      #"[{"price":3,"sku":"a"},{"price":4,"sku":"b"}]"#, #"[{"price":5,"sku":"b"},{"price":6,"sku":"a"}]"#,
      "move /1 /0", "replace /0/price", "replace /1/price"),
    // Members come and go.
    Row(#"[{"id":1,"a":1}]"#, #"[{"id":1,"b":1}]"#, "remove /0/a", "add /0/b"),
    // Not all elements have distinct identities, or none is in both.
    Row(#"[{"id":1},{"id":1}]"#, #"[{"id":2},{"id":1}]"#), Row(#"[{"id":1}]"#, #"[{"id":2}]"#),
    Row("[1,2,3]", "[3,1,2]"), Row(#"[{"on":true}]"#, #"[{"on":false}]"#), Row("[]", #"[{"id":1}]"#),
  ]

  private static func told(_ old: JSONValue, _ new: JSONValue) -> [String]? {
    let changes = ChangeList((JSONPatch([.replace(.root, new)]), [old])).changes
    let told = changes.map { change -> String in
      switch change {
      case .added(let place, _): "add \(place)"
      case .removed(let place, _): "remove \(place)"
      case .moved(let source, let place): "move \(source) \(place)"
      default: "replace \(change.place)"
      }
    }
    return told == ["replace "] ? nil : told
  }

  @Test func `elements are followed by the member that identifies them`() throws {
    for row in Self.rows {
      let (old, new) = try (JSONValue(parsing: row.old), JSONValue(parsing: row.new))
      expectEqual(Self.told(old, new), row.told, "\(row.old) to \(row.new)")
    }
  }

  @Test(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
  func `the page tells the same`() async throws {
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      for row in Self.rows {
        let told = try browser.script(
          """
          const [was, value] = [...arguments].map((text) => viewer.parseJSON(text));
          const replaced = new Map([["op", "replace"], ["path", ""], ["value", value], ["was", was]]);
          const told = viewer.toldOperations([replaced]);
          return told.map((one) => [one.get("op"), one.get("from"), one.get("path")].filter((part) => part !== undefined).join(" "));
          """, .string(row.old), .string(row.new))
        expectEqual(told.array?.compactMap(\.string), row.told ?? ["replace "], "\(row.old) to \(row.new)")
      }
    }
  }

  @Test(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
  func `the page finds the same moves between random arrays`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      var generator = SeededGenerator(seed: seed)
      for _ in 0..<40 {
        func ids() -> [Int] { (0..<12).shuffled(using: &generator).suffix(Int.random(in: 8...12, using: &generator)) }
        let (old, new) = (
          JSONValue.array(ids().map { ["id": JSONValue(integerLiteral: $0)] }),
          JSONValue.array(ids().map { ["id": JSONValue(integerLiteral: $0)] })
        )
        let told = try browser.script(
          """
          const [was, value] = [...arguments].map((text) => viewer.parseJSON(text));
          const told = viewer.toldOperations([new Map([["op", "replace"], ["path", ""], ["value", value], ["was", was]])]);
          return told.map((one) => [one.get("op"), one.get("from"), one.get("path")].filter((part) => part !== undefined).join(" "));
          """, .string(old.compact), .string(new.compact))
        expectEqual(told.array?.compactMap(\.string), Self.told(old, new) ?? ["replace "], "seed \(seed)")
      }
    }
  }

  @Test func `many elements in a random order lead to the new array`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      func array() -> [JSONValue] {
        (0..<Int.random(in: 1...12, using: &generator)).shuffled(using: &generator).map { id in
          [
            "id": JSONValue(integerLiteral: id),
            "n": JSONValue(integerLiteral: Int.random(in: 0...1, using: &generator)),
          ]
        }
      }
      let (old, new) = (array(), array())
      guard let followed = FollowedElements(old, new) else { continue }
      var elements = old
      for change in followed.changes {
        switch change {
        case .removed(let index): elements.remove(at: index)
        case .moved(let from, let to): elements.insert(elements.remove(at: from), at: to)
        case .added(let index): elements.insert(new[index], at: index)
        case .changed(let from, let to):
          expectEqual(elements[to], old[from], "seed \(seed)")
          elements[to] = new[to]
        }
      }
      expectEqual(elements, new, "seed \(seed)")
    }
  }

  @Test func `an element that goes to another list has moved there, if it is alike`() throws {
    func changes(_ old: String, _ new: String) throws -> [ChangeList.Change] {
      try ChangeList(JSONPatch.changes(from: JSONValue(parsing: old), to: JSONValue(parsing: new))).changes
    }
    let (todo, done) = (JSONPointer(tokens: ["todo", "1"]), JSONPointer(tokens: ["done", "1"]))
    try expectEqual(
      changes(
        #"{"todo":[{"id":1,"t":"a","x":false},{"id":2,"t":"b","x":false}],"done":[{"id":9,"t":"c","x":true}]}"#,
        #"{"todo":[{"id":1,"t":"a","x":false}],"done":[{"id":9,"t":"c","x":true},{"id":2,"t":"b","x":true}]}"#),
      [.moved(from: todo, to: done), .changed(done.appending("x"), from: false, to: true)])
    // Another thing with the same number, and several, whose indexes would shift.
    for (old, new) in [
      (#"{"users":[{"id":1,"name":"Ann"}],"pens":[]}"#, #"{"users":[],"pens":[{"id":1,"name":"Red"}]}"#),
      (#"{"a":[{"id":null,"b":[1,2,3]}],"c":[]}"#, #"{"a":[],"c":[{"id":null,"b":[1,2,3]}]}"#),
    ] {
      try #expect(!changes(old, new).contains { if case .moved = $0 { true } else { false } }, "\(old)")
    }
  }

  @Test func `both show an array whole if all of its many elements moved`() async throws {
    let old = JSONValue.array((0..<2000).map { ["id": JSONValue(integerLiteral: $0), "n": 0] })
    let new = JSONValue.array((0..<2000).reversed().map { ["id": JSONValue(integerLiteral: $0), "n": 1] })
    expectEqual(Self.told(old, new), nil)
    guard WebBrowser.isAvailable else { return }
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      let count = try browser.script(
        """
        const [was, value] = [...arguments].map((text) => viewer.parseJSON(text));
        return viewer.toldOperations([new Map([["op", "replace"], ["path", ""], ["value", value], ["was", was]])]).length;
        """, .string(old.compact), .string(new.compact))
      expectEqual(count, 1)
    }
  }
}
