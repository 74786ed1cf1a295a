/// External text as code in Markdown, in which nothing becomes markup: no link, no HTML, no mention.
///
/// Source: CommonMark 0.31, 6.1 "Code spans" and 4.5 "Fenced code blocks".
enum MarkdownCode {
  /// Returns a text as a code span. The text must be one line, and safe on a terminal.
  static func span(_ text: String) -> String {
    // A code span can't be empty.
    guard !text.isEmpty else { return "(empty)" }
    let fence = String(repeating: "`", count: longestRun(of: "`", in: text) + 1)
    // A renderer removes one space at each end if both ends have one, unless the span has only spaces.
    let touchesFence = text.utf8.first == UInt8(ascii: "`") || text.utf8.last == UInt8(ascii: "`")
    let losesSpaces =
      text.utf8.first == UInt8(ascii: " ") && text.utf8.last == UInt8(ascii: " ")
      && text.utf8.contains { $0 != UInt8(ascii: " ") }
    let pad = touchesFence || losesSpaces ? " " : ""
    return fence + pad + text + pad + fence
  }

  /// Returns lines as a code block.
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
