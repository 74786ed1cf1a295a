#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// What the module asks of the C library.
enum Platform {
  /// A number that the thread keeps, and that others seldom have.
  @inline(__always)
  static var threadNumber: Int {
    #if canImport(Glibc)
      let thread = UInt(pthread_self())
    #else
      let thread = unsafeBitCast(pthread_self(), to: UInt.self)
    #endif
    // Threads' descriptions lie some pages apart.
    return Int(truncatingIfNeeded: (thread &>> 12 &* 0x9e37_79b9_7f4a_7c15) &>> 60)
  }

  @inline(__always)
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.count == right.count && compare(left, right, count: left.count) == 0
  }

  /// Whether one text stands before another in the order of bytes.
  @inline(__always)
  static func isLess(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    let order = compare(left, right, count: min(left.count, right.count))
    return order == 0 ? left.count < right.count : order < 0
  }

  @inline(__always)
  private static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, count: Int) -> Int32 {
    guard count > 0, let left = left.baseAddress, let right = right.baseAddress else { return 0 }
    return memcmp(left, right, count)
  }
}
