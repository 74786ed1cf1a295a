import CommandLineKit
import Expectations
import Testing

struct ManualPageTests {
  private static let tricky = CommandSpecification(
    name: "try",
    abstract: ".it's a \"macro\" for a\\b.",
    traits: [],
    overview: """
      One line
      and another: ~/x, `y`, 2^3.

      'quoted' – at the start.
      """,
    examples: [.init("try x -n 20", "the last 20")],
    arguments: [ArgumentSpecification("FILE", arity: .optional, help: "A file.")],
    options: [OptionSpecification("number", short: "n", value: "N", help: "So many.")])

  @Test func `the page has every command and topic, and no accidental roff request`() {
    let page = ManualPage(
      tool: "redux-log", version: "1.2.3",
      pages: HelpPages(
        abstract: "Look at the sessions of an app.", [HelpPages.Group(title: "Try", [Self.tricky])],
        topics: [.places], optionGroups: [OptionGroup("try-options", abstract: "So many.", Self.tricky.options)]))
    expectEqual(
      page.text,
      #"""
      .TH "REDUX\-LOG" "1" "" "redux\-log 1.2.3" "User Commands"
      .SH "NAME"
      redux\-log \- look at the sessions of an app
      .SH "SYNOPSIS"
      .B "redux\-log"
      COMMAND [ARGUMENTS] [OPTIONS]
      .SH "OPTIONS"
      Every command takes these:
      .TP
      .B "\-\-tool PATH"
      Run the tool at PATH instead, such as one that contains the app\(aqs reducers.
      .TP
      .B "\-\-color WHEN"
      Color the output: auto, always or never.
      .TP
      .B "\-\-no\-pager"
      Don\(aqt page long output. The pager is REDUXLOG_PAGER, else PAGER, else less.
      .TP
      .B "\-h, \-\-help"
      Show this help.
      .PP
      Options in place of a command:
      .TP
      .B "\-\-version"
      Print the version.
      .TP
      .B "\-\-generate\-completion\-script SHELL"
      Print a completion script for bash, zsh or fish.
      .TP
      .B "\-\-generate\-manual"
      Print the manual page, for man.
      .SH "COMMANDS"
      .SS "redux\-log try"
      .B "redux\-log try"
      [FILE] [OPTIONS]
      .PP
      \&.it\(aqs a \(dqmacro\(dq for a\(rsb.
      .PP
      One line and another: \(ti/x, \(gay\(ga, 2\(ha3.
      .PP
      \&\(aqquoted\(aq \[u2013] at the start.
      .TP
      .B "[FILE]"
      A file.
      .TP
      .B "\-n, \-\-number N"
      So many.
      .PP
      Examples:
      .TP
      .B "redux\-log try x \-n 20"
      the last 20
      .SH "PLACES"
      .TP
      .B "FILE"
      the whole
      .TP
      .B "FILE@\(aqN"
      a part
      .PP
      A \(rs is kept.

      """#)
  }

  @Test func `the page is printed in place of a command`() {
    expectEqual(
      call("--generate-manual"),
      CallResult(
        code: .fine,
        output: ManualPage(
          tool: "reduxlog", version: "1.2.3",
          pages: HelpPages(
            abstract: "Look at the sessions of an app.", CommandTable.sample().groups, topics: [.places])
        ).text))
  }
}
