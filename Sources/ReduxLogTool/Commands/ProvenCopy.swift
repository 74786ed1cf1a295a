import CommandLineKit
import ReduxJournal
import ReduxReplay

/// A copy of a journal that a command writes while it proves every state.
struct ProvenCopy {
  let file: JournalFile
  let app: any AppDriver
  /// Whether to accept divergences that redaction may explain.
  let acceptsRedacted: Bool
  let search: DivergenceSearch
  private let path: String
  private let output: OutputFile
  private let context: CommandContext
  private let activity: String

  /// Opens the journal, and a temporary file for the copy.
  init(
    of file: ArgumentSpecification, _ arguments: ParsedArguments, in context: CommandContext, activity: String
  ) throws {
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let journal = try JournalFinder.journal(at: arguments.required(file))
    let options = try arguments.readingOptions(in: context)
    self.file = try JournalFile(path: journal, options: options)
    output = try out.file(beside: journal)
    app = try context.apps.app(of: self.file)
    acceptsRedacted = arguments.has(.allowRedacted)
    search = try VariationLimit.search(of: journal, arguments, in: context)
    path = out.path
    self.context = context
    self.activity = activity
  }

  /// Writes the copy, if every state that can be proven is.
  ///
  /// - Parameter body: Replays the journal, and returns the report and a description of the copy.
  /// - Returns: The exit code.
  /// - Throws: The errors of the body and of the output file.
  func write(
    _ body: (_ onStep: (Int) throws -> Void, _ write: ([UInt8]) throws -> Void) throws -> (VerifyReport, done: String)
  ) throws -> ExitCode {
    var progress = context.progress(activity)
    let (report, done) = try body({ try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    if let divergence = report.divergence ?? (acceptsRedacted ? nil : report.redacted.first) {
      try context.report(divergence.report(file: file.path))
      return .finding
    }
    for range in report.unproven {
      try context.warn(
        "\("\(range.reason), so not all states up to \(range.seqs.upperBound) were proven")", file: file.path)
    }
    try output.commit()
    try context.warnOfMissingProof(in: path, ofJournalWith: file.header.key, given: file.key)
    for divergence in report.redacted {
      try context.warn("\(divergence.warning)", file: divergence.path, line: divergence.line)
    }
    try context.note("\(path): \(done)")
    return .fine
  }
}
