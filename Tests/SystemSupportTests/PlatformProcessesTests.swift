import Expectations
import SystemSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PlatformProcessesTests {
  /// Runs a shell command with its output in a pipe.
  private func run(
    _ command: String, environment: [String: String]? = nil
  ) throws -> (output: String, end: Platform.ProcessEnd) {
    let pipe = try Platform.makePipe()
    defer { Platform.closeDescriptor(pipe.reading) }
    let id = try Platform.start(
      "sh", ["sh", "-c", command], environment: environment, output: pipe.writing, startsGroup: true)
    Platform.closeDescriptor(pipe.writing)
    var output: [UInt8] = []
    while true {
      let bytes = try Platform.read(1 << 12, from: pipe.reading)
      if bytes.isEmpty { break }
      output += bytes
    }
    return (String(decoding: output, as: UTF8.self), Platform.wait(for: id))
  }

  @Test func `an end is an exit code or a signal`() throws {
    try expectEqual(run("exit 0").end, .exited(code: 0))
    try expectEqual(run("exit 3").end.shellStatus, 3)
    try expectEqual(run("kill -9 $$").end, .killed(signal: 9))
    try expectEqual(run("kill -9 $$").end.shellStatus, 137)
    expectEqual(Platform.signalName(9), "SIGKILL")
  }

  @Test func `a program gets its arguments, its variables and its output`() throws {
    try expectEqual(run("echo \"$0 $KEY\"", environment: ["KEY": "a b"]).output, "sh a b\n")
    let error = #expect(throws: Platform.SystemError.self) { try Platform.start("/none/program", ["program"]) }
    #expect(error?.call == "posix_spawn" && error?.isMissing == true)
  }

  @Test func `a program inherits only the descriptors that it is given`() throws {
    let pipe = try Platform.makePipe()
    defer { Platform.closeDescriptor(pipe.reading) }
    let command = ["sh", "-c", "echo text > /dev/fd/\(pipe.writing)"]
    let kept = try Platform.start("sh", command, inheriting: [pipe.writing])
    expectEqual(Platform.wait(for: kept), .exited(code: 0))
    try expectEqual(Platform.read(9, from: pipe.reading), Array("text\n".utf8))
    let lost = try Platform.start("sh", ["sh", "-c", "[ ! -e /dev/fd/\(pipe.writing) ]"])
    expectEqual(Platform.wait(for: lost), .exited(code: 0))
    Platform.closeDescriptor(pipe.writing)
  }

  @Test func `a program doesn't inherit ignored signals`() throws {
    brokenPipesAreErrors
    try expectEqual(run("kill -PIPE $$; exit 1").end, .killed(signal: 13))
  }

  @Test func `a running process can be killed`() throws {
    let id = try Platform.start("sleep", ["sleep", "600"])
    Platform.killProcess(id)
    expectEqual(Platform.wait(for: id), .killed(signal: 9))
  }
}
