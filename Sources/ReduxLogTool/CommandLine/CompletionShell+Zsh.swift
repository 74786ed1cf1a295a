extension CompletionShell {
  static func zshScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "_" + tool
    var names = ""
    var cases = ""
    for command in commands {
      names += "    \(described(command.name, command.abstract))\n"
      cases += "    \(command.name))\n      _arguments \\\n"
      for option in command.allOptions { cases += "        \(zshOption(option)) \\\n" }
      let words = CompletionShell.words(of: command, among: commands)
      cases += "        \(zshArguments(command, words: words))\n      ;;\n"
    }
    for option in CommandTable.ownOptions { names += "    \(described(option.spelling, option.help))\n" }
    return """
      #compdef \(tool)
      # Completion of \(tool) for zsh. Put this file into your fpath as _\(tool).
      \(function)() {
        local -a commands
        commands=(
      \(names)  )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        local command="$words[2]"
        shift words
        (( CURRENT-- ))
        case "$command" in
      \(cases)    --generate-completion-script)
            _values 'shell' \(CompletionShell.allCases.map(\.rawValue).joined(separator: " "))
            ;;
        esac
      }
      \(function) "$@"

      """
  }

  private static func described(_ name: String, _ help: String) -> String {
    zsh.quoted("\(name):\(help.replacing(":", with: "\\:"))")
  }

  private static func zshOption(_ option: OptionSpecification) -> String {
    let help = option.help.replacing("[", with: "\\[").replacing("]", with: "\\]").replacing(":", with: "\\:")
    var value = ""
    if let placeholder = option.value {
      let choices = option.allowedValues.joined(separator: " ")
      value = ":\(placeholder):" + (choices.isEmpty ? (option.isPath ? "_files" : " ") : "(\(choices))")
    }
    let star = option.isRepeatable ? "*" : ""
    guard let short = option.short else { return zsh.quoted("\(star)\(option.spelling)[\(help)]\(value)") }
    return [
      zsh.quoted("\(star)-\(short)[\(help)]\(value)"), zsh.quoted("\(star)\(option.spelling)[\(help)]\(value)"),
    ].joined(separator: " ")
  }

  private static func zshArguments(_ command: CommandSpecification, words: [String]) -> String {
    if takesFiles(command) { return "'*:file:_files'" }
    return words.isEmpty ? "'*: :'" : "'*:argument:(\(words.joined(separator: " ")))'"
  }
}
