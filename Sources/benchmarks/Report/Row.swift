/// A row of the result.
struct Row: Equatable, Sendable {
  let description: RowDescription
  let measurement: Measurement

  var name: String { description.name }

  /// The median of the baseline.
  var baseline: Double? { measurement.baseline?.median }

  /// How value and baseline compare, as the row's description says.
  var ratio: Double? {
    baseline.map { baseline in
      switch description.comparison {
      case .timesLess: baseline / measurement.value
      case .timesAsMuch: measurement.value / baseline
      }
    }
  }

  /// Whether the goal is met; `nil` if there is none.
  var isMet: Bool? { description.goal.flatMap { $0.isMet(value: measurement.value, ratio: ratio) } }
}
