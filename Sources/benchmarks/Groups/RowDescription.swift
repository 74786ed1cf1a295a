/// What a row is about, before anything is measured.
struct RowDescription: Equatable, Sendable {
  /// How the two figures of a row are compared.
  enum Comparison: Equatable, Sendable {
    /// Baseline by value: how many times less than the baseline.
    case timesLess
    /// Value by baseline: how many times as much as the baseline.
    case timesAsMuch
  }

  /// The group's name and its own: `record/update`. Stays the same from version to version.
  let name: String
  /// What the value is, and of what.
  let summary: String
  /// The unit of the value and of the baseline.
  let unit: String
  /// What the value is compared with, if it is.
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
