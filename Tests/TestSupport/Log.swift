import Synchronization

/// Collects values from any thread, in the order in which they arrive.
package final class Log<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])

  package init() {}

  package var values: [Value] { collected.withLock { $0 } }

  package func append(_ value: Value) { collected.withLock { $0.append(value) } }
}
