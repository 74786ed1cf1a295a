import Synchronization

/// One passage of an outermost dispatch through the middleware chain.
///
/// While it runs, what it reduces is notified at its end, so that a middleware sees the state that its own action led
/// to and not one that a subscriber made of it. A context that outlives the passage has to notify by itself.
final class ChainRun: Sendable {
  // Relaxed is enough: both sides go through the store's lock between their own access here and the other's.
  private let finished = Atomic<Bool>(false)

  var isFinished: Bool {
    finished.load(ordering: .relaxed)
  }

  func finish() {
    finished.store(true, ordering: .relaxed)
  }
}
