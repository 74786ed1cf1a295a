/// A shell that a completion script can be made for.
package enum CompletionShell: String, CaseIterable, Hashable, Sendable {
  /// GNU Bash.
  case bash
  /// Z shell.
  case zsh
  /// fish.
  case fish

  /// The script that completes commands, options and their values.
  package func script(tool: String, _ commands: [CommandSpecification]) -> String {
    switch self {
    case .bash: CompletionShell.bashScript(tool, commands)
    case .zsh: CompletionShell.zshScript(tool, commands)
    case .fish: CompletionShell.fishScript(tool, commands)
    }
  }

  /// The words that stand where a command or its topic would.
  static func words(of command: CommandSpecification, among commands: [CommandSpecification]) -> [String] {
    let own = command.arguments.flatMap { argument in
      if case .words(let words) = argument.completion { words } else { [String]() }
    }
    // `help` takes the commands' names as well.
    return command.name == HelpCommand.specification.name ? commands.map(\.name) + own : own
  }

  /// The options after which a value stands, as they are typed before a command.
  static func spellingsWithValue(_ options: [OptionSpecification]) -> [String] {
    options.filter { $0.value != nil }.map(\.spelling)
  }

  /// The tool's name, as it can be part of a function's.
  static func identifier(_ tool: String) -> String {
    tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }

  static func takesFiles(_ command: CommandSpecification) -> Bool {
    command.arguments.contains { $0.completion == .files }
  }

  /// A text in single quotes, as every one of the shells reads it.
  func quoted(_ text: String) -> String {
    switch self {
    case .bash, .zsh: "'" + text.replacing("'", with: "'\\''") + "'"
    case .fish: "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
  }
}
