import Synchronization

/// A sink that keeps what it takes: for tests and for tools that call commands themselves.
package final class BufferSink: OutputSink {
  /// Whether it claims that a person reads there.
  package let isTerminal: Bool
  /// The width that it claims to have.
  package let width: Int?
  private let buffer = Mutex<[UInt8]>([])

  /// Creates an empty sink.
  package init(isTerminal: Bool = false, width: Int? = nil) {
    self.isTerminal = isTerminal
    self.width = width
  }

  /// Everything that was written so far.
  package var bytes: [UInt8] { buffer.withLock { $0 } }

  /// Everything that was written so far, as text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes bytes.
  package func write(_ bytes: [UInt8]) { buffer.withLock { $0 += bytes } }

  /// Does nothing: nothing is kept back.
  package func flush() {}
}
