import Expectations
import TerminalText
import Testing

@Suite("Widths of text on a terminal")
struct WidthTests {
  @Test(
    "follow Unicode 16",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("…", 1), ("─", 1), ("✗", 1), ("α", 1),
      ("漢", 2), ("か", 2), ("か\u{3099}", 2), ("ｱ", 1), ("Ａ", 2), ("　", 2), ("한", 2), ("\u{1112}\u{1161}\u{11ab}", 2),
      ("😀", 2), ("👍🏽", 2), ("👨\u{200d}👩\u{200d}👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤\u{fe0f}", 2), ("1\u{fe0f}\u{20e3}", 2),
      ("⌚", 2), ("☰", 2), ("䷀", 2), ("🪾", 2), ("🛜", 2), ("𠮷", 2), ("ก", 1), ("กำ", 2), ("\u{300}", 0), ("क्", 1),
      ("abc漢字", 7), ("", 0),
    ])
  func widths(text: String, columns: Int) { expectEqual(text.terminalWidth, columns) }

  @Test("shorten text only between characters")
  func shortened() {
    expectEqual("漢字漢字".shortened(to: 5), "漢字…")
    expectEqual("漢字漢字".shortened(to: 4), "漢…")
    expectEqual("👍🏽👍🏽".shortened(to: 3), "👍🏽…")
  }
}
