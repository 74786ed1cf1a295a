package import CommandLineKit
import ReduxJournal
import ReduxReplay

/// `bake`: writes a self-contained copy of a journal.
package struct BakeCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  package static let specification = CommandSpecification(
    name: "bake",
    abstract: "Write a self-contained copy that needs no reducers.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      In the copy, each action records its changes to the state as RFC 6902 operations. So 'show', 'diff', 'log -p'
      and 'replay' work on it with any reduxlog, even after the app's reducers changed. Actions, times, hashes, marks,
      gaps and the journal's id stay the same; checksums are new because lines move.

      bake proves every state first, as 'verify' does. If it can't, it writes no copy and exits with the code of
      'verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [.init("bake run.jsonl -o self-contained.jsonl", "then attach that file to the bug report")],
    arguments: [file],
    options: [.output("The copy to write. Required."), .allowRedacted, .force, .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Baking")
    return try copy.write { onStep, write in
      let (report, patched) = try copy.app.bake(
        copy.file, acceptingRedacted: copy.acceptsRedacted, copy.search, onStep: onStep, write: write)
      let count = report.actions - report.interrupted.count
      return (report, "\(patched) of \(count) actions of \(copy.file.path) record their changes")
    }
  }
}
