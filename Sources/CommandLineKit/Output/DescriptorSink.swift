import Synchronization
import SystemSupport

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
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - earlier: A sink whose buffered bytes must come first, in case both write to the same pipe or file.
  ///   - environment: The variables that may state the width of a terminal.
  ///   - interruption: The user's request to stop.
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
      do throws(OutputError) { try drain(&state) } catch { state.failure = error }
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
