import Foundation

/// How one quantity grows with another, as a power of it.
struct GrowthLaw: Equatable, Sendable {
  /// The growth factor of the other quantity.
  let factor: Double
  /// The growth factor of the quantity.
  let ratio: Double

  /// The exponent: 0 for no growth, 1 for proportional growth.
  var exponent: Double { log(ratio) / log(factor) }

  /// The law in words. Fixed costs distort small measurements, so exponents have a tolerance.
  var name: String {
    switch exponent {
    case ..<0.1: "constant"
    case 0.1..<0.85: "less than linear"
    case 0.85...1.15: "linear"
    default: "more than linear"
    }
  }
}
