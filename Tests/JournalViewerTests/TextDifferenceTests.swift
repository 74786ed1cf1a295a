import Expectations
import StateTree
import TerminalText
import Testing
import WebDriver

@testable import ReduxNotation

/// The terminal and the page show the same of two texts.
struct TextDifferenceTests {
  struct Row: Sendable {
    let old: String
    let new: String
    /// The head, the middle and the tail of each side, and the note; `nil` if both texts are shown whole.
    let shown: [String]?

    init(_ old: String, _ new: String, _ shown: String...) {
      (self.old, self.new, self.shown) = (old, new, shown.isEmpty ? nil : shown)
    }
  }

  private static let alike = "alike"
  private static let long = words(40)
  private static let url = "https://cdn.example.com/images/profile/2016/07/29/large/"
  private static let table = [
    Row("open", "closed"),
    Row("a common beginning 1", "a common beginning 2"),
    Row("", long, "", "", "", "", words(16) + "…" + words(16), "", "0 → 200 characters"),
    Row(
      url + "0001.png", url + "0002.png", "…29/large/", "0001", ".png", "…29/large/", "0002", ".png", ""),
    Row(
      "one" + url, "two" + url, "", "onehttps", "://cdn.example…", "", "twohttps", "://cdn.example…", ""),
    Row(long + "end", long + "end of it", "…word end", "", "", "…word end", " of it", "", ""),
    Row(
      "first\nsecond line\nthird", "first\n2nd line\nthird", "", "second", " line", "", "2nd", " line", "line 2"),
    Row("a\nb\nc\nd", "a\nx\ny\nd", "", "b", "", "", "x", "", "line 2 and others up to line 3"),
    // Equal lines in between don't count.
    Row("a\nb\nc\nd\ne", "a\nB\nc\nD\ne", "", "b", "", "", "B", "", "line 2 and others up to line 4"),
    // The first change and the last are shown. No word is cut.
    Row(
      "a" + long + "b" + url, "c" + long + "d" + url, "", "a" + words(15) + "word… " + words(14) + "bhttps",
      "://cdn.example…", "", "c" + words(15) + "word… " + words(14) + "dhttps", "://cdn.example…", "258 characters"),
    Row("a\nb", "a\nx\nb"),
    Row(
      long + "e\u{301}", long + "e", "…word word ", "e\u{301}", "", "…word word ", "e", "", ""),
    Row(
      long + "🇩🇪" + long, long + "🇩🇰" + long, "…word word ", "🇩🇪word", " word word…", "…word word ", "🇩🇰word",
      " word word…", ""),
    Row(
      long + "👩‍🚀!" + long, long + "👩‍💻!" + long, "…word word ", "👩‍🚀", "!word word…", "…word word ", "👩‍💻", "!word word…", ""),
    Row(
      "a" + String(repeating: "\u{301}", count: 60) + " 1", "a" + String(repeating: "\u{301}", count: 60) + " 2",
      "…" + String(repeating: "\u{301}", count: 7) + " ", "1", "", "…" + String(repeating: "\u{301}", count: 7) + " ",
      "2", "", ""),
    Row(
      String(repeating: "x", count: 300), String(repeating: "x", count: 300) + "y", "…xxxxxxxx", "", "", "…xxxxxxxx",
      "y",
      "", ""),
    Row("at 10 AM", "at 10\u{202F}AM", "at 10", " ", "AM", "at 10", "\u{202F}", "AM", "", alike),
    Row("co-op", "co\u{2011}op", "co", "-", "op", "co", "\u{2011}", "op", "", alike),
    Row("caf\u{E9}", "cafe\u{301}", "", "caf\u{E9}", "", "", "cafe\u{301}", "", "", alike),
    Row("ok", "\u{43E}k", "", "ok", "", "", "\u{43E}k", "", "", alike),
    Row("\u{E9}", "\u{E8}"),
    Row(
      String(repeating: long, count: 6) + "a.", String(repeating: long, count: 6) + "bc.", "…word word ", "a", ".",
      "…word word ", "bc", ".", "1202 → 1203 characters"),
  ]

  private static func words(_ count: Int) -> String { String(repeating: "word ", count: count) }

  private static func shown(_ difference: TextDifference) -> [String] {
    [difference.old, difference.new].flatMap { [$0.head, $0.middle, $0.tail] } + [difference.note]
      + (difference.areAlike ? [alike] : [])
  }

  @Test func `a line of a terminal has the start and the end of a long difference`() throws {
    func line(_ new: String, _ columns: Int) throws -> String {
      var text: StyledText = ""
      try #require(TextDifference("", new)).write(to: &text, columns: columns)
      return text.plain
    }
    try expectEqual(
      line((0..<200).map { "\($0) " }.joined(), 101),
      #""" → "0 1 2 3 4 5 6 7 8 …95 196 197 198 199 " (0 → 690 characters)"#)
    // Neither an escape nor a character is cut.
    try expectEqual(
      line(String(repeating: "\n", count: 200), 81), #""" → "\n\n\n\n\n\n…\n\n\n\n\n\n\n" (0 → 200 characters)"#)
    try expectEqual(
      line(String(repeating: "🇩🇪", count: 200), 81), #""" → "🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪…🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪🇩🇪" (0 → 400 characters)"#)
  }

  @Test func `what differs between two texts is shown with the words around it`() {
    for row in Self.table {
      expectEqual(TextDifference(row.old, row.new).map(Self.shown), row.shown)
      expectEqual(
        TextDifference(row.new, row.old).map(Self.shown),
        row.shown.map {
          $0[3..<6] + $0[..<3] + [$0[6].replacing(#/(\d+) → (\d+)/#) { "\($0.2) → \($0.1)" }] + $0[7...]
        })
    }
  }

  @Test(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
  func `the page shows the same`() async throws {
    try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      for row in Self.table {
        let found = try browser.script(
          """
          const found = viewer.textDifference(arguments[0], arguments[1]);
          return found && [found.old, found.new].flatMap(({ head, middle, tail }) => [head, middle, tail])
            .concat(found.note, found.areAlike ? ["alike"] : []);
          """, .string(row.old), .string(row.new))
        expectEqual(found, row.shown.map { .array($0.map { .string($0) }) } ?? .null, "\(row)")
      }
    }
  }
}
