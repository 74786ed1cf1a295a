extension CompletionShell {
  static func bashScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let own = CommandTable.ownOptions.map(\.spelling)
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
      for option in command.allOptions where option.value != nil {
        let names = option.short.map { "\(option.spelling)|-\($0)" } ?? option.spelling
        cases += "        \(names)) \(bashValues(of: option)); return ;;\n"
      }
      cases += "      esac\n      ;;\n"
    }
    return """
      # Completion of \(tool) for bash. Source this file.
      \(function)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command="${COMP_WORDS[1]}" options="" words="" files=""
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\((commands.map(\.name) + own).joined(separator: " "))" -- "$current"))
          return
        fi
        case "$command" in
      \(cases)    --generate-completion-script)
            words="\(CompletionShell.allCases.map(\.rawValue).joined(separator: " "))" ;;
        esac
        if [[ "$current" == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
        elif [ -n "$files" ]; then
          COMPREPLY=($(compgen -f -- "$current"))
        else
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      complete -o filenames -F \(function) \(tool)

      """
  }

  private static func bashValues(of option: OptionSpecification) -> String {
    if !option.allowedValues.isEmpty {
      return "COMPREPLY=($(compgen -W \"\(option.allowedValues.joined(separator: " "))\" -- \"$current\"))"
    }
    return option.isPath ? "COMPREPLY=($(compgen -f -- \"$current\"))" : "COMPREPLY=()"
  }
}
