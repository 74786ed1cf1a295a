import Expectations
import JSONQuery
import StateTree
import Testing

struct ValueExpressionTests {
  private static let document = #"{"cart": {"total": 12.50, "lines": [{"price": 5}, {"price": 7.5}]}, "user": null}"#

  @Test(
    arguments: [
      ("$.cart.total", "12.50"), ("$.user", "null"), ("$.cart.lines[*].price", "[5,7.5]"), ("$.cart.none[*]", "[]"),
      (" count($.cart.lines[*]) ", "2"), ("sum($.cart.lines[*].price)", "12.5"), ("length($.cart)", "2"),
      ("value($.cart.lines[?@.price > 6])", #"{"price":7.5}"#), ("$.cart.total >= 10 && $.user", "true"),
      ("!$.user", "false"), ("minus(0.001, 1)", "-0.999"), ("plus(1e30, 1e30)", "2e30"), ("plus(10, 90)", "100"),
      ("minus(1, 1.0)", "0"),
    ])
  func `an expression has the value of its query, its function or its condition`(text: String, value: String) throws {
    let document = try JSONDocument(Array(Self.document.utf8)).root
    try expectEqual(ValueExpression(text).value(in: document)?.compact, value)
  }

  @Test(arguments: ["$.cart.none", "length($.user)", "max($.cart.none[*])"])
  func `an expression that selects nothing has no value`(text: String) throws {
    let document = try JSONDocument(Array(Self.document.utf8)).root
    try expectEqual(ValueExpression(text).value(in: document), nil)
  }

  @Test func `scopes are those of all queries`() throws {
    try expectEqual(
      ValueExpression("plus($.cart.total, $.a['b'][0]) > 1").scopes.map(\.description), ["/cart/total", "/a/b/0"])
    try expectEqual(ValueExpression("count($.cart.lines[*])").scopes.map(\.description), ["/cart/lines"])
  }

  @Test(arguments: [("1", "compare it with something"), ("$.a >", "expected a condition or a value")])
  func `a text that is no expression is refused`(text: String, reason: String) throws {
    let error = #expect(throws: JSONQueryError.self) { try ValueExpression(text) }
    #expect(error?.explanation.contains(reason) == true, "\(error?.explanation ?? "")")
  }
}
