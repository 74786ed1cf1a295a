#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#else
  public import Android
#endif

/// The operating system: files, locks, processes, signals, threads, memory, clocks.
///
/// No product exports this module, so only this package can use it.
@usableFromInline
package enum Platform {
  /// A number that is unique among this process's running threads, and never 0.
  @inlinable @inline(__always)
  package static var currentThread: UInt {
    #if canImport(Glibc) && !canImport(Darwin)
      UInt(pthread_self())
    #elseif canImport(Android)
      UInt(bitPattern: Int(pthread_self()))
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Whether two ranges of memory hold the same bytes.
  @inlinable @inline(__always)
  package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && compare(left, right, count: left.count) == 0
  }

  /// Whether two ranges of memory of the same size hold the same bytes.
  @inlinable @inline(__always)
  package static func areEqual(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// Whether one text precedes another in byte order.
  @inlinable @inline(__always)
  package static func isLess(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let order = compare(left, right, count: min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }

  @inlinable @inline(__always)
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, count: Int) -> Int32 {
    guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return 0 }
    return memcmp(left, right, count)
  }
}
