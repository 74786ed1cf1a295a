import CommandLineKit
import ReduxReplay
import StateTree
import SystemSupport

/// The process in which reducers run: it does jobs that another process hands to it, until that one has no more.
///
/// A reducer that brings it down takes nothing else along.
struct ReducerServer {
  /// The variable that makes a process this: the descriptors of the jobs, of the replies, and of the shared memory.
  static let variable = "REDUXLOG_REDUCERS"

  private let jobs: Int32
  private let replies: Int32
  private let board: ReducerActivity

  /// Creates the server that the environment asks for; `nil` if it asks for none.
  init?(environment: [String: String]) {
    let numbers = environment[ReducerServer.variable]?.split(separator: ",").compactMap { Int32($0) } ?? []
    guard numbers.count == 3, let board = try? ReducerActivity(sharing: numbers[2]) else { return nil }
    jobs = numbers[0]
    replies = numbers[1]
    self.board = board
  }

  /// How the environment asks for one.
  static func request(jobs: Int32, replies: Int32, board: ReducerActivity) -> String {
    "\(jobs),\(replies),\(board.descriptor)"
  }

  /// Does jobs until there are no more, and exits.
  ///
  /// - Parameter apps: The apps whose reducers there are.
  func run(apps: [any ReplayableApp.Type]) -> Never {
    // What reducers start is no server, an interrupt is the other process's to answer, and without that one there is
    // nobody to work for.
    Platform.removeVariable(ReducerServer.variable)
    for descriptor in [jobs, replies, board.descriptor] { Platform.keepToItself(descriptor) }
    Platform.ignoreInterrupts()
    Platform.leave(whenClosed: jobs, code: ExitCode.trouble.rawValue)
    do {
      try serve(AppCatalog(apps + [JSONApp.self]) { [board] _ in board })
      Platform.exitProcess(ExitCode.fine.rawValue)
    } catch {
      // The other process is gone, or hears that this one is.
      Platform.exitProcess(ExitCode.trouble.rawValue)
    }
  }

  private func serve(_ apps: AppCatalog) throws {
    var frames = MessageFraming()
    try reply([])
    while let message = try nextMessage(&frames), !message.isEmpty {
      try serve(try StateDecoder().decode(ReplayJob.self, from: message), apps)
    }
  }

  /// `nil` if there will be none.
  private func nextMessage(_ frames: inout MessageFraming) throws -> [UInt8]? {
    var message = frames.next()
    while message == nil {
      let bytes = try Platform.read(1 << 16, from: jobs)
      if bytes.isEmpty { return nil }
      frames.append(bytes)
      message = frames.next()
    }
    return message
  }

  private func serve(_ job: ReplayJob, _ apps: AppCatalog) throws {
    var answer: (reply: ReplayReply, state: [UInt8]?)
    do { answer = try job.perform(with: apps) { board.progress = $0 } } catch {
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
