import SystemSupport

/// Formats and parses moments: RFC 3339, in UTC or in another zone.
package struct TimeFormat: Sendable {
  private let offset: @Sendable (Int64) -> Int
  /// The text after a date and a time of day.
  private let zone: String
  /// Whether lists show only the time since a session's start, without the time of day.
  package var isRelative = false

  /// Creates a format for a zone.
  ///
  /// - Parameters:
  ///   - zone: The zone's name, for readers who can't know it.
  ///   - offset: The seconds east of UTC at a moment, in seconds since 1970.
  package init(zone: String? = nil, offset: @escaping @Sendable (Int64) -> Int) {
    self.zone = zone.map { " \($0)" } ?? ""
    self.offset = offset
  }

  /// UTC.
  package static let utc = TimeFormat { _ in 0 }

  /// UTC, for readers who expect their own zone: each date with a time of day says `UTC`.
  package static let namedUTC = TimeFormat(zone: "UTC") { _ in 0 }

  /// The zone of the process.
  package static let local = TimeFormat { Platform.localOffset(at: $0) }

  /// A moment in RFC 3339 in UTC, without trailing zeros in the fraction: `2026-01-01T10:00:00.25Z`.
  package static func rfc3339(_ time: Timestamp) -> String {
    CivilTime(microsecondsSince1970: Int(time.microseconds)).rfc3339Text
  }

  /// A moment in this zone, for people: `2026-01-01 10:00:00.250`, followed by the zone if it has a name.
  package func display(_ time: Timestamp) -> String { "\(local(time).dateText) \(displayTime(time))\(zone)" }

  /// A moment in a session that began at another one: as `isRelative` wants, the time between them, or the moment.
  package func display(_ time: Timestamp, since start: Timestamp) -> String {
    isRelative ? DurationFormat.elapsed(microseconds: time.microseconds - start.microseconds) : display(time)
  }

  /// The date of a moment in this zone: `2026-01-01`.
  package func displayDate(_ time: Timestamp) -> String { local(time).dateText }

  /// This zone's distance from UTC at a moment: `UTC-05:00`.
  package func displayOffset(at time: Timestamp) -> String {
    let seconds = Int64(secondsEast(at: time))
    let (hours, minutes) = (Int64(seconds.magnitude) / 3600, Int64(seconds.magnitude) / 60 % 60)
    return "UTC\(seconds < 0 ? "-" : "+")\(TimeFormat.padded(hours, 2)):\(TimeFormat.padded(minutes, 2))"
  }

  /// The time of day of a moment in this zone: `10:00:00.250`.
  package func displayTime(_ time: Timestamp) -> String {
    let time = local(time)
    return "\(time.clockText).\(time.fractionText(digits: 3))"
  }

  private func local(_ time: Timestamp) -> CivilTime {
    CivilTime(microsecondsSince1970: Int(time.microseconds), secondsEast: secondsEast(at: time))
  }

  private func secondsEast(at time: Timestamp) -> Int {
    offset(Int64(floorDivide(Int(time.microseconds), 1_000_000).quotient))
  }

  /// Parses a moment: `2026-01-01`, `2026-01-01T10:00`, optionally with seconds, a fraction and a zone (`Z`, `+01:00`);
  /// a space may replace the `T`. Without a zone, this format's zone applies. `nil` for anything else, or a day that
  /// doesn't exist.
  package func parse(_ text: String) -> Timestamp? {
    guard let time = CivilTime(parsing: text) else { return nil }
    let microseconds = time.microsecondsInUTC
    let seconds = Int64(floorDivide(microseconds, 1_000_000).quotient)
    // If a clock change makes the local time ambiguous, use the later offset.
    let secondsEast = time.secondsEast ?? offset(seconds - Int64(offset(seconds)))
    return Timestamp(microseconds: Int64(microseconds - secondsEast * 1_000_000))
  }

  static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
