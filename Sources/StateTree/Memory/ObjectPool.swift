import Synchronization
import SystemSupport

/// Idle objects that any thread may take and give back.
///
/// Each object has one owner: `take` empties the slot in the same atomic step, and `put` hands over the only reference. The
/// orderings let the next thread see what the previous one did to the object.
///
/// A lock around an array would be simpler, but every thread that encodes or decodes would take it twice for each action.
package struct ObjectPool<Object: AnyObject>: ~Copyable, Sendable {
  private let slots = ObjectSlots()

  package init() {}

  /// Takes an idle object, if there is one.
  package func take() -> Object? {
    guard let object = slots.take() else { return nil }
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
  }

  /// Gives back an object that the caller no longer uses.
  package func put(_ object: Object) {
    let object = Unmanaged.passRetained(object)
    if !slots.put(object.toOpaque()) { object.release() }
  }
}

/// Places for four objects: as many as are usually in use at once, on several threads or nested. The pool drops further ones.
///
/// Not generic, because a debug build would look up the type of a slot for each object.
struct ObjectSlots: ~Copyable, Sendable {
  private let first = Slot()
  private let second = Slot()
  private let third = Slot()
  private let fourth = Slot()

  func take() -> UnsafeRawPointer? {
    // Threads begin at different slots, so that they seldom share a line of the cache.
    switch ObjectSlots.thread {
    case 0: first.take() ?? second.take() ?? third.take() ?? fourth.take()
    case 1: second.take() ?? third.take() ?? fourth.take() ?? first.take()
    case 2: third.take() ?? fourth.take() ?? first.take() ?? second.take()
    default: fourth.take() ?? first.take() ?? second.take() ?? third.take()
    }
  }

  /// Returns `false` if all slots are taken.
  func put(_ object: UnsafeMutableRawPointer) -> Bool {
    switch ObjectSlots.thread {
    case 0: first.put(object) || second.put(object) || third.put(object) || fourth.put(object)
    case 1: second.put(object) || third.put(object) || fourth.put(object) || first.put(object)
    case 2: third.put(object) || fourth.put(object) || first.put(object) || second.put(object)
    default: fourth.put(object) || first.put(object) || second.put(object) || third.put(object)
    }
  }

  /// A number from 0 to 3 that a thread keeps. Thread descriptors lie some pages apart, hence the shift.
  private static var thread: UInt { (Platform.currentThread &>> 12 &* 0x9e37_79b9_7f4a_7c15) &>> 62 }

  struct Slot: ~Copyable, Sendable {
    /// The address of a retained object, or 0.
    private let bits = Atomic<UInt>(0)
    /// Keeps two slots out of one line of the cache.
    private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0)

    func take() -> UnsafeRawPointer? { UnsafeRawPointer(bitPattern: bits.exchange(0, ordering: .acquiring)) }

    /// Returns `false` if the slot is taken.
    func put(_ object: UnsafeMutableRawPointer) -> Bool {
      bits.compareExchange(expected: 0, desired: UInt(bitPattern: object), ordering: .releasing).exchanged
    }

    deinit {
      if let object = take() { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
  }
}
