import CommandLineKit
import Expectations
import Testing

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
      --tool PATH        Run the tool at PATH instead, such as one that contains the app's reducers.
      --color WHEN       Color the output: auto, always or never.
      --no-pager         Don't page long output. The pager is REDUXLOG_PAGER, else PAGER, else less.
      -h, --help         Show this help.

    """

  @Test(arguments: [["help", "log"], ["log", "--help"]])
  func `help shows a command in sections, however it is requested`(arguments: [String]) {
    let output = BufferSink()
    let context = CommandContext(output: output, errorOutput: BufferSink())
    expectEqual(CommandTable.sample().run(arguments, in: context), .fine)
    expectEqual(output.text, HelpTests.page)
  }

  @Test(arguments: [[], ["help"], ["--help"], ["-h"]])
  func `the overview lists exactly the table's commands`(arguments: [String]) {
    let output = BufferSink()
    let context = CommandContext(output: output, errorOutput: BufferSink())
    expectEqual(CommandTable.sample().run(arguments, in: context), .fine)
    expectEqual(
      output.text,
      """
      OVERVIEW: Look at the sessions of an app.

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
        places  How to name a place.

      See 'reduxlog help COMMAND' for a command, 'reduxlog help TOPIC' for a topic.

      """)
  }

  @Test func `on a narrow terminal, lines are wrapped and each term has its own line`() {
    let output = BufferSink(isTerminal: true, width: 30)
    let context = CommandContext(output: output, errorOutput: BufferSink())
    expectEqual(
      CommandTable.sample([FailingCommand(error: Interrupted())]).run(["fail", "-h", "--color=never"], in: context),
      .fine)
    expectEqual(
      output.text,
      """
      OVERVIEW: Fail.

      USAGE: reduxlog fail [OPTIONS]

      OPTIONS:
        --tool PATH
              Run the tool at PATH
              instead, such as one
              that contains the
              app's reducers.
        --color WHEN
              Color the output:
              auto, always or never.
        --no-pager
              Don't page long
              output. The pager is
              REDUXLOG_PAGER, else
              PAGER, else less.
        -h, --help
              Show this help.

      """)
  }

  @Test func `help shows a topic`() {
    expectEqual(call("help", "places").output, "PLACES:\n  FILE     the whole\n  FILE@'N  a part\n\nA \\ is kept.\n")
  }
}
