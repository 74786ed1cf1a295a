import ReduxLogTool
import Testing

@Suite("The manual page")
struct ManualPageTests {
  private static let tricky = CommandSpecification(
    name: "try",
    abstract: ".it's a \"macro\" for a\\b.",
    overview: """
      One line
      and another: ~/x, `y`, 2^3.

      'quoted' – at the start.
      """,
    examples: [.init("try x -n 20", "the last 20")],
    arguments: [ArgumentSpecification("FILE", arity: .optional, help: "A file.")],
    options: [OptionSpecification("number", short: "n", value: "N", help: "So many.")])

  @Test("holds every command, the points and the exit codes, with nothing that roff would take for its own")
  func page() {
    let page = ManualPage(tool: "redux-log", version: "1.2.3", specifications: [Self.tricky])
    #expect(
      page.text == #"""
        .TH "REDUX\-LOG" "1" "" "redux\-log 1.2.3" "User Commands"
        .SH "NAME"
        redux\-log \- record, replay, rewind and compare the sessions of an app
        .SH "SYNOPSIS"
        .B "redux\-log"
        COMMAND [ARGUMENTS] [OPTIONS]
        .SH "OPTIONS"
        Every command takes these:
        .TP
        .B "\-\-tool PATH"
        Hand over to another tool, which holds the app\(aqs reducers.
        .TP
        .B "\-\-color WHEN"
        Colour the output: auto, always or never.
        .TP
        .B "\-\-no\-pager"
        Don\(aqt show long output in a pager. REDUXLOG_PAGER, or else PAGER, names the pager.
        .TP
        .B "\-h, \-\-help"
        Show this help.
        .PP
        These stand where a command would:
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
        .SH "POINTS"
        A point in a journal is written as one of these:
        .TP
        .B "FILE"
        the whole journal, or its last state
        .TP
        .B "FILE@REV"
        the state at REV
        .TP
        .B "FILE@A..B"
        the actions after A up to B; A or B may be left out
        .PP
        REV is one of these:
        .TP
        .B "120"
        the state with that seq; 0 is the initial state
        .TP
        .B "\-1"
        the last state; \-2 the one before
        .TP
        .B "{2026\-01\-01T10:00}"
        the last action at or before that time, in local time unless it says Z or +01:00
        .TP
        .B "{+3.5s}"
        the last action at most that long after the last session\(aqs start; h, m, s, ms
        .TP
        .B "NAME"
        a mark
        .TP
        .B ":/TEXT"
        the last action whose type contains the text
        .TP
        .B "h:ab12cd"
        the state with that hash; its first digits are enough
        .TP
        .B "REV\(ti3"
        three states before REV
        .TP
        .B "REV:/tasks/0"
        the value at that JSON Pointer (RFC 6901) in the state at REV
        .PP
        Of several ways to read FILE@REV, the one with the longest existing path is taken.
        .SH "EXIT STATUS"
        .TP
        .B "0"
        All went well, and nothing was found.
        .TP
        .B "1"
        A finding: states differ, a replay diverges, a proof is missing, an expectation is false.
        .TP
        .B "2"
        Trouble: something is unreadable, damaged, can\(aqt be written, or can\(aqt all be proven.
        .TP
        .B "3"
        The reducer crashed or hangs, or the tool that runs does not hold it.
        .TP
        .B "64"
        The command line is wrong.
        .TP
        .B "130"
        Interrupted from the keyboard.
        .TP
        .B "141"
        The reader of the output went away.

        """#)
  }

  @Test("is printed where a command would stand")
  func printed() {
    #expect(
      call("--generate-manual")
        == CallResult(
          code: .fine,
          output: ManualPage(
            tool: "reduxlog", version: "1.2.3",
            specifications: CommandTable([SampleCommand()]).specifications
          ).text))
  }
}
