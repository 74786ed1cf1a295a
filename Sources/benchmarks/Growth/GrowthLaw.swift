import Foundation

/// How a quantity grows with another: as which power of it.
struct GrowthLaw: Equatable, Sendable {
  /// How many times as large the other quantity became.
  let factor: Double
  /// How many times as large the quantity became.
  let ratio: Double

  /// The power that leads from one to the other: 0 where nothing grows, 1 where both grow alike.
  var exponent: Double { log(ratio) / log(factor) }

  /// The law in words. Small measurements have fixed parts, so that the powers are taken with a tolerance.
  var name: String {
    switch exponent {
    case ..<0.1: "constant"
    case 0.1..<0.85: "less than linear"
    case 0.85...1.15: "linear"
    default: "more than linear"
    }
  }
}
