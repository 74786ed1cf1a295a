import Synchronization
import SystemSupport

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
  ///
  /// - Throws: `InputError.unopenable`.
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
