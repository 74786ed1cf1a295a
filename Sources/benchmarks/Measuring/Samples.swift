/// What several rounds measured of one thing, and what can be said of it.
struct Samples: Equatable, Sendable {
  /// The measured values, the least first; there is at least one.
  let sorted: [Double]

  init(_ values: [Double]) {
    precondition(!values.isEmpty, "nothing was measured")
    sorted = values.sorted()
  }

  var count: Int { sorted.count }
  var minimum: Double { sorted[0] }
  var maximum: Double { sorted[count - 1] }

  /// The value in the middle, or the mean of the two there.
  var median: Double { (sorted[(count - 1) / 2] + sorted[count / 2]) / 2 }

  /// The median absolute deviation: half of the values are as near to the median as this.
  var deviation: Double {
    let median = median
    return Samples(sorted.map { abs($0 - median) }).median
  }

  /// The deviation as a part of the median; zero where the median is.
  var relativeDeviation: Double { median == 0 ? 0 : deviation / abs(median) }

  /// The least value than which so great a part of the values, from 0 to 1, is not greater (the nearest rank).
  func quantile(_ part: Double) -> Double {
    let rank = Int((part * Double(count)).rounded(.up))
    return sorted[Swift.min(Swift.max(rank, 1), count) - 1]
  }

  /// Samples of one value computed from each of these.
  func map(_ change: (Double) -> Double) -> Samples { Samples(sorted.map(change)) }
}
