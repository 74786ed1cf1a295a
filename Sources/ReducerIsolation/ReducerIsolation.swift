package import CommandLineKit
import ReduxReplay
import Synchronization
import SystemSupport

/// Does jobs that run reducers, in a child process that may crash or hang; in this process if a child can't be started.
///
/// A command that looks at one state runs the reducers in its own process instead, where `CrashReporter` reports a crash.
package final class ReducerIsolation {
  /// The end of a job.
  package enum Result<Answer> {
    case answer(Answer, bytes: [UInt8]?)
    /// A reducer crashed or hung.
    case failure(ReducerFailure)
  }

  package let context: CommandContext
  /// The bench of jobs that are done in this process.
  private let bench: ReducerBench
  /// The time limit for each action; `nil` for none. Without a child, it has no effect.
  package var timeout: Duration?
  /// The program that the child runs; `nil` for this one.
  private let tool: String?
  private var isolates: Bool
  private var process: ReducerProcess?
  /// Held while a child starts.
  private static let starting = Mutex(())

  package init(in context: CommandContext, timeout: Duration?, tool: String? = nil) {
    self.context = context
    self.timeout = timeout
    self.tool = tool
    bench = ReducerBench(apps: context.apps)
    isolates = context.isolatesReducers
  }

  deinit { process?.finish() }

  /// Starts the child, so that a tool that can't run is said before any work.
  ///
  /// - Throws: `UnusableTool`.
  package func start() throws { _ = try started() }

  /// Does a job.
  package func perform<Job: ReducerJob>(
    _ job: Job, onStep: (Int) throws -> Void = { _ in }
  ) throws -> Result<Job.Answer> {
    guard let process = try started() else {
      let (reply, bytes) = try job.reply(on: bench, onStep: onStep)
      return try result(reply, bytes)
    }
    switch try end(of: job, by: process, onStep: onStep) {
    case .reply(let reply, let bytes): return try result(reply, bytes)
    case .end(let fate):
      self.process = nil
      // With several threads, one may be ahead of the point where a single thread would have stopped.
      if (1...max(job.input.threads, 1)).contains(where: { process.activity.status(ofThread: $0) != nil }) {
        var alone = job
        alone.input.threads = 1
        return try perform(alone, onStep: onStep)
      }
      return .failure(ReducerFailure(fate, process.activity, thread: 0, of: job.input))
    }
  }

  private func result<Answer>(_ reply: JobReply<Answer>, _ bytes: [UInt8]?) throws(CommandFailure) -> Result<Answer> {
    switch reply {
    case .answer(let answer, _): return .answer(answer, bytes: bytes)
    case .failed(let failure): throw failure
    }
  }

  private func end<Job: ReducerJob>(
    of job: Job, by process: ReducerProcess, onStep: (Int) throws -> Void
  ) throws -> ReducerProcess.End<Job.Answer> {
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

/// Another tool whose reducers can't run.
package struct UnusableTool: ReportableError {
  let path: String
  /// Whether this process can't start others, because it isn't an executable of the tool.
  var needsExecutable = false

  package func commandFailure(tool: String) -> CommandFailure {
    needsExecutable
      ? CommandFailure(
        "the reducers of '\(path)' need a process of their own, which a test doesn't start",
        advice: "Run '\(tool)' as an executable.")
      : CommandFailure("the tool '\(path)' can't run reducers", advice: advice)
  }

  private var advice: String {
    let isExecutable = Platform.isExecutable(path)
    // As in a shell, a name alone is that of a program in the path.
    if !path.contains("/"), isExecutable { return "For the file in this folder, write './\(path)'." }
    if path.contains("/"), !isExecutable { return "No executable file is there: check the path." }
    return "Name an executable made with InspectorTool of this version of reduxlog."
  }
}

extension CommandContext {
  /// The apps whose reducers this tool contains.
  package var apps: AppCatalog {
    get { self[AppCatalog.self] ?? AppCatalog() }
    set { self[AppCatalog.self] = newValue }
  }

  /// Whether reducers run in a separate process. Only the tool's own process starts its executable again.
  package var isolatesReducers: Bool {
    get { self[ReducerPlacement.self] == .ownProcess }
    set { self[ReducerPlacement.self] = newValue ? .ownProcess : nil }
  }

  /// The standard streams of the process that runs the reducers.
  package var reducerStreams: ReducerStreams {
    get { self[ReducerStreams.self] ?? .ofTool }
    set { self[ReducerStreams.self] = newValue }
  }

  /// The context for reducers beside which this process reads and writes lines on the standard streams.
  package var withLinesOfItsOwn: CommandContext {
    var context = self
    context.reducerStreams = .errorOutput
    return context
  }

  private enum ReducerPlacement { case ownProcess }
}

/// The standard streams of a process that runs reducers, for what an app's code reads and prints.
package enum ReducerStreams: Sendable {
  /// Those of this process.
  case ofTool
  /// Standard error for all output, and an empty input: this process reads and writes lines of its own.
  case errorOutput
  /// None: a screen is drawn on those of this process.
  case nothing
}
