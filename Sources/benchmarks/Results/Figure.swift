/// Formats figures for people.
enum Figure {
  /// Formats a number with three significant digits and grouped thousands: `0.318`, `47.2`, `48,100`.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "?" : "∞" }
    let magnitude = abs(value)
    if magnitude >= 100 { return grouped(value) }
    // Enough decimals for three significant digits, but no more than three decimals.
    let digits = magnitude >= 10 || magnitude == 0 ? 1 : magnitude >= 1 ? 2 : 3
    return fixed(value, digits: digits)
  }

  /// Formats a goal's bound with as few digits as possible.
  static func bound(_ value: Double) -> String {
    value == value.rounded() ? grouped(value) : "\(value)"
  }

  /// Formats a whole number: `10,000`.
  static func count(_ value: Int) -> String { grouped(Double(value)) }

  /// Formats a fraction: `3%`.
  static func percent(_ part: Double) -> String { "\(Int((part * 100).rounded()))%" }

  private static func grouped(_ value: Double) -> String {
    let digits = Array(String(Int(value.rounded().magnitude)))
    let groups = stride(from: digits.count, to: 0, by: -3).reversed().map { end in
      String(digits[max(0, end - 3)..<end])
    }
    return (value < 0 ? "-" : "") + groups.joined(separator: ",")
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    let scale = [1.0, 10, 100, 1000][digits]
    let scaled = Int((value * scale).rounded().magnitude)
    let rest = String(scaled % Int(scale))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / Int(scale))." + String(repeating: "0", count: digits - rest.count) + rest
  }
}
