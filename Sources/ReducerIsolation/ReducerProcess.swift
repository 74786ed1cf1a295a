import CommandLineKit
import StateCoding
import SystemSupport

/// A child process of this executable that runs reducers: see `ReducerServer`.
final class ReducerProcess {
  /// The end of a job.
  enum End<Answer: Codable> {
    case reply(JobReply<Answer>, bytes: [UInt8]?)
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
  func isReady(within limit: Duration = .seconds(10)) throws -> Bool {
    for _ in 0..<max(1, Int(limit / ReducerProcess.interval)) {
      if framing.next() != nil { return true }
      try interruption.check()
      if Platform.hasInput(replies, within: ReducerProcess.interval), try !receive() { return false }
    }
    return framing.next() != nil
  }

  /// Sends a job, in two messages for its type and its content, and waits for the reply.
  func perform<Job: ReducerJob>(
    _ job: Job, timeout: Duration?, onStep: (Int) throws -> Void
  ) throws -> End<Job.Answer> {
    activity.clear()
    guard send(Array("\(Job.self)".utf8)), send(try StateEncoder().encode(job)) else { return .end(end()) }
    let interval = min(ReducerProcess.interval, max((timeout ?? .seconds(1)) / 4, .milliseconds(1)))
    var detector = timeout.map(HangDetector.init)
    var last = ContinuousClock.now
    var progress = 0
    var reply: JobReply<Job.Answer>?
    var stopped: ContinuousClock.Instant?
    while true {
      if Platform.hasInput(replies, within: interval), try !receive() {
        try interruption.check()
        return .end(end())
      }
      if interruption.isRequested {
        guard Job.answersWhenStopped, stopped.map({ .now < $0 + ReducerProcess.patience }) ?? true else {
          throw Interrupted()
        }
        activity.isStopping = true
        stopped = stopped ?? .now
      }
      while let message = framing.next() {
        if let reply { return .reply(reply, bytes: message) }
        let found = try StateDecoder().decode(JobReply<Job.Answer>.self, from: message)
        guard case .answer(_, hasBytes: true) = found else { return .reply(found, bytes: nil) }
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
      for thread in 0...job.input.threads {
        let status = activity.anyStatus(ofThread: thread)
        if let limit = detector?.limitExceeded(by: status, ofThread: thread, elapsed: elapsed) {
          _ = end()
          return .end(.hung(limit))
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

/// Messages in a pipe: each is its length in eight bytes, and its bytes.
struct MessageFraming {
  private static let lengthByteCount = 8

  private var pending: [UInt8] = []

  /// A message with its length.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    let length = UInt64(message.count)
    return (0..<lengthByteCount).map { UInt8(truncatingIfNeeded: length >> UInt64($0 * 8)) } + message
  }

  /// Adds bytes from the pipe.
  mutating func append(_ bytes: [UInt8]) { pending += bytes }

  /// The next message, if all of it has arrived.
  mutating func next() -> [UInt8]? {
    guard pending.count >= MessageFraming.lengthByteCount else { return nil }
    let length = pending.prefix(MessageFraming.lengthByteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    guard UInt64(pending.count - MessageFraming.lengthByteCount) >= length else { return nil }
    let end = MessageFraming.lengthByteCount + Int(length)
    defer { pending.removeFirst(end) }
    return Array(pending[MessageFraming.lengthByteCount..<end])
  }
}

/// Detects reducers, and other code of the app where its calls are noted, that don't return. Only time in them counts, separately
/// for each call.
struct HangDetector {
  /// The app's other code may take so many times as long: it encodes and compares whole states, and no second try confirms that it
  /// hangs.
  private static let patience = 10

  private let limit: Duration
  private var running: [Int: (status: ReducerActivity.Status, time: Duration)] = [:]

  /// Creates a detector.
  init(limit: Duration) { self.limit = limit }

  /// Notes the status of a thread, and returns the limit if it takes longer.
  mutating func limitExceeded(
    by status: ReducerActivity.Status, ofThread thread: Int, elapsed: Duration
  ) -> Duration? {
    guard status.isRunning, let before = running[thread], before.status == status else {
      running[thread] = (status, .zero)
      return nil
    }
    let time = before.time + elapsed
    running[thread] = (status, time)
    let limit = status.isReducing ? limit : limit * Self.patience
    return time >= limit ? limit : nil
  }
}
