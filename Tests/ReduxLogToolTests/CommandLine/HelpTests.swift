import ReduxLogTool
import Testing

@Suite("The help")
struct HelpTests {
  static let page = """
    OVERVIEW: List the actions of a journal.

    One line each: seq, time, action.

    USAGE: reduxlog log FILE[@A..B] [OPTIONS]

    EXAMPLES:
      reduxlog log session.jsonl -n 20
          the last 20 actions

    ARGUMENTS:
      FILE[@A..B]  A journal, or a part of one.

    OPTIONS:
      --type TEXT        Only actions whose type contains TEXT.
      -n, --number N     Only the last N actions.
      -p, --patch        With what each action changed.
      --since TIME       Only actions from that time on.
      -o, --output PATH  Write it there.
      --format FORMAT    Print as human, json.
      --force            Overwrite an existing OUT.
      --tool PATH        Hand over to another tool, which holds the app's reducers.
      --color WHEN       Colour the output: auto, always or never.
      --no-pager         Don't show long output in a pager. REDUXLOG_PAGER, or else PAGER, names the
                         pager.
      -h, --help         Show this help.

    """

  @Test("shows a command in sections, by any of its names for help", arguments: [["help", "log"], ["log", "--help"]])
  func command(arguments: [String]) {
    let output = BufferSink()
    let context = CommandContext(output: output, errorOutput: BufferSink(), input: BufferInput())
    #expect(CommandTable([SampleCommand()]).run(arguments, in: context) == .fine)
    #expect(output.text == HelpTests.page)
  }

  @Test("lists the commands of the table and no other", arguments: [[], ["help"], ["--help"], ["-h"]])
  func overview(arguments: [String]) {
    let output = BufferSink()
    let context = CommandContext(output: output, errorOutput: BufferSink(), input: BufferInput())
    #expect(CommandTable([SampleCommand()]).run(arguments, in: context) == .fine)
    #expect(
      output.text == """
        OVERVIEW: Record, replay, rewind and compare the sessions of an app.

        USAGE: reduxlog COMMAND [ARGUMENTS] [OPTIONS]

        COMMANDS:
          log   List the actions of a journal.
          help  Show how to use a command.

        OPTIONS:
          -h, --help         Show this help.
          --version          Print the version.
          --generate-completion-script SHELL
                             Print a completion script for bash, zsh or fish.
          --generate-manual  Print the manual page, for man.

        TOPICS:
          exit-codes  What the exit codes mean.
          points      How to name a state in a journal: FILE@REV.

        See 'reduxlog help COMMAND' for a command, 'reduxlog help TOPIC' for a topic.

        """)
  }

  @Test("breaks its lines anew on a narrow terminal, and gives every term a line of its own")
  func narrow() {
    let output = BufferSink(isTerminal: true, width: 30)
    let context = CommandContext(output: output, errorOutput: BufferSink(), input: BufferInput())
    #expect(
      CommandTable([FailingCommand(error: Interrupted())]).run(["fail", "-h", "--color=never"], in: context) == .fine)
    #expect(
      output.text == """
        OVERVIEW: Fail.

        USAGE: reduxlog fail [OPTIONS]

        OPTIONS:
          --tool PATH
                Hand over to another
                tool, which holds the
                app's reducers.
          --color WHEN
                Colour the output:
                auto, always or never.
          --no-pager
                Don't show long output
                in a pager.
                REDUXLOG_PAGER, or
                else PAGER, names the
                pager.
          -h, --help
                Show this help.

        """)
  }

  @Test("tells what the exit codes mean")
  func exitCodes() {
    #expect(
      call("help", "exit-codes").output == """
        EXIT CODES:
          0    All went well, and nothing was found.
          1    A finding: states differ, a replay diverges, a proof is missing, an expectation is false.
          2    Trouble: something is unreadable, damaged, can't be written, or can't all be proven.
          3    The reducer crashed or hangs, or the tool that runs does not hold it.
          64   The command line is wrong.
          130  Interrupted from the keyboard.
          141  The reader of the output went away.

        """)
  }

  @Test("names only revisions that can be read, on the page about points")
  func points() throws {
    let page = call("help", "points").output
    let lines = page.split(separator: "REV:\n").last?.split(separator: "\n") ?? []
    let revisions = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
    #expect(revisions.count == 9)
    for line in revisions {
      let term = line.drop { $0 == " " }.split(separator: " ")[0].replacing("REV", with: "1")
      #expect(throws: Never.self) { try PointExpression(parsing: String(term)) }
    }
  }
}
