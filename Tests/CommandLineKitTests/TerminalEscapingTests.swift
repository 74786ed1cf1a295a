import CommandLineKit
import Expectations
import Testing

struct TerminalEscapingTests {
  @Test(
    arguments: [
      ("plain ASCII, 'quotes' \"and\" \\ all", "plain ASCII, 'quotes' \"and\" \\ all"),
      ("Grüße 日本 👍🏽 ❤️", "Grüße 日本 👍🏽 ❤️"),
      ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
      ("\r\n", "\\r\\n"),
      ("\u{0}\u{7}\u{8}\u{7f}", "\\u{0}\\u{7}\\u{8}\\u{7f}"),
      ("\u{1b}[2J\u{1b}]0;title\u{7}", "\\u{1b}[2J\\u{1b}]0;title\\u{7}"),
      ("\u{80}\u{85}\u{9b}31m\u{9f}", "\\u{80}\\u{85}\\u{9b}31m\\u{9f}"),
      ("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}", "\\u{202a}\\u{202b}\\u{202c}\\u{202d}\\u{202e}"),
      ("\u{2066}\u{2067}\u{2068}\u{2069}", "\\u{2066}\\u{2067}\\u{2068}\\u{2069}"),
      ("\u{200e}\u{200f}\u{61c}", "\\u{200e}\\u{200f}\\u{61c}"),
      ("a\u{200b}b\u{200c}c\u{200d}d\u{2060}e\u{feff}", "a\\u{200b}b\\u{200c}c\\u{200d}d\\u{2060}e\\u{feff}"),
      ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
      ("\u{ad}\u{34f}\u{115f}\u{3164}\u{e0041}", "\\u{ad}\\u{34f}\\u{115f}\\u{3164}\\u{e0041}"),
    ])
  func `characters that could control or deceive a terminal are escaped`(text: String, shown: String) {
    expectEqual(text.escapedForTerminal, shown)
    expectEqual(shown.escapedForTerminal, shown)
  }

  @Test(arguments: [0...0x1f, 0x7f...0x9f, 0x200b...0x200f, 0x2028...0x202e])
  func `no scalar of the hostile ranges remains`(range: ClosedRange<UInt32>) {
    for value in range {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = String(Character(scalar)).escapedForTerminal
      #expect(shown.utf8.allSatisfy { (0x20...0x7e).contains($0) })
    }
  }

  @Test(
    arguments: [
      ("abc", 3, "abc"), ("abcdefg", 7, "abcd…"), ("日本語", 6, "日本…"), ("e\u{301}e", 2, "e\u{301}e"),
    ])
  func `text has a width and can be cut to one`(text: String, width: Int, shortened: String) {
    expectEqual(text.terminalWidth, width)
    expectEqual(text.shortened(to: 5), shortened)
  }
}

struct StyledTextTests {
  @Test func `interpolated text is escaped, and own styles are kept`() {
    let hostile = "a\u{1b}[31m\n"
    let text: StyledText = "the task \(hostile, .bold) of \(3)\n"
    expectEqual(text.plain, "the task a\\u{1b}[31m\\n of 3\n")
    let output = BufferSink()
    #expect(throws: Never.self) { try TextOutput(output, isColored: true).write(text) }
    expectEqual(output.text, "the task \u{1b}[1ma\\u{1b}[31m\\n\u{1b}[0m of 3\n")
  }

  @Test func `styled texts are concatenated`() {
    let inner: StyledText = "\("x\u{7}", .added)"
    var text: StyledText = "a \(inner)" + " b"
    text += "!"
    expectEqual(text.plain, "a x\\u{7} b!")
  }
}

struct ColorChoiceTests {
  @Test(
    arguments: [
      (.auto, true, [:], true),
      (.auto, false, [:], false),
      (.always, false, ["NO_COLOR": "1", "TERM": "dumb"], true),
      (.never, true, ["CLICOLOR_FORCE": "1"], false),
      (.auto, true, ["NO_COLOR": "1"], false),
      (.auto, true, ["NO_COLOR": ""], true),
      (.auto, false, ["CLICOLOR_FORCE": "1"], true),
      (.auto, false, ["CLICOLOR_FORCE": "0"], false),
      (.auto, false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
      (.auto, true, ["TERM": "dumb"], false),
      (.auto, true, ["CLICOLOR": "0"], false),
    ] as [(ColorChoice, Bool, [String: String], Bool)])
  func `the option precedes the environment, and the environment precedes the terminal`(
    choice: ColorChoice, isTerminal: Bool, environment: [String: String], isColored: Bool
  ) {
    expectEqual(choice.isColored(isTerminal: isTerminal, environment: environment), isColored)
  }
}
