import CommandLineKit
import Expectations
import Synchronization
import Testing

struct CommandTableTests {
  @Test func `the table runs the named command with its arguments`() {
    expectEqual(call("log", "a.jsonl", "-n", "5"), CallResult(code: .fine, output: "a.jsonl 5\n"))
  }

  @Test func `shared options may precede or follow the command`() {
    let bold = CallResult(code: .fine, output: "\u{1b}[1ma.jsonl\u{1b}[0m 0\n")
    expectEqual(call("--color", "always", "log", "a.jsonl"), bold)
    expectEqual(call("log", "a.jsonl", "--color=always"), bold)
  }

  @Test func `--version prints the version`() {
    expectEqual(call("--version"), CallResult(code: .fine, output: "reduxlog 1.2.3\n"))
  }

  @Test func `the version of a tool with another name is that of reduxlog`() {
    let output = BufferSink()
    var context = CommandContext(output: output, errorOutput: BufferSink())
    context.toolName = "steps-log"
    expectEqual(CommandTable.sample().run(["--version"], in: context), .fine)
    expectEqual(output.text, "steps-log (reduxlog) 1.2.3\n")
  }

  @Test(
    arguments: [
      (["lgo", "a"], "unknown command 'lgo'; did you mean 'log'?", ""),
      (["frobnicate"], "unknown command 'frobnicate'", ""),
      (["--verison"], "unknown option '--verison'; did you mean '--version'?", ""),
      (["log"], "missing argument FILE[@A..B]", " log"),
      (["log", "a", "--tpye", "x"], "unknown option '--tpye'; did you mean '--type'?", " log"),
      (["log", "a", "\u{1b}[2J\n"], "unexpected argument '\\u{1b}[2J\\n'", " log"),
      (["help", "lgo"], "no help page 'lgo'; did you mean 'log'?", " help"),
    ])
  func `a usage error is one line, refers to the help, and exits with 64`(
    arguments: [String], message: String, page: String
  ) {
    let output = BufferSink()
    let errorOutput = BufferSink()
    let context = CommandContext(output: output, errorOutput: errorOutput)
    expectEqual(CommandTable.sample().run(arguments, in: context), .usage)
    expectEqual(output.text, "")
    expectEqual(errorOutput.text, "reduxlog: error: \(message)\n  see 'reduxlog help\(page)'\n")
  }

  @Test(
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
  func `an error is reported after earlier output, and sets the exit code`(
    error: any Error, code: ExitCode, report: String
  ) {
    expectEqual(
      call("fail", commands: [FailingCommand(error: error)]),
      CallResult(code: code, output: "begun\n", errorOutput: report))
  }

  @Test func `output precedes the error where both go to one place`() {
    let terminal = BufferSink()
    let context = CommandContext(output: HeldSink(for: terminal), errorOutput: terminal)
    let table = CommandTable.sample([FailingCommand(error: CommandFailure("it broke"))])
    expectEqual(table.run(["fail"], in: context), .trouble)
    expectEqual(terminal.text, "begun\nreduxlog: error: it broke\n")
  }

  @Test func `errors, notes and warnings name commands of the tool that prints them`() {
    let errorOutput = BufferSink()
    var context = CommandContext(output: BufferSink(), errorOutput: errorOutput)
    context.toolName = "steps-log"
    let command = AdvisingCommand(report: "a: \("error:", .error) lost. Look closer:\n    reduxlog show a\n")
    expectEqual(CommandTable.sample([command]).run(["advise"], in: context), .trouble)
    expectEqual(
      errorOutput.text,
      """
      a: 'steps-log verify' compares them
      a:2: warning: see 'steps-log log'
      a: error: lost. Look closer:
          steps-log show a
      reduxlog a: error: 'reduxlog' is known
        'steps-log repair a' may help.

      """)
  }

  @Test func `a closed output pipe exits silently with 141`() {
    let errorOutput = BufferSink()
    let context = CommandContext(output: ClosedSink(), errorOutput: errorOutput)
    expectEqual(CommandTable.sample().run(["log", "a"], in: context), .brokenPipe)
    expectEqual(errorOutput.text, "")
  }

  @Test func `buffered output that can't be written is reported at the end`() {
    let errorOutput = BufferSink()
    let context = CommandContext(output: FullSink(), errorOutput: errorOutput)
    expectEqual(CommandTable.sample().run(["log", "a"], in: context), .trouble)
    expectEqual(errorOutput.text, "reduxlog: error: can't write the output: No space left on device\n")
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

/// A sink that writes nothing before it is flushed.
private final class HeldSink: OutputSink {
  private let target: BufferSink
  private let held = Mutex<[UInt8]>([])

  init(for target: BufferSink) { self.target = target }

  var isTerminal: Bool { target.isTerminal }
  var width: Int? { target.width }

  func write(_ bytes: [UInt8]) { held.withLock { $0 += bytes } }

  func flush() throws(OutputError) {
    let bytes = held.withLock { held in
      defer { held = [] }
      return held
    }
    target.write(bytes)
  }
}
