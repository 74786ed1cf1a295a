import CommandLineKit

/// A short report for people: a title, facts, and lists, for a terminal or as Markdown.
struct ReportPage {
  /// A list with its title.
  struct Section {
    /// The contents of a list.
    enum Content {
      /// Sentences.
      case rows([ReportText])
      /// Lines in columns, which may contain external text.
      case lines([StyledText])
    }

    /// The title, in the tool's words.
    var title: String
    var content: Content
  }

  var title: ReportText
  /// The facts, each with its name in the tool's words.
  var facts: [(name: String, text: ReportText)] = []
  private(set) var sections: [Section] = []

  init(title: ReportText) { self.title = title }

  /// Adds a list, unless it is empty.
  mutating func add(_ title: String, _ rows: [ReportText]) {
    if !rows.isEmpty { sections.append(Section(title: title, content: .rows(rows))) }
  }

  /// Adds a list of lines in columns, unless it is empty.
  mutating func add(_ title: String, lines: [StyledText]) {
    if !lines.isEmpty { sections.append(Section(title: title, content: .lines(lines))) }
  }

  /// The page for a terminal.
  var text: StyledText {
    var text: StyledText = title.styled + "\n"
    if !facts.isEmpty { text += "\n" + .table(facts.map { ($0.name, $0.text.styled) }) }
    for section in sections {
      text += "\n\(section.title, .bold)\n"
      switch section.content {
      case .rows(let rows): for row in rows { text += "  " + row.styled + "\n" }
      case .lines(let lines): for line in lines { text += "  " + line + "\n" }
      }
    }
    return text
  }

  /// The page in Markdown, safe to paste: external text is in code.
  var markdown: String {
    var text = "### \(title.markdown)\n" + (facts.isEmpty ? "" : "\n")
    for fact in facts { text += "- \(fact.name): \(fact.text.markdown)\n" }
    for section in sections {
      text += "\n#### \(section.title)\n\n"
      switch section.content {
      case .rows(let rows): for row in rows { text += "- \(row.markdown)\n" }
      case .lines(let lines): text += MarkdownCode.block(lines.map(\.plain))
      }
    }
    return text
  }
}

extension StyledText {
  /// Lays out facts with their names in a column.
  static func table(_ rows: [(name: String, text: StyledText)]) -> StyledText {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.reduce(into: "") { text, row in
      let gap = StyledText(trusted: String(repeating: " ", count: width - row.name.count))
      text += "\(row.name, .key)\(gap)  \(row.text)\n"
    }
  }
}

/// A sentence of a report. It separates the journal's text from the tool's words, so that each output format can make
/// it harmless in its own way.
///
///     let name = "@everyone"
///     let text: ReportText = "the app \(name), 2 sessions"
///     text.markdown       // the app `@everyone`, 2 sessions
struct ReportText: Hashable {
  fileprivate enum Piece: Hashable {
    /// The tool's words.
    case own(String)
    /// The tool's words, emphasized.
    case strong(String)
    /// The start of an external text, escaped.
    case quoted(String)
  }

  private static let quotedColumns = 160

  private var pieces: [Piece]

  /// Creates emphasized words of the tool.
  static func strong(_ text: String) -> ReportText { ReportText(pieces: [.strong(text)]) }

  private init(pieces: [Piece]) { self.pieces = pieces }

  /// The text for a terminal.
  var styled: StyledText {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .own(let words): text += StyledText(trusted: words)
      case .strong(let words): text += StyledText(trusted: words, .warning)
      case .quoted(let words): text += StyledText(words, .label)
      }
    }
  }

  /// The text in Markdown.
  var markdown: String {
    pieces.map { piece in
      switch piece {
      case .own(let words): words
      case .strong(let words): "**\(words)**"
      case .quoted(let words): MarkdownCode.span(words)
      }
    }.joined()
  }

  static func + (left: ReportText, right: ReportText) -> ReportText { ReportText(pieces: left.pieces + right.pieces) }

  static func += (left: inout ReportText, right: ReportText) { left.pieces += right.pieces }
}

extension ReportText: ExpressibleByStringInterpolation {
  init(stringLiteral value: String) { pieces = [.own(value)] }

  init(stringInterpolation: Interpolation) { pieces = stringInterpolation.pieces }

  /// Collects the parts of an interpolated literal.
  struct Interpolation: StringInterpolationProtocol {
    fileprivate var pieces: [Piece] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { pieces.append(.own(literal)) } }

    /// Appends external text.
    mutating func appendInterpolation(_ text: String) {
      pieces.append(.quoted(text.excerpt(columns: ReportText.quotedColumns)))
    }

    /// Appends the tool's words.
    mutating func appendInterpolation(own text: String) { pieces.append(.own(text)) }

    /// Appends a number.
    mutating func appendInterpolation(_ number: Int) { pieces.append(.own(String(number))) }

    /// Appends another text.
    mutating func appendInterpolation(_ text: ReportText) { pieces += text.pieces }
  }
}

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
