extension CompletionShell {
  static func bashScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "_" + identifier(tool)
    let leading = CommandTable.ownOptions + OptionSpecification.shared.filter { $0 != .help }
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
