import ReduxStore
import Synchronization
import SystemSupport

/// Lets one thread at a time do several things in a row, and that thread as often as it likes.
///
/// A transaction takes its turn and stores slices, each of which takes it too.
struct ThreadTurn: ~Copyable {
  private let mutex = Mutex(())
  /// The thread whose turn it is, or 0. Only that thread ever compares equal, so its own writes are all it must see.
  private let owner = Atomic<UInt>(0)

  func take<Result: Sendable, Failure: Error>(
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
