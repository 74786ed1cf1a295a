import Expectations
import Foundation
import StateCoding
import Tasks
import Testing

@Suite("Day")
struct DayTests {
  @Test func `a day formats as in Foundation and parses, through eight thousand years`() throws {
    let style = Date.ISO8601FormatStyle().year().month().day()
    let epoch: Day = "1970-01-01"
    // From the first year in which both calendars are Gregorian. 97 divides neither a week nor a year.
    for number in stride(from: epoch.distance(to: "1583-01-01"), through: epoch.distance(to: "9999-12-31"), by: 97) {
      let day = epoch.advanced(by: number)
      let expected = Date(timeIntervalSince1970: Double(number) * 86_400).formatted(style)
      try #require(day.description == expected)
      try #require(Day(expected) == day)
    }
  }

  @Test func `each day of four centuries has the date after the previous day's`() throws {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var day: Day = "1900-01-01"
    for year in 1900..<2300 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (index, length) in lengths.enumerated() {
        for number in 1...(index == 1 && isLeap ? 29 : length) {
          try #require(day == Day(year: year, month: index + 1, day: number))
          day = day.advanced(by: 1)
        }
      }
    }
  }

  @Test(
    arguments: [
      ("2026-03-02", Weekday.monday), ("2026-03-03", .tuesday), ("2000-02-29", .tuesday), ("1970-01-01", .thursday),
      ("0001-01-01", .monday), ("9999-12-31", .friday),
    ] as [(Day, Weekday)])
  func `a day has a weekday`(day: Day, weekday: Weekday) {
    expectEqual(day.weekday, weekday)
  }

  @Test(
    arguments: [
      ("2026-03-02", Weekday.monday, "2026-03-02"), ("2026-03-01", .monday, "2026-02-23"),
      ("2026-03-01", .sunday, "2026-03-01"), ("2026-02-28", .sunday, "2026-02-22"),
      ("2026-01-02", .saturday, "2025-12-27"),
    ] as [(Day, Weekday, Day)])
  func `a week begins on any day of the week`(day: Day, first: Weekday, start: Day) {
    expectEqual(day.startOfWeek(beginningOn: first), start)
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "2026-01-00", "2026-01-32", "0000-12-31",
    "10000-01-01", "2026-1-1", "26-01-01", "+2026-01-01", "2026-01-01 ", "2026-01-01-", "2026-01", "", "today",
  ])
  func `an invalid date isn't a day`(text: String) {
    expectEqual(Day(text), nil)
    let error = #expect(throws: DecodingError.self) {
      try StateDecoder().decode(Day.self, from: Array("\"\(text)\"".utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.hasPrefix("\"\(text)\" "))
  }

  @Test func `days end at the last day`() {
    let last: Day = "9999-12-31"
    let first: Day = "0001-01-01"
    expectEqual(last.advanced(by: 1), last)
    expectEqual(last.advanced(by: .max), last)
    expectEqual(first.advanced(by: -1), first)
    expectEqual(last.advanced(by: .min), first)
    expectEqual(first.distance(to: last), 3_652_058)
  }

  @Test func `days are ordered`() {
    #expect(("2025-12-31" as Day) < "2026-01-01")
    expectEqual(Array(("2026-02-27" as Day)..."2026-03-01"), ["2026-02-27", "2026-02-28", "2026-03-01"])
  }
}
