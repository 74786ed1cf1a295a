import TerminalText

extension StyledText {
  /// The text with another tool's name in its commands, which stand in quotes, or in an indented line of their own.
  func namingCommands(of tool: String) -> StyledText {
    let name = CommandContext.libraryName
    guard tool != name else { return self }
    var result: StyledText = ""
    for (text, style) in parts {
      let named = text.replacing("'\(name) ", with: "'\(tool) ").replacing("\n    \(name) ", with: "\n    \(tool) ")
      result.append(trusted: named, style)
    }
    return result
  }
}
