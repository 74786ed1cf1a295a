/// A shell with completion scripts.
package enum CompletionShell: String, CaseIterable, Hashable, Sendable {
  /// GNU Bash.
  case bash
  /// Z shell.
  case zsh
  /// fish.
  case fish

  /// Returns the script that completes commands, options and their values.
  package func script(tool: String, _ commands: [CommandSpecification]) -> String {
    switch self {
    case .bash: CompletionShell.bashScript(tool, commands)
    case .zsh: CompletionShell.zshScript(tool, commands)
    case .fish: CompletionShell.fishScript(tool, commands)
    }
  }

  /// Returns the words that a command accepts as arguments.
  static func words(of command: CommandSpecification, among commands: [CommandSpecification]) -> [String] {
    let own = command.arguments.flatMap { argument in
      if case .words(let words) = argument.completion { words } else { [String]() }
    }
    // `help` also accepts the commands' names.
    return command.name == HelpCommand.specification.name ? commands.map(\.name) + own : own
  }

  /// Returns the options before the command that take a value, as typed.
  static func spellingsWithValue(_ options: [OptionSpecification]) -> [String] {
    options.filter { $0.value != nil }.map(\.spelling)
  }

  /// Returns the tool's name as part of a function's name.
  static func identifier(_ tool: String) -> String {
    tool.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? String($0) : "_" }.joined()
  }

  static func takesFiles(_ command: CommandSpecification) -> Bool {
    command.arguments.contains { $0.completion == .files }
  }

  /// Returns a text in single quotes, as all of the shells read it.
  func quoted(_ text: String) -> String {
    switch self {
    case .bash, .zsh: "'" + text.replacing("'", with: "'\\''") + "'"
    case .fish: "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
  }
}
