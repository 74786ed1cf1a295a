package import ReduxJournal
import StateTree

/// A message between a live session and the tool.
///
/// On the wire: the number of bytes of kind and payload, as four bytes, the lowest first; the kind; the payload; and sixteen bytes
/// that prove it: a keyed hash of the frame's number in its direction, the kind and the payload.
package struct LiveFrame: Equatable, Sendable {
  /// The kinds of frames.
  package enum Kind: UInt8, Sendable {
    /// From the app: JSON of `LiveHello`.
    case hello = 1
    /// From the tool: JSON of `LiveWelcome`.
    case welcome = 2
    /// From the app: a `JournalFollower.Piece`.
    case piece = 3
    /// From the tool: JSON of `LiveCommand`.
    case command = 4
    /// From the app: JSON of `LiveAnswer`.
    case answer = 5
    /// From both: nothing, so that the other side knows that this one runs.
    case heartbeat = 6
    /// From the tool, before it ends the connection: a text that says why it takes no more.
    case refusal = 7
  }

  package var kind: Kind
  package var payload: [UInt8]

  package init(_ kind: Kind, _ payload: [UInt8] = []) {
    self.kind = kind
    self.payload = payload
  }

  /// The most bytes of a payload.
  package static let maximumPayload = 16 << 20
  static let tagByteCount = 16

  fileprivate func tag(_ number: UInt64, _ start: SipHash) -> StateHash {
    var hash = start
    hash.update(number)
    hash.update(kind.rawValue)
    hash.update(payload)
    return hash.finalized()
  }
}

extension JournalFollower.Piece {
  /// Reads a piece from a frame's payload: the segment and the offset, as eight bytes each, the lowest first, and the bytes.
  package init?(_ payload: [UInt8]) {
    guard payload.count >= 16 else { return nil }
    func word(_ start: Int) -> UInt64 { payload[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    // No file is longer.
    guard word(8) <= 1 << 50 else { return nil }
    self.init(segment: word(0), offset: Int(word(8)), bytes: Array(payload[16...]))
  }

  /// The payload of a frame.
  package var payload: [UInt8] {
    var payload: [UInt8] = []
    payload.reserveCapacity(16 + bytes.count)
    payload.append(littleEndian: segment)
    payload.append(littleEndian: UInt64(offset))
    payload += bytes
    return payload
  }
}

/// Numbers and proves the frames of one direction.
package struct FrameSealer: Sendable {
  private let start: SipHash
  private var number: UInt64 = 0

  init(_ start: SipHash) { self.start = start }

  /// Returns a frame's bytes on the wire.
  package mutating func seal(_ frame: LiveFrame) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(frame.payload.count + 21)
    bytes.append(littleEndian: UInt32(frame.payload.count + 1))
    bytes.append(frame.kind.rawValue)
    bytes += frame.payload
    let tag = frame.tag(number, start)
    bytes.append(littleEndian: tag.low)
    bytes.append(littleEndian: tag.high)
    number += 1
    return bytes
  }
}

/// Takes the bytes of one direction, and returns the proven frames in them.
package struct FrameOpener: Sendable {
  private let start: SipHash
  private var number: UInt64 = 0
  private var buffer: [UInt8]
  private var position = 0

  init(_ start: SipHash, _ first: some Sequence<UInt8>) {
    self.start = start
    buffer = Array(first)
  }

  /// Takes bytes that have arrived.
  package mutating func take(_ bytes: [UInt8]) {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer += bytes
  }

  /// Returns the next whole frame; `nil` until more bytes arrive. O(n) in its bytes.
  ///
  /// - Throws: `LiveError` for a frame that is too long, of an unknown kind, or not from the holder of the key.
  package mutating func next() throws(LiveError) -> LiveFrame? {
    guard buffer.count - position >= 4 else { return nil }
    let count = buffer[position..<position + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard count >= 1, count <= LiveFrame.maximumPayload + 1 else { throw .tooLong(count) }
    let end = position + 4 + count
    guard buffer.count >= end + LiveFrame.tagByteCount else { return nil }
    guard let kind = LiveFrame.Kind(rawValue: buffer[position + 4]) else { throw .notProven }
    let frame = LiveFrame(kind, Array(buffer[position + 5..<end]))
    let tag = frame.tag(number, start)
    var proof: [UInt8] = []
    proof.append(littleEndian: tag.low)
    proof.append(littleEndian: tag.high)
    guard areEqual(proof, buffer[end..<end + LiveFrame.tagByteCount]) else { throw .notProven }
    position = end + LiveFrame.tagByteCount
    number += 1
    return frame
  }
}

/// Compares secrets in a time that doesn't depend on where they differ.
package func areEqual(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
  left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}

extension [UInt8] {
  mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
