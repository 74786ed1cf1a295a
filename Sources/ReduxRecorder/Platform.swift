#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The few calls that differ from system to system.
enum Platform {
  /// Nanoseconds on a clock that runs on in sleep and that no change of the wall clock moves.
  ///
  /// It is the clock of `ContinuousClock`, which takes 60 ns a reading where this takes 23: an action is timed three times.
  static func nanoseconds() -> Int {
    #if canImport(Darwin)
      return Int(clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW))
    #else
      var now = timespec()
      clock_gettime(CLOCK_BOOTTIME, &now)
      return Int(now.tv_sec) * 1_000_000_000 + Int(now.tv_nsec)
    #endif
  }

  /// A number that tells the running threads apart.
  static func currentThread() -> Int {
    #if canImport(Darwin)
      return Int(bitPattern: pthread_self())
    #else
      return Int(bitPattern: UInt(pthread_self()))
    #endif
  }

  /// Writes a text to standard error, as far as that takes it.
  static func writeError(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = write(2, start, rest.count)
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}
