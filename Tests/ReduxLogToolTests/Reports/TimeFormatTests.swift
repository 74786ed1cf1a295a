import Expectations
import ReduxLogTool
import ReduxNotation
import Testing

@Suite("Times")
struct TimeFormatTests {
  @Test(
    "are written as RFC 3339 and read back",
    arguments: [
      (0, "1970-01-01T00:00:00Z"),
      (1_767_261_600_000_000, "2026-01-01T10:00:00Z"),
      (951_782_400_250_000, "2000-02-29T00:00:00.25Z"),
      (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
      (-1, "1969-12-31T23:59:59.999999Z"),
      (-62_135_596_800_000_000, "0001-01-01T00:00:00Z"),
      (253_402_300_799_000_000, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func rfc3339(microseconds: Int64, text: String) {
    expectEqual(TimeFormat.rfc3339(Timestamp(microseconds: microseconds)), text)
    expectEqual(TimeFormat.utc.parse(text), Timestamp(microseconds: microseconds))
  }

  @Test(
    "are read with and without seconds, fraction and zone",
    arguments: [
      ("2026-01-01", 1_767_225_600_000_000), ("2026-01-01 10:00", 1_767_261_600_000_000),
      ("2026-01-01t10:00:01z", 1_767_261_601_000_000), ("2026-01-01T10:00-05:30", 1_767_281_400_000_000),
      ("2026-01-01T10:00:00.1234567Z", 1_767_261_600_123_456),
    ] as [(String, Int64)])
  func reading(text: String, microseconds: Int64) {
    expectEqual(TimeFormat.utc.parse(text), Timestamp(microseconds: microseconds))
  }

  @Test(
    "that are none are refused",
    arguments: [
      "", "2026", "2026-13-01", "2026-00-01", "2025-02-29", "2100-02-29", "2026-04-31", "2026-01-01T24:00",
      "2026-01-01T10", "2026-01-01T10:60", "2026-01-01T10:00:60", "2026-01-01T10:00:00.", "2026-01-01T10:00+1",
      "2026-01-01T10:00Zx", "26-01-01", "2026-1-1",
    ])
  func refusal(text: String) {
    expectEqual(TimeFormat.utc.parse(text), nil)
  }

  @Test("follow the zone, also over a change of clocks")
  func zones() {
    // Central European time in 2026: summer time from 29 March 01:00 UTC.
    let berlin = TimeFormat { $0 < 1_774_746_000 ? 3600 : 7200 }
    expectEqual(berlin.parse("2026-03-29T01:59"), TimeFormat.utc.parse("2026-03-29T00:59"))
    expectEqual(berlin.parse("2026-03-29T03:00"), TimeFormat.utc.parse("2026-03-29T01:00"))
    expectEqual(berlin.parse("2026-07-01T12:00Z"), TimeFormat.utc.parse("2026-07-01T12:00"))
    let noon = Timestamp(microseconds: 1_782_900_000_123_456)
    expectEqual(berlin.display(noon), "2026-07-01 12:00:00.123")
    expectEqual(berlin.displayTime(noon), "12:00:00.123")
    expectEqual(TimeFormat.utc.display(noon), "2026-07-01 10:00:00.123")
  }
}

@Suite("Spans of time")
struct DurationFormatTests {
  @Test(
    "since a start are exact to the millisecond",
    arguments: [
      (0, "+0.000s"), (3_512_999, "+3.512s"), (62_500_000, "+1m02.500s"), (7_200_000_000, "+2h00m00.000s"),
      (-1_500_000, "-1.500s"),
    ] as [(Int64, String)])
  func elapsed(microseconds: Int64, text: String) {
    expectEqual(DurationFormat.elapsed(microseconds: microseconds), text)
    let unsigned = String(text.dropFirst())
    expectEqual(DurationFormat.parse(unsigned), abs(microseconds) / 1000 * 1000)
  }

  @Test(
    "of a day or more are in days",
    arguments: [
      (86_399_999_000, "+23h59m59.999s"), (86_400_000_000, "+1d00h00m"), (-90_061_000_000, "-1d01h01m"),
      (8_639_940_000_000, "+99d23h59m"), (34_563_600_000_000, "+400d01h"),
    ] as [(Int64, String)])
  func days(microseconds: Int64, text: String) {
    expectEqual(DurationFormat.elapsed(microseconds: microseconds), text)
    if text.contains("d") {
      let rest = microseconds.magnitude - (DurationFormat.parse(String(text.dropFirst()))?.magnitude ?? 0)
      #expect(text.count <= 10 && rest < 3_600_000_000)
    }
  }

  @Test(
    "are rounded to two units for people",
    arguments: [
      (0, "0 µs"), (850, "850 µs"), (12_900, "12 ms"), (3_550_000, "3.5 s"), (245_000_000, "4m 05s"),
      (3_720_000_000, "1h 02m"), (273_600_000_000, "3d 04h"), (-850, "-850 µs"),
    ] as [(Int64, String)])
  func rounded(microseconds: Int64, text: String) {
    expectEqual(DurationFormat.rounded(microseconds: microseconds), text)
  }

  @Test(
    "are read by their units",
    arguments: [
      ("3.5s", 3_500_000), ("1h30m", 5_400_000_000), ("250ms", 250_000), ("0.0000015s", 1), ("1m0.5s", 60_500_000),
      ("", nil), ("3", nil), ("s", nil), ("1.s", nil), ("1.2.3s", nil), ("3 s", nil), ("-1s", nil),
      ("9999999999999h", nil), ("1d", 86_400_000_000), ("1w", nil),
    ] as [(String, Int64?)])
  func reading(text: String, microseconds: Int64?) {
    expectEqual(DurationFormat.parse(text), microseconds)
  }
}
