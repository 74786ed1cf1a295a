import Synchronization
import SystemSupport

/// A mutex that knows which thread holds it and what for, so that taking it again on that thread is reported as the
/// programming error it is, and not left to hang.
struct ReduceLock<Value: Sendable>: ~Copyable {
  private let mutex: Mutex<Value>
  /// The thread that holds the mutex, or 0. Only that thread ever compares equal, so its own writes are all it must see.
  private let owner = Atomic<UInt>(0)
  private let activity = Atomic<UInt8>(0)

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  /// Whether the calling thread is inside `withLock`.
  var isHeldByCurrentThread: Bool {
    owner.load(ordering: .relaxed) == Platform.currentThread
  }

  /// Runs `body` with the value, in place. `call` is the public call that needs the lock, for the message when this
  /// thread holds it already.
  func withLock<Result, Failure: Error>(
    for first: LockedActivity = .bookkeeping, call: StaticString,
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    requireNotHeld(call: call)
    let thread = Platform.currentThread
    return try mutex.withLock { (value: inout sending Value) throws(Failure) -> sending Result in
      owner.store(thread, ordering: .relaxed)
      activity.store(first.rawValue, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body(&value)
    }
  }

  /// Says what the holder of the lock turns to next.
  func note(_ next: LockedActivity) {
    activity.store(next.rawValue, ordering: .relaxed)
  }

  /// Stops the process with an explanation if the calling thread holds the lock.
  func requireNotHeld(call: StaticString) {
    guard isHeldByCurrentThread else { return }
    let current = LockedActivity(rawValue: activity.load(ordering: .relaxed)) ?? .bookkeeping
    // Only a call that is written inside a reducer or a middleware's locked part gets here, whatever the input is; the lock
    // would never come free. Not `preconditionFailure`: its message is left out of optimised builds.
    fatalError(
      "ReduxStore: `Store.\(call)` was called from inside \(current.place) of the same store. \(current.advice)")
  }
}
