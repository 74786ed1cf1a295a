import Dispatch
import Synchronization
import SystemSupport

/// Runs work on several threads.
enum Concurrently {
  /// Runs two closures, each on its own thread; both finish.
  ///
  /// - Throws: The error of the first, else of the second.
  static func both<First, Second: Sendable>(
    _ first: () throws -> First, _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let other = Outcome<Second>()
    let group = DispatchGroup()
    group.enter()
    Platform.onNewThread {
      other.set(Result { try second() })
      group.leave()
    }
    let own = Result { try first() }
    group.wait()
    let value = try own.get()
    guard let result = other.result else { preconditionFailure("the group has waited for it") }
    return (value, try result.get())
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let content = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { content.withLock { $0 } }

    func set(_ result: Result<Value, any Error>) { content.withLock { $0 = result } }
  }
}
