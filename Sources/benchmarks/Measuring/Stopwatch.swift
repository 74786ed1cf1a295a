import SystemSupport

/// Measures durations.
enum Stopwatch {
  /// Returns the nanoseconds that some work takes.
  @inline(never)
  static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = Platform.nanoseconds()
    try work()
    return Double(Platform.nanoseconds() - start)
  }

  /// Returns the nanoseconds per repetition.
  @inline(never)
  static func nanoseconds(repeating count: Int, _ work: () throws -> Void) rethrows -> Double {
    try nanoseconds { for _ in 0..<count { try work() } } / Double(count)
  }

  /// Returns the nanoseconds that reading the clock adds to one measurement.
  static func overhead() -> Double {
    Samples((0..<1001).map { _ in nanoseconds {} }).median
  }
}

/// Consumes a value, so that the optimiser keeps the work that computed it.
@inline(never)
@_optimize(none)
func blackHole(_ value: some Any) {}
