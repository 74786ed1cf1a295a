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
