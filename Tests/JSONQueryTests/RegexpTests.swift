import Expectations
import JSONQuery
import StateTree
import Testing

struct RegexpTests {
  @Test(
    arguments: [
      ("a.c", "abc", true, true), ("a.c", "xabcx", false, true), ("a.c", "a\nc", false, false),
      ("a.c", "a\rc", false, false),
      ("a.c", "a\u{2028}c", true, true), ("", "", true, true), ("", "a", false, true), ("a|bc", "bc", true, true),
      ("a||b", "", true, true),
      ("(ab)*", "abab", true, true), ("(ab)*", "aba", false, true), ("a+b?", "aa", true, true),
      ("a{2}", "aaa", false, true), ("a{2,}", "aaa", true, true),
      ("a{2,3}", "aaaa", false, true), ("a{0}", "", true, true), ("[a-c]+", "abcd", false, true),
      ("[^a-c]", "d", true, true), ("[^a-c]", "a", false, false),
      ("[-a]", "-", true, true), ("[a-]", "-", true, true), (#"[\]\\]+"#, #"]\"#, true, true),
      (#"[\n\t]"#, "\t", true, true), (#"\p{Lu}\P{Lu}"#, "Éa", true, true),
      (#"\p{L}+"#, "éÉ", true, true), (#"[\p{Nd}_]+"#, "1_", true, true), (#"[^\p{Nd}]"#, "1", false, false),
      ("^ab$", "ab", true, true), ("^b", "ab", false, false), ("b$", "ab", false, true),
      (#"\^\.\$"#, "^.$", true, true), ("(a*)*b", "aaab", true, true), ("𐄁.", "𐄁𐄁", true, true),
      ("a{1}b{2}", "abb", true, true), ("((a|b){2}c){2}", "abcbac", true, true),
    ])
  func `match() takes the whole text, search() a part`(pattern: String, text: String, whole: Bool, part: Bool) throws {
    try expectEqual(selects("match", text, pattern), whole)
    try expectEqual(selects("search", text, pattern), part)
  }

  @Test(
    arguments: [
      "(", ")", "[", "]", "a**", "*", "+a", "{1}", "a{", "a{,2}", "a{2,1}", "a{1", "[]", "[^]", "[b-a]", "[a-b-c]",
      #"\d"#, #"\"#, #"\p{Xx}"#, #"\p{}"#, #"\pL"#, "(?:a)",
      "[[a]]", String(repeating: "(", count: 60),
    ])
  func `a pattern that isn't valid matches nothing`(pattern: String) throws {
    #expect(try !selects("search", "a", pattern))
    #expect(try !selects("search", "a", pattern, inDocument: false))
  }

  @Test(arguments: ["a{9999}", "((a{100}){100}){100}", String(repeating: "(", count: 1_000)])
  func `a pattern that is too large is refused, and matches nothing in a document`(pattern: String) throws {
    #expect(try !selects("search", "a", pattern))
    let error = #expect(throws: JSONQueryError.self) { try selects("search", "a", pattern, inDocument: false) }
    #expect(error?.reason.hasPrefix("a regular expression that is too large") == true)
  }

  @Test func `a pattern that makes other engines go back and forth takes no longer than its text`() throws {
    #expect(try !selects("match", String(repeating: "a", count: 5_000), "(a*)*(a*)*b"))
  }

  /// Whether the function accepts a text, with the pattern from the document or in the query.
  private func selects(_ function: String, _ text: String, _ pattern: String, inDocument: Bool = true) throws -> Bool {
    let document = JSONValue.object(JSONObject([("text", .string(text)), ("pattern", .string(pattern))]))
    let quoted = JSONValue.string(pattern).compact
    return try holds("\(function)($.text, \(inDocument ? "$.pattern" : quoted))", in: document.compact)
  }
}
