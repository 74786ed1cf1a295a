import Expectations
import JSONQuery
import StateTree
import Testing

struct ConditionTests {
  /// The table of RFC 9535, section 2.3.5.3.
  @Test(
    arguments: [
      ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true), ("$.absent == 'g'", false),
      ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true), ("1 <= 2", true), ("1 > 2", false),
      ("13 == '13'", false), ("'a' <= 'b'", true), ("'a' > 'b'", false), ("$.obj == $.arr", false),
      ("$.obj != $.arr", true), ("$.obj == $.obj", true), ("$.obj != $.obj", false), ("$.arr == $.arr", true),
      ("$.arr != $.arr", false), ("$.obj == 17", false), ("$.obj != 17", true), ("$.obj <= $.arr", false),
      ("$.obj < $.arr", false), ("$.obj <= $.obj", true), ("$.arr <= $.arr", true), ("1 <= $.arr", false),
      ("1 >= $.arr", false), ("1 > $.arr", false), ("1 < $.arr", false), ("true <= true", true), ("true > true", false),
      ("null == null", true), ("null < null", false), ("false < true", false),
    ])
  func `comparisons`(expression: String, expected: Bool) throws {
    try expectEqual(holds(expression, in: #"{"obj": {"x": "y"}, "arr": [2, 3]}"#), expected)
  }

  @Test(
    arguments: [
      ("1 == 1.0", true), ("100 == 1e2", true), ("-0 == 0", true), ("0.1 < 0.11", true), ("-0.11 < -0.1", true),
      ("9007199254740993 == 9007199254740992", false), ("1e400 < 1e401", true), ("-1e400 < 1e-400", true),
      ("0 < 1e-400", true), ("0 > -1e-400", true), ("123456789012345678901 > 123456789012345678900", true),
      ("12 > 9.99", true), ("0.0 == -0.0", true), ("plus($.tenth, $.fifth) == 0.3", true),
      ("minus(1, 0.9) == 0.1", true), ("minus(0.5, 0.5) == 0", true),
      ("plus(9223372036854775807, 1) == 9223372036854775808", true),
      ("1e10001 > 5", true), ("1e999999999 > 1e999999998", true), ("-1e10001 < 5", true), ("1e-10001 > 0", true),
      ("1e10001 < 5", false), ("10e10000 == 1e10001", true),
      ("minus(-9223372036854775808, 1) < -9223372036854775808", true), ("plus(1, '1') == 2", false),
      ("plus(999, 0.001) == 999.001", true), ("minus(1, 1000) == -999", true), ("plus(-5, 7.5) == 2.5", true),
    ])
  func `numbers compare by their exact decimal values`(expression: String, expected: Bool) throws {
    try expectEqual(holds(expression, in: #"{"tenth": 0.1, "fifth": 0.2}"#), expected)
  }

  @Test(
    arguments: [
      (#"'\u00e9' == 'e\u0301'"#, false), (#"'\uffff' < '\ud800\udc00'"#, true), ("'' < 'a'", true),
      ("'B' < 'a'", true),
      (#"'\'' == "'""#, true), (#"'\u000a' == "\n""#, true), (#"'☺' == '\u263A'"#, true), (#"'\/' == '/'"#, true),
    ])
  func `texts compare by their scalars`(expression: String, expected: Bool) throws {
    try expectEqual(holds(expression), expected)
  }

  @Test(
    arguments: [
      ("subset($.order[*], keys($.items))", true), ("subset(keys($.items), $.order[*])", false),
      ("subset($.gone[*], keys($.items))", true), ("subset($.order[*], $.gone)", false),
      ("subset($.numbers[*], keys($.byNumber))", true), ("subset(keys($.byNumber), $.numbers[*])", true),
      ("subset($.texts[*], $.numbers[*])", false), ("subset($.items[*], $..*)", true),
      ("subset($.items[?@.n == 1], $.others[*])", true), ("subset($.others[*], $.items[*])", false),
      ("subset(keys($.versions), keys($.older))", false), ("count(keys($.items)) == 3", true),
      ("value(keys($.one)) == 'x'", true), ("count(keys($.order)) == 0", true),
      ("count(keys($['items', 'one'])) == 4", true), ("unique($.order[*])", true),
      ("unique($['order', 'again'][*])", false),
      ("unique($.numbers[*])", true), ("unique($.equal[*])", false), ("unique($.items[*])", false),
      ("unique($.gone)", true), ("$.items[?subset(@.n, $.numbers[*])]", true),
    ])
  func `ids are compared with the keys of collections and with each other`(expression: String, expected: Bool) throws {
    let document = """
      {"items": {"a": {"n": 1}, "b": {"n": 1}, "c": {"n": 2}}, "order": ["c", "a"], "again": ["a"], "one": {"x": 0},
      "byNumber": {"1": 0, "20": 0}, "numbers": [1.0, 2e1], "texts": ["1"], "equal": [1, 1.0], "versions": {"1.10": 0}, "older": {"1.1": 0}, "others": [{"n": 1}, {"n": 3}]}
      """
    try expectEqual(holds(expression, in: document), expected)
  }

  @Test(
    arguments: [
      ("$.a == $.b", true), ("$.a == $.c", false), ("$.a == $.d", false), ("$.a.y == $.b.y", true),
      ("$.a.y == $.c.y", false), ("$.e == $.f", true),
    ])
  func `arrays and objects are equal if their values are, whatever the order of members`(
    expression: String, expected: Bool
  ) throws {
    let document = """
      {"a": {"x": 1, "y": [1, {}]}, "b": {"y": [1.0, {}], "x": 1}, "c": {"x": 1, "y": [{}, 1]}, "d": {"x": 1}, \
      "e": [-0], "f": [0]}
      """
    try expectEqual(holds(expression, in: document), expected)
  }

  @Test(
    arguments: [
      ("$.a || $.x && $.y", true), ("($.a || $.x) && $.y", false), ("!$.x && $.a", true), ("!($.x && $.a)", true),
      ("!$.a || $.b", true), ("$.x || !$.a", false), ("$", true), ("@.a == $.a", true), ("\n $.a\t==\r1 ", true),
    ])
  func `logic: '!' binds before '&&', and '&&' before '||'`(expression: String, expected: Bool) throws {
    try expectEqual(holds(expression, in: #"{"a": 1, "b": null}"#), expected)
  }

  @Test(
    arguments: [
      ("length($.text) == 2", true), ("length($.list) == 3", true), ("length($) == 4", true),
      ("length(1) == $.absent", true),
      ("count($.list[*]) == 3", true), ("count($.absent) == 0", true), ("value($..x) == 7", true),
      ("value($.list[*]) == $.absent", true), ("match($.text, 'e.')", true), ("match($.text, 'e')", false),
      ("search($.text, 'e')", true), ("search($.list, 'e')", false), ("match($.text, $.absent)", false),
      ("sum($.list[*]) == 6.5", true), ("sum($.absent) == 0", true), ("sum($.*) == 0", false),
      ("min($.list[*]) == 1", true),
      ("max($.list[*]) == 3.5", true), ("max($.absent) == $.absent", true), ("min($.text) == 1", false),
      ("plus(count($.list[*]), length($.text)) == 5", true), ("!match($.text, 'a')", true),
    ])
  func `functions`(expression: String, expected: Bool) throws {
    let document = #"{"text": "e\u0301", "list": [1, 2, 3.5], "object": {"x": 7}, "n": 1}"#
    try expectEqual(holds(expression, in: document), expected)
  }

  @Test func `a query that was evaluated and never selected anything is known`() throws {
    let expression = try JSONExpression("!($.totl < 0) && count($.items[?@.gone]) == 0 && $.total == 1 || $.other")
    var usage = QueryUsage()
    try expectEqual(expression.holds(in: JSONDocument(Array(#"{"items": []}"#.utf8)).root, noting: &usage), false)
    func empty() -> [String] {
      expression.queries(withoutResultsIn: usage).map { "\($0.text) in \($0.places("state"))" }
    }
    expectEqual(
      empty(),
      ["$.totl", "$.items[?@.gone]", "$.total", "$.other"].map { "\($0) in the only state looked at" })
    #expect(try expression.holds(in: JSONDocument(Array(#"{"total": 1}"#.utf8)).root, noting: &usage))
    let all = "in any of the 2 states looked at"
    expectEqual(
      empty(),
      [
        "$.totl \(all)", "$.items[?@.gone] \(all)",
        "$.other in the 1 of 2 states looked at where it was evaluated",
      ])
    expectEqual(expression.queries(withoutResultsIn: QueryUsage()), [])
  }

  @Test(
    arguments: [
      ("$.a.b == 1", ["/a/b"]), ("$.a[0].c", ["/a/0/c"]), ("$.a[-1]", ["/a"]), ("$.a[*].b && $.a.c", ["/a"]),
      ("$..x", [""]), ("$.a[?@.b == $.c.d].e || $.f", ["/a", "/c/d", "/f"]), ("1 == 1", []),
      ("@.x < sum($.y[*].z)", ["/x", "/y"]),
      ("$.a.b || $.a", ["/a"]), ("$.a['x/y']", ["/a/x~1y"]),
    ])
  func `an expression knows the values outside of which it reads nothing`(expression: String, expected: [String]) throws
  {
    try expectEqual(JSONExpression(expression).scopes.map(\.description), expected)
  }

  @Test func `an evaluation that visits too many values stops with an error`() throws {
    let document = try JSONDocument(Array("[\(String(repeating: "[1,2,3],", count: 100))1]".utf8))
    let query = try JSONPath("$..[?count($..*) < 0]")
    #expect(throws: QueryLimitError(limit: 10_000)) { try query.matches(in: document.root, limit: 10_000).count }
    expectEqual(
      QueryLimitError(limit: 10_000).explanation,
      "the query visits more than 10000 values of one document; '..' inside filters multiplies them")
  }
}
