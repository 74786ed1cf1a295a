/// A moment as microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
///     WallClock(microseconds: 1_767_261_600_123_456).description   // "2026-01-01T10:00:00.123456Z"
///
/// Printed and read as RFC 3339. Years from 0000 to 9999 can be printed and read back.
public struct WallClock: Hashable, Comparable, Sendable {
  /// Microseconds since 1970; negative before.
  public let microseconds: Int

  /// Creates a moment from microseconds since 1970.
  public init(microseconds: Int) { self.microseconds = microseconds }

  /// The moment now.
  public static func now() -> WallClock { WallClock(microseconds: Platform.microsecondsSince1970()) }

  /// Whether one moment is before another.
  public static func < (left: WallClock, right: WallClock) -> Bool { left.microseconds < right.microseconds }
}

extension WallClock: CustomStringConvertible {
  /// RFC 3339 in UTC, always with six digits after the second.
  public var description: String {
    let (days, rest) = floorDivide(microseconds, 86_400_000_000)
    let date = CivilDate(daysSince1970: days)
    let (second, fraction) = floorDivide(rest, 1_000_000)
    let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(time).\(padded(fraction, 6))Z"
  }
}

extension WallClock {
  /// Reads an RFC 3339 date and time with any number of digits after the second, of which six count; `nil` if the
  /// text is anything else.
  public init?(_ text: some StringProtocol) {
    var scan = DigitScanner(bytes: Array(text.utf8))
    guard let year = scan.number(4), scan.skip("-"), let month = scan.number(2), scan.skip("-"),
      let day = scan.number(2), scan.skip("T") || scan.skip("t"),
      let hour = scan.number(2), scan.skip(":"), let minute = scan.number(2), scan.skip(":"),
      let second = scan.number(2), (1...12).contains(month), (1...CivilDate.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction = 0
    if scan.skip(".") {
      guard let digits = scan.fraction() else { return nil }
      fraction = digits
    }
    var offset = 0
    if !scan.skip("Z"), !scan.skip("z") {
      let sign = scan.skip("+") ? 1 : scan.skip("-") ? -1 : 0
      guard sign != 0, let hours = scan.number(2), scan.skip(":"), let minutes = scan.number(2), hours < 24,
        minutes < 60
      else { return nil }
      offset = sign * (hours * 60 + minutes)
    }
    guard scan.isAtEnd else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    let seconds = ((days * 24 + hour) * 60 + minute - offset) * 60 + second
    self.init(microseconds: seconds * 1_000_000 + fraction)
  }
}

/// A day of the proleptic Gregorian calendar.
///
/// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2014): the year is counted from March, so
/// that the leap day is its last, and 400 years are always 146,097 days.
private struct CivilDate {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSince1970 days: Int) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSince1970: Int {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

private struct DigitScanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  mutating func digit() -> Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1] - 0x30)
  }

  mutating func number(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// The digits of a fraction of a second, in microseconds.
  mutating func fraction() -> Int? {
    guard var value = digit() else { return nil }
    var count = 1
    while let digit = digit() {
      if count < 6 { value = value * 10 + digit }
      count += 1
    }
    while count < 6 {
      value *= 10
      count += 1
    }
    return value
  }
}

private func floorDivide(_ value: Int, _ divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

private func padded(_ value: Int, _ width: Int) -> String {
  let digits = String(value)
  return digits.count < width ? String(repeating: "0", count: width - digits.count) + digits : digits
}
