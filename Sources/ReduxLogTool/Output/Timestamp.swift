/// A moment: microseconds since 1970-01-01T00:00:00Z, leap seconds left out.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The microseconds.
  package var microseconds: Int64

  /// Creates a moment from its microseconds since 1970.
  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }
}

/// A day of the Gregorian calendar.
struct CivilDate: Hashable, Sendable {
  var year: Int64
  var month: Int
  var day: Int

  /// The days since 1970-01-01.
  ///
  /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
  var daysSince1970: Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  init(year: Int64, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01; `civil_from_days` of the same source.
  init(daysSince1970 days: Int64) {
    let days = days + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Whether the calendar has the day.
  var exists: Bool {
    (1...12).contains(month) && day >= 1 && CivilDate(daysSince1970: daysSince1970) == self
  }
}
