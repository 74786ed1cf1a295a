import Synchronization

/// A running subscription; keep it for as long as you want the callback.
///
/// It ends when you call `cancel()` or release this object. It doesn't keep the store alive.
public final class Subscription: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. You may call it on any thread, in the callback itself, and more than once.
  ///
  /// Queued notifications are dropped. If another thread is running the callback, it may still run when this returns.
  public func cancel() {
    let action = onCancel.withLock { $0.take() }
    action?()
  }
}
