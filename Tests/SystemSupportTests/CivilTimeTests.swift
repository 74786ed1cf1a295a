import Expectations
import SystemSupport
import Testing

struct CivilTimeTests {
  private static let noon = 1_767_268_800_000_000

  static let texts: [(text: String, microseconds: Int, secondsEast: Int?, isRFC3339: Bool)] = [
    ("2026-01-01T12:00:00Z", noon, 0, true),
    ("2026-01-01t12:00:00z", noon, 0, true),
    ("2026-01-01T12:00:00+01:30", noon, 5400, true),
    ("2026-01-01T12:00:00-00:00", noon, 0, true),
    ("2026-01-01T12:00:00.25-05:00", noon + 250_000, -18_000, true),
    ("2026-01-01T12:00:00.1234567899Z", noon + 123_456, 0, true),
    ("2026-01-01 12:00:00Z", noon, 0, false),
    ("2026-01-01T12:00Z", noon, 0, false),
    ("2026-01-01T12:00:00", noon, nil, false),
    ("2026-01-01T12:00", noon, nil, false),
    ("2026-01-01", noon - 43_200_000_000, nil, false),
    ("1969-12-31T23:59:59.999999Z", -1, 0, true),
    ("0000-02-29T00:00:00Z", -719_469 * 86_400_000_000, 0, true),
  ]

  @Test(arguments: texts)
  func `a time has its microseconds and its zone`(
    text: String, microseconds: Int, secondsEast: Int?, isRFC3339: Bool
  ) throws {
    let time = try #require(CivilTime(parsing: text))
    expectEqual(time.microsecondsInUTC, microseconds)
    expectEqual(time.secondsEast, secondsEast)
    expectEqual(time.isRFC3339, isRFC3339)
  }

  @Test(
    arguments: [
      "", "2026", "2026-1-01", "2026-01-1", "26-01-01", "+2026-01-01", "2026-02-29", "2026-01-01T", "2026-01-01 ",
      "2026-01-01T1:00", "2026-01-01T24:00", "2026-01-01T12:60", "2026-01-01T12:00:60Z", "2026-01-01T12:00:0Z",
      "2026-01-01T12:00:00.Z", "2026-01-01T12:00:00,5Z", "2026-01-01T12Z", "2026-01-01Z", "2026-01-01T12:00:00ZZ",
      "2026-01-01T12:00:00+24:00", "2026-01-01T12:00:00+01:60", "2026-01-01T12:00:00+0100", "2026-01-01T12:00:00+01",
      "２０２６-01-01", "2026-01-01T12:00:00Z\u{301}", " 2026-01-01",
    ])
  func `any other text is rejected`(text: String) {
    expectEqual(CivilTime(parsing: text), nil)
  }

  static let moments: [(microseconds: Int, secondsEast: Int, text: String)] = [
    (0, 0, "1970-01-01 00:00:00 000000"), (-1, 0, "1969-12-31 23:59:59 999999"),
    (noon + 7, 0, "2026-01-01 12:00:00 000007"), (noon, -43_201, "2025-12-31 23:59:59 000000"),
    (noon, 43_200, "2026-01-02 00:00:00 000000"), (-719_529 * 86_400_000_000, 0, "-0001-12-31 00:00:00 000000"),
    (-719_162 * 86_400_000_000, 0, "0001-01-01 00:00:00 000000"),
  ]

  @Test(arguments: moments)
  func `a moment is printed in its zone`(microseconds: Int, secondsEast: Int, text: String) {
    let time = CivilTime(microsecondsSince1970: microseconds, secondsEast: secondsEast)
    expectEqual("\(time.dateText) \(time.clockText) \(time.fractionText(digits: 6))", text)
    expectEqual(time.microsecondsInUTC, microseconds + secondsEast * 1_000_000)
  }

  @Test func `a fraction is cut, not rounded`() {
    let time = CivilTime(microsecondsSince1970: 999_999)
    expectEqual((3...6).map { time.fractionText(digits: $0) }, ["999", "9999", "99999", "999999"])
  }
}
