import CommandLineKit
import TestSupport
import Testing

// One at a time: while a pager runs, the process leaves interrupts to it.
@Suite("The pager", .serialized)
struct PagerTests {
  init() { brokenPipesAreErrors }

  @Test(
    "is that of the tool's variable, else the user's usual one, else less",
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
  func choice(environment: [String: String], command: String?) {
    #expect(Pager(environment: environment)?.command == command)
  }

  @Test("lets less show colours and leave when one screen is enough, unless the user has said how it shall behave")
  func less() {
    #expect(Pager(environment: [:])?.addedEnvironment == ["LESS": "FRX"])
    #expect(Pager(environment: ["LESS": ""])?.addedEnvironment == [:])
  }

  @Test(
    "is looked for where the shell would find it, if it is not for the shell to say",
    arguments: [
      ("less", "/bin:/usr/bin", true), ("less -S", "/usr/bin", true), ("less", "/bin", false), ("less", "", false),
      ("/usr/bin/less", "", true), ("/none/less", "/usr/bin", false), ("a; less", "", true), ("\"my less\"", "", true),
    ])
  func installed(command: String, path: String, isInstalled: Bool) {
    let pager = Pager(environment: ["PAGER": command])
    #expect(pager?.isInstalled(path: path) { $0 == "/usr/bin/less" } == isInstalled)
  }

  @Test("gets the whole text, and the command ends as it would without it")
  func everything() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path(of: "copy")
    #expect(try run(pager: "tail -n 1 > '\(copy)'", lines: 100_000) == .finding)
    #expect(folder.contents(of: "copy") == "line 100000\n")
  }

  @Test("may be left early, which is no error")
  func early() throws {
    let folder = try TemporaryFolder()
    let copy = folder.path(of: "copy")
    #expect(try run(pager: "head -n 1 > '\(copy)'", lines: 100_000) == .finding)
    #expect(folder.contents(of: "copy") == "line 1\n")
  }

  @Test("is told to a command that would rather stop")
  func stops() throws {
    #expect(try run(pager: "true", lines: Int.max, stopsEarly: true) == .fine)
  }

  @Test("is not called for a command that prints nothing")
  func nothing() throws {
    let folder = try TemporaryFolder()
    #expect(try run(pager: "touch '\(folder.path(of: "called"))'", lines: 0) == .finding)
    #expect(try folder.names() == [])
  }

  @Test("is not called where it is not wanted", arguments: [["--no-pager"], ["--no-pager", "--help"]])
  func unwanted(options: [String]) throws {
    let folder = try TemporaryFolder()
    let sink = BufferSink(isTerminal: true)
    _ = try run(pager: "touch '\(folder.path(of: "called"))'", lines: 1, options: options, sink: sink)
    #expect(try folder.names() == [])
    #expect(sink.text.isEmpty == false)
  }

  @Test("that the user named but that is not there is warned of, and the text printed nevertheless")
  func missing() throws {
    let sink = BufferSink(isTerminal: true)
    let errorOutput = BufferSink()
    #expect(try run(pager: "/none/less", lines: 1, sink: sink, errorOutput: errorOutput) == .finding)
    #expect(sink.text == "line 1\n")
    #expect(
      errorOutput.text
        == "reduxlog: warning: the pager '/none/less' isn't installed\n")
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
  static let specification = CommandSpecification(name: "print", abstract: "Print lines.")

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
