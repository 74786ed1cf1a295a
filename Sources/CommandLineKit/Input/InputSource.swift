import Synchronization
import SystemSupport

/// The source that a command reads bytes or lines from.
package final class InputSource: Sendable {
  /// A line without its line feed, which the last line may lack.
  package struct Line {
    package let bytes: [UInt8]
    /// Whether a line feed ends it.
    package let isWhole: Bool
  }

  private struct Unread {
    var bytes: [UInt8] = []
    var start = 0
    var isAtEnd = false
    /// Whether nothing was read yet.
    var isFresh = true

    mutating func take(upTo end: Int) -> [UInt8] {
      defer { start = end }
      return Array(bytes[start..<end])
    }
  }

  /// Its name in errors.
  package let name: String
  package let isTerminal: Bool
  /// Returns more bytes, as many as are there; none at the end.
  private let fetch: @Sendable () throws -> [UInt8]
  private let unread = Mutex(Unread())

  private init(name: String, isTerminal: Bool, fetch: @escaping @Sendable () throws -> [UInt8]) {
    self.name = name
    self.isTerminal = isTerminal
    self.fetch = fetch
  }

  /// Returns the next line of at most so many bytes; `nil` at the end.
  package func line(limit: Int = 16 << 20) throws -> Line? {
    try unread.withLock { unread in
      var searched = unread.start
      while true {
        let end = unread.bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
        if (end ?? unread.bytes.count) - unread.start > limit { throw InputError.lineTooLong(name: name, limit: limit) }
        if let end {
          defer { unread.start += 1 }
          return Line(bytes: unread.take(upTo: end), isWhole: true)
        }
        if unread.isAtEnd {
          guard unread.start < unread.bytes.count else { return nil }
          return Line(bytes: unread.take(upTo: unread.bytes.count), isWhole: false)
        }
        unread.bytes.removeFirst(unread.start)
        unread.start = 0
        searched = unread.bytes.count
        try fill(&unread)
      }
    }
  }

  /// Returns the next line without its line feed; `nil` at the end.
  package func readLine(limit: Int = 16 << 20) throws -> [UInt8]? { try line(limit: limit)?.bytes }

  /// Returns the next bytes, at most `count`; none at the end.
  package func read(_ count: Int) throws -> [UInt8] {
    try unread.withLock { unread in
      if unread.start == unread.bytes.count, !unread.isAtEnd {
        (unread.bytes, unread.start) = ([], 0)
        try fill(&unread)
      }
      return unread.take(upTo: min(unread.start + count, unread.bytes.count))
    }
  }

  /// Returns the rest of the input, of at most so many bytes.
  package func readAll(limit: Int = 64 << 20) throws -> [UInt8] {
    try unread.withLock { unread in
      while true {
        if unread.bytes.count - unread.start > limit { throw InputError.tooLong(name: name, limit: limit) }
        if unread.isAtEnd {
          guard unread.start == 0 else { return unread.take(upTo: unread.bytes.count) }
          // A copy would double the memory for a large file.
          var bytes: [UInt8] = []
          swap(&bytes, &unread.bytes)
          return bytes
        }
        try fill(&unread)
      }
    }
  }

  /// A byte-order mark, which some editors and exports put before UTF-8.
  private static let byteOrderMark: [UInt8] = [0xef, 0xbb, 0xbf]

  /// Reads on. Skips a byte-order mark at the start.
  private func fill(_ unread: inout Unread) throws {
    repeat {
      let bytes = try fetch()
      unread.bytes += bytes
      unread.isAtEnd = bytes.isEmpty
    } while unread.isFresh && !unread.isAtEnd && unread.bytes.count < 3
      && Self.byteOrderMark.starts(with: unread.bytes)
    if unread.isFresh, unread.bytes.starts(with: Self.byteOrderMark) { unread.bytes.removeFirst(3) }
    unread.isFresh = false
  }
}

extension InputSource {
  /// An input from memory, for tests and for tools that call commands themselves.
  package static func buffer(_ text: String = "", isTerminal: Bool = false) -> InputSource {
    let rest = Mutex(Array(text.utf8))
    return InputSource(name: "standard input", isTerminal: isTerminal) {
      rest.withLock { rest in
        defer { rest = [] }
        return rest
      }
    }
  }

  /// Standard input.
  package static func standardInput(interruption: Interruption = .ofProcess) -> InputSource {
    InputSource(Descriptor(Platform.standardInput, isOwned: false), name: "standard input", interruption)
  }

  /// Opens a file.
  package convenience init(path: String, interruption: Interruption = .never) throws(InputError) {
    let descriptor: Int32
    do { descriptor = try Platform.openForReading(path) } catch {
      // A pipe waits for its writer.
      if error.isInterruption, interruption.isRequested { throw .interrupted }
      throw .unopenable(path: path, reason: error.description)
    }
    self.init(Descriptor(descriptor, isOwned: true), name: "'\(path)'", interruption)
  }

  private convenience init(_ descriptor: Descriptor, name: String, _ interruption: Interruption) {
    self.init(name: name, isTerminal: Platform.isTerminal(descriptor.number)) {
      while true {
        try interruption.check()
        // The signal of an interruption may reach another thread.
        guard Platform.hasInput(descriptor.number, within: .milliseconds(100)) else { continue }
        do throws(Platform.SystemError) { return try Platform.read(1 << 16, from: descriptor.number) } catch {
          if !error.isInterruption { throw InputError.unreadable(name: name, reason: error.description) }
        }
      }
    }
  }

  /// A descriptor, which is closed with the value that owns it.
  private final class Descriptor: Sendable {
    let number: Int32
    private let isOwned: Bool

    init(_ number: Int32, isOwned: Bool) {
      self.number = number
      self.isOwned = isOwned
    }

    deinit { if isOwned { Platform.closeDescriptor(number) } }
  }
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
  /// The command was asked to end while it waited for a file to be opened.
  case interrupted

  /// The reason as text.
  package var description: String {
    switch self {
    case .unopenable(let path, let reason): "can't open '\(path)': \(reason)"
    case .unreadable(let name, let reason): "can't read \(name): \(reason)"
    case .lineTooLong(let name, let limit): "a line of \(name) has more than \(limit) bytes"
    case .tooLong(let name, let limit): "\(name) has more than \(limit) bytes"
    case .interrupted: "interrupted"
    }
  }
}
