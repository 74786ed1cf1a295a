import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxNotation
import StateTree
import Testing

struct DateHintTests {
  @Test(arguments: [
    ("/startedAt", 1_767_261_600, "2026-01-01T10:00:00Z"),
    ("/films/7/created_at", 1_767_261_600_250, "2026-01-01T10:00:00.25Z"),
    ("/lastOpened", 788_954_400, "2026-01-01T10:00:00Z"),
    ("/due-date/0", 788_954_400, "2026-01-01T10:00:00Z"),
    ("/UPDATED", 788_954_400, "2026-01-01T10:00:00Z"),
    ("/format", 1_767_261_600, nil),
    ("/at/count", 1_767_261_600, nil),
    ("/startedAt", 57, nil),
    ("", 1_767_261_600, nil),
  ])
  func `a number is a date if its name says so and its size allows it`(
    pointer: String, number: Int, date: String?
  ) throws {
    expectEqual(DateHint.text(of: .number(JSONNumber(number)), at: try JSONPointer(pointer)), date)
  }

  @Test func `only numbers are dates`() throws {
    expectEqual(DateHint.text(of: "788954400", at: try JSONPointer("/date")), nil)
  }

  @Test func `a list of changes shows dates beside numbers`() throws {
    let changes = ChangeList([
      .changed(try JSONPointer("/seenAt"), from: .null, to: try JSONValue(parsing: "788954400.5"))
    ])
    expectEqual(changes.lines().map(\.plain), ["~ /seenAt: null → 788954400.5 (2026-01-01T10:00:00.5Z)"])
  }
}
