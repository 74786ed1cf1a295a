import CommandLineKit
import StateCoding
import SystemSupport

/// A child process of this executable that runs reducers: see `ReducerServer`.
final class ReducerProcess {
  /// The answer to a job.
  enum Answer {
    case reply(ReplayReply, state: [UInt8]?)
    /// The process ended or was killed.
    case end(ReducerFailure.Fate)
  }

  /// How long an interrupted process may take to answer with what it knows.
  private static let patience = Duration.seconds(2)
  /// The interval between checks of the process.
  private static let interval = Duration.milliseconds(100)

  /// The process's notes about its reducers.
  let activity: ReducerActivity
  private let jobs: Int32
  private let replies: Int32
  private let id: Int32
  private var isRunning = true
  private var framing = MessageFraming()
  private let interruption: Interruption

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - interruption: The user's request to stop.
  ///   - streams: The process's standard streams.
  ///   - executable: The program and its arguments.
  /// - Throws: `Platform.SystemError` if the system refuses, `Interrupted`.
  init(
    environment: [String: String], interruption: Interruption, streams: ReducerStreams = .ofTool,
    executable: (path: String, words: [String]) = (Platform.ownExecutable, CommandLine.arguments)
  ) throws {
    self.interruption = interruption
    activity = try ReducerActivity()
    let jobs = try Platform.makePipe()
    defer { Platform.closeDescriptor(jobs.reading) }
    let replies: Platform.PipeEnds
    do { replies = try Platform.makePipe() } catch {
      Platform.closeDescriptor(jobs.writing)
      throw error
    }
    defer { Platform.closeDescriptor(replies.writing) }
    self.jobs = jobs.writing
    self.replies = replies.reading
    var environment = environment
    environment[ReducerServer.variable] = ReducerServer.request(
      jobs: jobs.reading, replies: replies.writing, activity: activity)
    // Swift's own crash report is slow, and interactive at a terminal: the reducer would seem to hang.
    if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
    do {
      let null = streams == .ofTool ? nil : try Platform.openNull()
      defer { if let null { Platform.closeDescriptor(null) } }
      id = try Platform.start(
        executable.path, executable.words, environment: environment, input: null ?? Platform.standardInput,
        output: streams == .errorOutput ? Platform.standardError : null ?? Platform.standardOutput,
        errorOutput: streams == .nothing ? null ?? Platform.standardError : Platform.standardError,
        inheriting: [jobs.reading, replies.writing, activity.descriptor])
    } catch {
      Platform.closeDescriptor(jobs.writing)
      Platform.closeDescriptor(replies.reading)
      throw error
    }
  }

  deinit {
    if isRunning { _ = end() }
    Platform.closeDescriptor(jobs)
    Platform.closeDescriptor(replies)
  }

  /// Waits until the process is ready for jobs. If the executable does something else first, it may never be.
  ///
  /// - Parameter limit: How long to wait.
  /// - Returns: Whether the process is ready.
  /// - Throws: `Interrupted`, or the system's error.
  func isReady(within limit: Duration = .seconds(10)) throws -> Bool {
    for _ in 0..<max(1, Int(limit / ReducerProcess.interval)) {
      if framing.next() != nil { return true }
      try interruption.check()
      if Platform.hasInput(replies, within: ReducerProcess.interval), try !receive() { return false }
    }
    return framing.next() != nil
  }

  /// Sends a job and waits for the answer.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - timeout: The time limit for each action; `nil` for none.
  ///   - onStep: Called from time to time with the seq up to which everything is done.
  /// - Returns: The answer. An interrupted inquiry answers with what it knows.
  /// - Throws: `Interrupted`, or the errors of `onStep`; then the process can't be used any more.
  func perform(_ job: ReplayJob, timeout: Duration?, onStep: (Int) throws -> Void) throws -> Answer {
    activity.clear()
    guard send(try StateEncoder().encode(job)) else { return .end(end()) }
    let interval = min(ReducerProcess.interval, max((timeout ?? .seconds(1)) / 4, .milliseconds(1)))
    var detector = timeout.map(HangDetector.init)
    var last = ContinuousClock.now
    var progress = 0
    var reply: ReplayReply?
    var stopped: ContinuousClock.Instant?
    while true {
      if Platform.hasInput(replies, within: interval), try !receive() {
        try interruption.check()
        return .end(end())
      }
      if interruption.isRequested {
        guard case .answer = job.task, stopped.map({ .now < $0 + ReducerProcess.patience }) ?? true else {
          throw Interrupted()
        }
        activity.isStopping = true
        stopped = stopped ?? .now
      }
      while let message = framing.next() {
        if let reply { return .reply(reply, state: message) }
        let found = try StateDecoder().decode(ReplayReply.self, from: message)
        guard case .rebuilt(hasState: true, _) = found else { return .reply(found, state: nil) }
        reply = found
      }
      // Time in which both processes were suspended doesn't count.
      let now = ContinuousClock.now
      let elapsed = min(now - last, interval * 2)
      last = now
      if activity.progress != progress, stopped == nil {
        progress = activity.progress
        try onStep(progress)
      }
      for thread in 0...job.threads {
        guard let status = activity.status(ofThread: thread), let timeout else { continue }
        if detector?.note(status, ofThread: thread, elapsed: elapsed) == true {
          _ = end()
          return .end(.hung(timeout))
        }
      }
    }
  }

  /// Lets the process exit.
  func finish() {
    guard isRunning else { return }
    _ = send([])
    isRunning = false
    _ = Platform.wait(for: id)
  }

  private func send(_ message: [UInt8]) -> Bool {
    var rest = MessageFraming.framed(message)[...]
    while !rest.isEmpty {
      do { rest = rest.dropFirst(try Platform.write(rest, to: jobs)) } catch {
        if !error.isInterruption { return false }
      }
    }
    return true
  }

  /// Reads the process's output; `false` at the end.
  private func receive() throws -> Bool {
    do {
      let bytes = try Platform.read(1 << 16, from: replies)
      framing.append(bytes)
      return !bytes.isEmpty
    } catch {
      if error.isInterruption { return true }
      throw error
    }
  }

  /// Kills the process unless it has ended, and returns how it ended.
  private func end() -> ReducerFailure.Fate {
    Platform.killProcess(id)
    isRunning = false
    return ReducerFailure.Fate(Platform.wait(for: id))
  }
}
