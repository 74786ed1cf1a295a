import TerminalText

/// The manual page of the tool in the man(7) macros, derived from the commands' specifications.
///
/// All text is escaped, so that it prints unchanged: dashes stay copyable, and no text becomes a macro.
package struct ManualPage: Sendable {
  /// The tool's name.
  package let tool: String
  /// The tool's version.
  package let version: String
  /// The pages of the manual.
  package let pages: HelpPages

  /// Creates the page of a tool from its help pages.
  package init(tool: String, version: String, pages: HelpPages) {
    self.tool = tool
    self.version = version
    self.pages = pages
  }

  /// The page: input for `man -l` or `groff -man`.
  package var text: String {
    var page = ManualText()
    page.title([tool.uppercased(), "1", "", "\(tool) \(version)", "User Commands"])
    page.section("NAME")
    page.line("\(tool) - \(pages.abstract.lowercasedStart)")
    page.section("SYNOPSIS")
    page.synopsis(tool, "COMMAND [ARGUMENTS] [OPTIONS]")
    page.section("OPTIONS")
    page.line("Every command takes these:")
    page.list(OptionSpecification.shared.map { ($0.usage, $0.help) })
    page.paragraph("Options in place of a command:")
    page.list(OptionSpecification.own.filter { $0 != .help }.map { ($0.usage, $0.help) })
    page.section("COMMANDS")
    for specification in pages.specifications { add(specification, to: &page) }
    for section in pages.topics.flatMap(\.sections) {
      page.section(section.title)
      add(section, to: &page)
    }
    return page.text
  }

  private func add(_ command: CommandSpecification, to page: inout ManualText) {
    page.subsection("\(tool) \(command.name)")
    page.synopsis("\(tool) \(command.name)", (command.arguments.map(\.usage) + ["[OPTIONS]"]).joined(separator: " "))
    page.paragraph(command.abstract)
    for paragraph in command.overview.split(separator: "\n\n") {
      page.paragraph(String(paragraph).replacing("\n", with: " "))
    }
    page.list((command.arguments.map { ($0.usage, $0.help) }) + command.options.map { ($0.usage, $0.help) })
    if !command.examples.isEmpty { page.paragraph("Examples:") }
    page.list(command.examples.map { ("\(tool) \($0.arguments)", $0.meaning) })
    for section in command.sections {
      page.paragraph("\(section.title.prefix(1))\(section.title.dropFirst().lowercased()):")
      add(section, to: &page)
    }
  }

  private func add(_ section: HelpSection, to page: inout ManualText) {
    page.list(section.table)
    if !section.note.isEmpty { page.paragraph(section.note) }
  }
}

/// The requests and lines of a manual page; it escapes every text.
private struct ManualText {
  private(set) var text = ""

  mutating func title(_ arguments: [String]) { request("TH", arguments) }

  mutating func section(_ name: String) { request("SH", [name]) }

  mutating func subsection(_ name: String) { request("SS", [name]) }

  mutating func synopsis(_ name: String, _ rest: String) {
    request("B", [name])
    line(rest)
  }

  mutating func paragraph(_ words: String) {
    request("PP")
    line(words)
  }

  /// Appends terms with their meanings, indented.
  mutating func list(_ rows: [(term: String, meaning: String)]) {
    for (term, meaning) in rows {
      request("TP")
      request("B", [term])
      line(meaning)
    }
  }

  mutating func line(_ words: String) { text += ManualText.escaped(words, startsLine: true) + "\n" }

  private mutating func request(_ name: String, _ arguments: [String] = []) {
    text += "." + name + arguments.map { " \"\(ManualText.escaped($0, startsLine: false))\"" }.joined() + "\n"
  }

  /// Escapes words for roff. A line that starts with a dot or a quote would be a request.
  private static func escaped(_ words: String, startsLine: Bool) -> String {
    var result = startsLine && (words.hasPrefix(".") || words.hasPrefix("'")) ? "\\&" : ""
    for scalar in words.escapedForTerminal.unicodeScalars {
      switch scalar {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"": result += "\\(dq"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let code = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - code.count)) + code + "]"
      }
    }
    return result
  }
}
