import CommandLineKit
import Expectations
import ReduxInspection
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
        129  The command was ended by SIGHUP, such as by a closed terminal.
        130  The user interrupted the command.
        141  The reader of the output went away.
        143  The command was ended by SIGTERM.

      """)
  }

  @Test func `the help lists at most eight commands in a group, each in one`() {
    let groups = CommandTable.standard.groups
    #expect(
      groups.map(\.title) == ["Record and replay", "Look", "Find", "Prove", "Keep", "Share", "Help"])
    for group in groups { #expect((1...8).contains(group.specifications.count), "\(group.title)") }
    let names = groups.flatMap(\.specifications).map(\.name)
    #expect(names.count == Set(names).count)
  }

  @Test func `a topic describes the options that commands share, which their help only names`() {
    let page = reduxlog(["help", "redaction-options"]).output
    #expect(page.hasPrefix("REDACTION OPTIONS:\n  --redact PTR"))
    for command in ["record", "import", "redact"] {
      let help = reduxlog(["help", command]).output
      #expect(help.contains("  redaction-options  --redact, --redact-name, --exempt, "), "\(command)")
      #expect(!help.contains("--redact-name NAME"), "\(command)")
    }
    #expect(reduxlog(["help", "show"]).output.contains("  journal-options  --max-line, --key-file\n"))
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
