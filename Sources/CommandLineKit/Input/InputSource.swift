/// The source that a command reads bytes or lines from.
package protocol InputSource: Sendable {
  /// Whether it is a terminal.
  var isTerminal: Bool { get }

  /// Returns the next line without its line feed; `nil` at the end.
  ///
  /// - Throws: `InputError` if it can't be read or is longer than `limit` bytes.
  func readLine(limit: Int) throws -> [UInt8]?

  /// Returns the next bytes, at most `count`; none at the end.
  ///
  /// - Throws: `InputError` if they can't be read.
  func read(_ count: Int) throws -> [UInt8]

  /// Returns the rest of the input.
  ///
  /// - Throws: `InputError` if it can't be read or is longer than `limit` bytes.
  func readAll(limit: Int) throws -> [UInt8]
}

extension InputSource {
  /// Returns the next line without its line feed, of at most 16 MiB; `nil` at the end.
  package func readLine() throws -> [UInt8]? { try readLine(limit: 16 << 20) }

  /// Returns the rest of the input, of at most 64 MiB.
  package func readAll() throws -> [UInt8] { try readAll(limit: 64 << 20) }
}

/// The reason why an input can't be read.
package enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be opened.
  case unopenable(path: String, reason: String)
  /// The system refuses to read.
  case unreadable(name: String, reason: String)
  /// A line is too long.
  case lineTooLong(name: String, limit: Int)
  /// The whole input is too long.
  case tooLong(name: String, limit: Int)

  /// The reason as text.
  package var description: String {
    switch self {
    case .unopenable(let path, let reason): "can't open '\(path)': \(reason)"
    case .unreadable(let name, let reason): "can't read \(name): \(reason)"
    case .lineTooLong(let name, let limit): "a line of \(name) has more than \(limit) bytes"
    case .tooLong(let name, let limit): "\(name) has more than \(limit) bytes"
    }
  }
}
