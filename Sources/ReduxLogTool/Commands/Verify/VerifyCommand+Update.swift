import CommandLineKit
import ReduxJournal

/// `verify --update`: new hashes for an intended change.
extension VerifyCommand {
  /// The options that judge a journal but don't change it.
  private static let others = [noReplay, keepGoing, ignore, purity, sample, report, shard]

  func update(_ arguments: ParsedArguments, _ job: ReplayJob, in context: CommandContext) throws -> ExitCode {
    if let other = Self.others.first(where: { arguments.has($0) }) {
      throw UsageError("'--update' and '\(other.spelling)' can't be combined")
    }
    guard arguments.format() == .human else { throw UsageError("'--update' prints no other format than 'human'") }
    let paths = try arguments.requiredFiles(Self.files)
    guard paths.count == 1, let path = paths.first else {
      throw UsageError("'--update' takes one journal")
    }
    let journal = try JournalFinder.journal(at: path)
    let out = try OutputArgument(arguments, hint: "--update -o OUT")
    let output = try out.file(beside: journal)
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { isolation.finish() }
    let update = JournalUpdate(path: journal, apps: context.apps, job: job, isolation: isolation)
    var progress = context.progress("Updating")
    let outcome = try update.run(into: output) { try progress.update($0) }
    try progress.finish()
    switch outcome {
    case .refused(let verification):
      try verification.explain(in: context)
      return verification.exitCode
    case .updated(let report):
      try output.commit()
      try context.warnOfMissingProof(
        in: out.path, ofJournalWith: JournalFile(path: journal, options: job.options).header.key, given: job.options.key
      )
      for line in report.lines { try context.output.line(line) }
      try context.note("\(out.path): \(report.summary)")
      return .fine
    }
  }
}
