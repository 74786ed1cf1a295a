#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

extension Platform {
  /// Runs work on a new thread; before it returns if the system refuses one.
  ///
  /// For work that the caller waits for. On Linux, `DispatchQueue.global()` shares its threads with Swift's concurrency: if
  /// all of them wait, it starts another about once a second.
  package static func onNewThread(_ work: @escaping @Sendable () -> Void) {
    let passed = Unmanaged.passRetained(ThreadWork(run: work)).toOpaque()
    var thread = newThread()
    let code = pthread_create(
      &thread, nil,
      { argument in
        pthread_detach(pthread_self())
        ThreadWork.run(Int(bitPattern: argument))
        return nil
      }, passed)
    if code != 0 { ThreadWork.run(Int(bitPattern: passed)) }
  }
}

/// Work on its way to a thread, which takes one pointer.
private final class ThreadWork {
  private let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }

  static func run(_ address: Int) {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
    Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().run()
  }
}
