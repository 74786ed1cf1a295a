import CommandLineKit
import Expectations
import TestSupport
import Testing

// One at a time: while a pager runs, the process leaves interrupts to it.
@Suite(.serialized) struct PagerTests {
  init() { brokenPipesAreErrors }

  @Test(
    arguments: [
      ([:], "less"),
      (["PAGER": "more"], "more"),
      (["PAGER": "more", "REDUXLOG_PAGER": "less -S"], "less -S"),
      (["PAGER": "  most   -s "], "most -s"),
      (["PAGER": "more", "REDUXLOG_PAGER": ""], nil),
      (["PAGER": ""], nil),
      (["PAGER": "cat"], nil),
      (["REDUXLOG_PAGER": "cat", "PAGER": "more"], nil),
      (["TERM": "dumb"], nil),
    ] as [([String: String], String?)])
  func `the tool's variable precedes PAGER, and less is the default`(environment: [String: String], command: String?) {
    expectEqual(Pager(environment: environment)?.command, command)
  }

  @Test func `less shows colours and quits on one screen, unless the user configured it`() {
    expectEqual(Pager(environment: [:])?.addedEnvironment, ["LESS": "FRX"])
    expectEqual(Pager(environment: ["LESS": ""])?.addedEnvironment, [:])
  }

  @Test(
    arguments: [
      ("less", "/bin:/usr/bin", true), ("less -S", "/usr/bin", true), ("less", "/bin", false), ("less", "", false),
      ("/usr/bin/less", "", true), ("/none/less", "/usr/bin", false), ("a; less", "", true), ("\"my less\"", "", true),
    ])
  func `the pager is looked up in PATH, unless the shell must interpret it`(
    command: String, path: String, isInstalled: Bool
  ) {
    let pager = Pager(environment: ["PAGER": command])
    expectEqual(pager?.isInstalled(path: path) { $0 == "/usr/bin/less" }, isInstalled)
  }

  @Test func `the pager receives the whole text, and the exit code stays the same`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path(of: "copy")
    try expectEqual(run(pager: "tail -n 1 > '\(copy)'", lines: 100_000), .finding)
    expectEqual(folder.contents(of: "copy"), "line 100000\n")
  }

  @Test func `quitting the pager early isn't an error`() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path(of: "copy")
    try expectEqual(run(pager: "head -n 1 > '\(copy)'", lines: 100_000), .finding)
    expectEqual(folder.contents(of: "copy"), "line 1\n")
  }

  @Test func `a command can stop when the pager quits`() throws {
    try expectEqual(run(pager: "true", lines: Int.max, stopsEarly: true), .fine)
  }

  @Test func `a command without output starts no pager`() throws {
    let folder = try TemporaryFolder()
    try expectEqual(run(pager: "touch '\(folder.path(of: "called"))'", lines: 0), .finding)
    try expectEqual(folder.names(), [])
  }

  @Test(arguments: [["--no-pager"], ["--no-pager", "--help"]])
  func `the pager isn't started when unwanted`(options: [String]) throws {
    let folder = try TemporaryFolder()
    let sink = BufferSink(isTerminal: true)
    _ = try run(pager: "touch '\(folder.path(of: "called"))'", lines: 1, options: options, sink: sink)
    try expectEqual(folder.names(), [])
    expectEqual(sink.text.isEmpty, false)
  }

  @Test func `a missing pager causes a warning, and the text is printed`() throws {
    let sink = BufferSink(isTerminal: true)
    let errorOutput = BufferSink()
    try expectEqual(run(pager: "/none/less", lines: 1, sink: sink, errorOutput: errorOutput), .finding)
    expectEqual(sink.text, "line 1\n")
    expectEqual(errorOutput.text, "reduxlog: warning: the pager '/none/less' isn't installed\n")
  }

  private func run(
    pager: String, lines: Int, stopsEarly: Bool = false, options: [String] = [],
    sink: BufferSink = BufferSink(isTerminal: true), errorOutput: BufferSink = BufferSink()
  ) throws -> ExitCode {
    var context = CommandContext(
      output: sink, errorOutput: errorOutput,
      environment: ["REDUXLOG_PAGER": pager, "PATH": "/usr/bin:/bin", "NO_COLOR": "1"])
    context.allowsPager = true
    return CommandTable([PrintingCommand(lines: lines, stopsEarly: stopsEarly)]).run(["print"] + options, in: context)
  }
}

/// A command that prints lines and exits with a finding.
private struct PrintingCommand: Command {
  static let specification = CommandSpecification(name: "print", abstract: "Print lines.", traits: [])

  let lines: Int
  let stopsEarly: Bool

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    var line = 0
    while line < lines {
      if stopsEarly { try context.interruption.check() }
      line += 1
      try context.output.line("line \(line)")
    }
    return .finding
  }

  func isPaged(_ arguments: ParsedArguments) -> Bool { true }
}
