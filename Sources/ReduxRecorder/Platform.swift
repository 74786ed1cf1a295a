#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few calls that differ from system to system.
enum Platform {
  /// A number that tells the running threads apart.
  static func currentThread() -> Int {
    #if canImport(Darwin)
      return Int(bitPattern: pthread_self())
    #else
      return Int(bitPattern: UInt(pthread_self()))
    #endif
  }
}
