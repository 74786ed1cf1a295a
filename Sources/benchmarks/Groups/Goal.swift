/// What a row should reach.
enum Goal: Equatable, Sendable {
  case ratioAtLeast(Double)
  case ratioAtMost(Double)
  case valueAtLeast(Double)
  case valueAtMost(Double)

  /// Whether what was measured reaches it; `nil` if it is about a ratio, and there is none.
  func isMet(value: Double, ratio: Double?) -> Bool? {
    switch self {
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound }
    case .ratioAtMost(let bound): ratio.map { $0 <= bound }
    case .valueAtLeast(let bound): value >= bound
    case .valueAtMost(let bound): value <= bound
    }
  }
}
