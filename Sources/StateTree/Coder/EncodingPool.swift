import Synchronization

/// Sessions that nobody uses just now, so that a `StateEncoder` need not make one for each value.
struct EncodingPool: ~Copyable, Sendable {
  static let shared = EncodingPool()

  // As many as values are usually being encoded at once, on several threads or one inside the other; further sessions
  // are made and dropped.
  private let first = Slot()
  private let second = Slot()
  private let third = Slot()
  private let fourth = Slot()

  private init() {}

  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = first.take() ?? second.take() ?? third.take() ?? fourth.take() ?? .passRetained(EncodingSession())
    defer {
      if !first.put(session), !second.put(session), !third.put(session), !fourth.put(session) { session.release() }
    }
    return try session._withUnsafeGuaranteedRef(body)
  }

  /// A place for one session.
  ///
  /// A session belongs to one thread at a time. It does here: whoever takes it out leaves the place empty in the same
  /// step, and who puts it back has it no more. The orderings make what one thread has done to it seen by the next.
  private struct Slot: ~Copyable, Sendable {
    /// The bits of a pointer to the session, which is retained, or 0.
    private let bits = Atomic<UInt>(0)

    @inline(__always)
    func take() -> Unmanaged<EncodingSession>? {
      UnsafeRawPointer(bitPattern: bits.exchange(0, ordering: .acquiring)).map { .fromOpaque($0) }
    }

    /// `false` if the place is taken.
    @inline(__always)
    func put(_ session: Unmanaged<EncodingSession>) -> Bool {
      let desired = UInt(bitPattern: session.toOpaque())
      return bits.compareExchange(expected: 0, desired: desired, ordering: .releasing).exchanged
    }

    deinit { take()?.release() }
  }
}
