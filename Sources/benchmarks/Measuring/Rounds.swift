/// Repeats measurements in turn, so that whatever slows the machine down for a while slows all of them.
struct Rounds {
  let count: Int

  /// Runs each measurement once unmeasured, and then as many times as there are rounds, one after the other in each.
  ///
  /// - Returns: The samples, in the order of the measurements.
  /// - Throws: What a measurement throws.
  func measure(_ measurements: (() throws -> Double)...) throws -> [Samples] {
    for measurement in measurements { _ = try measurement() }
    var values = measurements.map { _ in [Double]() }
    for _ in 0..<count {
      for (index, measurement) in measurements.enumerated() { values[index].append(try measurement()) }
    }
    return values.map(Samples.init)
  }
}
