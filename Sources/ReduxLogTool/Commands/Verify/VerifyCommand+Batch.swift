import CommandLineKit

extension OptionSpecification {
  /// `--batch`, for a command that checks journals one by one.
  static let batch = OptionSpecification(
    "batch", help: "Read jobs from standard input, one per line; print a result line for each.")

  /// `--jobs`, for a command that has threads only with `--batch`.
  static let batchJobs = OptionSpecification(
    "jobs", value: "N", help: "With --batch, do N jobs at a time (default: one per processor).")
}

extension ParsedArguments {
  /// Checks that no file and none of these options was given with `--batch`.
  ///
  /// - Throws: `UsageError` that names the first.
  func checkBatch(_ files: ArgumentSpecification, without options: [OptionSpecification]) throws(UsageError) {
    if let path = self[files].first { throw UsageError("'--batch' reads jobs, not the file '\(path)'") }
    if let other = options.first(where: has) {
      throw UsageError("'--batch' and '\(other.spelling)' can't be combined")
    }
  }

  /// The files of a command that needs some unless it reads jobs.
  ///
  /// - Throws: `UsageError` if there are none.
  func requiredFiles(_ files: ArgumentSpecification) throws(UsageError) -> [String] {
    guard !self[files].isEmpty else { throw UsageError("missing argument \(files.name)") }
    return self[files]
  }
}

/// `verify --batch`: jobs from standard input.
extension VerifyCommand {
  /// Verifies the journals of jobs, each on one thread.
  ///
  /// - Returns: `fine` if every job has its line.
  func verifyBatch(_ run: VerifyRun, in context: CommandContext) throws -> ExitCode {
    try Batch(of: "verify", indexing: run.job.options, in: context).run(threads: run.job.threads) { batch in
      let reducers = ReducerPair(timeout: run.timeout, in: run.context)
      defer { reducers.finish() }
      batch.work { try run.verify($0, by: reducers, threads: 1, onStep: $1) }
    }
    return .fine
  }
}
