import TerminalText

extension StyledText {
  /// The text with another tool's name in its commands, which stand in quotes, or in an indented line of their own.
  func namingCommands(of tool: String) -> StyledText {
    guard tool != "reduxlog" else { return self }
    var result: StyledText = ""
    for (text, style) in parts {
      let named = text.replacing("'reduxlog ", with: "'\(tool) ").replacing("\n    reduxlog ", with: "\n    \(tool) ")
      result.append(trusted: named, style)
    }
    return result
  }
}
