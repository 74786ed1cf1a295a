import Expectations
import JSONQuery
import StateTree
import Testing

/// The tables of examples of RFC 9535, sections 1.5, 2.3, 2.5 and 2.6. Where it allows several orders, members come in the
/// order of the document.
struct SelectorTests {
  @Test(
    arguments: [
      ("$.o['j j']", [#"{"k.k": 3}"#]), ("$.o['j j']['k.k']", ["3"]), (#"$.o["j j"]["k.k"]"#, ["3"]),
      (#"$["'"]["@"]"#, ["2"]), ("$.absent", []), ("$[0]", []),
    ])
  func `names`(query: String, expected: [String]) throws {
    try expectEqual(values(of: query, in: #"{"o": {"j j": {"k.k": 3}}, "'": {"@": 2}}"#), expected)
  }

  @Test(
    arguments: [
      ("$[*]", [#"{"j": 1, "k": 2}"#, "[5, 3]"]), ("$.o[*]", ["1", "2"]), ("$.o[*, *]", ["1", "2", "1", "2"]),
      ("$.a[*]", ["5", "3"]), ("$.a[0].*", []),
    ])
  func `wildcards`(query: String, expected: [String]) throws {
    try expectEqual(values(of: query, in: #"{"o": {"j": 1, "k": 2}, "a": [5, 3]}"#), expected)
  }

  @Test(
    arguments: [
      ("$[1]", "b"), ("$[-2]", "f"), ("$[7]", ""), ("$[-8]", ""), ("$['1']", ""), ("$[1:3]", "bc"), ("$[5:]", "fg"),
      ("$[1:5:2]", "bd"), ("$[5:1:-2]", "fd"), ("$[::-1]", "gfedcba"), ("$[0, 3]", "ad"), ("$[0:2, 5]", "abf"),
      ("$[0, 0]", "aa"), ("$[::0]", ""), ("$[-3:]", "efg"), ("$[:-5]", "ab"), ("$[9:-9:-3]", "gda"), ("$[3:1]", ""),
      ("$[-9007199254740991:9007199254740991:9007199254740991]", "a"), ("$[:9007199254740991:2]", "aceg"),
    ])
  func `indexes and slices`(query: String, expected: String) throws {
    let found = try values(of: query, in: #"["a", "b", "c", "d", "e", "f", "g"]"#)
    expectEqual(found.joined(), expected.map { "\"\($0)\"" }.joined())
  }

  @Test(
    arguments: [
      ("$..j", ["1", "4"]), ("$..[0]", ["5", #"{"j": 4}"#]), ("$..o", [#"{"j": 1, "k": 2}"#]),
      ("$.o..[*, *]", ["1", "2", "1", "2"]), ("$.a..[0, 1]", ["5", "3", #"{"j": 4}"#, #"{"k": 6}"#]),
      (
        "$..*",
        [
          #"{"j": 1, "k": 2}"#, #"[5, 3, [{"j": 4}, {"k": 6}]]"#, "1", "2", "5", "3", #"[{"j": 4}, {"k": 6}]"#,
          #"{"j": 4}"#, #"{"k": 6}"#, "4", "6",
        ]
      ),
    ])
  func `descendants: a value before those inside it`(query: String, expected: [String]) throws {
    let document = #"{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}"#
    try expectEqual(values(of: query, in: document), expected)
  }

  @Test(
    arguments: [
      ("$.a", ["null"]), ("$.a[0]", []), ("$.a.d", []), ("$.b[0]", ["null"]), ("$.b[*]", ["null"]),
      ("$.b[?@]", ["null"]), ("$.b[?@==null]", ["null"]), ("$.c[?@.d==null]", []), ("$.null", ["1"]),
    ])
  func `null is a value`(query: String, expected: [String]) throws {
    try expectEqual(values(of: query, in: #"{"a": null, "b": [null], "c": [{}], "null": 1}"#), expected)
  }

  @Test(
    arguments: [
      ("$.a[?@.b == 'kilo']", [#"{"b": "kilo"}"#]), ("$.a[?(@.b == 'kilo')]", [#"{"b": "kilo"}"#]),
      ("$.a[?@>3.5]", ["5", "4", "6"]),
      ("$.a[?@.b]", [#"{"b": "j"}"#, #"{"b": "k"}"#, #"{"b": {}}"#, #"{"b": "kilo"}"#]),
      ("$.o[?@<3, ?@<3]", ["1", "2", "1", "2"]), (#"$.a[?@<2 || @.b == "k"]"#, ["1", #"{"b": "k"}"#]),
      (#"$.a[?match(@.b, "[jk]")]"#, [#"{"b": "j"}"#, #"{"b": "k"}"#]),
      (#"$.a[?search(@.b, "[jk]")]"#, [#"{"b": "j"}"#, #"{"b": "k"}"#, #"{"b": "kilo"}"#]),
      ("$.o[?@>1 && @<4]", ["2", "3"]), ("$.o[?@.u || @.x]", [#"{"u": 6}"#]),
      ("$.a[?@.b == $.x]", ["3", "5", "1", "2", "4", "6"]), ("$.e[?@]", []), ("$.o[?!@.u]", ["1", "2", "3", "5"]),
      ("$.o[?!(@ < 3) && @ != 5]", ["3", #"{"u": 6}"#]),
    ])
  func `filters`(query: String, expected: [String]) throws {
    try expectEqual(values(of: query, in: Self.filtered), expected)
  }

  @Test func `a filter looks at the values inside the children`() throws {
    try expectEqual(matches(of: "$[?@.*]", in: Self.filtered).map(\.path), ["$['a']", "$['o']"])
    try expectEqual(matches(of: "$[?@[?@.b]]", in: Self.filtered).map(\.path), ["$['a']"])
    try expectEqual(matches(of: "$.a[?@ == @]", in: Self.filtered).count, 10)
  }

  private static let filtered = """
    {"a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}], \
    "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}
    """

  @Test(
    arguments: [
      (
        "$.store.book[*].author", [#""Nigel Rees""#, #""Evelyn Waugh""#, #""Herman Melville""#, #""J. R. R. Tolkien""#]
      ),
      ("$..author", [#""Nigel Rees""#, #""Evelyn Waugh""#, #""Herman Melville""#, #""J. R. R. Tolkien""#]),
      ("$.store..price", ["8.95", "12.99", "8.99", "22.99", "399"]), ("$..book[2].author", [#""Herman Melville""#]),
      ("$..book[2].publisher", []), ("$..book[-1].title", [#""The Lord of the Rings""#]),
      ("$..book[0,1].price", ["8.95", "12.99"]), ("$..book[:2].price", ["8.95", "12.99"]),
      ("$..book[?@.isbn].price", ["8.99", "22.99"]), ("$..book[?@.price<10].price", ["8.95", "8.99"]),
    ])
  func `the bookstore of the introduction`(query: String, expected: [String]) throws {
    try expectEqual(values(of: query, in: Self.store), expected)
    try expectEqual(values(of: "$..*", in: Self.store).count, 27)
    try expectEqual(values(of: "$.store.*", in: Self.store).count, 2)
  }

  private static let store = """
    {"store": {"book": [
      {"category": "reference", "author": "Nigel Rees", "title": "Sayings of the Century", "price": 8.95},
      {"category": "fiction", "author": "Evelyn Waugh", "title": "Sword of Honour", "price": 12.99},
      {"category": "fiction", "author": "Herman Melville", "title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99},
      {"category": "fiction", "author": "J. R. R. Tolkien", "title": "The Lord of the Rings", "isbn": "0-395-19395-8",
       "price": 22.99}],
      "bicycle": {"color": "red", "price": 399}}}
    """

  @Test(
    arguments: [
      ("$.a", #"{"a": 1}"#, "$['a']", "/a"), ("$[1]", "[0, 1]", "$[1]", "/1"),
      ("$[-3]", "[0, 1, 2, 3, 4]", "$[2]", "/2"),
      ("$.a.b[1:2]", #"{"a": {"b": [0, 1]}}"#, "$['a']['b'][1]", "/a/b/1"),
      (#"$["\u000B"]"#, #"{"\u000b": 1}"#, #"$['\u000b']"#, "/\u{b}"), (#"$["\u0061"]"#, #"{"a": 1}"#, "$['a']", "/a"),
      (#"$['\'\\"\n']"#, #"{"'\\\"\n": 1}"#, #"$['\'\\"\n']"#, "/'\\\"\n"),
      ("$['a/b']", #"{"a/b": 1}"#, "$['a/b']", "/a~1b"),
      (#"$['\b\f\r\t\u001f']"#, #"{"\b\f\r\t\u001f": 1}"#, #"$['\b\f\r\t\u001f']"#, "/\u{8}\u{c}\r\t\u{1f}"),
      ("$", "1", "$", ""),
    ])
  func `normalized paths`(query: String, document: String, path: String, pointer: String) throws {
    let found = try matches(of: query, in: document)
    expectEqual(found.map(\.path), [path])
    expectEqual(found.map(\.pointer.description), [pointer])
  }
}
