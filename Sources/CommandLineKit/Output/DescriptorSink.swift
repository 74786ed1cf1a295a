import Synchronization
import SystemSupport

/// A sink that writes to a stream of the process, in large pieces where no person watches.
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
    /// Why what was kept back could not be passed on in another sink's name.
    var failure: OutputError?
  }

  /// Creates a sink for a stream of the process.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - earlier: What was written there comes before what is written here, also where both lead to one pipe or file.
  ///   - environment: Tells how wide a terminal is.
  ///   - interruption: Tells that a person has stopped the command.
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

  /// Passes on what was kept back. If that fails, whoever uses the sink next learns of it.
  private func passOn() {
    state.withLock { state in
      do throws(OutputError) { try drain(&state) } catch { state.failure = error }
    }
  }

  private func drain(_ state: inout State) throws(OutputError) {
    // There would be a hole in what is written.
    if let failure = state.failure {
      state.buffer = []
      throw failure
    }
    try drain(&state.buffer)
  }

  private func drain(_ buffer: inout [UInt8]) throws(OutputError) {
    // What a person stopped must fall silent; messages about it may still appear.
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
        // What can't be written now can't be written later.
        written = buffer.count
        throw error.isBrokenPipe ? .closed : .failed(reason: error.description)
      }
    }
  }
}
