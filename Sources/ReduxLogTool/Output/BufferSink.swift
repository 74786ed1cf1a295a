import Synchronization

/// A sink that keeps what it takes: for tests and for tools that call commands themselves.
public final class BufferSink: TextSink {
  /// Whether it claims that a person reads there.
  public let isTerminal: Bool
  /// The width that it claims to have.
  public let width: Int?
  private let buffer = Mutex<[UInt8]>([])

  /// Creates an empty sink.
  public init(isTerminal: Bool = false, width: Int? = nil) {
    self.isTerminal = isTerminal
    self.width = width
  }

  /// Everything that was written so far.
  public var bytes: [UInt8] { buffer.withLock { $0 } }

  /// Everything that was written so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Takes bytes.
  public func write(_ bytes: [UInt8]) { buffer.withLock { $0 += bytes } }

  /// Does nothing: nothing is kept back.
  public func flush() {}
}
