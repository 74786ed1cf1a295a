import CommandLineKit
import Expectations
import Testing

struct CompletionTests {
  @Test func `the bash script contains every command, option and value`() {
    expectEqual(
      call("--generate-completion-script", "bash").output,
      #"""
      # Completion of reduxlog for bash. Source this file.
      _reduxlog() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        local command="" options="" words="" files="" index=1
        while [[ $index -lt $COMP_CWORD && "${COMP_WORDS[index]}" == -* ]]; do
          case "${COMP_WORDS[index]}" in
            --generate-completion-script|--tool|--color) index=$((index + 1)) ;;
          esac
          index=$((index + 1))
        done
        [ $index -lt $COMP_CWORD ] && command="${COMP_WORDS[index]}"
        case "$command" in
          "")
            options="log help --help --version --generate-completion-script --generate-manual --tool --color --no-pager"
            words="log help --help --version --generate-completion-script --generate-manual --tool --color --no-pager"
            case "$previous" in
              --generate-completion-script) COMPREPLY=($(compgen -W "bash zsh fish" -- "$current")); return ;;
              --tool) local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")); return ;;
              --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
            esac
            ;;
          log)
            options="--type --number --patch --since --output --format --force --tool --color --no-pager --help"
            words=""
            files=yes
            case "$previous" in
              --type) COMPREPLY=(); return ;;
              --number|-n) COMPREPLY=(); return ;;
              --since) COMPREPLY=(); return ;;
              --output|-o) local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")); return ;;
              --format) COMPREPLY=($(compgen -W "human json" -- "$current")); return ;;
              --tool) local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")); return ;;
              --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
            esac
            ;;
          help)
            options="--tool --color --no-pager --help"
            words="log help places common-options"
            files=
            case "$previous" in
              --tool) local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$current")); return ;;
              --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
            esac
            ;;
        esac
        if [[ "$current" == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
        elif [ -n "$files" ]; then
          local IFS=$'\n'
          COMPREPLY=($(compgen -f -- "$current"))
        else
          COMPREPLY=($(compgen -W "$words" -- "$current"))
        fi
      }
      complete -o filenames -F _reduxlog reduxlog

      """#)
  }

  @Test func `the zsh script describes each completion`() {
    let script = call("--generate-completion-script", "zsh").output
    #expect(script.hasPrefix("#compdef reduxlog\n"))
    #expect(script.contains("    'log:List the actions of a journal.'\n"))
    #expect(script.contains("            '*--type=[Only actions whose type contains TEXT.]:TEXT: ' \\\n"))
    #expect(script.contains("            '(-n --number)-n[Only the last N actions.]:N: ' '(-n --number)--number=[Only"))
    #expect(script.contains("'--color=[Color the output\\: auto, always or never.]:WHEN:(auto always never)'"))
    #expect(script.contains("        '*:file:_files'\n"))
  }

  @Test func `the fish script describes each completion`() {
    let script = call("--generate-completion-script", "fish").output
    let seen = "complete -c reduxlog -n '__fish_reduxlog_is log'"
    let first = "complete -c reduxlog -n '__fish_reduxlog_is \"\"'"
    #expect(script.contains("\(first) -a log -d 'List the actions of a journal.'\n"))
    #expect(script.contains("\(seen) -l number -s n -x -d 'Only the last N actions.'\n"))
    #expect(
      script.contains("\(seen) -l tool -r -F -d 'Run the tool at PATH instead, such as one that contains the app\\'s"))
    #expect(script.contains("\(seen) -F\n"))
  }

  @Test func `other shells are refused`() {
    expectEqual(
      call("--generate-completion-script", "csh").errorOutput,
      """
      reduxlog: error: option '--generate-completion-script': 'csh' is not one of bash, zsh, fish; did you mean 'zsh'?
        see 'reduxlog help'

      """)
  }
}
