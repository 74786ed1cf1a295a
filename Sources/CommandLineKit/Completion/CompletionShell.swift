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
    command.arguments.flatMap { argument in
      if case .commands(let words) = argument.completion { commands.map(\.name) + words } else { [String]() }
    }
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

extension CompletionShell {
  static func bashScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "_" + identifier(tool)
    let leading = OptionSpecification.own + OptionSpecification.shared.filter { $0 != .help }
    let start = (commands.map(\.name) + leading.map(\.spelling)).joined(separator: " ")
    var cases = ""
    for command in commands {
      let options = command.allOptions.map(\.spelling).joined(separator: " ")
      let words = CompletionShell.words(of: command, among: commands).joined(separator: " ")
      cases += """
            \(command.name))
              options="\(options)"
              words="\(words)"
              files=\(takesFiles(command) ? "yes" : "")
              case "$previous" in\n
        """
      cases += bashValues(of: command.allOptions) + "      esac\n      ;;\n"
    }
    return """
      # Completion of \(tool) for bash. Source this file.
      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command="" options="" words="" files="" index=1
        while [[ $index -lt $COMP_CWORD && "${COMP_WORDS[index]}" == -* ]]; do
          case "${COMP_WORDS[index]}" in
            \(spellingsWithValue(leading).joined(separator: "|"))) index=$((index + 1)) ;;
          esac
          index=$((index + 1))
        done
        [ $index -lt $COMP_CWORD ] && command="${COMP_WORDS[index]}"
        case "$command" in
          "")
            options="\(start)"
            words="\(start)"
            case "$previous" in
      \(bashValues(of: leading))      esac
            ;;
      \(cases)  esac
        if [[ "$current" == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
        elif [ -n "$files" ]; then
          local IFS=$'\\n'
          COMPREPLY=($(compgen -f -- "$current"))
        else
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      complete -o filenames -F \(function) \(tool)

      """
  }

  private static func bashValues(of options: [OptionSpecification]) -> String {
    options.filter { $0.value != nil }.map { option in
      let names = option.short.map { "\(option.spelling)|-\($0)" } ?? option.spelling
      return "        \(names)) \(bashValues(of: option)); return ;;\n"
    }.joined()
  }

  private static func bashValues(of option: OptionSpecification) -> String {
    if !option.allowedValues.isEmpty {
      return "COMPREPLY=($(compgen -W \"\(option.allowedValues.joined(separator: " "))\" -- \"$current\"))"
    }
    return option.isPath ? "local IFS=$'\\n'; COMPREPLY=($(compgen -f -- \"$current\"))" : "COMPREPLY=()"
  }
}

extension CompletionShell {
  static func fishScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "__fish_" + identifier(tool)
    let shared = OptionSpecification.own + OptionSpecification.shared.filter { $0 != .help }
    var script = """
      # Completion of \(tool) for fish. Put this file into ~/.config/fish/completions as \(tool).fish.
      function \(function)_is
        set -l words (commandline -opc)
        set -e words[1]
        while string match -q -- '-*' $words[1]
          contains -- $words[1] \(spellingsWithValue(shared).joined(separator: " ")); and set -e words[1]
          set -e words[1]
        end
        test "$words[1]" = "$argv[1]"
      end
      complete -c \(tool) -f\n
      """
    let start = "complete -c \(tool) -n '\(function)_is \"\"'"
    for command in commands { script += start + " -a \(command.name) -d \(fish.quoted(command.abstract))\n" }
    for option in shared { script += start + fishOption(option) + "\n" }
    for command in commands {
      let condition = "complete -c \(tool) -n '\(function)_is \(command.name)'"
      for option in command.allOptions { script += condition + fishOption(option) + "\n" }
      let words = CompletionShell.words(of: command, among: commands)
      if takesFiles(command) { script += condition + " -F\n" }
      if !words.isEmpty { script += condition + " -a \(fish.quoted(words.joined(separator: " ")))\n" }
    }
    return script
  }

  private static func fishOption(_ option: OptionSpecification) -> String {
    var text = " -l \(option.name)"
    if let short = option.short { text += " -s \(short)" }
    if option.value != nil {
      if option.isPath { text += " -r -F" } else { text += " -x" }
      if !option.allowedValues.isEmpty { text += " -a \(fish.quoted(option.allowedValues.joined(separator: " ")))" }
    }
    return text + " -d \(fish.quoted(option.help))"
  }
}

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
    let leading = OptionSpecification.own + OptionSpecification.shared.filter { $0 != .help }
    return """
      #compdef \(tool)
      # Completion of \(tool) for zsh. Put this file into your fpath as _\(tool).
      \(function)() {
        local curcontext="$curcontext" state
        local -a commands line
        commands=(\(names) )
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
