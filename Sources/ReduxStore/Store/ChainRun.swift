import Synchronization

/// One run of an outermost dispatch through the middleware chain.
///
/// Subscribers are notified at its end, so that a middleware sees the state that its own action led to, before a
/// subscriber changes it. A context that outlives the run must notify subscribers itself.
final class ChainRun: Sendable {
  // Relaxed is enough: both sides pass the store's lock between their accesses.
  private let finished = Atomic<Bool>(false)

  var isFinished: Bool {
    finished.load(ordering: .relaxed)
  }

  func finish() {
    finished.store(true, ordering: .relaxed)
  }
}
