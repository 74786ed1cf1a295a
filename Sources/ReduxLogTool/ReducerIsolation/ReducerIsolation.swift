import CommandLineKit
import ReduxReplay
import SystemSupport

/// Does jobs that call reducers: in a process of their own where they must be survived, else in this one.
final class ReducerIsolation {
  private let context: CommandContext
  private let timeout: Duration?
  private var isolates: Bool
  private var process: ReducerProcess?

  /// Creates what does jobs for a command.
  ///
  /// - Parameters:
  ///   - context: What the command works with.
  ///   - timeout: How long a reducer may take for an action; `nil` for ever. In this process nobody could end it.
  init(in context: CommandContext, timeout: Duration?) {
    self.context = context
    self.timeout = timeout
    isolates = context.isolatesReducers
  }

  /// Verifies a journal. What is wrong with it is part of the result.
  ///
  /// - Throws: `CommandFailure`, or what `onStep` throws.
  func verify(_ job: ReplayJob, onStep: (Int) throws -> Void) throws -> Verification {
    switch try perform(job, onStep: onStep) {
    case .verified(let verification): return verification
    case .ended(let death):
      return try job.keepsGoing
        ? verify(job, upTo: death, onStep: onStep) : Verification(path: job.path, outcome: .crashed(death))
    case .rebuilt: throw ReducerIsolation.otherAnswer
    }
  }

  /// Verifies a journal up to its first divergence, if that comes before a death: behind it, the reducer may have died of a
  /// state in which the app never was.
  private func verify(
    _ job: ReplayJob, upTo death: ReducerFailure, onStep: (Int) throws -> Void
  ) throws -> Verification {
    var first = job
    first.keepsGoing = false
    guard case .verified(var found) = try perform(first, onStep: onStep), case .diverged = found.outcome else {
      return Verification(path: job.path, outcome: .crashed(death))
    }
    found.warn("behind the divergence it can't go on: \(death.failure.message)")
    return found
  }

  /// Rebuilds a state.
  ///
  /// - Returns: The state as JSON text; or where replay and recording part; or neither, if there is no state.
  /// - Throws: `CommandFailure`, or what `onStep` throws; in this process also `JournalError` and `ReplayError`.
  func state(
    _ job: ReplayJob, onStep: (Int) throws -> Void = { _ in }
  ) throws -> (state: [UInt8]?, divergence: Divergence?) {
    switch try perform(job, onStep: onStep) {
    case .rebuilt(let state, let divergence): return (state, divergence)
    case .ended(let death): throw death.failure
    case .verified: throw ReducerIsolation.otherAnswer
    }
  }

  private static let otherAnswer = CommandFailure("the process in which the reducers run gave another answer")

  private func perform(_ job: ReplayJob, onStep: (Int) throws -> Void) throws -> ReplayJob.Result {
    guard let process = try started() else { return try job.perform(with: context.apps, onStep: onStep) }
    switch try answer(of: process, to: job, onStep: onStep) {
    case .reply(let reply, let state): return try reply.result(state: state)
    case .death(let fate):
      self.process = nil
      // Which of several threads brought it down can't be told, nor whether one alone would have come so far.
      if (1..<max(job.threads, 1)).contains(where: { process.activity(ofThread: $0) != nil }) {
        var alone = job
        alone.threads = 1
        return try perform(alone, onStep: onStep)
      }
      return .ended(ReducerFailure(fate, process.activity(ofThread: 0), in: job))
    }
  }

  /// Lets go of what was needed.
  func finish() {
    process?.finish()
    process = nil
  }

  private func answer(
    of process: ReducerProcess, to job: ReplayJob, onStep: (Int) throws -> Void
  ) throws -> ReducerProcess.Answer {
    do { return try process.perform(job, timeout: timeout, onStep: onStep) } catch {
      // It is busy with what nobody wants any more.
      self.process = nil
      throw error
    }
  }

  private func started() throws -> ReducerProcess? {
    guard isolates, process == nil else { return process }
    do {
      let started = try ReducerProcess(environment: context.environment, interruption: context.interruption)
      process = try started.isReady() ? started : nil
    } catch is Platform.SystemError {
      process = nil
    }
    // Where the system gives no process, the work is done all the same.
    isolates = process != nil
    if process == nil {
      try context.warn("the reducers run in this process, which a crash ends: the one for them did not get ready")
    }
    return process
  }
}
