import Foundation

/// Longer than any busy machine takes.
private let patience = Duration.seconds(300)

/// Waits until a condition holds that another thread brings about.
///
/// - Returns: Whether it came to hold within five minutes.
package func waitUntil(_ condition: () -> Bool) -> Bool {
  let deadline = ContinuousClock.now + patience
  while ContinuousClock.now < deadline {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.001)
  }
  return false
}

/// Waits until a condition holds that another task brings about.
///
/// - Returns: Whether it came to hold within five minutes.
package func eventually(_ condition: () async -> Bool) async -> Bool {
  let deadline = ContinuousClock.now + patience
  while ContinuousClock.now < deadline {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}
