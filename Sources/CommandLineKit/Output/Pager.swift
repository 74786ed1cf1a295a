import Synchronization
import SystemSupport

/// The program that pages long output.
package struct Pager: Hashable, Sendable {
  /// The variables that name the program; the first one set takes precedence.
  package static let variables = ["REDUXLOG_PAGER", "PAGER"]

  /// The program with its arguments, as a shell command.
  package let command: String
  /// Whether the user chose it.
  package let isChosen: Bool
  /// Variables to add to its environment.
  package let addedEnvironment: [String: String]

  /// Chooses the pager: `REDUXLOG_PAGER`, else `PAGER`, else `less`.
  ///
  /// `less` gets `LESS=FRX` (quit if the output fits on one screen, show colors, leave the screen as it is) unless the
  /// user has set that variable.
  ///
  /// - Returns: `nil` if the variable is empty or `cat`, or the terminal can't run a pager.
  package init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    let chosen = Pager.variables.compactMap { environment[$0] }.first
    let command = (chosen ?? "less").split(separator: " ").joined(separator: " ")
    guard !command.isEmpty, command != "cat" else { return nil }
    self.command = command
    isChosen = chosen != nil
    addedEnvironment = environment["LESS"] == nil ? ["LESS": "FRX"] : [:]
  }

  /// The program's name or path, if the command is that simple; `nil` if only the shell can parse it.
  package var program: String? {
    let word = command.prefix { $0 != " " }
    return word.allSatisfy { $0.isLetter || $0.isNumber || "._+-/".contains($0) } ? String(word) : nil
  }

  /// Whether the program exists, as far as can be known without the shell.
  package func isInstalled(path: String, isExecutable: (String) -> Bool) -> Bool {
    guard let program else { return true }
    if program.contains("/") { return isExecutable(program) }
    return path.split(separator: ":").contains { isExecutable("\($0)/\(program)") }
  }
}

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
