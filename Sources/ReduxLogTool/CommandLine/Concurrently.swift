import Dispatch
import Synchronization

/// Work that is shared by threads.
enum Concurrently {
  /// Does two things, each on a thread of its own; both come to their end.
  ///
  /// - Throws: What the first throws, else what the second throws.
  static func both<First, Second: Sendable>(
    _ first: () throws -> First, _ second: @escaping @Sendable () throws -> Second
  ) throws -> (First, Second) {
    let other = Outcome<Second>()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { other.set(Result { try second() }) }
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
