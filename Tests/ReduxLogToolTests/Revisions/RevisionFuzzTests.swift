import CommandLineKit
import Expectations
import ReduxInspection
import ReduxLogTool
import ReduxNotation
import StateTree
import TestSupport
import Testing

@Suite("Points out of random text")
struct RevisionFuzzTests {
  private static let pieces = [
    "0", "1", "120", "18446744073709551615", "99999999999999999999", "-", "-1", "~", "~1", "~99999999999999999999", ":",
    ":/", "/", "h:", "ab", "{", "}", "+", "{+", "3.5s", "1h", "ms", "9223372036854775807s", "0.9999999999s", ".", "..",
    "@", "2026-01-01", "T10:00", ":59.123456789", "Z", "+23:59", "0000-01-01", "9999-12-31", " ", "e\u{301}",
    "\u{1b}[0m", "\u{202e}", "\n", "😀", "\u{0}", "mark", "a~0b", "~2",
  ]

  @Test(
    "are a revision or an error that shows no control character, and mean the same when read again", arguments: 0..<8)
  func anything(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &* 0x9e37_79b9_7f4a_7c15 | 1)
    var revisions = 0
    for _ in 0..<2500 {
      let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      do {
        let revision = try Revision(parsing: text, times: .utc)
        try expectEqual(Revision(parsing: text, times: .utc), revision, "seed \(seed): \(text)")
        if Revision.isMarkName(text) {
          expectEqual(revision, Revision(.mark(text)), "seed \(seed): \(text)")
        }
        revisions += 1
      } catch {
        let shown = StyledText(error.description).plain
        #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f && $0.value != 0x202e })
      }
      // Where an argument begins with a file that is there, its rest is read in the same way.
      let argument = try? JournalArgument(parsing: "j@" + text, times: .utc) { $0 == "j" }
      if let argument { expectEqual(argument.path, "j", "seed \(seed): \(text)") }
    }
    #expect(revisions > 100)
  }
}
