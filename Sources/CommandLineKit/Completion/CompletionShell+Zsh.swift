extension CompletionShell {
  static func zshScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "_" + identifier(tool)
    var names = ""
    var cases = ""
    for command in commands {
      names += "    \(described(command.name, command.abstract))\n"
      cases += "        \(command.name))\n          _arguments \\\n"
      for option in command.allOptions { cases += "            \(zshOption(option)) \\\n" }
      let words = CompletionShell.words(of: command, among: commands)
      cases += "            \(zshArguments(command, words: words))\n          ;;\n"
    }
    let leading = CommandTable.ownOptions + OptionSpecification.shared.filter { $0 != .help }
    return """
      #compdef \(tool)
      # Completion of \(tool) for zsh. Put this file into your fpath as _\(tool).
      \(function)() {
        local curcontext="$curcontext" state
        local -a commands line
        commands=(
      \(names)  )
        _arguments -C -A '-*' \\
      \(leading.map { "    \(zshOption($0)) \\\n" }.joined())    '1:command:->command' '*::argument:->argument'
        case "$state" in
          command)
            _describe 'command' commands ;;
          argument)
            case "$words[1]" in
      \(cases)      esac ;;
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
    let long = "\(star)\(option.spelling)\(option.value == nil ? "" : "=")[\(help)]\(value)"
    guard let short = option.short else { return zsh.quoted(long) }
    // Only one of the two spellings may be used.
    let pair = option.isRepeatable ? star : "(-\(short) \(option.spelling))"
    return zsh.quoted("\(pair)-\(short)[\(help)]\(value)") + " " + zsh.quoted(pair + long.dropFirst(star.count))
  }

  private static func zshArguments(_ command: CommandSpecification, words: [String]) -> String {
    if takesFiles(command) { return "'*:file:_files'" }
    return words.isEmpty ? "'*: :'" : "'*:argument:(\(words.joined(separator: " ")))'"
  }
}
