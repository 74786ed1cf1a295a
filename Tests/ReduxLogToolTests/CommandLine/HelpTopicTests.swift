import CommandLineKit
import Expectations
import ReduxLogTool
import Testing

struct HelpTopicTests {
  @Test func `help exit-codes lists every code`() {
    expectEqual(
      reduxlog(["help", "exit-codes"]).output,
      """
      EXIT CODES:
        0    Success: nothing is wrong.
        1    A finding: states differ, a replay diverges, a proof is missing, or an expectation is false.
        2    Trouble: a file is unreadable, damaged, can't be written, or can't be fully proven.
        3    A reducer crashed or hung, or this tool doesn't contain the app's reducers.
        64   The command line is wrong.
        130  The user interrupted the command.
        141  The reader of the output went away.

      """)
  }

  @Test func `help revisions names only revisions that can be read`() throws {
    let page = reduxlog(["help", "revisions"]).output
    let lines = page.split(separator: "REV:\n").last?.split(separator: "\n") ?? []
    let revisions = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    expectEqual(revisions.count, 9)
    for line in revisions {
      let term = line.drop { $0 == " " }.split(separator: " ")[0].replacing("REV", with: "1")
      #expect(throws: Never.self) { try Revision(parsing: String(term)) }
    }
  }
}
