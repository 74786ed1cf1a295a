import CommandLineKit
import Testing

@Suite("The table of commands")
struct CommandTableTests {
  @Test("runs the command that is named, and gives it its arguments")
  func runs() {
    #expect(call("log", "a.jsonl", "-n", "5") == CallResult(code: .fine, output: "a.jsonl 5\n"))
  }

  @Test("takes shared options before the command as well as after it")
  func sharedOptions() {
    let bold = CallResult(code: .fine, output: "\u{1b}[1ma.jsonl\u{1b}[0m 0\n")
    #expect(call("--color", "always", "log", "a.jsonl") == bold)
    #expect(call("log", "a.jsonl", "--color=always") == bold)
  }

  @Test("prints the version")
  func version() {
    #expect(call("--version") == CallResult(code: .fine, output: "reduxlog 1.2.3\n"))
  }

  @Test(
    "answers a wrong command line in one line, points to the help, and ends with 64",
    arguments: [
      (["lgo", "a"], "unknown command 'lgo'; did you mean 'log'?", ""),
      (["frobnicate"], "unknown command 'frobnicate'", ""),
      (["--verison"], "unknown option '--verison'; did you mean '--version'?", ""),
      (["log"], "missing argument FILE[@A..B]", " log"),
      (["log", "a", "--tpye", "x"], "unknown option '--tpye'; did you mean '--type'?", " log"),
      (["log", "a", "\u{1b}[2J\n"], "unexpected argument '\\u{1b}[2J\\n'", " log"),
      (["help", "lgo"], "no help page 'lgo'; did you mean 'log'?", " help"),
    ])
  func usageErrors(arguments: [String], message: String, page: String) {
    let output = BufferSink()
    let errorOutput = BufferSink()
    let context = CommandContext(output: output, errorOutput: errorOutput)
    #expect(CommandTable.sample().run(arguments, in: context) == .usage)
    #expect(output.text == "")
    #expect(errorOutput.text == "reduxlog: error: \(message)\n  see 'reduxlog help\(page)'\n")
  }

  @Test(
    "reports an error and ends with its code, after what was printed before it",
    arguments: [
      (
        CommandFailure("the sum differs", file: "a\u{7}.jsonl", line: 3, advice: "run 'reduxlog repair'") as any Error,
        ExitCode.trouble, "a\\u{7}.jsonl:3: error: the sum differs\n  run 'reduxlog repair'\n"
      ),
      (
        CommandFailure("no app 'x'", exitCode: ExitCode(rawValue: 3)), ExitCode(rawValue: 3),
        "reduxlog: error: no app 'x'\n"
      ),
      (
        PlaceError(), .usage, "reduxlog: error: no such place\n  see 'reduxlog help places'\n"
      ),
      (
        InputError.unopenable(path: "a", reason: "Permission denied"), .trouble,
        "reduxlog: error: can't open 'a': Permission denied\n"
      ),
      (Interrupted(), .interrupted, ""),
      (OutputError.closed, .brokenPipe, ""),
    ])
  func failures(error: any Error, code: ExitCode, report: String) {
    #expect(
      call("fail", commands: [FailingCommand(error: error)])
        == CallResult(code: code, output: "begun\n", errorOutput: report))
  }

  @Test("ends quietly with 141 when the reader of the output has gone")
  func brokenPipe() {
    let errorOutput = BufferSink()
    let context = CommandContext(output: ClosedSink(), errorOutput: errorOutput)
    #expect(CommandTable.sample().run(["log", "a"], in: context) == .brokenPipe)
    #expect(errorOutput.text == "")
  }

  @Test("notices only at the end that buffered output can't be written, and still says so")
  func brokenPipeAtFlush() {
    let errorOutput = BufferSink()
    let context = CommandContext(output: FullSink(), errorOutput: errorOutput)
    #expect(CommandTable.sample().run(["log", "a"], in: context) == .trouble)
    #expect(errorOutput.text == "reduxlog: error: can't write the output: No space left on device\n")
  }
}

private struct PlaceError: ReportableError {
  func commandFailure(tool: String) -> CommandFailure {
    CommandFailure("no such place", advice: "see '\(tool) help places'", exitCode: .usage)
  }
}

private struct ClosedSink: OutputSink {
  var isTerminal: Bool { false }
  var width: Int? { nil }
  func write(_ bytes: [UInt8]) throws(OutputError) { throw .closed }
  func flush() throws(OutputError) { throw .closed }
}

private struct FullSink: OutputSink {
  var isTerminal: Bool { false }
  var width: Int? { nil }
  func write(_ bytes: [UInt8]) throws(OutputError) {}
  func flush() throws(OutputError) { throw .failed(reason: "No space left on device") }
}
