/// Formats and parses durations.
package enum DurationFormat {
  /// A duration since a start, to the millisecond: `+3.512s`, `+1m02.500s`, `+2h00m00.000s`. From a day on, in at most ten
  /// characters up to 9,999 days: `+3d04h30m`, `+400d04h`.
  package static func elapsed(microseconds: Int64) -> String {
    let sign = microseconds < 0 ? "-" : "+"
    let milliseconds = Int64(microseconds.magnitude / 1000)
    let (hours, minutes, seconds) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60)
    let fraction = TimeFormat.padded(milliseconds % 1000, 3)
    if hours >= 24 {
      let days = "\(sign)\(hours / 24)d\(TimeFormat.padded(hours % 24, 2))h"
      return hours < 2400 ? "\(days)\(TimeFormat.padded(minutes, 2))m" : days
    }
    if hours > 0 {
      return "\(sign)\(hours)h\(TimeFormat.padded(minutes, 2))m\(TimeFormat.padded(seconds, 2)).\(fraction)s"
    }
    if minutes > 0 { return "\(sign)\(minutes)m\(TimeFormat.padded(seconds, 2)).\(fraction)s" }
    return "\(sign)\(seconds).\(fraction)s"
  }

  /// A duration in at most two units: `850 µs`, `12 ms`, `3.5 s`, `4m 05s`, `1h 02m`, `3d 04h`.
  package static func rounded(microseconds: Int64) -> String {
    if microseconds < 0 { return "-" + rounded(microseconds: -max(microseconds, -Int64.max)) }
    let seconds = microseconds / 1_000_000
    switch microseconds {
    case ..<1000: return "\(microseconds) µs"
    case ..<1_000_000: return "\(microseconds / 1000) ms"
    case ..<60_000_000: return "\(seconds).\(microseconds / 100_000 % 10) s"
    case ..<3_600_000_000: return "\(seconds / 60)m \(TimeFormat.padded(seconds % 60, 2))s"
    case ..<86_400_000_000: return "\(seconds / 3600)h \(TimeFormat.padded(seconds / 60 % 60, 2))m"
    default: return "\(seconds / 86_400)d \(TimeFormat.padded(seconds / 3600 % 24, 2))h"
    }
  }

  /// A duration in whole seconds, or else milliseconds: `10 s`, `250 ms`.
  package static func plain(_ duration: Duration) -> String {
    let milliseconds = duration / .milliseconds(1)
    return milliseconds.remainder(dividingBy: 1000) == 0
      ? "\(Int(milliseconds) / 1000) s" : "\(Int(milliseconds)) ms"
  }

  /// Parses a duration as microseconds: numbers with the units `d`, `h`, `m`, `s`, `ms` in any order, such as
  /// `3.5s`, `1h30m` or `250ms`. `nil` for anything else.
  package static func parse(_ text: String) -> Int64? {
    var rest = text[...]
    var total: Int64 = 0
    guard !rest.isEmpty else { return nil }
    while !rest.isEmpty {
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      rest = rest.dropFirst(number.count)
      let unit = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(unit.count)
      guard let scale = units[String(unit)], let value = scaled(number, by: scale) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(value)
      if overflow { return nil }
      total = sum
    }
    return total
  }

  private static let units: [String: Int64] = [
    "d": 86_400_000_000, "h": 3_600_000_000, "m": 60_000_000, "s": 1_000_000, "ms": 1000,
  ]

  /// Multiplies a decimal number by a whole one exactly, rounding down.
  private static func scaled(_ number: Substring, by scale: Int64) -> Int64? {
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), let whole = Int64(parts[0]) else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: scale)
    if overflow { return nil }
    guard parts.count == 2 else { return product }
    guard parts[1].count <= 9, let fraction = Int64(parts[1]) else { return nil }
    let divisor = (0..<parts[1].count).reduce(Int64(1)) { power, _ in power * 10 }
    let (sum, overflowed) = product.addingReportingOverflow(fraction * scale / divisor)
    return overflowed ? nil : sum
  }
}
