import Expectations
import StateTree
import Testing

@testable import ReduxJournal

/// Snapshots that are copied without being parsed again.
struct JournalCopyTests {
  @Test(arguments: [false, true]) func `a copy of a snapshot equals that of its record`(hasKey: Bool) throws {
    let key = hasKey ? try Fixture.key() : nil
    var copy = JournalCopy(key: key)
    var snapshots = 0
    for line in try Fixture.everyKind(key: key).pending.split(separator: 0x0a).map(Array.init) {
      // Without the mark, the distances are shorter.
      if line.starts(with: Fixture.utf8(#"{"kind":"mark""#)) { continue }
      var plain = copy
      let copied = try copy.line(line)
      guard line.starts(with: Fixture.utf8(#"{"kind":"snapshot""#)) else { continue }
      snapshots += 1
      let found = try line.withRawBytes { line throws(JournalError.Problem) in try plain.snapshot(line, isWhole: true) }
      expectEqual(found, copied)
      // The lines after it have the same sums and bases.
      try expectEqual(plain.line(line), copy.line(line))
    }
    #expect(snapshots > 1)
  }

  @Test func `a snapshot in another form is left to the parser`() throws {
    var copy = JournalCopy()
    for line in try Fixture.everyKind().pending.split(separator: 0x0a).prefix(2) { _ = try copy.line(Array(line)) }
    let line = Fixture.utf8(#"{"kind":"snapshot","seq":0,"hash":"0","header":9,"state":1,"sum":"0123456789abcdef"}"#)
    try expectEqual(
      line.withRawBytes { line throws(JournalError.Problem) in try copy.snapshot(line, isWhole: true) }, nil)
  }
}
