import Synchronization
import SystemSupport

/// A sink that passes output to a pager, until the user leaves it.
///
/// The pager starts with the first text, so that a command can prompt or warn on the terminal before that. After the
/// user has left the pager, the sink discards output without an error; `isClosed` lets a command stop early.
package final class PagerSink: OutputSink {
  private static let capacity = 1 << 12

  private struct State {
    var unwritten: [UInt8] = []
    var process: Platform.PipedProcess?
    var isStarted = false
    var isClosed = false
  }

  package let isTerminal = true
  private let pager: Pager
  private let terminal: any OutputSink
  private let environment: [String: String]
  private let interruption: Interruption
  private let state = Mutex(State())

  /// Creates a sink whose pager has not started yet.
  package init(
    _ pager: Pager, on terminal: any OutputSink, environment: [String: String], interruption: Interruption = .ofProcess
  ) {
    self.pager = pager
    self.terminal = terminal
    self.environment = environment.merging(pager.addedEnvironment) { $1 }
    self.interruption = interruption
  }

  package var width: Int? { terminal.width }

  /// Whether the user has left the pager.
  package var isClosed: Bool { state.withLock(\.isClosed) }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try state.withLock { state throws(OutputError) in
      guard !state.isClosed else { return }
      state.unwritten += bytes
      if state.unwritten.count >= PagerSink.capacity { try drain(&state) }
    }
  }

  package func flush() throws(OutputError) {
    try state.withLock { state throws(OutputError) in try drain(&state) }
  }

  /// Passes the rest to the pager and waits until the user leaves it. Without this call, the pager would outlive the
  /// tool.
  package func finish() throws(OutputError) {
    defer {
      state.withLock { state in
        state.process.take()?.wait()
        state.isClosed = true
      }
    }
    try flush()
  }

  private func drain(_ state: inout State) throws(OutputError) {
    guard !state.unwritten.isEmpty else { return }
    defer { state.unwritten = [] }
    if !state.isStarted { try start(&state) }
    guard let process = state.process else { return }
    var rest = state.unwritten[...]
    while !rest.isEmpty {
      do {
        if interruption.isRequested { throw OutputError.interrupted }
        rest = rest.dropFirst(try process.write(rest))
      } catch let error as Platform.SystemError where error.isInterruption {
        continue
      } catch let error as Platform.SystemError where error.isBrokenPipe {
        state.isClosed = true
        return
      } catch let error as OutputError {
        throw error
      } catch {
        throw .failed(reason: "\(error)")
      }
    }
  }

  private func start(_ state: inout State) throws(OutputError) {
    state.isStarted = true
    do {
      state.process = try Platform.PipedProcess(shell: pager.command, environment: environment)
    } catch {
      throw .failed(reason: "the pager '\(pager.command)' can't be run: \(error); turn it off with --no-pager")
    }
  }
}
