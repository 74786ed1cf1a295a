/// A row of the report.
struct Row: Equatable, Sendable {
  let description: RowDescription
  let measurement: Measurement

  var name: String { description.name }

  /// The baseline's median.
  var baseline: Double? { measurement.baseline?.median }

  /// The ratio of value and baseline, in the direction of the row's description.
  var ratio: Double? {
    baseline.map { baseline in
      switch description.comparison {
      case .timesLess: baseline / measurement.value
      case .timesAsMuch: measurement.value / baseline
      }
    }
  }

  /// Whether the goal is met; `nil` without a goal.
  var isMet: Bool? { description.goal.flatMap { $0.isMet(value: measurement.value, ratio: ratio) } }
}
