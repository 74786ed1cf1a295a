import SystemSupport

/// Measures durations.
enum Stopwatch {
  /// How many nanoseconds a piece of work takes.
  @inline(never)
  static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = Platform.nanoseconds()
    try work()
    return Double(Platform.nanoseconds() - start)
  }

  /// How many nanoseconds one of many repetitions takes.
  @inline(never)
  static func nanoseconds(repeating count: Int, _ work: () throws -> Void) rethrows -> Double {
    try nanoseconds { for _ in 0..<count { try work() } } / Double(count)
  }

  /// What looking at the clock adds to a single measurement, in nanoseconds.
  static func overhead() -> Double {
    Samples((0..<1001).map { _ in nanoseconds {} }).median
  }
}

/// Takes a value, so that the work that led to it is not left out by the optimiser.
@inline(never)
@_optimize(none)
func blackHole(_ value: some Any) {}
