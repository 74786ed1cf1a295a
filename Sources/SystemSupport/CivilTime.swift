/// A date, a time of day and an offset from UTC, as RFC 3339 writes them.
package struct CivilTime: Hashable, Sendable {
  package let date: CivilDate
  package private(set) var microsecondsOfDay = 0
  /// The offset from UTC to the east, if the text states one.
  package private(set) var secondsEast: Int?
  /// Whether the text is a whole date and time of RFC 3339.
  package private(set) var isRFC3339 = false

  /// Creates the time of a moment, in microseconds since 1970, that is `secondsEast` ahead of UTC.
  package init(microsecondsSince1970 microseconds: Int, secondsEast: Int = 0) {
    let (days, rest) = floorDivide(microseconds + secondsEast * 1_000_000, 86_400_000_000)
    date = CivilDate(daysSince1970: days)
    microsecondsOfDay = rest
    self.secondsEast = secondsEast
  }

  /// Reads `2026-01-01`, `2026-01-01T10:00` or `2026-01-01T10:00:00.25`, each time with or without a zone (`Z`, `+01:00`),
  /// and with a space instead of the `T`; `nil` for anything else.
  ///
  /// A fraction of a second may have any number of digits; the first six count.
  package init?(parsing text: some StringProtocol) {
    var scanner = TimeScanner(bytes: Array(text.utf8))
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self.date = date
    if scanner.isAtEnd { return }
    let isSpaced = scanner.skip(" ")
    guard isSpaced || scanner.skip("T") || scanner.skip("t"), let hour = scanner.number(2), hour < 24,
      scanner.skip(":"), let minute = scanner.number(2), minute < 60
    else { return nil }
    microsecondsOfDay = (hour * 60 + minute) * 60_000_000
    let hasSeconds = scanner.skip(":")
    if hasSeconds {
      guard let second = scanner.number(2), second < 60 else { return nil }
      microsecondsOfDay += second * 1_000_000
      if scanner.skip(".") {
        guard let fraction = scanner.fraction() else { return nil }
        microsecondsOfDay += fraction
      }
    }
    if scanner.isAtEnd { return }
    guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
    secondsEast = zone
    isRFC3339 = !isSpaced && hasSeconds
  }

  /// Microseconds since 1970 of this time in UTC, whatever `secondsEast` is.
  package var microsecondsInUTC: Int { date.daysSince1970 * 86_400_000_000 + microsecondsOfDay }

  /// RFC 3339 for a time in UTC, without trailing zeros in the fraction: `2026-01-01T10:00:00.25Z`.
  package var rfc3339Text: String {
    var fraction = "." + fractionText(digits: 6)
    while let last = fraction.last, last == "0" || last == "." { fraction.removeLast() }
    return "\(dateText)T\(clockText)\(fraction)Z"
  }

  /// `2026-01-01`.
  package var dateText: String { "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))" }

  /// `10:00:00`.
  package var clockText: String {
    let second = microsecondsOfDay / 1_000_000
    return "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The digits after the second, from three to six of them: `250000`.
  package func fractionText(digits: Int) -> String {
    String(padded(microsecondsOfDay % 1_000_000, 6).prefix(digits))
  }
}

/// A number with zeros before it.
private func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number.magnitude)
  return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads the parts of a time from left to right.
private struct TimeScanner {
  let bytes: [UInt8]
  var position = 0

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, UInt32(bytes[position]) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func digit() -> Int? {
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

  /// `Z` or an offset, in seconds east of UTC.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60 else {
      return nil
    }
    return sign * (hours * 60 + minutes) * 60
  }
}
