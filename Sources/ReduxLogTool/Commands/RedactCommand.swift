import ReduxJournal
import ReduxReplay
import StateTree

/// `redact`: writes a copy of a journal without its secrets.
package struct RedactCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let output = OptionSpecification(
    "output", short: "o", value: "OUT", isPath: true, help: "The copy to write. Must be given.")

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
    options: [output] + OptionSpecification.rules + [
      OptionSpecification("force", help: "Overwrite an existing OUT."), .maximumLine, .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    guard let copy = arguments.value(of: Self.output) else { throw UsageError("option '--output' is missing: -o OUT") }
    let rules = try arguments.rules()
    guard rules.isOn else {
      throw UsageError("with '--no-default-rules' there is nothing to redact: say what is secret")
    }
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    guard !Platform.isSameFile(path, copy) else {
      throw CommandFailure(
        "'\(copy)' is the journal itself", file: path,
        advice: "Name another file, and move it over the journal afterwards.", exitCode: .usage)
    }
    guard !Platform.isSpecial(copy) else { throw UsageError("a journal can't be written to '\(copy)'; name a file") }
    let app = try context.apps.app(of: file)
    let output = try OutputFile(path: copy, force: arguments.has(.force))
    var progress = context.progress("Redacting")
    let (report, redactions) = try app.redact(
      file, by: rules, to: output.temporaryPath, maximumLineBytes: options.maximumLineBytes
    ) { try progress.update($0) }
    try progress.finish()
    if let divergence = report.divergence {
      try context.errorOutput.write(divergence.report(file: path))
      return .finding
    }
    let check = try app.verify(
      JournalFile(path: output.temporaryPath, options: options), jobs: arguments.jobs(), onStep: { _ in })
    if let divergence = check.divergence {
      try context.errorOutput.write(divergence.report(file: copy))
      return .finding
    }
    for stretch in check.unproven {
      try context.warn(
        "\("\(stretch.reason), so not all states up to \(stretch.seqs.upperBound) were proven")", file: copy)
    }
    try output.commit()
    try context.warnOfMissingProof(in: copy, ofJournalWith: file.header.key, given: options.key)
    for step in check.redacted {
      try context.warn("\(Verification.redactedMessage(seq: step.seq, type: step.type))", file: copy, line: step.line)
    }
    try context.note("\(copy): \(redactions) secrets of \(path) replaced")
    return .fine
  }
}
