/// Messages in a pipe: each is its length in eight bytes, and its bytes.
struct MessageFraming {
  private static let lengthByteCount = 8

  private var pending: [UInt8] = []

  /// A message with its length.
  static func framed(_ message: [UInt8]) -> [UInt8] {
    let length = UInt64(message.count)
    return (0..<lengthByteCount).map { UInt8(truncatingIfNeeded: length >> UInt64($0 * 8)) } + message
  }

  /// Adds bytes from the pipe.
  mutating func append(_ bytes: [UInt8]) { pending += bytes }

  /// The next message, if all of it has arrived.
  mutating func next() -> [UInt8]? {
    guard pending.count >= MessageFraming.lengthByteCount else { return nil }
    let length = pending.prefix(MessageFraming.lengthByteCount).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    guard UInt64(pending.count - MessageFraming.lengthByteCount) >= length else { return nil }
    let end = MessageFraming.lengthByteCount + Int(length)
    defer { pending.removeFirst(end) }
    return Array(pending[MessageFraming.lengthByteCount..<end])
  }
}
