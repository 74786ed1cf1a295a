import Synchronization

/// A sink that writes to a stream of the process, in large pieces where no person watches.
package final class DescriptorSink: TextSink {
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
  private let buffer = Mutex<[UInt8]>([])

  /// Creates a sink for a stream of the process.
  package init(_ stream: Stream, environment: [String: String], interruption: Interruption = .ofProcess) {
    self.stream = stream
    self.interruption = interruption
    isTerminal = Platform.isTerminal(stream.descriptor)
    columns = environment["COLUMNS"].flatMap(Int.init).flatMap { $0 > 0 ? $0 : nil }
  }

  package var width: Int? {
    guard isTerminal else { return nil }
    return columns ?? Platform.width(stream.descriptor) ?? 80
  }

  package func write(_ bytes: [UInt8]) throws(OutputError) {
    try buffer.withLock { buffer throws(OutputError) in
      buffer += bytes
      // A person wants to see each piece at once, and a message must not be lost with the process.
      if isTerminal || stream == .standardError || buffer.count >= DescriptorSink.capacity { try drain(&buffer) }
    }
  }

  package func flush() throws(OutputError) {
    try buffer.withLock { buffer throws(OutputError) in try drain(&buffer) }
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
