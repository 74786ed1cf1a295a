import Expectations
import StateTree
import TestSupport
import Testing
import WebDriver

/// The page reads, prints, compares and patches JSON as the tool does.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct JSONTests {
  /// Makes random values, and texts that are nearly JSON.
  private struct Source {
    var random: SeededGenerator

    mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    mutating func element(of texts: [String]) -> String { texts[number(texts.count)] }

    mutating func value(depth: Int = 0) -> JSONValue {
      switch number(depth > 3 ? 5 : 8) {
      case 0: return .number(JSONNumber(number(10)))
      case 1:
        // No two are equal numbers: the page compares literals, the tool values.
        let literals = ["1.50", "1e400", "12345678901234567890", "-0", "0.5"]
        return JSONNumber(literal: element(of: literals)).map { .number($0) } ?? .null
      case 2: return .string(element(of: ["", "a", "é\"\\\n", "😀", "\u{1}", "</script>", "x y"]))
      case 3: return .null
      case 4: return .bool(number(2) == 0)
      case 5: return .array((0..<number(5)).map { _ in value(depth: depth + 1) })
      case 6:
        // Elements that are matched by their ids.
        let ids = Array(0..<9).shuffled(using: &random).prefix(number(7))
        return .array(ids.map { ["id": .number(JSONNumber($0)), "v": value(depth: 4)] })
      default:
        let keys = Set((0..<number(5)).map { _ in element(of: ["a", "b", "__proto__", "a/b", "m~n", "", "7"]) })
        return .object(JSONObject(keys.sorted().map { ($0, value(depth: depth + 1)) }))
      }
    }

    mutating func text() -> String {
      var text = Array(value().compact.unicodeScalars)
      for _ in 0..<number(3) where !text.isEmpty {
        let part = element(of: [
          " ", "\"", "{", "}", "[", ",", ":", "0", "-", "e", ".", "\\", "\\ud800", "\\u12", "\u{1}", "nul", "é",
          "\"a\":1,",
        ])
        let place = number(text.count)
        text.replaceSubrange(place..<min(text.count, place + number(2)), with: part.unicodeScalars)
      }
      return String(String.UnicodeScalarView(text))
    }
  }

  private func answers(
    _ browser: WebBrowser, _ body: String, _ arguments: [JSONValue]
  ) throws -> [String] {
    try browser.script("return arguments[0].map((value) => {\(body)});", .array(arguments)).array?.compactMap(\.string)
      ?? []
  }

  // Both start the browser and parse 3,000 texts: 1.5 s in a debug build.
  private static let patches: [(state: String, patch: String, undoable: String?)] = [
    (
      #"{"a":{"b":[1,2]},"c":3}"#, #"[{"op":"copy","from":"/a","path":"/d"},{"op":"add","path":"/d/b/0","value":0}]"#,
      #"[{"op":"add","path":"/d","value":{"b":[1,2]}},{"op":"add","path":"/d/b/0","value":0}]"#
    ),
    // A copy replaces what is there, and may go into an array or into what it copies.
    (
      #"{"a":1,"b":2}"#, #"[{"op":"copy","from":"/a","path":"/b"}]"#,
      #"[{"op":"add","path":"/b","value":1,"was":2}]"#
    ),
    (
      #"{"a":[1,2]}"#, #"[{"op":"copy","from":"/a/0","path":"/a/-"}]"#, #"[{"op":"add","path":"/a/2","value":1}]"#
    ),
    (#"{"a":[1]}"#, #"[{"op":"copy","from":"/a","path":"/a/0"}]"#, #"[{"op":"add","path":"/a/0","value":[1]}]"#),
    (#"{"a":1}"#, #"[{"op":"copy","from":"/a","path":""}]"#, #"[{"op":"add","path":"","value":1,"was":{"a":1}}]"#),
    (#"{"a":1}"#, #"[{"op":"copy","from":"/b","path":"/c"}]"#, nil),
    (
      #"{"a":1}"#, #"[{"op":"test","path":"/a","value":1},{"op":"remove","path":"/a"}]"#,
      #"[{"op":"remove","path":"/a","was":1}]"#
    ),
    (#"{"a":1}"#, #"[{"op":"test","path":"/a","value":2}]"#, nil),
    (#"{"a":1}"#, #"[{"op":"move","from":"/a","path":"/b"}]"#, #"[{"op":"move","from":"/a","path":"/b"}]"#),
  ]

  @Test func `a journal's patches lead to the tool's states, and back`() async throws {
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      for (state, patch, undoable) in Self.patches {
        var expected = try JSONValue(parsing: state)
        let isApplied = (try? JSONPatch(json: JSONValue(parsing: patch)).apply(to: &expected)) != nil
        expectEqual(isApplied, undoable != nil, "\(patch)")
        let found = try browser.script(
          """
          const [state, patch] = [...arguments].map((text) => viewer.parseJSON(text));
          const result = viewer.undoablePatch(state, patch, new Set());
          return result && [viewer.printJSON(result.state), viewer.printJSON(result.patch), viewer.printJSON(viewer.undoPatch(result.state, result.patch))];
          """, .string(state), .string(patch))
        let wanted: JSONValue? = undoable.map { [.string(expected.compact), .string($0), .string(state)] }
        expectEqual(found, wanted ?? .null, "\(patch)")
      }
    }
  }

  @Test func `texts are accepted, refused and printed as by the tool`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      var source = Source(random: SeededGenerator(seed: seed))
      let texts = (0..<Soak.count(1000, soak: 100_000)).map { _ in source.text() }
      let expected = texts.map { text in
        do throws(JSONError) { return try JSONValue(parsing: text).compact } catch { return "\(error.reason)" }
      }
      let found = try answers(
        browser, "try { return viewer.printJSON(viewer.parseJSON(value)); } catch (error) { return error.reason; }",
        texts.map { .string($0) })
      for (index, text) in texts.enumerated() where !text.utf8.contains(where: { $0 > 0x7f }) {
        expectEqual(found[index], expected[index], "\(text), seed \(seed)")
      }
      #expect(Set(expected).count > 100)
    }
  }

  @Test func `numbers are equal by their exact value, as in the state hash`() async throws {
    let groups: [[String]] = [
      ["1", "1.0", "10e-1", "1E+0", "0.01e2"], ["12000", "12e3", "1.2e4", "12000.000"], ["-0.50", "-5e-1", "-0.5"],
      ["0", "0.0", "0e9", "0e-999999999"], ["-0", "-0.0", "-0e1"], ["9007199254740993", "9007199254740993.0"],
      ["9007199254740992"], ["18446744073709551615", "18446744073709551615e0", "1844674407370955161.5e1"],
      ["0.1", "1e-1"], ["0.1000000000000000055511151231257827"], ["1e999999999", "10e999999998"], ["1e999999998"],
      ["1e-999999999"], ["1e2000", "10e1999"], ["1.5e300", "15e299"],
      ["1" + String(repeating: "0", count: 1023), "1e1023"],
    ]
    let literals = groups.flatMap(\.self)
    let hashes = try literals.map { try JSONValue(parsing: $0).stateHash }
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        const values = arguments[0].map((text) => viewer.parseJSON(`{"a":[${text}]}`));
        return values.map((one) => values.map((other) =>
          viewer.equalJSON(one, other) && viewer.changesBetween(one, other).length === 0 ? "=" : "-").join(""));
        """, .array(literals.map { .string($0) }))
    }
    let expected = hashes.map { one in hashes.map { $0 == one ? "=" : "-" }.joined() }
    expectEqual(found.array?.compactMap(\.string), expected)
    expectEqual(Set(hashes).count, groups.count)
  }

  // The tool makes 2,000 patches and applies as many: 1.5 s in a debug build.
  @Test func `patches lead forwards, backwards, and from one value to another`() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      var source = Source(random: SeededGenerator(seed: seed))
      let pairs = (0..<Soak.count(700, soak: 50_000)).map { _ in (source.value(), source.value()) }
      let found = try answers(
        browser,
        """
        const [old, current, patch] = value.map((text) => viewer.parseJSON(text));
        const before = viewer.printJSON(old);
        const changes = viewer.changesBetween(old, current);
        const results = [viewer.applyPatch(old, patch), viewer.applyPatch(old, changes)];
        const isUndone = viewer.equalJSON(viewer.undoPatch(results[1], changes), old);
        const isSame = results.every((result) => viewer.equalJSON(result, current)) && viewer.printJSON(old) === before;
        return isUndone && isSame ? viewer.printJSON(changes) : "wrong";
        """,
        pairs.map { old, current in
          let patch = JSONPatch.diff(from: old, to: current).json.compact
          return .array([.string(old.compact), .string(current.compact), .string(patch)])
        })
      for (index, (old, current)) in pairs.enumerated() {
        var value = old
        try JSONPatch(json: JSONValue(parsing: found[index])).apply(to: &value)
        expectEqual(value, current, "\(old.compact) to \(current.compact), seed \(seed)")
      }
    }
  }
}
