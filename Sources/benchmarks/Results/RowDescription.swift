/// A row's description, before measuring.
struct RowDescription: Equatable, Sendable {
  /// How a row's two figures are compared.
  enum Comparison: Equatable, Sendable {
    /// Baseline divided by value: how many times less than the baseline.
    case timesLess
    /// Value divided by baseline: how many times as much as the baseline.
    case timesAsMuch
  }

  /// The group's name and the row's: `record/update`. Stable across versions.
  let name: String
  /// The measured work.
  let summary: String
  /// The unit of the value and of the baseline.
  let unit: String
  /// The factor from a measured figure to the unit.
  var scale: Double { ["µs": 1e-3, "ms": 1e-6, "s": 1e-9][unit] ?? 1 }
  /// The baseline, if any.
  let baseline: String?
  let comparison: Comparison
  let goal: Goal?

  init(
    _ name: String, _ summary: String, unit: String, against baseline: String? = nil,
    comparison: Comparison = .timesLess, goal: Goal? = nil
  ) {
    self.name = name
    self.summary = summary
    self.unit = unit
    self.baseline = baseline
    self.comparison = comparison
    self.goal = goal
  }
}
