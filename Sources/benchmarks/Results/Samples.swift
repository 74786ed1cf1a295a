/// The values that several rounds measured, and their statistics.
struct Samples: Equatable, Sendable {
  /// The values in ascending order; at least one.
  let sorted: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    sorted = values.sorted()
  }

  var count: Int { sorted.count }
  var minimum: Double { sorted[0] }
  var maximum: Double { sorted[count - 1] }

  /// The middle value, or the mean of the two middle values.
  var median: Double { (sorted[(count - 1) / 2] + sorted[count / 2]) / 2 }

  /// The median absolute deviation: half of the values are at least this close to the median.
  var deviation: Double {
    let median = median
    return Samples(sorted.map { abs($0 - median) }).median
  }

  /// The deviation as a fraction of the median; zero if the median is.
  var relativeDeviation: Double { median == 0 ? 0 : deviation / abs(median) }

  /// Returns samples computed from each value.
  func map(_ change: (Double) -> Double) -> Samples { Samples(sorted.map(change)) }
}
