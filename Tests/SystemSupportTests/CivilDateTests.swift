import Expectations
import SystemSupport
import Testing

struct CivilDateTests {
  static let days: [(year: Int, month: Int, day: Int, days: Int)] = [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017), (1900, 2, 28, -25_509),
    (1900, 3, 1, -25_508), (2026, 1, 1, 20_454), (1, 1, 1, -719_162), (0, 3, 1, -719_468), (0, 2, 29, -719_469),
    (-1, 12, 31, -719_529), (9999, 12, 31, 2_932_896),
  ]

  @Test(arguments: days)
  func `a date is a number of days since 1970`(year: Int, month: Int, day: Int, days: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    expectEqual(date.daysSince1970, days)
    expectEqual(CivilDate(daysSince1970: days), date)
  }

  @Test func `each day follows the one before`() throws {
    var last = CivilDate(daysSince1970: -25_568)
    #expect((last.year, last.month, last.day) == (1899, 12, 31))
    for days in -25_567...11_100 {
      let date = CivilDate(daysSince1970: days)
      let isNext = (date.year, date.month, date.day - 1) == (last.year, last.month, last.day)
      let isFirst =
        date.day == 1 && last.day >= 28 && (date.year * 12 + date.month) - (last.year * 12 + last.month) == 1
      try #require(isNext || isFirst, "\(last), \(date)")
      try #require(CivilDate(year: date.year, month: date.month, day: date.day) == date)
      try #require(date.daysSince1970 == days)
      last = date
    }
  }

  @Test(
    arguments: [
      (2026, 0, 1), (2026, 13, 1), (2026, 1, 0), (2026, 1, 32), (2026, 4, 31), (2026, 2, 29), (1900, 2, 29),
      (2100, 2, 29), (2024, 2, 30),
    ])
  func `a date that the calendar lacks is rejected`(year: Int, month: Int, day: Int) {
    expectEqual(CivilDate(year: year, month: month, day: day), nil)
  }

  @Test(arguments: [(7, 1, 0), (6, 0, 6), (0, 0, 0), (-1, -1, 6), (-7, -1, 0), (-8, -2, 6)])
  func `a division by 7 rounds down`(value: Int, quotient: Int, remainder: Int) {
    #expect(floorDivide(value, 7) == (quotient, remainder))
  }
}
