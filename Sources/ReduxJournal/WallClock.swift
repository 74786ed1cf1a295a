import SystemSupport

/// A moment as microseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
///     WallClock(microseconds: 1_767_261_600_123_456).description   // "2026-01-01T10:00:00.123456Z"
///
/// It is printed and read as RFC 3339, for the years 0000 to 9999.
public struct WallClock: Hashable, Comparable, Sendable {
  /// Microseconds since 1970; negative before.
  public let microseconds: Int

  /// Creates a moment from microseconds since 1970.
  public init(microseconds: Int) { self.microseconds = microseconds }

  /// The current moment.
  public static func now() -> WallClock { WallClock(microseconds: Platform.microsecondsSince1970()) }

  /// Whether one moment is before another.
  public static func < (left: WallClock, right: WallClock) -> Bool { left.microseconds < right.microseconds }

  /// Reads an RFC 3339 date and time; `nil` if the text is anything else.
  ///
  /// The fraction of a second may have any number of digits; the first six count.
  public init?(_ text: some StringProtocol) {
    guard let time = CivilTime(parsing: text), time.isRFC3339, let secondsEast = time.secondsEast else { return nil }
    self.init(microseconds: time.microsecondsInUTC - secondsEast * 1_000_000)
  }
}

extension WallClock: CustomStringConvertible {
  /// RFC 3339 in UTC, always with six digits after the second.
  public var description: String {
    let time = CivilTime(microsecondsSince1970: microseconds)
    return "\(time.dateText)T\(time.clockText).\(time.fractionText(digits: 6))Z"
  }
}
