import Synchronization
import SystemSupport

/// The source that a command reads bytes or lines from.
package protocol InputSource: Sendable {
  /// Whether it is a terminal.
  var isTerminal: Bool { get }

  /// Returns the next line without its line feed; `nil` at the end.
  func readLine(limit: Int) throws -> [UInt8]?

  /// Returns the next bytes, at most `count`; none at the end.
  func read(_ count: Int) throws -> [UInt8]

  /// Returns the rest of the input.
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

/// An input that reads from a file descriptor.
package final class DescriptorInput: InputSource {
  private struct Unread {
    var bytes: [UInt8] = []
    var start = 0
    var isAtEnd = false
  }

  /// Its name in errors.
  package let name: String
  package let isTerminal: Bool
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private let interruption: Interruption
  private let unread = Mutex(Unread())

  private init(name: String, descriptor: Int32, ownsDescriptor: Bool, interruption: Interruption) {
    self.name = name
    self.descriptor = descriptor
    self.ownsDescriptor = ownsDescriptor
    self.interruption = interruption
    isTerminal = Platform.isTerminal(descriptor)
  }

  /// Standard input.
  package static func standardInput(interruption: Interruption = .ofProcess) -> DescriptorInput {
    DescriptorInput(
      name: "standard input", descriptor: Platform.standardInput, ownsDescriptor: false, interruption: interruption)
  }

  /// Opens a file.
  package convenience init(path: String, interruption: Interruption = .never) throws(InputError) {
    let descriptor: Int32
    do { descriptor = try Platform.openForReading(path) } catch {
      throw .unopenable(path: path, reason: error.description)
    }
    self.init(name: "'\(path)'", descriptor: descriptor, ownsDescriptor: true, interruption: interruption)
  }

  deinit {
    if ownsDescriptor { Platform.closeDescriptor(descriptor) }
  }

  package func readLine(limit: Int) throws -> [UInt8]? {
    try unread.withLock { unread in
      var searched = unread.start
      while true {
        if let end = unread.bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          if end - unread.start > limit { throw InputError.lineTooLong(name: name, limit: limit) }
          defer { unread.start = end + 1 }
          return Array(unread.bytes[unread.start..<end])
        }
        if unread.bytes.count - unread.start > limit { throw InputError.lineTooLong(name: name, limit: limit) }
        if unread.isAtEnd {
          guard unread.start < unread.bytes.count else { return nil }
          defer { unread.start = unread.bytes.count }
          return Array(unread.bytes[unread.start...])
        }
        unread.bytes.removeFirst(unread.start)
        unread.start = 0
        searched = unread.bytes.count
        try fill(&unread)
      }
    }
  }

  package func read(_ count: Int) throws -> [UInt8] {
    try unread.withLock { unread in
      if unread.start == unread.bytes.count, !unread.isAtEnd {
        (unread.bytes, unread.start) = ([], 0)
        try fill(&unread)
      }
      defer { unread.start = min(unread.start + count, unread.bytes.count) }
      return Array(unread.bytes[unread.start...].prefix(count))
    }
  }

  package func readAll(limit: Int) throws -> [UInt8] {
    try unread.withLock { unread in
      while !unread.isAtEnd {
        try fill(&unread)
        if unread.bytes.count - unread.start > limit { throw InputError.tooLong(name: name, limit: limit) }
      }
      defer { unread = Unread(isAtEnd: true) }
      return Array(unread.bytes[unread.start...])
    }
  }

  private func fill(_ unread: inout Unread) throws {
    while true {
      try interruption.check()
      // The signal of an interruption may reach another thread.
      guard Platform.hasInput(descriptor, within: .milliseconds(100)) else { continue }
      do {
        let bytes = try Platform.read(1 << 16, from: descriptor)
        unread.bytes += bytes
        unread.isAtEnd = bytes.isEmpty
        return
      } catch {
        if error.isInterruption { continue }
        throw InputError.unreadable(name: name, reason: error.description)
      }
    }
  }
}

/// The lines of an input, of which the last may lack its end.
package struct InputLines {
  /// A line without its line feed.
  package struct Line {
    /// The bytes.
    package let bytes: [UInt8]
    /// Whether a line feed ends it.
    package let isWhole: Bool
  }

  private static let pieceBytes = 1 << 16

  private let input: any InputSource
  private let name: String
  private let limit: Int
  private var unread: [UInt8] = []
  private var start = 0

  /// Creates the lines of an input, whose name is for errors.
  package init(_ input: any InputSource, name: String, limit: Int = 16 << 20) {
    self.input = input
    self.name = name
    self.limit = limit
  }

  /// Returns the next line; `nil` at the end.
  package mutating func next() throws -> Line? {
    var searched = start
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        try check(end - start)
        defer { start = end + 1 }
        return Line(bytes: Array(unread[start..<end]), isWhole: true)
      }
      try check(unread.count - start)
      unread.removeFirst(start)
      start = 0
      searched = unread.count
      let piece = try input.read(InputLines.pieceBytes)
      if piece.isEmpty {
        guard !unread.isEmpty else { return nil }
        defer { unread = [] }
        return Line(bytes: unread, isWhole: false)
      }
      unread += piece
    }
  }

  private func check(_ count: Int) throws(InputError) {
    if count > limit { throw .lineTooLong(name: name, limit: limit) }
  }
}
