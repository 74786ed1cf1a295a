import CommandLineKit
import ReduxJournal
import ReduxReplay
import Synchronization
import SystemSupport

/// Does jobs that run reducers, in a child process that may crash or hang; in this process if a child can't be started.
///
/// `verify` and `replay` use it, and so can every command that replays several states. A command that looks at one state runs
/// the reducers in its own process instead, where `CrashReporter` reports a crash.
final class ReducerIsolation {
  private let context: CommandContext
  /// The journal of the last look, if the jobs are done in this process.
  private let looked = LookedJournal()
  /// The journal of the last try, likewise.
  private let tried = TriedJournal()
  /// The time limit for each action; `nil` for none.
  var timeout: Duration?
  /// The program that the child runs; `nil` for this one.
  private let tool: String?
  private var isolates: Bool
  private var process: ReducerProcess?
  /// Held while a child starts.
  private static let starting = Mutex(())

  /// Creates the isolation for a command.
  ///
  /// - Parameters:
  ///   - context: The command's context.
  ///   - timeout: The time limit for each action; `nil` for none. Without a child, it has no effect.
  ///   - tool: Another program with reducers of its own.
  init(in context: CommandContext, timeout: Duration?, tool: String? = nil) {
    self.context = context
    self.timeout = timeout
    self.tool = tool
    isolates = context.isolatesReducers
  }

  /// Verifies a journal. A damaged journal or a reducer that crashes is a result, not an error.
  ///
  /// - Throws: `CommandFailure`, or the errors of `onStep`.
  func verify(_ job: ReplayJob, onStep: (Int) throws -> Void) throws -> Verification {
    switch try perform(job, onStep: onStep) {
    case .reply(.verified(let verification), _): return verification
    case .reply(.failed(let failure), _): throw failure
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(_, let seq?) where job.varies(seq):
      var verification = try verify(job.varying(before: seq), onStep: onStep)
      verification.warn(ReducerIsolation.warning(ofUnvaried: seq))
      return verification
    case .failure(let failure, _):
      return try job.keepsGoing
        ? verify(job, upTo: failure, onStep: onStep) : Verification(path: job.path, outcome: .crashed(failure))
    }
  }

  /// Verifies a journal up to its first divergence, if that precedes a crash: after it, the reducer may have crashed in
  /// a state that the app never had.
  private func verify(
    _ job: ReplayJob, upTo failure: ReducerFailure, onStep: (Int) throws -> Void
  ) throws -> Verification {
    var first = job
    first.keepsGoing = false
    guard case .reply(.verified(var found), _) = try perform(first, onStep: onStep), case .diverged = found.outcome
    else { return Verification(path: job.path, outcome: .crashed(failure)) }
    found.warn("verification can't continue after the divergence: \(failure.failure.message)")
    return found
  }

  /// Returns the seq of the first action whose reducer crashes with other values in place of redacted ones, with a
  /// warning, or behind a divergence; `nil` for none.
  ///
  /// - Throws: The errors of `onStep`.
  func firstUnvaried(in job: ReplayJob, onStep: (Int) throws -> Void) throws -> Int? {
    guard case .failure(let failure, let seq) = try perform(job, onStep: onStep) else { return nil }
    if let seq { try context.warn("\(ReducerIsolation.warning(ofUnvaried: seq))", file: job.path) }
    return seq ?? failure.seq
  }

  /// The warning of a journal whose reducer crashes with other values in place of redacted ones.
  private static func warning(ofUnvaried seq: Int) -> String {
    "with other values in place of redacted ones, the reducer crashes at action \(seq): whether redaction explains "
      + "differences from there isn't known"
  }

  /// Rebuilds a state.
  ///
  /// - Returns: The state as JSON text, or the divergence before it; neither for a journal without states.
  /// - Throws: `CommandFailure`, or the errors of `onStep`.
  func state(
    _ job: ReplayJob, onStep: (Int) throws -> Void = { _ in }
  ) throws -> (state: [UInt8]?, divergence: Divergence?) {
    switch try perform(job, onStep: onStep) {
    case .reply(.rebuilt(_, let divergence), let state): return (state, divergence)
    case .reply(.failed(let failure), _): throw failure
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(_, let seq?) where job.varies(seq):
      return try state(job.varying(before: seq), onStep: onStep)
    case .failure(let failure, _): throw failure.failure
    }
  }

  /// Answers a question about many states, as far as the user lets it.
  ///
  /// - Parameters:
  ///   - inquiry: The question.
  ///   - file: The journal.
  ///   - label: The work, for the progress line.
  ///   - total: The seq of the last state, for the progress line.
  /// - Returns: The answer.
  /// - Throws: `FailedReplay`, `CommandFailure`, `Interrupted`.
  func answer(
    _ inquiry: Inquiry, about file: JournalFile, showing label: String, of total: Int? = nil
  ) throws -> InquiryAnswer {
    var progress = context.progress(label)
    let answer = try answer(inquiry, about: file) { try progress.update($0, of: total) }
    // Before the progress line makes the standard output write, which would fail.
    if answer.isStopped { context.interruption.acknowledge() }
    try progress.finish()
    return answer
  }

  /// Answers a question about many states.
  ///
  /// - Throws: `FailedReplay`, `CommandFailure`, or the errors of `onStep`.
  func answer(
    _ inquiry: Inquiry, about file: JournalFile, onStep: (Int) throws -> Void
  ) throws -> InquiryAnswer {
    let options = JournalReader.Options(maximumLineBytes: file.maximumLineBytes, key: file.key)
    let job = ReplayJob(path: file.path, .answer(inquiry), options: options, threads: 1)
    switch try perform(job, onStep: onStep) {
    case .reply(.answered(.diverged(let failure)), _):
      var verification = try verify(
        ReplayJob(path: file.path, .verify, options: options, threads: 1), onStep: onStep)
      if verification.exitCode == .fine { verification.outcome = .failed(failure) }
      throw FailedReplay(verification: verification)
    case .reply(.answered(let answer), _): return answer
    case .reply(.failed(let failure), _): throw failure
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(let failure, _):
      throw FailedReplay(verification: Verification(path: file.path, outcome: .crashed(failure)))
    }
  }

  /// Looks at states of a journal, near those of the last look.
  ///
  /// - Returns: The steps, and a whole state if the look wants one.
  /// - Throws: `CommandFailure`, `Interrupted`.
  func look(_ look: StateLook, at file: JournalFile) throws -> (steps: [StateLook.Step], state: [UInt8]?) {
    let options = JournalReader.Options(maximumLineBytes: file.maximumLineBytes, key: file.key)
    switch try perform(ReplayJob(path: file.path, .look(look), options: options, threads: 1), onStep: { _ in }) {
    case .reply(.looked(let steps), _): return (steps, nil)
    case .reply(.rebuilt, let state?): return ([], state)
    case .reply(.failed(let failure), _): throw failure
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(let failure, _): throw failure.failure
    }
  }

  /// The result of a try.
  enum TrialResult {
    case reply(Trial.Reply)
    /// A reducer crashed or hung.
    case failure(ReducerFailure)
  }

  /// Tries some of the actions that lead to a state.
  ///
  /// - Throws: `CommandFailure`, `Interrupted`, or the errors of `onStep`.
  func attempt(
    _ trial: Trial, in file: JournalFile, onStep: (Int) throws -> Void = { _ in }
  ) throws -> TrialResult {
    let options = JournalReader.Options(maximumLineBytes: file.maximumLineBytes, key: file.key)
    switch try perform(ReplayJob(path: file.path, .trial(trial), options: options, threads: 1), onStep: onStep) {
    case .reply(.tried(let reply), _): return .reply(reply)
    case .reply(.failed(let failure), _): throw failure
    case .reply: throw ReducerIsolation.unexpectedReply
    case .failure(let failure, _): return .failure(failure)
    }
  }

  /// The result of a job.
  private enum Result {
    case reply(ReplayReply, state: [UInt8]?)
    /// A reducer crashed or hung; with the seq of the action if it had other values in place of redacted ones.
    case failure(ReducerFailure, unvaried: Int?)
  }

  static let unexpectedReply = CommandFailure("the reducers' process sent an unexpected reply")

  private func perform(_ job: ReplayJob, onStep: (Int) throws -> Void) throws -> Result {
    guard let process = try started() else {
      let answer = try job.perform(with: context.apps, looking: looked, trying: tried, onStep: onStep)
      return .reply(answer.reply, state: answer.state)
    }
    switch try answer(of: process, to: job, onStep: onStep) {
    case .reply(let reply, let state): return .reply(reply, state: state)
    case .end(let fate):
      self.process = nil
      // With several threads, one may be ahead of the point where a single thread would have stopped.
      if (1...max(job.threads, 1)).contains(where: { process.activity.status(ofThread: $0) != nil }) {
        var alone = job
        alone.threads = 1
        return try perform(alone, onStep: onStep)
      }
      return .failure(
        ReducerFailure(fate, process.activity, thread: 0, path: job.path, options: job.options),
        unvaried: process.activity.varies(thread: 0) ? process.activity.status(ofThread: 0)?.seq : nil)
    }
  }

  /// Ends the child process.
  func finish() {
    process?.finish()
    process = nil
  }

  private func answer(
    of process: ReducerProcess, to job: ReplayJob, onStep: (Int) throws -> Void
  ) throws -> ReducerProcess.Answer {
    do { return try process.perform(job, timeout: timeout, onStep: onStep) } catch {
      // It is still busy with the job.
      self.process = nil
      throw error
    }
  }

  private func started() throws -> ReducerProcess? {
    if let tool, !isolates { throw UnusableTool(path: tool, needsExecutable: true) }
    guard isolates, process == nil else { return process }
    do {
      // Another child that starts between the making of a pipe and its closing on execution would keep the pipe open.
      let started = try ReducerIsolation.starting.withLock { _ in
        try ReducerProcess(
          environment: context.environment, interruption: context.interruption,
          streams: context.reducerStreams,
          executable: tool.map { ($0, [$0]) } ?? (Platform.ownExecutable, CommandLine.arguments))
      }
      process = try started.isReady() ? started : nil
    } catch is Platform.SystemError {
      process = nil
    }
    if process == nil, let tool { throw UnusableTool(path: tool) }
    // Without a child, the job is done in this process.
    isolates = process != nil
    if process == nil {
      try context.warn("a crash will end this process: the reducers run in it, because their own didn't start")
    }
    return process
  }
}
