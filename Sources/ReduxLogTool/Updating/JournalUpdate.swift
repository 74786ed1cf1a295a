import CommandLineKit
import ReduxJournal
import ReduxReplay

/// New hashes for a journal whose app was changed on purpose: for `verify --update`, and for tests.
struct JournalUpdate {
  /// The result of an update.
  enum Outcome {
    /// The copy has the states to which today's reducers lead. Its hashes are proven, but the file isn't at its place yet.
    case updated(UpdateReport)
    /// New hashes wouldn't make the journal pass.
    case refused(Verification)
  }

  let path: String
  let apps: AppCatalog
  /// The verification of the journal, but for the path. It goes on after divergences.
  let job: ReplayJob
  let isolation: ReducerIsolation

  /// Verifies the journal, writes the copy, and proves the copy.
  ///
  /// - Parameters:
  ///   - output: The file of the copy, to be committed by the caller.
  ///   - onStep: Called from time to time with the seq reached.
  /// - Returns: What changed, or the verification that refuses the update.
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, `OutputFileError`, and the errors of `onStep`.
  func run(into output: OutputFile, onStep: (Int) throws -> Void = { _ in }) throws -> Outcome {
    var job = job
    job.path = path
    job.keepsGoing = true
    let found = try isolation.verify(job, onStep: onStep)
    switch found.outcome {
    case .ok: break
    case .diverged: try refuseImpureReducers(found.report)
    case .intact, .impure, .unproven, .schema, .failed, .crashed: return .refused(found)
    }
    let file = try JournalFile(path: path, options: job.options)
    let states = try apps.app(of: file).update(file, onStep: onStep) { try output.write($0) }
    job.path = output.temporaryPath
    job.keepsGoing = false
    switch try isolation.verify(job, onStep: onStep).outcome {
    case .ok: return .updated(UpdateReport(of: found, states: states))
    case .diverged(let divergence):
      throw failure(
        "a second replay leads to other states again, from state \(divergence.seq) on, after \(divergence.type)")
    case .intact, .impure, .unproven, .schema, .failed, .crashed:
      throw failure("the new hashes can't be proven")
    }
  }

  private func refuseImpureReducers(_ report: VerifyReport) throws {
    guard let location = report.divergences.locations.first(where: { $0.impure > 0 }) else { return }
    throw failure(
      "\(location.first.type) gives \(location.pointer ?? "the state") another value in each run, so new hashes wouldn't hold"
    )
  }

  private func failure(_ message: String) -> CommandFailure {
    CommandFailure(
      message, file: path,
      advice: "Does a reducer read a clock, random numbers, or the order of a set? Pass the value with the action, or "
        + "declare the place volatile.", exitCode: .finding)
  }
}
