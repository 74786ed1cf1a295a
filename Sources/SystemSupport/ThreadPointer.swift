#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

/// A pointer of which each thread has its own.
package struct ThreadPointer: Sendable {
  private let key: pthread_key_t

  /// Creates a pointer that is `nil` on all threads. It is never freed, so it belongs in a global constant.
  package init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key, nil)
    // A process has at least 128 of them; this package needs one.
    precondition(code == 0, "the process has no more thread-specific keys")
    self.key = key
  }

  /// The calling thread's pointer.
  package var value: UnsafeMutableRawPointer? {
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}
