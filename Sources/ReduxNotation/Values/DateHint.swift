package import StateCoding
package import StateTree

/// The date that a number stands for, as far as its type or the name of its member says so.
package enum DateHint {
  /// Returns the date of a number; `nil` for any other value, name or size.
  ///
  /// A known date is Swift's `Date`: seconds since 2001. Under the name of a date, a number of the size of today's times
  /// counts as such seconds, or as seconds or milliseconds since 1970.
  ///
  ///     DateHint.text(of: 1_767_261_600, at: "/startedAt")  // 2026-01-01T10:00:00Z
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - pointer: Its place.
  ///   - dates: The places of known dates.
  /// - Returns: The date.
  package static func text(
    of value: JSONValue, at pointer: JSONPointer, knowing dates: PointerPatterns? = nil
  ) -> String? {
    guard case .number(let number) = value else { return nil }
    if dates?.contain(pointer) == true { return text(ofSeconds: number.double + secondsTo2001) }
    // Most numbers aren't the size of a date, and looking at a name takes longer.
    guard let seconds = seconds(number.double), isNamed(pointer) else { return nil }
    return text(ofSeconds: seconds)
  }

  /// Whether a value may be a date by its type.
  package static func isPossible(_ value: JSONValue?) -> Bool {
    guard case .number(let number)? = value else { return false }
    // A date is written with a fraction, if only of zero, or an exponent.
    return number.literal.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
  }

  private static func text(ofSeconds seconds: Double) -> String? {
    // From year 1 to 4001, as `Date.distantPast` and `Date.distantFuture`.
    guard (-62_135_769_600...64_092_211_200).contains(seconds) else { return nil }
    return TimeFormat.rfc3339(Timestamp(microseconds: Int64((seconds * 1e6).rounded())))
  }

  private static func isNamed(_ pointer: JSONPointer) -> Bool {
    pointer.tokens.last { Int($0) == nil }.map(isDate) ?? false
  }

  private static func seconds(_ number: Double) -> Double? {
    switch number {
    case 1e8..<1e9: number + secondsTo2001
    case 1e9..<4.2e9: number
    case 1e12..<4.2e12: number / 1000
    default: nil
    }
  }

  private static let secondsTo2001 = 978_307_200.0

  /// Whether a name's last word is one of a date: `startedAt`, `due_date`, `lastOpened`.
  private static func isDate(_ name: String) -> Bool {
    var letters = name.unicodeScalars.reversed().drop { !$0.properties.isAlphabetic }.prefix {
      $0.properties.isAlphabetic
    }
    // A lower-case word begins at its capital letter.
    if letters.first?.properties.isLowercase == true, let start = letters.firstIndex(where: \.properties.isUppercase) {
      letters = letters[...start]
    }
    let last = String(String.UnicodeScalarView(letters.reversed())).lowercased()
    return words.contains(last)
  }

  private static let words: Set<String> = [
    "added", "at", "began", "changed", "closed", "created", "date", "day", "deadline", "deleted", "due", "ended",
    "expires", "expiry", "finished", "modified", "now", "opened", "received", "seen", "sent", "since", "started",
    "time",
    "timestamp", "until", "updated",
  ]
}

extension JSONValue {
  private static var columns: Int { 72 }

  /// The value as shortened JSON, with the date beside a number that stands for one.
  package func labelled(at pointer: JSONPointer) -> String {
    let text = JSONPrinter.shortened(self, columns: JSONValue.columns)
    return DateHint.text(of: self, at: pointer).map { "\(text) (\($0))" } ?? text
  }
}
