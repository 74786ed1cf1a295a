/// Where the tool's text goes, as bytes: a stream of the process, or a buffer.
package protocol OutputSink: Sendable {
  /// Whether a person reads there.
  var isTerminal: Bool { get }
  /// The width in columns, if there is one.
  var width: Int? { get }

  /// Takes bytes. They may be kept back until `flush`.
  ///
  /// - Throws: `OutputError`.
  func write(_ bytes: [UInt8]) throws(OutputError)

  /// Passes on what was kept back.
  ///
  /// - Throws: `OutputError`.
  func flush() throws(OutputError)
}

/// Why output can't be written.
package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reader went away: no fault of anybody.
  case closed
  /// The user interrupted the command.
  case interrupted
  /// The system refuses to write.
  case failed(reason: String)

  /// The reason in words.
  package var description: String {
    switch self {
    case .closed: "the reader of the output went away"
    case .interrupted: "interrupted"
    case .failed(let reason): "can't write the output: \(reason)"
    }
  }
}
