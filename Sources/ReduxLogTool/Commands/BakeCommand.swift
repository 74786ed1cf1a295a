package import CommandLineKit
import ReduxJournal
import ReduxReplay

/// `bake`: writes a self-contained copy of a journal.
package struct BakeCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  package static let specification = CommandSpecification(
    name: "bake",
    abstract: "Write a self-contained copy, whose states can be read without reducers.",
    overview: """
      In the copy each action tells what it did to the state, as RFC 6902 operations. So 'show', 'diff', 'log -p' and
      'replay' work on it with any reduxlog, and go on to when the app's reducers have changed. All else in it is as it
      was: actions, times, hashes, marks, gaps, the journal's id. The lines stand elsewhere, so they have new sums.

      Every state is proven before it is written down, as 'verify' does it. If one can't be, there is no copy, and the
      exit codes are those of 'verify'.

      Without --key-file, nothing proves the copy of a journal that is recorded with a key.
      """,
    examples: [.init("bake run.jsonl -o self-contained.jsonl", "then send that one with the bug report")],
    arguments: [file],
    options: [.output("The copy to write."), .allowRedacted, .force, .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Baking")
    return try copy.write { onStep, write in
      let (report, patched) = try copy.app.bake(
        copy.file, acceptingRedacted: copy.acceptsRedacted, onStep: onStep, write: write)
      let count = report.actions - report.interrupted.count
      return (report, "\(patched) of \(count) actions of \(copy.file.path) tell what they did")
    }
  }
}
