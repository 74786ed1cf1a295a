/// The destination of the tool's output: a stream of the process, or a buffer.
package protocol OutputSink: Sendable {
  /// Whether it is a terminal.
  var isTerminal: Bool { get }
  /// The width in columns, if any.
  var width: Int? { get }

  /// Writes bytes; it may buffer them until `flush`.
  ///
  /// - Throws: `OutputError`.
  func write(_ bytes: [UInt8]) throws(OutputError)

  /// Writes out buffered bytes.
  ///
  /// - Throws: `OutputError`.
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
