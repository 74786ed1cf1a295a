package import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateCoding

/// `redact`: writes a copy of a journal without secrets.
package struct RedactCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  package static let specification = CommandSpecification(
    name: "redact",
    abstract: "Write a copy without secrets.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      redact replays the journal, proves every state, and writes everything again under the rules: stand-ins replace
      secrets in actions and states, and hashes match what is written. The copy's headers name the rules. Times,
      marks, gaps and the journal's id stay. A torn last line, bytes kept in gaps and records of unknown kinds are
      dropped.

      By default, redact covers members with common secret names, texts in the form of keys and tokens, and values that
      the app's types mark with @Redacted.
      It reduces errors to their types and cases, and marks to their names.

      redact verifies the copy before it puts it in place. A state computed from a secret can't be rebuilt from the
      copy: see 'help verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [
      .init("redact run.jsonl -o send.jsonl", "before you send it"),
      .init("redact run.jsonl -o send.jsonl --redact '/accounts/*/balance'", "redact other secrets as well"),
      .init("redact run.jsonl -o send.jsonl --allow /cart --allow /addToCart", "redact everything but the cart"),
    ],
    arguments: [file],
    options: [.output("The copy to write. Required.")] + OptionSpecification.rules + [
      .force, .maximumLine, .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments)
    let rules = try arguments.rules()
    guard rules.isOn else {
      throw UsageError("nothing to redact: '--no-default-rules' needs '--redact', '--redact-name' or '--allow'")
    }
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    let output = try out.file(beside: path)
    let app = try context.apps.app(of: file)
    let search = try VariationLimit.search(of: path, arguments, in: context)
    var progress = context.progress("Redacting")
    let (report, redactions) = try copying(to: output) {
      try app.redact(file, by: rules, to: output.temporaryPath, maximumLineBytes: options.maximumLineBytes, search) {
        try progress.update($0)
      }
    }
    try progress.finish()
    if let divergence = report.divergence {
      try context.report(divergence.report(file: path))
      return .finding
    }
    let threads = try arguments.jobs()
    let check = try copying(to: output) {
      let copy = try JournalFile(path: output.temporaryPath, options: options)
      return try app.verify(copy, DivergenceSearch(varyingBefore: 0), jobs: threads) { _ in }
    }
    if let divergence = check.divergence {
      throw CommandFailure(
        "the copy can't be proven: \(divergence.message)", file: path,
        advice: "Nothing was written. The reducer isn't pure: the same actions led to another state.",
        exitCode: .finding)
    }
    for range in check.unproven {
      try context.warn(
        "\("\(range.reason), so not all states up to \(range.seqs.upperBound) were proven")", file: out.path)
    }
    try output.commit()
    try context.warnOfMissingProof(in: out.path, ofJournalWith: file.header.key, given: options.key)
    for step in check.redacted {
      // With the secrets, the same reducer has just led to the recorded state.
      try context.warn(
        "state \(step.seq) (\(step.type)) diverges because of redaction: it depends on a value that isn't in the copy",
        file: out.path, line: step.line)
    }
    try context.note("\(out.path): \(redactions) secret\(redactions == 1 ? "" : "s") of \(path) replaced")
    return .fine
  }

  /// Runs a body on the copy; its errors name the copy's final path.
  private func copying<Result>(to output: OutputFile, _ body: () throws -> Result) throws -> Result {
    do { return try output.filled(by: body) } catch let error as ReplayError where error.path == output.temporaryPath {
      let message =
        switch error.problem {
        case .undecodableState(let reason), .undecodableAction(_, let reason): "the app can't read it: \(reason)"
        default: error.message
        }
      throw RedactCommand.failure("the copy can't be replayed: \(message)", copy: output.path, line: error.line)
    }
  }

  /// The failure of a copy that the app's reducers can't take.
  static func failure(
    _ message: String, copy path: String, line: Int?, exitCode: ExitCode = .trouble
  ) -> CommandFailure {
    CommandFailure(
      message, file: path, line: line,
      advice: "Nothing was written. A rule may redact a value that the app needs, such as an id or a formatted text.",
      exitCode: exitCode)
  }
}
