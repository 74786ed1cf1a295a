import Synchronization

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
