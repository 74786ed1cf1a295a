/// A destination of bytes.
///
/// The writers get a pointer to room for their bytes, so that many bytes cost one check.
package protocol ByteOutput: ~Copyable {
  /// Passes the body a pointer to room for at least `room` bytes, and keeps as many as it reports to have written.
  mutating func write(room: Int, _ body: (UnsafeMutableRawPointer) -> Int)
}

extension [UInt8]: ByteOutput {
  @inline(__always)
  package mutating func write(room: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    // A debug build adds and removes single bytes of an array slowly, and copies many at once.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { space in
      let written = space.baseAddress.map { body(UnsafeMutableRawPointer($0)) } ?? 0
      append(contentsOf: UnsafeBufferPointer(rebasing: space[..<written]))
    }
  }
}

/// A buffer of bytes that keeps its memory when it is emptied.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  /// The number of bytes.
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  /// The number of bytes.
  @usableFromInline package var count = 0

  /// Creates an empty buffer, without memory.
  package init() {
    capacity = 0
    base = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 1)
  }

  deinit { base.deallocate() }

  /// The bytes. The pointer is valid until the next change.
  @usableFromInline package var bytes: UnsafeRawBufferPointer {
    @_transparent get { UnsafeRawBufferPointer(start: base, count: count) }
  }

  /// A copy of the bytes.
  package var copy: [UInt8] { Array(bytes) }

  /// The bytes as text, with replacement characters for invalid UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A pointer to room for some bytes, of which `add` keeps the first. Unlike `write`, it needs no closure, which a debug build
  /// would call.
  @_transparent @inlinable
  package mutating func room(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if capacity &- count < room { grow(by: room) }
    return (base + count).assumingMemoryBound(to: UInt8.self)
  }

  /// Keeps bytes that were written to the room.
  @_transparent @inlinable
  package mutating func add(_ written: Int) { count &+= written }

  /// Adds a byte at the end.
  @_transparent @inlinable
  package mutating func append(_ byte: UInt8) {
    room(1).pointee = byte
    count &+= 1
  }

  /// Adds bytes at the end.
  package mutating func append(contentsOf bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else { return }
    UnsafeMutableRawPointer(room(bytes.count)).copyMemory(from: start, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Removes the bytes from an offset on.
  package mutating func removeLast(to newCount: Int) {
    assert(newCount >= 0 && newCount <= count)
    count = newCount
  }

  /// Removes all bytes, and frees the memory if it exceeds a limit and is far more than they took.
  package mutating func removeAll(keeping limit: Int) {
    let isOversized = capacity > max(limit, 4 * count)
    count = 0
    guard isOversized else { return }
    base.deallocate()
    capacity = 0
    base = UnsafeMutableRawPointer.allocate(byteCount: 0, alignment: 1)
  }

  @inline(never) @usableFromInline
  mutating func grow(by room: Int) {
    let larger = max(256, 2 * capacity, count + room)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 1)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}

extension ByteBuffer: ByteOutput {
  @_transparent
  package mutating func write(room: Int, _ body: (UnsafeMutableRawPointer) -> Int) {
    count &+= body(self.room(room))
  }
}
