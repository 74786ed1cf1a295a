package import CommandLineKit
import ReduxLogTool

/// The shortest command line with which a command reads a journal.
///
/// The table of commands says which commands read one, so the tests that try all of them try a new command, too. It
/// needs an entry in `arguments` only if it can't run as `NAME JOURNAL`.
package struct CommandCall: Sendable {
  /// The call of each command that reads a journal, in the order of the help.
  package static let all = CommandTable.standard.specifications.filter { $0.traits.contains(.readsJournal) }
    .map { CommandCall(command: $0.name, traits: $0.traits) }

  /// What follows the name: `J` is the journal, `O` a file to write, `X` an expression.
  private static let arguments: [String: String] = [
    "record": "-o J --append",
    "inspect": "J --print",
    "diff": "J@0..1",
    "bisect": "J --expect X",
    "assert": "J --always X",
    "minimize": "J --expect X -o O",
    "explore": "J --runs 2",
    "generate-test": "J -o O",
    "drift": "J --against O",
    "rewind": "J --to 0",
    "mark": "J here",
    "index": "J -o O",
    "bake": "J -o O",
    "slice": "J@1.. -o O",
    "repair": "J -o O",
    "redact": "J -o O",
    "export": "J --as ndjson",
    "report": "J -o O",
  ]

  /// The name of the command.
  package let command: String
  /// The traits of the command.
  package let traits: Set<CommandTrait>

  /// Returns the words of the command line.
  ///
  /// - Parameters:
  ///   - journal: The journal's path.
  ///   - output: The path of a file to write.
  ///   - expression: What the first state meets and the last doesn't.
  /// - Returns: The words, without the tool's name.
  package func words(journal: String, output: String, expression: String = "!$.a") -> [String] {
    [command]
      + (CommandCall.arguments[command] ?? "J").split(separator: " ").map { word in
        switch word.first {
        case "J": journal + word.dropFirst()
        case "O": output
        case "X": expression
        default: String(word)
        }
      }
  }
}
