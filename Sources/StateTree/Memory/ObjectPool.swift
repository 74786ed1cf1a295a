import Synchronization

/// Idle objects that any thread may take and give back.
struct ObjectPool<Object: AnyObject>: ~Copyable, Sendable {
  /// An object that no thread uses.
  ///
  /// Sendable although the object may not be: `put` receives the only reference that is still used, and `take` hands it to
  /// one thread. The lock orders what the one thread did to the object before what the next one does.
  struct Idle: @unchecked Sendable {
    let object: Object
  }

  /// As many as are usually in use at once, on several threads or nested. The pool drops further ones.
  private static var limit: Int { 4 }

  private let idle = Mutex<[Idle]>([])

  /// Takes an idle object, if there is one.
  func take() -> Object? { idle.withLock { $0.popLast() }?.object }

  /// Gives back an object that the caller no longer uses.
  func put(_ object: Object) {
    let returned = Idle(object: object)
    idle.withLock { if $0.count < Self.limit { $0.append(returned) } }
  }
}
