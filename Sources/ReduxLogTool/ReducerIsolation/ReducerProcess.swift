import CommandLineKit
import StateTree
import SystemSupport

/// This executable, started once more to run reducers: see `ReducerServer`.
final class ReducerProcess {
  /// What came of a job.
  enum Answer {
    case reply(ReplayReply, state: [UInt8]?)
    /// The process came to an end, or had to be ended.
    case death(ReducerFailure.Fate)
  }

  /// How long a look at the other process is waited for.
  private static let interval = Duration.milliseconds(100)

  private let board: ReducerActivity
  private let jobs: Int32
  private let replies: Int32
  private let id: Int32
  private var isRunning = true
  private var frames = MessageFraming()
  private let interruption: Interruption

  /// Starts the process.
  ///
  /// - Parameters:
  ///   - environment: The variables that it gets.
  ///   - interruption: The user's wish to stop.
  ///   - executable: The program and its arguments: this one, with its own.
  /// - Throws: `Platform.SystemError` if the system refuses, `Interrupted`.
  init(
    environment: [String: String], interruption: Interruption,
    executable: (path: String, words: [String]) = (Platform.ownExecutable, CommandLine.arguments)
  ) throws {
    self.interruption = interruption
    board = try ReducerActivity()
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
      jobs: jobs.reading, replies: replies.writing, board: board)
    // A crash that is reported at length, at a terminal even with questions, looks like a reducer that hangs.
    if environment["SWIFT_BACKTRACE"] == nil { environment["SWIFT_BACKTRACE"] = "enable=no" }
    do {
      id = try Platform.start(
        executable.path, executable.words, environment: environment,
        inheriting: [jobs.reading, replies.writing, board.descriptor])
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

  /// Whether it gets ready for jobs: an executable that does other things first may never be.
  ///
  /// - Parameter limit: How long it is waited for.
  /// - Returns: Whether it is.
  /// - Throws: `Interrupted`, or what the system says.
  func isReady(within limit: Duration = .seconds(10)) throws -> Bool {
    for _ in 0..<max(1, Int(limit / ReducerProcess.interval)) {
      if frames.next() != nil { return true }
      try interruption.check()
      if Platform.hasInput(replies, within: ReducerProcess.interval), try !receive() { return false }
    }
    return frames.next() != nil
  }

  /// Has a job done.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - timeout: How long a reducer may take for an action; `nil` for ever.
  ///   - onStep: Called now and then with the seq up to which everything is done.
  /// - Returns: What came of it.
  /// - Throws: `Interrupted`, or what `onStep` throws; then the process can't be used any more.
  func perform(_ job: ReplayJob, timeout: Duration?, onStep: (Int) throws -> Void) throws -> Answer {
    board.clear()
    guard send(try StateEncoder().encode(job)) else { return .death(end()) }
    let interval = min(ReducerProcess.interval, max((timeout ?? .seconds(1)) / 4, .milliseconds(1)))
    var watch = timeout.map(HangDetector.init)
    var last = ContinuousClock.now
    var progress = 0
    var reply: ReplayReply?
    while true {
      if Platform.hasInput(replies, within: interval), try !receive() {
        try interruption.check()
        return .death(end())
      }
      try interruption.check()
      while let message = frames.next() {
        if let reply { return .reply(reply, state: message) }
        let found = try StateDecoder().decode(ReplayReply.self, from: message)
        guard case .rebuilt(hasState: true, _) = found else { return .reply(found, state: nil) }
        reply = found
      }
      // While both processes were stopped, by the user or with the machine, no reducer ran.
      let now = ContinuousClock.now
      let elapsed = min(now - last, interval * 2)
      last = now
      if board.progress != progress {
        progress = board.progress
        try onStep(progress)
      }
      for thread in 0..<job.threads {
        guard let activity = board.activity(ofThread: thread), let timeout else { continue }
        if watch?.note(activity, ofThread: thread, elapsed: elapsed) == true {
          _ = end()
          return .death(.hung(timeout))
        }
      }
    }
  }

  /// What its threads were doing last.
  func activity(ofThread thread: Int) -> ReducerActivity.Activity? { board.activity(ofThread: thread) }

  /// Ends it in good order.
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

  /// Takes what it says; `false` if it has no more to say.
  private func receive() throws -> Bool {
    do {
      let bytes = try Platform.read(1 << 16, from: replies)
      frames.append(bytes)
      return !bytes.isEmpty
    } catch {
      if error.isInterruption { return true }
      throw error
    }
  }

  /// Makes sure that it is at its end, and tells how that came. Killing makes no difference to one that is dying.
  private func end() -> ReducerFailure.Fate {
    Platform.killProcess(id)
    isRunning = false
    return ReducerFailure.Fate(Platform.wait(for: id))
  }
}
