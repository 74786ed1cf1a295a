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

    SHARED OPTIONS:
      common-options  --tool, --color, --no-pager, --help

    See 'reduxlog help TOPIC' for these.

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
        places          How to name a place.
        common-options  Options of every command.

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

      SHARED OPTIONS:
        common-options
              --tool, --color,
              --no-pager, --help

      See 'reduxlog help TOPIC' for
      these.

      """)
  }

  @Test func `the overview lists commands in groups, in columns of one width, and the help after them`() {
    let commands = CommandTable(
      [
        CommandGroup("Look", [SampleCommand()]),
        CommandGroup("Ask for help", [FailingCommand(error: Interrupted()), AdvisingCommand(report: "")]),
      ])
    let output = BufferSink()
    let context = CommandContext(output: output, errorOutput: BufferSink())
    expectEqual(commands.run(["help"], in: context), .fine)
    #expect(
      output.text.contains(
        """

        LOOK:
          log     List the actions of a journal.

        ASK FOR HELP:
          fail    Fail.
          advise  Advise.

        HELP:
          help    Show how to use a command.

        OPTIONS:

        """))
  }

  @Test func `a topic describes the options that commands share, and the commands only name them`() {
    let commands = CommandTable(
      [CommandGroup("Look", [SampleCommand()]), CommandGroup("Fail", [FailingCommand(error: Interrupted())])],
      optionGroups: [
        OptionGroup("place-options", abstract: "Where.", [SampleCommand.since, SampleCommand.output, .force])
      ])
    func output(_ arguments: String...) -> String {
      let output = BufferSink()
      expectEqual(commands.run(arguments, in: CommandContext(output: output, errorOutput: BufferSink())), .fine)
      return output.text
    }
    expectEqual(
      output("help", "place-options"),
      """
      PLACE OPTIONS:
        --since TIME       Only actions from that time on.
        -o, --output PATH  Write it there.
        --force            Overwrite an existing OUT.

      """)
    #expect(
      output("log", "--help").hasSuffix(
        """
        OPTIONS:
          --type TEXT      Only actions whose type contains TEXT.
          -n, --number N   Only the last N actions.
          -p, --patch      With what each action changed.
          --format FORMAT  Print as human, json.

        SHARED OPTIONS:
          place-options   --since, --output, --force
          common-options  --tool, --color, --no-pager, --help

        See 'reduxlog help TOPIC' for these.

        """))
    #expect(!output("fail", "--help").contains("place-options"))
    // The manual and the completions have every option with its command.
    #expect(output("--generate-manual").contains("Only actions from that time on."))
    #expect(output("--generate-completion-script", "bash").contains("--patch --since --output"))
  }

  @Test func `help shows a topic`() {
    expectEqual(call("help", "places").output, "PLACES:\n  FILE     the whole\n  FILE@'N  a part\n\nA \\ is kept.\n")
  }
}
