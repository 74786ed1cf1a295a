import Synchronization

/// Cores that nobody uses just now, so that a decoder need not make one for each value.
struct DecodingPool: ~Copyable, Sendable {
  static let shared = DecodingPool()

  // As many as values are usually being decoded at once, on several threads or one inside the other; further cores are
  // made and dropped.
  private let first = Slot()
  private let second = Slot()
  private let third = Slot()
  private let fourth = Slot()

  @inline(__always)
  func take() -> DecodingCore? {
    first.take() ?? second.take() ?? third.take() ?? fourth.take()
  }

  /// Gives back a core that nobody else holds.
  @inline(__always)
  func give(_ core: DecodingCore) {
    _ = first.put(core) || second.put(core) || third.put(core) || fourth.put(core)
  }

  /// A place for one core.
  ///
  /// A core belongs to one thread at a time. It does here: whoever takes it out leaves the place empty in the same step,
  /// and who puts it in has it no more. The orderings let the next thread see what the one before has done to it.
  private struct Slot: ~Copyable, Sendable {
    /// The bits of a pointer to the core, or 0.
    private let bits = Atomic<UInt>(0)

    @inline(__always)
    func take() -> DecodingCore? {
      let taken = UnsafeRawPointer(bitPattern: bits.exchange(0, ordering: .acquiring))
      return taken.map { Unmanaged<DecodingCore>.fromOpaque($0).takeRetainedValue() }
    }

    /// `false` if the place is taken.
    @inline(__always)
    func put(_ core: DecodingCore) -> Bool {
      let given = Unmanaged.passRetained(core)
      let desired = UInt(bitPattern: given.toOpaque())
      if bits.compareExchange(expected: 0, desired: desired, ordering: .releasing).exchanged { return true }
      given.release()
      return false
    }

    deinit { _ = take() }
  }
}
