import Synchronization
import SystemSupport

/// A mutex that knows which thread holds it, and why.
///
/// If that thread takes it again, the process stops with an explanation instead of hanging.
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

  /// Runs `body` with the value, in place. `call` names the public call that needs the lock, for the error message.
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

  /// Notes what the holder of the lock does next.
  func note(_ next: LockedActivity) {
    activity.store(next.rawValue, ordering: .relaxed)
  }

  /// Stops the process with an explanation if the calling thread holds the lock.
  func requireNotHeld(call: StaticString) {
    guard isHeldByCurrentThread else { return }
    let current = LockedActivity(rawValue: activity.load(ordering: .relaxed)) ?? .bookkeeping
    // Only code inside a reducer or another locked closure gets here, whatever the input is; the lock would never be
    // released. Not `preconditionFailure`: optimised builds leave its message out.
    fatalError(
      "ReduxStore: `Store.\(call)` was called from inside \(current.caller) of the same store. \(current.advice)")
  }
}
