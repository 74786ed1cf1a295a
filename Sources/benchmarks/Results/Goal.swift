/// A row's goal.
enum Goal: Equatable, Sendable {
  case ratioAtLeast(Double)
  case ratioAtMost(Double)
  case valueAtLeast(Double)
  case valueAtMost(Double)

  /// Whether the figures meet the goal; `nil` for a ratio without a baseline.
  func isMet(value: Double, ratio: Double?) -> Bool? {
    switch self {
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound }
    case .ratioAtMost(let bound): ratio.map { $0 <= bound }
    case .valueAtLeast(let bound): value >= bound
    case .valueAtMost(let bound): value <= bound
    }
  }
}
