/// How moments are shown and read: RFC 3339, in UTC or in another zone.
package struct TimeFormat: Sendable {
  private let offset: @Sendable (Int64) -> Int

  /// Creates a format for a zone.
  ///
  /// - Parameter offset: The seconds east of UTC at a moment, given in seconds since 1970.
  package init(offset: @escaping @Sendable (Int64) -> Int) { self.offset = offset }

  /// UTC.
  package static let utc = TimeFormat { _ in 0 }

  /// The zone of the process.
  package static let local = TimeFormat { Platform.localOffset(at: $0) }

  /// A moment as RFC 3339 writes it in UTC, to the microsecond where that says something:
  /// `2026-01-01T10:00:00.25Z`.
  package static func rfc3339(_ time: Timestamp) -> String {
    let (date, clock, fraction) = parts(time.microseconds)
    return "\(date)T\(clock)\(fractionText(fraction))Z"
  }

  /// A moment in this zone, for people: `2026-01-01 10:00:00.250`.
  package func display(_ time: Timestamp) -> String {
    let (date, clock, fraction) = TimeFormat.parts(local(time))
    return "\(date) \(clock).\(TimeFormat.padded(fraction / 1000, 3))"
  }

  /// The time of day of a moment in this zone: `10:00:00.250`.
  package func displayTime(_ time: Timestamp) -> String {
    let (_, clock, fraction) = TimeFormat.parts(local(time))
    return "\(clock).\(TimeFormat.padded(fraction / 1000, 3))"
  }

  private func local(_ time: Timestamp) -> Int64 {
    time.microseconds + Int64(offset(TimeFormat.floored(time.microseconds, by: 1_000_000))) * 1_000_000
  }

  // MARK: Reading

  /// Reads a moment: `2026-01-01`, `2026-01-01T10:00`, with seconds, a fraction and a zone (`Z`, `+01:00`) if they are
  /// given; a space may stand for the `T`. Without a zone, the time is one of this format's. `nil` if it is anything
  /// else, or a day that no calendar has.
  package func parse(_ text: String) -> Timestamp? {
    var scanner = TimeScanner(text)
    guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
      let day = scanner.digits(2)
    else { return nil }
    let date = CivilDate(year: Int64(year), month: month, day: day)
    guard date.exists else { return nil }
    var microseconds = date.daysSince1970 * 86_400_000_000
    if scanner.isAtEnd { return resolved(microseconds) }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "), let hour = scanner.digits(2), hour < 24,
      scanner.skip(":"), let minute = scanner.digits(2), minute < 60
    else { return nil }
    microseconds += Int64(hour * 60 + minute) * 60_000_000
    if scanner.skip(":") {
      guard let second = scanner.digits(2), second < 60 else { return nil }
      microseconds += Int64(second) * 1_000_000
      if scanner.skip(".") {
        guard let fraction = scanner.fraction() else { return nil }
        microseconds += fraction
      }
    }
    if scanner.isAtEnd { return resolved(microseconds) }
    guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
    return Timestamp(microseconds: microseconds - Int64(zone) * 1_000_000)
  }

  /// The moment of a local time. Where a clock change makes the local time ambiguous, the later offset is taken.
  private func resolved(_ localMicroseconds: Int64) -> Timestamp {
    let seconds = TimeFormat.floored(localMicroseconds, by: 1_000_000)
    let guess = offset(seconds)
    let better = offset(seconds - Int64(guess))
    return Timestamp(microseconds: localMicroseconds - Int64(better) * 1_000_000)
  }

  // MARK: Pieces

  private static func parts(_ microseconds: Int64) -> (date: String, clock: String, fraction: Int64) {
    let seconds = floored(microseconds, by: 1_000_000)
    let days = floored(seconds, by: 86_400)
    let date = CivilDate(daysSince1970: days)
    let ofDay = seconds - days * 86_400
    let clock = "\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
    return (
      "\(padded(date.year, 4))-\(padded(Int64(date.month), 2))-\(padded(Int64(date.day), 2))", clock,
      microseconds - seconds * 1_000_000
    )
  }

  private static func fractionText(_ microseconds: Int64) -> String {
    guard microseconds != 0 else { return "" }
    var digits = padded(microseconds, 6)
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }

  static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : -((-number + divisor - 1) / divisor)
  }
}
