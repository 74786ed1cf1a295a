import CommandLineKit
import ReduxReplay
import StateCoding
import SystemSupport

/// The child process in which reducers run. It does the jobs that `ReducerProcess` sends, until the pipe closes.
struct ReducerServer {
  /// The variable that makes a process a server: the descriptors of the jobs, the replies, and the shared memory.
  static let variable = "REDUXLOG_REDUCERS"

  private let jobs: Int32
  private let replies: Int32
  private let activity: ReducerActivity

  /// Creates a server if the environment demands one.
  init?(environment: [String: String]) {
    let numbers = environment[ReducerServer.variable]?.split(separator: ",").compactMap { Int32($0) } ?? []
    guard numbers.count == 3, let activity = try? ReducerActivity(sharing: numbers[2]) else { return nil }
    jobs = numbers[0]
    replies = numbers[1]
    self.activity = activity
  }

  /// The value of the variable.
  static func request(jobs: Int32, replies: Int32, activity: ReducerActivity) -> String {
    "\(jobs),\(replies),\(activity.descriptor)"
  }

  /// Does jobs until there are no more, and exits.
  ///
  /// - Parameters:
  ///   - apps: The apps whose reducers can run.
  ///   - reportsCrashes: Whether Swift's own crash reports are on, which need its signal handlers.
  func run(apps: [any ReplayableApp.Type], reportsCrashes: Bool) -> Never {
    // A program that a reducer starts isn't a server. The parent handles interrupts, and its end also ends this
    // process.
    Platform.removeVariable(ReducerServer.variable)
    for descriptor in [jobs, replies, activity.descriptor] { Platform.keepToItself(descriptor) }
    Platform.ignoreInterrupts()
    Platform.leave(whenClosed: jobs, code: ExitCode.trouble.rawValue)
    if !reportsCrashes { CrashReporter.handleCrashes(notingIn: activity) }
    do {
      try serve(AppCatalog(apps + [JSONApp.self]) { [activity] _ in activity })
      Platform.exitProcess(ExitCode.fine.rawValue)
    } catch {
      // The parent has ended, or will notice that this process has.
      Platform.exitProcess(ExitCode.trouble.rawValue)
    }
  }

  private func serve(_ apps: AppCatalog) throws {
    var framing = MessageFraming()
    let (looked, tried) = (LookedJournal(), TriedJournal())
    try reply([])
    while let message = try nextMessage(&framing), !message.isEmpty {
      try serve(try StateDecoder().decode(ReplayJob.self, from: message), apps, looked, tried)
    }
  }

  /// The next message; `nil` at the end.
  private func nextMessage(_ framing: inout MessageFraming) throws -> [UInt8]? {
    var message = framing.next()
    while message == nil {
      let bytes = try Platform.read(1 << 16, from: jobs)
      if bytes.isEmpty { return nil }
      framing.append(bytes)
      message = framing.next()
    }
    return message
  }

  private func serve(
    _ job: ReplayJob, _ apps: AppCatalog, _ looked: LookedJournal, _ tried: TriedJournal
  ) throws {
    // Many tries may crash.
    if case .trial = job.task { Platform.leaveNoCores() }
    var answer: (reply: ReplayReply, state: [UInt8]?)
    do {
      answer = try job.perform(with: apps, looking: looked, trying: tried) { seq in
        activity.progress = seq
        if activity.isStopping { throw Interrupted() }
      }
    } catch {
      answer = (.failed(CommandFailure(String(describing: error))), nil)
    }
    try reply(try StateEncoder().encode(answer.reply))
    if let state = answer.state { try reply(state) }
  }

  private func reply(_ message: [UInt8]) throws {
    var rest = MessageFraming.framed(message)[...]
    while !rest.isEmpty {
      do { rest = rest.dropFirst(try Platform.write(rest, to: replies)) } catch {
        if !error.isInterruption { throw error }
      }
    }
  }
}
