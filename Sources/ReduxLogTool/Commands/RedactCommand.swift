package import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// `redact`: writes a copy of a journal without its secrets.
package struct RedactCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  package static let specification = CommandSpecification(
    name: "redact",
    abstract: "Write a copy without secrets.",
    overview: """
      The journal is replayed, every state is proven, and everything is written down again as if it had been recorded
      under the rules: stand-ins in the places of secrets, in actions and states alike, and hashes of what is written.
      The rules stand in the copy's headers. Times, marks, gaps and the journal's id are kept; a torn last line, bytes
      that were kept in gaps, and records of unknown kinds are not.

      Without options, what has one of the usual names of secrets is redacted, and what the app's types mark with
      @Redacted; errors are reduced to their types and cases, and marks to their names.

      The copy is verified before it gets its name. Where an app computes something from a secret, that can't be
      rebuilt from the copy: see 'verify'.

      Without --key-file, nothing proves the copy of a journal that is recorded with a key.
      """,
    examples: [
      .init("redact run.jsonl -o send.jsonl", "before it leaves the house"),
      .init("redact run.jsonl -o send.jsonl --redact '/accounts/*/balance'", "and with other secrets"),
      .init("redact run.jsonl -o send.jsonl --allow /cart --allow /addToCart", "all but the cart is secret"),
    ],
    arguments: [file],
    options: [.output("The copy to write. Must be given.")] + OptionSpecification.rules + [
      .force, .maximumLine, .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments)
    let rules = try arguments.rules()
    guard rules.isOn else {
      throw UsageError("with '--no-default-rules' there is nothing to redact: say what is secret")
    }
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    let output = try out.file(beside: path)
    let app = try context.apps.app(of: file)
    var progress = context.progress("Redacting")
    let (report, redactions) = try copying(to: out.path, as: output.temporaryPath) {
      try app.redact(file, by: rules, to: output.temporaryPath, maximumLineBytes: options.maximumLineBytes) {
        try progress.update($0)
      }
    }
    try progress.finish()
    if let divergence = report.divergence {
      try context.report(divergence.report(file: path))
      return .finding
    }
    let threads = try arguments.jobs()
    let check = try copying(to: out.path, as: output.temporaryPath) {
      let copy = try JournalFile(path: output.temporaryPath, options: options)
      return try app.verify(copy, DivergenceSearch(), jobs: threads) { _ in }
    }
    if let divergence = check.divergence {
      throw CommandFailure(
        "the copy can't be proven: \(divergence.message)", file: path,
        advice: "Nothing was written. The reducer is not pure: with the same actions it leads elsewhere.",
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
        "state \(step.seq) (\(step.type)) diverges because of redaction: it depends on a value that is not in the copy",
        file: out.path, line: step.line)
    }
    try context.note("\(out.path): \(redactions) secret\(redactions == 1 ? "" : "s") of \(path) replaced")
    return .fine
  }

  /// Does something with the copy, and calls it by the name that it is to have where that fails.
  private func copying<Result>(to path: String, as temporaryPath: String, _ body: () throws -> Result) throws -> Result
  {
    do { return try body() } catch let error as JournalError where error.path == temporaryPath {
      throw CommandFailure(
        JournalError(error.problem, path: path, line: error.line, offset: error.offset))
    } catch let error as ReplayError where error.path == temporaryPath {
      let message =
        switch error.problem {
        case .undecodableState(let reason), .undecodableAction(_, let reason): "the app can't read it: \(reason)"
        default: error.message
        }
      throw CommandFailure(
        "the copy can't be replayed: \(message)", file: path, line: error.line,
        advice: "Nothing was written. A rule may take what the app can't do without: an id, or a text of a form.")
    }
  }
}
