import Synchronization
import SystemSupport

/// The destination of the tool's output: a stream of the process, or a buffer.
package protocol OutputSink: Sendable {
  /// Whether it is a terminal.
  var isTerminal: Bool { get }
  /// The width in columns, if any.
  var width: Int? { get }

  /// Writes bytes; it may buffer them until `flush`.
  func write(_ bytes: [UInt8]) throws(OutputError)

  /// Writes out buffered bytes.
  func flush() throws(OutputError)
}

/// The reason why output can't be written.
package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader has closed its end, which is not an error.
  case closed
  /// The user interrupted the command.
  case interrupted
  /// The system refuses to write.
  case failed(reason: String)

  /// The reason as text.
  package var description: String {
    switch self {
    case .closed: "the reader of the output went away"
    case .interrupted: "interrupted"
    case .failed(let reason): "can't write the output: \(reason)"
    }
  }
}

/// A sink in memory, for tests and for tools that call commands themselves.
package final class BufferSink: OutputSink {
  /// Whether it claims to be a terminal.
  package let isTerminal: Bool
  /// The width that it claims to have.
  package let width: Int?
  private let buffer = Mutex<[UInt8]>([])

  /// Creates an empty sink.
  package init(isTerminal: Bool = false, width: Int? = nil) {
    self.isTerminal = isTerminal
    self.width = width
  }

  /// Everything written so far.
  package var bytes: [UInt8] { buffer.withLock { $0 } }

  /// Everything written so far, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) { buffer.withLock { $0 += bytes } }

  /// Does nothing, because it buffers nothing.
  package func flush() {}
}

/// A sink that writes to a stream of the process; in large pieces unless a person is watching.
package final class DescriptorSink: OutputSink {
  /// A stream of the process.
  package enum Stream: Sendable {
    /// Standard output.
    case standardOutput
    /// Standard error.
    case standardError

    var descriptor: Int32 {
      switch self {
      case .standardOutput: Platform.standardOutput
      case .standardError: Platform.standardError
      }
    }
  }

  private static let capacity = 1 << 16

  package let isTerminal: Bool
  private let stream: Stream
  private let columns: Int?
  private let interruption: Interruption
  private let earlier: DescriptorSink?
  private let state = Mutex(State())

  private struct State {
    var buffer: [UInt8] = []
    /// The error of writing out buffered bytes for another sink.
    var failure: OutputError?
  }

  /// Creates a sink for a stream of the process.
  package init(
    _ stream: Stream, after earlier: DescriptorSink? = nil, environment: [String: String],
    interruption: Interruption = .ofProcess
  ) {
    self.stream = stream
    self.earlier = earlier
    self.interruption = interruption
    isTerminal = Platform.isTerminal(stream.descriptor)
    columns = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  package var width: Int? {
    guard isTerminal else { return nil }
    return columns ?? Platform.width(stream.descriptor) ?? 80
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    earlier?.passOn()
    try state.withLock { state throws(OutputError) in
      state.buffer += bytes
      // A person wants to see each piece at once, and a message must not be lost with the process.
      let isUrgent = isTerminal || stream == .standardError
      if isUrgent || state.buffer.count >= DescriptorSink.capacity { try drain(&state) }
    }
  }

  package func flush() throws(OutputError) {
    try state.withLock { state throws(OutputError) in try drain(&state) }
  }

  /// Writes out buffered bytes. If that fails, the next use of the sink throws the error.
  private func passOn() {
    state.withLock { state in
      do throws(OutputError) { try drain(&state) } catch {
        // The command may acknowledge an interrupt, and print on.
        if error != .interrupted { state.failure = error }
      }
    }
  }

  private func drain(_ state: inout State) throws(OutputError) {
    // Writing on would leave a hole in the output.
    if let failure = state.failure {
      state.buffer = []
      throw failure
    }
    try drain(&state.buffer)
  }

  private func drain(_ buffer: inout [UInt8]) throws(OutputError) {
    // Stopped output must end; messages about the stop may still appear.
    if stream == .standardOutput, interruption.isRequested {
      buffer = []
      throw .interrupted
    }
    var written = 0
    defer { buffer.removeFirst(written) }
    while written < buffer.count {
      do {
        written += try Platform.write(buffer[written...], to: stream.descriptor)
      } catch {
        if error.isInterruption {
          if interruption.isRequested { throw .interrupted }
          continue
        }
        // Bytes that can't be written now can't be written later.
        written = buffer.count
        throw error.isBrokenPipe ? .closed : .failed(reason: error.description)
      }
    }
  }
}

/// The user's choice of whether to use colors.
package enum ColorChoice: String, CaseIterable, Hashable, Sendable {
  /// Colors on a terminal, unless the environment says otherwise.
  case auto
  /// Always colors.
  case always
  /// Never colors.
  case never

  /// Decides for one stream.
  ///
  /// The option takes precedence over the environment. There, `NO_COLOR` (no-color.org) takes precedence over
  /// `CLICOLOR_FORCE`, and that over the terminal's abilities.
  package func isColored(isTerminal: Bool, environment: [String: String]) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
      if let force = environment["CLICOLOR_FORCE"], !force.isEmpty, force != "0" { return true }
      return isTerminal && environment["TERM"] != "dumb" && environment["CLICOLOR"] != "0"
    }
  }
}
