package import CommandLineKit
import StateTree
import SystemSupport

/// `verify`: checks a journal's integrity, and proves its states.
package struct VerifyCommand: Command {
  private static let files = ArgumentSpecification(
    "FILE", arity: .oneOrMore, help: "A journal, or a folder: every journal in it and in the folders in it.")
  private static let noReplay = OptionSpecification(
    "no-replay", help: "Check the integrity alone, which needs no reducers.")
  private static let keepGoing = OptionSpecification(
    "keep-going", help: "Go on behind a divergence, and list all places in which states differ.")
  private static let ignore = OptionSpecification(
    "ignore", value: "PTR", isRepeatable: true,
    help: "Let states differ at a JSON Pointer, in which * is any key or index. May be repeated.")

  package static let specification = CommandSpecification(
    name: "verify",
    abstract: "Check that a journal is whole, and prove its states.",
    overview: """
      Every line is checked against the chain of sums, and every state is rebuilt with the app's reducers and compared
      with the hash that was recorded. There is one line for each journal on standard output; what is wrong, and what
      one should know, stands on standard error.

      Exit codes: 0 all is proven; 1 the reducers lead to another state than was recorded, or a key is missing, or states
      have another shape than when they were recorded; 2 a journal is damaged or forged, or can't be replayed, or not all of it; 3 a reducer crashes or hangs, or the tool does
      not hold the app's reducers. Of several journals, the highest code counts.

      An action that was recorded by its name only, or for reading only, can't be reduced again. From there to the next
      snapshot the states are not proven. The journal is 'unproven' then, with code 2; how many actions that are, and
      which states, is said, and all else is proven.

      The reducers run in a process of their own, so that one that crashes or hangs can be reported, with the action.

      Without more it ends at the first divergence, since what follows from another state says nothing. With --keep-going it
      goes on from the recorded state where the journal tells it, in a patch or a snapshot, and until then with its own, comparing
      what actions change. Each action that leads to another state is reduced once more: where that gives another value
      again, the reducer reads a clock or draws random numbers. The places are listed, with their actions. Where the recorded
      state is not known, a changed reducer is found once in each member; a clock is found again with each action.

      --ignore lets states differ in a place for this once; an app that means it declares the place volatile. A state is
      accepted if what was recorded shows that nothing else differs: a patch shows all, short hashes show members. Where only
      a part of a member is ignored, they don't show whether the rest differs: the journal is 'unproven' then, with code 2.

      Where secrets were redacted when it was recorded, a state that was computed from one can't be rebuilt. Such a state
      diverges, 'perhaps because of redaction': that the reducer was changed looks the same. With --allow-redacted it is
      a warning that names what differs, and all else is proven from the next snapshot on.

      A journal of an older schema is brought to the app's as the app declares it. Where members were added, states are
      hashed without them, and proven. Where states have another shape, hashes prove nothing: the journal is 'schema', and
      the states that the reducers lead to are compared with its snapshots; what differs is named. With --allow-schema-changes it is
      'ok' if nothing does. What can't be brought to the app's schema is 'schema' too, with code 2.

      A journal that is recorded with a key is proven authentic by that key alone: whoever changes a journal can make its
      sums anew, but not its proofs. Without --key-file it is 'intact' at best, which is a finding; with --key-file, a line
      that the key does not prove is damage, and so is a journal that names another key or none.

      A journal that was cut short or not closed is no error but a warning: what stands before is good.

      --format github prints annotations that GitHub Actions shows at the lines; --format junit prints a test report in
      JUnit's XML, with a test for each journal: a failure if it diverges, an error if it can't be verified.
      """,
    examples: [
      .init("verify run.jsonl", "is it whole, and do today's reducers still do the same?"),
      .init("verify Tests/Journals", "all journals in a folder"),
      .init("verify run.jsonl --no-replay", "is it whole?"),
      .init("verify run.jsonl --keep-going", "in which places do they do something else?"),
      .init("verify run.jsonl --ignore '/movies/*/addedToList'", "a clock in a reducer is no finding"),
      .init("verify run.jsonl --key-file journal.key", "is it what the app wrote?"),
      .init("verify Tests/Journals --format junit > verify.xml", "a report for a CI system"),
    ],
    arguments: [files],
    options: [
      noReplay, keepGoing, ignore, .allowRedacted, .allowSchemaChanges, .jobs, .timeout,
      .format([.human, .json, .github, .junit]), .maximumLine,
      .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    let threads = try arguments.jobs()
    let ignored = try arguments.pointers(of: Self.ignore)
    if let limit = RedactionRules.off.leavingOut(ignored).brokenLimit { throw UsageError("--ignore takes \(limit)") }
    if arguments.has(Self.noReplay), arguments.has(Self.keepGoing) || !ignored.isEmpty {
      throw UsageError("--no-replay compares no states, so that there is nothing to ignore or to go on behind")
    }
    let jobs = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { jobs.finish() }
    let format = arguments.format()
    var results: [Verification] = []
    for found in try journals(arguments[Self.files]) {
      var progress = context.progress("Verifying")
      let result: Verification
      if let failure = found.failure {
        result = Verification(path: found.path, outcome: .failed(failure))
      } else if arguments.has(Self.noReplay) {
        let verifier = Verifier(apps: context.apps, replays: false, options: options)
        result = try verifier.verify(found.path) { try progress.update($0) }
      } else {
        let job = ReplayJob(
          path: found.path, .verify, options: options, acceptsRedacted: arguments.has(.allowRedacted),
          acceptsSchema: arguments.has(.allowSchemaChanges), keepsGoing: arguments.has(Self.keepGoing),
          ignored: ignored,
          threads: threads)
        result = try jobs.verify(job) { try progress.update($0) }
      }
      try progress.finish()
      if format == .human || format == .github { try context.output.line(result.line) }
      if format == .github {
        for command in result.workflowCommands { try context.output.line(StyledText(trusted: command.text)) }
      } else {
        try result.explain(in: context)
      }
      results.append(result)
    }
    switch format {
    case .json:
      try context.output.json(
        JSONReport.object(schema: "reduxlog.verify/1", ["journals": .array(results.map(\.json))]))
    case .junit:
      try context.output.write(StyledText(trusted: JUnitReport(results).text))
    default:
      if results.count > 1 { try context.output.line("\(summary(of: results))") }
    }
    return results.map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .fine
  }

  private func journals(_ arguments: [String]) throws(CommandFailure) -> [JournalFinder.Found] {
    var journals: [JournalFinder.Found] = []
    for path in arguments {
      guard Platform.isFolder(path) else {
        journals.append(JournalFinder.Found(path: path))
        continue
      }
      let found = JournalFinder.journals(inFolder: path)
      guard !found.isEmpty else { throw JournalFinder.noJournal(in: path) }
      journals += found
    }
    return journals
  }

  private func summary(of results: [Verification]) -> String {
    let statuses = ["ok", "intact", "diverged", "unproven", "schema", "failed", "crashed", "hung", "no-reducer"]
    let counts = statuses.compactMap { status in
      let count = results.count { $0.status == status }
      return count > 0 ? "\(count) \(status)" : nil
    }
    return "\(results.count) journals: " + counts.joined(separator: ", ")
  }
}
