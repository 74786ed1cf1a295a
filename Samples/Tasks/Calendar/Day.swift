public import StateTable

/// A Gregorian day from 0001-01-01 to 9999-12-31, without time or time zone.
///
/// A due date doesn't move when the user travels. Its arithmetic doesn't use `Calendar`, which depends on the device's
/// settings, so the same actions lead to the same days everywhere.
public struct Day: Hashable, Sendable {
  /// The number of days since 1970-01-01.
  let number: Int

  static let first = Day(number: -719_162)
  static let last = Day(number: 2_932_896)

  private init(number: Int) {
    self.number = number
  }

  /// Creates the day of a date; `nil` if the date doesn't exist.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years start in March, so that a leap day comes last. Source: H. Hinnant, "chrono-compatible low-level date
    // algorithms", days_from_civil.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    number = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    // 30 February doesn't exist: its number is that of a day in March.
    guard date == (year, month, day) else { return nil }
  }

  /// The day of the week.
  public var weekday: Weekday {
    // Day 0 was a Thursday.
    Weekday.allCases[(number - Day.first.number) % 7]
  }

  /// Returns the first day of this day's week.
  public func startOfWeek(beginningOn first: Weekday) -> Day {
    advanced(by: -((weekday.position - first.position + 7) % 7))
  }

  /// Year, month and day.
  private var date: (year: Int, month: Int, day: Int) {
    // The inverse of the above; civil_from_days. Days are counted from 0000-03-01 here, so no number is negative.
    let days = number + 719_468
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month > 2 ? 0 : 1)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Day: Strideable {
  /// Returns the number of days from this day to another.
  public func distance(to other: Day) -> Int { other.number - number }

  /// Returns the day this many days later, clamped to the first or last day.
  public func advanced(by days: Int) -> Day {
    Day(number: number + min(max(days, distance(to: .first)), distance(to: .last)))
  }
}

extension Day: LosslessStringConvertible {
  /// The date in ISO 8601: `2026-03-02`.
  public var description: String {
    let (year, month, day) = date
    func padded(_ number: Int, to count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }

  /// Parses a date in the format of `description`; `nil` for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 3, let day = Day(year: parts[0], month: parts[1], day: parts[2]),
      day.description == description
    else { return nil }
    self = day
  }
}

extension Day: Codable {
  /// Encodes the day as its description.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Decodes a day.
  ///
  /// - Throws: `DecodingError` for anything but a date in the format of `description`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(text)\" isn't a day; write it like \"2026-03-02\"")
    }
    self = day
  }
}

extension Day: EntityID {
  /// The day's description.
  public var entityKey: String { description }
}
