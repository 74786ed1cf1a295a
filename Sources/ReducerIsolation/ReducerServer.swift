import CommandLineKit
package import ReduxReplay
import StateCoding
import SystemSupport

/// The child process in which reducers run. It does the jobs that `ReducerProcess` sends, until the pipe closes.
package struct ReducerServer {
  /// The variable that makes a process a server: the descriptors of the jobs, the replies, and the shared memory.
  static let variable = "REDUXLOG_REDUCERS"

  private let jobs: Int32
  private let replies: Int32
  private let activity: ReducerActivity

  /// Creates a server if the environment demands one.
  package init?(environment: [String: String]) {
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
  package func run(_ kinds: [any ReducerJob.Type], apps: [any ReplayableApp.Type], reportsCrashes: Bool) -> Never {
    // A program that a reducer starts isn't a server. The parent handles interrupts, and its end also ends this
    // process.
    Platform.removeVariable(ReducerServer.variable)
    for descriptor in [jobs, replies, activity.descriptor] { Platform.keepToItself(descriptor) }
    Platform.ignoreInterrupts()
    Platform.leave(whenClosed: jobs, code: ExitCode.trouble.rawValue)
    if !reportsCrashes { CrashReporter.handleCrashes(notingIn: activity) }
    do {
      try serve(kinds, AppCatalog(apps) { [activity] _ in activity })
      Platform.exitProcess(ExitCode.fine.rawValue)
    } catch {
      // The parent has ended, or will notice that this process has.
      Platform.exitProcess(ExitCode.trouble.rawValue)
    }
  }

  private func serve(_ kinds: [any ReducerJob.Type], _ apps: AppCatalog) throws {
    var framing = MessageFraming()
    let bench = ReducerBench(apps: apps)
    try reply([])
    while let name = try nextMessage(&framing), !name.isEmpty, let job = try nextMessage(&framing) {
      // A tool of another version may ask for what this one doesn't know.
      guard let kind = kinds.first(where: { "\($0)".utf8.elementsEqual(name) }) else {
        throw UnusableTool(path: String(decoding: name, as: UTF8.self))
      }
      try serve(kind, job, bench)
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

  private func serve<Job: ReducerJob>(_ kind: Job.Type, _ message: [UInt8], _ bench: ReducerBench) throws {
    if kind.expectsCrashes { Platform.leaveNoCores() }
    let (answer, bytes): (JobReply<Job.Answer>, [UInt8]?)
    do {
      (answer, bytes) = try StateDecoder().decode(kind, from: message).reply(on: bench) { seq in
        activity.progress = seq
        if activity.isStopping { throw Interrupted() }
      }
    } catch {
      (answer, bytes) = (.failed(CommandFailure(String(describing: error))), nil)
    }
    try reply(try StateEncoder().encode(answer))
    if let bytes { try reply(bytes) }
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
