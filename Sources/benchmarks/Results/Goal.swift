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

extension Goal {
  /// The goal for people and programs: `ratio >= 8`, `value <= 16`.
  var text: String {
    switch self {
    case .ratioAtLeast(let bound): "ratio >= \(bound.formatted)"
    case .ratioAtMost(let bound): "ratio <= \(bound.formatted)"
    case .valueAtLeast(let bound): "value >= \(bound.formatted)"
    case .valueAtMost(let bound): "value <= \(bound.formatted)"
    }
  }

  /// The goal in a table's column: `>= 8x`, `<= 16 ms`.
  func text(unit: String) -> String {
    switch self {
    case .ratioAtLeast(let bound): ">= \(Figure.bound(bound))x"
    case .ratioAtMost(let bound): "<= \(Figure.bound(bound))x"
    case .valueAtLeast(let bound): ">= \(Figure.bound(bound)) \(unit)"
    case .valueAtMost(let bound): "<= \(Figure.bound(bound)) \(unit)"
    }
  }
}

extension Double {
  /// The number, without decimals if it is whole.
  fileprivate var formatted: String { self == rounded() ? String(Int(self)) : "\(self)" }
}
