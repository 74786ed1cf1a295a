extension CompletionShell {
  static func fishScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    let function = "__fish_" + identifier(tool)
    let shared = CommandTable.ownOptions + OptionSpecification.shared.filter { $0 != .help }
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
