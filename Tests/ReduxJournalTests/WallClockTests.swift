import Expectations
import ReduxJournal
import Testing

struct WallClockTests {
  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000000Z"),
      (1_767_261_600_123_456, "2026-01-01T10:00:00.123456Z"),
      (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
      (-1, "1969-12-31T23:59:59.999999Z"),
      (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ])
  func `prints and reads RFC 3339`(microseconds: Int, text: String) {
    expectEqual(WallClock(microseconds: microseconds).description, text)
    expectEqual(WallClock(text)?.microseconds, microseconds)
  }

  @Test(
    arguments: [
      "2026-01-01T10:00:00.5Z", "2026-01-01T12:00:00.500000999+02:00", "2026-01-01t04:30:00.50-05:30",
    ])
  func `reads other forms of the same moment`(text: String) {
    expectEqual(WallClock(text)?.description, "2026-01-01T10:00:00.500000Z")
  }

  @Test(
    arguments: [
      "", "2026-01-01", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T10:00:00",
      "2026-01-01T10:00:00.Z", "2026-01-01T10:00:00Zx", "2026-01-01 10:00:00Z", "1900-02-29T00:00:00Z",
    ])
  func `refuses invalid times`(text: String) {
    expectEqual(WallClock(text), nil)
  }
}
