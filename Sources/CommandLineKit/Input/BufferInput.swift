import Synchronization

/// An input from memory, for tests and for tools that call commands themselves.
package final class BufferInput: InputSource {
  /// Whether it claims to be a terminal.
  package let isTerminal: Bool
  private let rest: Mutex<ArraySlice<UInt8>>

  /// Creates an input from a text.
  package init(_ text: String = "", isTerminal: Bool = false) {
    self.isTerminal = isTerminal
    rest = Mutex(Array(text.utf8)[...])
  }

  /// Returns the next line without its line feed; `nil` at the end.
  package func readLine(limit: Int) throws -> [UInt8]? {
    try rest.withLock { rest in
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = Array(rest[..<end])
      if line.count > limit { throw InputError.lineTooLong(name: "standard input", limit: limit) }
      rest = rest[min(end + 1, rest.endIndex)...]
      return line
    }
  }

  /// Returns the next bytes, at most `count`; none at the end.
  package func read(_ count: Int) -> [UInt8] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }

  /// Returns the rest of the text.
  package func readAll(limit: Int) throws -> [UInt8] {
    try rest.withLock { rest in
      if rest.count > limit { throw InputError.tooLong(name: "standard input", limit: limit) }
      defer { rest = [] }
      return Array(rest)
    }
  }
}
