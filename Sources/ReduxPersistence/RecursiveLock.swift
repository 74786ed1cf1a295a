import ReduxStore
import Synchronization
import SystemSupport

/// A lock that the thread holding it may take again.
///
/// A transaction holds it while slices, each of which takes it too, are stored.
struct RecursiveLock: ~Copyable {
  private let mutex = Mutex(())
  /// The thread that holds the mutex, or 0. Only that thread ever compares equal, so it need only see its own writes.
  private let owner = Atomic<UInt>(0)

  func withLock<Result: Sendable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let thread = Platform.currentThread
    if owner.load(ordering: .relaxed) == thread { return try body() }
    return try mutex.withLock { _ throws(Failure) in
      owner.store(thread, ordering: .relaxed)
      defer { owner.store(0, ordering: .relaxed) }
      return try body()
    }
  }
}
