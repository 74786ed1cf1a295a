/// A page of the documentation, parsed as far as the tests need.
struct MarkdownPage {
  /// A fenced block.
  struct Block: Equatable {
    /// The language after the opening fence, such as `swift`.
    var language: String
    /// The text of a comment on the line before the fence: `changed reducer` for `<!-- changed reducer -->`.
    var remark: String?
    /// The text of the heading above the block.
    var heading: String
    /// The index of its first line in the page.
    var start: Int
    var lines: [String]

    var text: String { lines.joined(separator: "\n") }
  }

  private(set) var lines: [String]
  private(set) var blocks: [Block] = []
  /// The lines outside of blocks, each with the heading above it.
  private(set) var prose: [(heading: String, line: String)] = []

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var open: Block?
    var heading = ""
    for (index, line) in lines.enumerated() {
      if var block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          block.lines.append(line)
          open = block
        }
      } else if line.hasPrefix("```") {
        let remark = index > 0 ? MarkdownPage.remark(lines[index - 1]) : nil
        open = Block(
          language: String(line.dropFirst(3)), remark: remark, heading: heading, start: index + 1, lines: [])
      } else {
        if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" }.dropFirst()) }
        prose.append((heading, line))
      }
    }
  }

  private static func remark(_ line: String) -> String? {
    guard line.hasPrefix("<!-- "), line.hasSuffix(" -->") else { return nil }
    return String(line.dropFirst(5).dropLast(4))
  }

  func blocks(_ language: String) -> [Block] { blocks.filter { $0.language == language } }

  /// Returns the page with new lines in some of its blocks.
  func replacing(_ changes: [(block: Block, lines: [String])]) -> String {
    var lines = lines
    for (block, new) in changes.sorted(by: { $0.block.start > $1.block.start }) {
      lines.replaceSubrange(block.start..<(block.start + block.lines.count), with: new)
    }
    return lines.joined(separator: "\n")
  }

  /// The targets of the links in the prose.
  var links: [String] {
    prose.flatMap { line in line.line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) } }
  }

  /// The fragments with which links lead to its headings, as GitHub makes them.
  var anchors: Set<String> {
    Set(
      prose.map(\.heading).map { heading in
        heading.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      })
  }

  /// The text between single back-ticks in the prose.
  var codeWords: [String] {
    prose.flatMap { line in line.line.matches(of: /`([^`]+)`/).map { String($0.output.1) } }
  }
}
