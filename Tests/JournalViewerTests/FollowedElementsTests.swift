import Expectations
import StateCoding
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
    /// The place of the member that the app chose.
    var identity: RedactionRules.Pointer?

    init(_ old: String, _ new: String, by identity: RedactionRules.Pointer? = nil, _ told: String...) {
      (self.old, self.new, self.told, self.identity) = (old, new, told.isEmpty ? nil : told, identity)
    }

    var patterns: PointerPatterns { PointerPatterns(identity.map { [$0] } ?? []) }
    /// The places as the page gets them.
    var places: JSONValue { .array(identity.map { [.string($0.description)] } ?? []) }
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
    // Numbers are the same identity, however they are spelled.
    Row(
      #"[{"id":1,"n":1},{"id":2.0,"n":1},{"id":3,"n":1}]"#, #"[{"id":2,"n":1.0},{"id":10e-1,"n":2},{"id":3.00,"n":1}]"#,
      "move /1 /0", "replace /1/n"),
    // A member of another name identifies elements if it has the most values in both arrays.
    Row(
      #"[{"price":3,"sku":"a"},{"price":4,"sku":"b"}]"#, #"[{"price":5,"sku":"b"},{"price":6,"sku":"a"}]"#,
      "move /1 /0", "replace /0/price", "replace /1/price"),
    // A member that numbers the elements says less than another one with as many values in both.
    Row(
      #"[{"pos":0,"sku":"a"},{"pos":1,"sku":"b"},{"pos":2,"sku":"c"}]"#,
      #"[{"pos":0,"sku":"c"},{"pos":1,"sku":"a"},{"pos":2,"sku":"b"}]"#,
      "move /2 /0", "replace /0/pos", "replace /1/pos", "replace /2/pos"),
    Row(
      #"[{"nr":1,"title":"a"},{"nr":2,"title":"b"},{"nr":3,"title":"c"}]"#,
      #"[{"nr":1,"title":"a"},{"nr":2,"title":"B"},{"nr":3,"title":"c"}]"#, "replace /1/title"),
    // The least integer counts nothing.
    Row(
      #"[{"n":-9223372036854775808,"sku":"a"},{"n":7,"sku":"b"}]"#,
      #"[{"n":7,"sku":"b"},{"n":-9223372036854775808,"sku":"a"}]"#, "move /1 /0"),
    // A usual name counts, even if it numbers the elements.
    Row(
      #"[{"id":1,"sku":"a"},{"id":2,"sku":"b"}]"#, #"[{"id":1,"sku":"b"},{"id":2,"sku":"a"}]"#,
      "replace /0/sku", "replace /1/sku"),
    // The app chose the member, although another one is unique, too.
    Row(
      #"[{"id":1,"key":"a"},{"id":2,"key":"b"}]"#, #"[{"id":1,"key":"b"},{"id":2,"key":"a"}]"#, by: "/*/key",
      "move /1 /0", "replace /0/id", "replace /1/id"),
    Row(
      #"[{"id":1,"of":{"nr":7}},{"id":2,"of":{"nr":8}}]"#, #"[{"id":3,"of":{"nr":8}},{"id":4,"of":{"nr":7}}]"#,
      by: "/*/of/nr", "move /1 /0", "replace /0/id", "replace /1/id"),
    // Its values aren't unique, so a usual name counts.
    Row(
      #"[{"id":1,"key":"a"},{"id":2,"key":"a"}]"#, #"[{"id":2,"key":"a"},{"id":1,"key":"a"}]"#, by: "/*/key",
      "move /1 /0"),
    // Elements without identities stay at their places, if the array is long enough to be worth it.
    Row(
      #"[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]"#, #"[[0,0,0,0,0,0],[0,1,0,0,0,0],[0,0,0,0,0,2]]"#,
      "replace /1/1", "replace /2/5"),
    // A case of an enum gives way to another one, and a value of one changes.
    Row(
      #"{"home":{"scroll":120,"filter":"nothing"}}"#, #"{"detail":{"number":7,"tab":"reviews"}}"#,
      "remove /home", "add /detail"),
    Row(
      #"{"home":{"scroll":120,"filter":"nothing"}}"#, #"{"home":{"scroll":130,"filter":"nothing"}}"#,
      "replace /home/scroll"),
    Row(#"{"a":1}"#, #"{"a":2}"#), Row("[0,1]", "[1,0]"),
    // Members come and go.
    Row(#"[{"id":1,"a":1}]"#, #"[{"id":1,"b":1}]"#, "remove /0/a", "add /0/b"),
    // Not all elements have distinct identities, or none is in both.
    Row(#"[{"id":1},{"id":1}]"#, #"[{"id":2},{"id":1}]"#), Row(#"[{"id":1}]"#, #"[{"id":2}]"#),
    Row("[1,2,3]", "[3,1,2]"), Row(#"[{"on":true}]"#, #"[{"on":false}]"#), Row("[]", #"[{"id":1}]"#),
  ]

  /// Differences that a shortest patch names element by element.
  private static let patches = [
    // The first element went; the others would become the next ones.
    Row(
      #"{"l":[{"uuid":"a","t":"Milk, two litres","n":1},{"uuid":"b","t":"Bread from the bakery","n":2},{"uuid":"c","t":"Butter","n":3}]}"#,
      #"{"l":[{"uuid":"b","t":"Bread from the bakery","n":20},{"uuid":"c","t":"Butter","n":30}]}"#,
      "remove /l/0", "replace /l/0/n", "replace /l/1/n"),
    Row(
      #"{"l":[{"key":{"rawValue":1},"t":1},{"key":{"rawValue":2},"t":1},{"key":{"rawValue":3},"t":1}],"m":1}"#,
      #"{"l":[{"key":{"rawValue":1},"t":1},{"key":{"rawValue":3},"t":2}],"m":2}"#,
      "remove /l/1", "replace /l/1/t", "replace /m"),
    // A name that is no usual one, in an array that got an element.
    Row(
      #"{"l":[{"name":"one","at":{"x":1,"label":"somewhere over the rainbow"}},{"name":"two","at":{"x":1,"label":"somewhere over the rainbow"}}]}"#,
      #"{"l":[{"name":"zero","at":{"x":1,"label":"somewhere over the rainbow"}},{"name":"one","at":{"x":5,"label":"somewhere over the rainbow"}},{"name":"two","at":{"x":1,"label":"somewhere over the rainbow"}}]}"#,
      "add /l/0", "replace /l/1/at/x"),
    // With a usual name, another one doesn't count.
    Row(
      #"{"l":[{"id":1,"name":"one"},{"id":2,"name":"two"}]}"#,
      #"{"l":[{"id":1,"name":"three"},{"id":2,"name":"one"},{"id":3,"name":"two"}]}"#,
      "add /l/2", "replace /l/0/name", "replace /l/1/name"),
    // The same without another element is a new name.
    Row(
      #"{"l":[{"name":"one","at":{"x":1,"label":"somewhere over the rainbow"}}]}"#,
      #"{"l":[{"name":"two","at":{"x":1,"label":"somewhere over the rainbow"}}]}"#, "replace /l/0/name"),
    // The app's choice, inside of elements that stay.
    Row(
      #"{"boards":[{"id":1,"cards":[{"nr":1,"t":"one thing to do"},{"nr":2,"t":"another thing to do"},{"nr":3,"t":"a third thing"}]}]}"#,
      #"{"boards":[{"id":1,"cards":[{"nr":2,"t":"another thing to do"},{"nr":3,"t":"a third thing"},{"nr":4,"t":"one thing to do"}]}]}"#,
      by: "/boards/*/cards/*/nr", "remove /boards/0/cards/0", "add /boards/0/cards/2"),
    Row(
      #"{"l":[{"nr":1,"t":"one thing to do"},{"nr":2,"t":"another thing to do"}]}"#,
      #"{"l":[{"nr":2,"t":"one thing to do"},{"nr":1,"t":"another thing to do"}]}"#, by: "/l/*/nr",
      "move /l/1 /l/0", "replace /l/0/t", "replace /l/1/t"),
    // An element goes to another list and gets a member.
    Row(
      #"{"todo":[{"id":1,"t":"one thing to do","x":false}],"done":[]}"#,
      #"{"todo":[],"done":[{"id":1,"t":"one thing to do","x":true,"at":7}]}"#,
      "move /todo/0 /done/0", "replace /done/0/x", "add /done/0/at"),
    // In long arrays, the operations are told as they are.
    Row(long(0..<1100, first: 0), long(1..<1100, first: -1), "replace /l/0", "remove /l/1"),
  ]

  private static func long(_ numbers: Range<Int>, first: Int) -> String {
    let elements = numbers.map { #"{"uuid":"\#($0)","n":\#($0 == numbers.lowerBound ? first : $0)}"# }
    return #"{"l":[\#(elements.joined(separator: ","))]}"#
  }

  private static func told(_ row: Row) throws -> [String]? {
    try told(JSONValue(parsing: row.old), JSONValue(parsing: row.new), by: row.patterns)
  }

  private static func told(_ old: JSONValue, _ new: JSONValue, by identity: PointerPatterns = .none) -> [String]? {
    let told = words(ChangeList((JSONPatch([.replace(.root, new)]), [old]), by: identity))
    return told == ["replace "] ? nil : told
  }

  private static func words(_ list: ChangeList) -> [String] {
    list.changes.map { change -> String in
      switch change {
      case .added(let place, _): "add \(place)"
      case .removed(let place, _): "remove \(place)"
      case .moved(let source, let place): "move \(source) \(place)"
      default: "replace \(change.place)"
      }
    }
  }

  @Test func `elements are followed by the member that identifies them`() throws {
    for row in Self.rows { try expectEqual(Self.told(row), row.told, "\(row.old) to \(row.new)") }
    for row in Self.patches {
      let (old, new) = try (JSONValue(parsing: row.old), JSONValue(parsing: row.new))
      expectEqual(Self.words(ChangeList(from: old, to: new, by: row.patterns)), row.told, "\(row.old) to \(row.new)")
    }
  }

  @Test(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
  func `the page tells the same`() async throws {
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      for row in Self.rows {
        let told = try browser.script(
          """
          const [was, value, places] = [...arguments].map((text) => viewer.parseJSON(text));
          const replaced = new Map([["op", "replace"], ["path", ""], ["value", value], ["was", was]]);
          const told = viewer.toldOperations([replaced], places.map(viewer.parsePointer));
          return told.map((one) => [one.get("op"), one.get("from"), one.get("path")].filter((part) => part !== undefined).join(" "));
          """, .string(row.old), .string(row.new), .string(row.places.compact))
        expectEqual(told.array?.compactMap(\.string), row.told ?? ["replace "], "\(row.old) to \(row.new)")
      }
      for row in Self.patches {
        let (old, new) = try (JSONValue(parsing: row.old), JSONValue(parsing: row.new))
        let (patch, replaced) = JSONPatch.changes(from: old, to: new)
        let values = JSONValue.array(replaced.map { $0.map { [$0] } ?? [] })
        let told = try browser.script(
          """
          const [state, patch, replaced, places] = [...arguments].map((text) => viewer.parseJSON(text));
          const identity = places.map(viewer.parsePointer);
          patch.forEach((one, index) => replaced[index].forEach((was) => one.set("was", was)));
          const joined = viewer.joinedOperations(patch, viewer.reshapedArrays(patch, identity), identity, state);
          const told = viewer.toldOperations(joined, identity);
          return told.map((one) => [one.get("op"), one.get("from"), one.get("path")].filter((part) => part !== undefined).join(" "));
          """, .string(new.compact), .string(patch.json.compact), .string(values.compact), .string(row.places.compact))
        expectEqual(told.array?.compactMap(\.string), row.told, "\(row.old) to \(row.new)")
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
      guard let followed = FollowedElements(old, new, at: .root, by: .none) else { continue }
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
      try ChangeList(from: JSONValue(parsing: old), to: JSONValue(parsing: new), by: .none).changes
    }
    let (todo, done) = (JSONPointer(tokens: ["todo", "1"]), JSONPointer(tokens: ["done", "1"]))
    try expectEqual(
      changes(
        #"{"todo":[{"id":1,"t":"a","x":false},{"id":2,"t":"b","x":false}],"done":[{"id":9,"t":"c","x":true}]}"#,
        #"{"todo":[{"id":1,"t":"a","x":false}],"done":[{"id":9,"t":"c","x":true},{"id":2,"t":"b","x":true}]}"#),
      [.moved(from: todo, to: done), .changed(done.appending("x"), from: false, to: true)])
    // It also got a member, beside another thing with the same number that went.
    try expectEqual(
      changes(
        #"{"todo":[{"id":1,"t":"a","x":false},{"id":2,"t":"b","x":false}],"pens":[{"id":2,"name":"Red"}],"done":[{"id":9}]}"#,
        #"{"todo":[{"id":1,"t":"a","x":false}],"pens":[],"done":[{"id":9},{"id":2,"t":"b","x":true,"at":5}]}"#),
      [
        .removed(JSONPointer(tokens: ["pens", "0"]), ["id": 2, "name": "Red"]), .moved(from: todo, to: done),
        .changed(done.appending("x"), from: false, to: true), .added(done.appending("at"), 5),
      ])
    // Another thing with the same number, and several, whose indexes would shift.
    for (old, new) in [
      (#"{"users":[{"id":1,"name":"Ann"}],"pens":[]}"#, #"{"users":[],"pens":[{"id":1,"name":"Red"}]}"#),
      (#"{"users":[{"id":1,"on":true}],"pens":[]}"#, #"{"users":[],"pens":[{"id":1,"on":true,"hue":9,"n":5,"m":1}]}"#),
      (
        #"{"users":[{"id":1,"on":true,"n":5}],"pens":[]}"#,
        #"{"users":[],"pens":[{"id":1,"on":true,"hue":9,"size":5,"ink":1,"cap":0}]}"#
      ),
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
