/// Repeats measurements in turn, so that a temporary slowdown affects all of them.
struct Rounds {
  let count: Int

  /// Runs each measurement once unmeasured, and then once per round, in turn.
  ///
  /// - Returns: The samples, in the order of the measurements.
  /// - Throws: A measurement's error.
  func measure(_ measurements: (() throws -> Double)...) throws -> [Samples] {
    for measurement in measurements { _ = try measurement() }
    var values = measurements.map { _ in [Double]() }
    for _ in 0..<count {
      for (index, measurement) in measurements.enumerated() { values[index].append(try measurement()) }
    }
    return values.map(Samples.init)
  }
}
