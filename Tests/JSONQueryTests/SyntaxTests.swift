import Expectations
import JSONQuery
import StateTree
import TestSupport
import Testing

struct SyntaxTests {
  @Test(
    arguments: [
      ("", 1, "expected '$', found the end"), (" $", 1, "expected '$', found ' '"),
      ("$ ", 2, "expected '.', '[' or the end, found ' '"), ("a", 1, "expected '$', found 'a'"),
      ("$.", 3, "expected a name or '*', found the end"), ("$.1", 3, "expected a name or '*', found '1'"),
      ("$. a", 3, "expected a name or '*', found ' '"), ("$..", 4, "expected a name, '*' or '[', found the end"),
      ("$...a", 4, "expected a name, '*' or '[', found '.'"),
      ("$[]", 3, "expected a name in quotes, an index, a slice, '*' or '?', found ']'"),
      ("$[a]", 3, "expected a name in quotes, an index, a slice, '*' or '?', found 'a'"),
      ("$[0 2]", 5, "expected ',' or ']', found '2'"), ("$[0", 4, "expected ',' or ']', found the end"),
      ("$[01]", 3, "a number with a leading zero"), ("$[-0]", 3, "'-0' is no index"),
      ("$[-]", 4, "expected a digit, found ']'"),
      ("$[9007199254740992]", 3, "9007199254740992 is outside of ±(2^53 - 1)"),
      ("$[1:2:3:4]", 8, "expected ',' or ']', found ':'"), ("$[1.5]", 4, "expected ',' or ']', found '.'"),
      ("$['a]", 3, "the string that starts here has no end"), (#"$['\x']"#, 4, #"unknown escape '\x'"#),
      (#"$['\"']"#, 4, #"unknown escape '\"'"#), (#"$['\ud800']"#, 4, "half a surrogate pair"),
      (#"$['\udc00']"#, 4, "half a surrogate pair"),
      (#"$['\u12g4']"#, 4, #"expected four hexadecimal digits after '\u'"#),
      ("$['\t']", 4, "a control character in a string; write it as an escape"),
      ("$[?]", 4, "expected a condition or a value, found ']'"),
      ("$[?@.a", 7, "expected '&&', '||', ',' or ']', found the end"),
      ("$[?@.a=1]", 7, "expected '&&', '||', ',' or ']', found '='; '==' compares values"),
      ("$[?@.a-b==1]", 7, "expected '&&', '||', ',' or ']', found '-'; a name with '-' is written as ['a-b']"),
      ("$[?(@.a and @.b)]", 9, "expected '&&', '||' or ')', found 'a'; write '&&' for and"),
      ("$[?@.a or @.b]", 8, "expected '&&', '||', ',' or ']', found 'o'; write '||' for or"),
      (
        "$[?@.a==Bob]", 9,
        "expected a condition or a value, found 'B'; a string needs quotes, and a query starts with '$' or '@'"
      ),
      (
        "$[?.a==1]", 4,
        "expected a condition or a value, found '.'; a string needs quotes, and a query starts with '$' or '@'"
      ),
      ("$[?@.a==]", 9, "expected a condition or a value, found ']'"),
      ("$[?1]", 4, "a value alone is no condition; compare it with something"),
      ("$[?@.*==1]", 4, "this query can select several values; use value(), count() or a filter"),
      ("$[?1==@..a]", 7, "this query can select several values; use value(), count() or a filter"),
      ("$[?!@.a==1]", 5, "'!' needs parentheses around a comparison"),
      ("$[?(@.a]", 8, "expected '&&', '||' or ')', found ']'"),
      ("$[?tru]", 4, "unknown word 'tru'; a string needs quotes, and a query starts with '$' or '@'"),
      ("$[?count]", 4, "expected '(' after count; a string needs quotes, and a query starts with '$' or '@'"),
      (
        "$[?foo(@.a)]", 4,
        "unknown function 'foo'; the functions are length, count, match, search, value, sum, min, max, plus, minus, keys, subset, unique"
      ),
      ("$[?count (@.a)==1]", 4, "expected '(' after count; a string needs quotes, and a query starts with '$' or '@'"),
      ("$[?count()==1]", 10, "count() takes one argument"), ("$[?count(@.a,@.b)==1]", 13, "count() takes one argument"),
      ("$[?count(1)==1]", 10, "count() takes a query"), ("$[?unique(keys(keys(@.a)))]", 16, "keys() takes a query"),
      ("$[?sum(keys(@.a))==1]", 8, "sum() takes a query"),
      ("$[?keys(@.a)]", 4, "keys() gives several values; use it in count(), value(), subset() or unique()"),
      ("$[?keys(@.a)=='x']", 4, "keys() gives several values; use it in count(), value(), subset() or unique()"),
      ("$[?subset(@.a)]", 14, "expected ',' and another argument: subset() takes 2 arguments, found ')'"),
      ("$[?unique(@.a)==true]", 4, "unique() is a condition, not a value"),
      ("$[?match(@.a)]", 13, "expected ',' and another argument: match() takes 2 arguments, found ')'"),
      ("$[?length(@.*)<3]", 11, "this query can select several values; use value(), count() or a filter"),
      ("$[?value(@..c)]", 4, "value() gives a value; compare it with something"),
      ("$[?match(@.a,'b')==true]", 4, "match() is a condition, not a value"),
      ("$[?length(@.a==1)==1]", 14, "expected ')' after the argument, found '='"),
      ("$[?@.a==1e9999999999]", 9, "an exponent beyond ±1000000000"),
      ("$[?match(@.a,'.{5000}')]", 4, "a regular expression that is too large: its counts multiply beyond 4096"),
      ("$[?@.a==1.]", 11, "expected a digit, found ']'"),
      ("$[?@.a==01]", 9, "a number with a leading zero"),
      ("$[?@.a==+1]", 9, "expected a condition or a value, found '+'"),
      ("$\n", 2, #"expected '.', '[' or the end, found '\n'"#),
    ])
  func `a wrong query is refused with the column and what it needs`(text: String, column: Int, reason: String) {
    let found = #expect(throws: JSONQueryError.self) { try JSONPath(text) }
    expectEqual(found?.column, column)
    expectEqual(found?.reason, reason)
  }

  @Test(
    arguments: [
      "$ .a", "$\n[ 0 , 1 ]", "$[ 1 : 2 : 3 ]", "$[? @.a == 1 ]", "$[?! @.a]", "$[?count( @.* )==1]", "$.a\t..b",
    ])
  func `blanks may stand between the parts of a query`(text: String) throws { _ = try JSONPath(text) }

  @Test func `an explanation has the column in Unicode scalars`() {
    let wrong = #expect(throws: JSONQueryError.self) { try JSONExpression("$.e\u{301}t == ") }
    expectEqual(wrong?.explanation, "column 10: expected a condition or a value, found the end")
  }

  @Test func `brackets nest up to 64 levels`() throws {
    _ = try JSONExpression(String(repeating: "(", count: 64) + "$.a" + String(repeating: ")", count: 64))
    let tooDeep = String(repeating: "(", count: 100_000)
    let found = #expect(throws: JSONQueryError.self) { try JSONExpression(tooDeep) }
    expectEqual(found?.column, 65)
    expectEqual(found?.reason, "more than 64 levels of brackets")
  }

  @Test func `any text is parsed or refused, never more`() {
    let seed = UInt64.random(in: 0...(.max))
    var random = SeededGenerator(seed: seed)
    let parts = [
      "$", "@", ".", "..", "[", "]", "?", "(", ")", "*", ":", ",", "'a'", "\"", "1", "-", "==", "<", "&&", "||", "!",
      "count", "match", "\\", " ", "é",
    ]
    for _ in 0..<3_000 {
      let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }
        .joined()
      guard let query = try? JSONPath("$" + text) else { continue }
      #expect(throws: Never.self, "seed \(seed): \(text)") {
        try query.matches(in: JSONDocument(Array(#"{"a":[1,{"a":"é"}]}"#.utf8)).root)
      }
    }
  }
}
