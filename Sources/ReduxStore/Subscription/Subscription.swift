import Synchronization

/// A running subscription; keep it for as long as the callback is wanted.
///
/// It ends with `cancel()`, or when this object is released. It doesn't keep the store alive.
public final class Subscription: Sendable {
  private let onCancel: Mutex<(@Sendable () -> Void)?>

  init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = Mutex(onCancel)
  }

  deinit {
    cancel()
  }

  /// Ends the subscription. May be called on any thread, in the callback itself, and more than once.
  ///
  /// Notifications that are queued are dropped; a callback that another thread has already begun may still be running
  /// when this returns.
  public func cancel() {
    let action = onCancel.withLock { $0.take() }
    action?()
  }
}
