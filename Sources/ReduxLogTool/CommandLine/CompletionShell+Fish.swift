extension CompletionShell {
  static func fishScript(_ tool: String, _ commands: [CommandSpecification]) -> String {
    var script = "# Completion of \(tool) for fish. Put this file into ~/.config/fish/completions as \(tool).fish.\n"
    script += "complete -c \(tool) -f\n"
    for command in commands {
      script += "complete -c \(tool) -n __fish_use_subcommand -a \(command.name) -d \(fish.quoted(command.abstract))\n"
    }
    for option in CommandTable.ownOptions {
      script += "complete -c \(tool) -n __fish_use_subcommand" + fishOption(option) + "\n"
    }
    for command in commands {
      let condition = "complete -c \(tool) -n '__fish_seen_subcommand_from \(command.name)'"
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
      text += " -r"
      if !option.allowedValues.isEmpty {
        text += " -a \(fish.quoted(option.allowedValues.joined(separator: " ")))"
      } else if option.isPath {
        text += " -F"
      }
    }
    return text + " -d \(fish.quoted(option.help))"
  }
}
