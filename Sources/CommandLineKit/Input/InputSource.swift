/// Where a command reads from, bytes or lines.
package protocol InputSource: Sendable {
  /// Whether a person types there.
  var isTerminal: Bool { get }

  /// The next line without its line feed, or `nil` at the end.
  ///
  /// - Throws: `InputError` if it can't be read or is longer than `limit` bytes.
  func readLine(limit: Int) throws -> [UInt8]?

  /// Everything that is left.
  ///
  /// - Throws: `InputError` if it can't be read or is longer than `limit` bytes.
  func readAll(limit: Int) throws -> [UInt8]
}

extension InputSource {
  /// The next line without its line feed, of at most 16 MiB, or `nil` at the end.
  package func readLine() throws -> [UInt8]? { try readLine(limit: 16 << 20) }

  /// Everything that is left, of at most 64 MiB.
  package func readAll() throws -> [UInt8] { try readAll(limit: 64 << 20) }
}

/// Why an input can't be read.
package enum InputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file can't be opened.
  case unopenable(path: String, reason: String)
  /// The system refuses to read.
  case unreadable(name: String, reason: String)
  /// A line is too long.
  case lineTooLong(name: String, limit: Int)
  /// The whole is too long.
  case tooLong(name: String, limit: Int)

  /// The reason in words.
  package var description: String {
    switch self {
    case .unopenable(let path, let reason): "can't open '\(path)': \(reason)"
    case .unreadable(let name, let reason): "can't read \(name): \(reason)"
    case .lineTooLong(let name, let limit): "a line of \(name) has more than \(limit) bytes"
    case .tooLong(let name, let limit): "\(name) has more than \(limit) bytes"
    }
  }
}
