/// Texts from outside as code in Markdown, of which nothing is taken for markup: no link, no HTML, no mention of anybody.
///
/// Source: CommonMark 0.31, 6.1 "Code spans" and 4.5 "Fenced code blocks".
enum MarkdownCode {
  /// A text as a code span. It must be one line, and safe on a terminal.
  static func span(_ text: String) -> String {
    // There is no span without anything in it.
    guard !text.isEmpty else { return "(empty)" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A renderer takes one space away at each end if there is one at both, but for a span of spaces alone.
    let touchesFence = text.utf8.first == UInt8(ascii: "`") || text.utf8.last == UInt8(ascii: "`")
    let losesSpaces =
      text.utf8.first == UInt8(ascii: " ") && text.utf8.last == UInt8(ascii: " ")
      && text.utf8.contains { $0 != UInt8(ascii: " ") }
    let pad = touchesFence || losesSpaces ? " " : ""
    return fence + pad + text + pad + fence
  }

  /// Lines as a code block.
  static func block(_ lines: [String]) -> String {
    let longest = lines.map { longestRun(of: "`", in: $0) }.max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    return ([fence + "text"] + lines + [fence]).joined(separator: "\n") + "\n"
  }

  private static func longestRun(of byte: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
      run = scalar == byte ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
