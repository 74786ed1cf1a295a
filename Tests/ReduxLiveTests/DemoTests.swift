import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import TestSupport
import Testing

/// `live --demo`, with its app in a terminal.
struct DemoTests {
  @Test(.enabled(if: Tmux.program != nil, "\(Tmux.missing)"))
  func `the demo is typed in, shows the past, and returns`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let tmux = try Tmux(columns: 90, rows: 30, environment: ["LC_ALL": "C.UTF-8", "TMPDIR": folder.path])
      try tmux.type("\(try Executable.path(of: "reduxlog")) live --demo -o \(folder.path(of: "J"))", "Enter")
      let first = try tmux.wait { $0.contains("Call Ada") && $0.contains("\n>") }
      let address = try ToolProcess.address(in: first)
      func list(_ screen: String) -> [String] {
        let lines = screen.split(separator: "\n").map(String.init)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("To do") }) else { return lines }
        return lines[start...].prefix { !$0.hasPrefix("In the browser") }
          + lines.suffix(2).filter { !$0.hasPrefix("Here") }
      }
      expectEqual(
        list(first), ["To do", "  1  [x]  Buy milk", "  2  [ ]  Water the plants", "  3  [x]  Call Ada", ">"])
      try tmux.type("add Feed the cat", "Enter")
      try tmux.wait { $0.contains("  4  [ ]  Feed the cat") }
      // What is being typed stays while the page changes the screen.
      try tmux.type("add Wash")
      try tmux.wait { $0.contains("> add Wash") }
      var answer = try ToolProcess.send(#"{"do":"show","seq":2}"#, to: address)
      #expect(answer.hasPrefix(#"{"shown":2,"atHead":false,"showable":[[0,8]],"#), "\(answer)")
      let past = try tmux.wait { !$0.contains("Call Ada") }
      expectEqual(
        list(past), ["To do   state 2", "  1  [ ]  Buy milk", "  2  [ ]  Water the plants", "> add Wash"])
      try tmux.type(" up", "Enter")
      let locked = try tmux.wait { $0.contains("nothing can change") }
      expectEqual(list(locked).first, "To do   state 2")
      answer = try ToolProcess.send(#"{"do":"head"}"#, to: address)
      #expect(answer.contains(#""locked":1"#))
      answer = try ToolProcess.send(#"{"do":"dispatch","action":{"done":{"id":2}}}"#, to: address)
      let head = try tmux.wait { $0.contains("  2  [x]") }
      expectEqual(
        list(head),
        [
          "To do", "  1  [x]  Buy milk", "  2  [x]  Water the plants", "  3  [x]  Call Ada", "  4  [ ]  Feed the cat",
          ">",
        ])
      try tmux.type("quit", "Enter")
      try tmux.wait { $0.contains("The journals are in \(folder.path(of: "J"))\n$") }
      // Only the copy stays.
      expectEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["J"])
      let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "J"))
      expectEqual(try JournalFile(path: folder.path(of: "J/\(copies.first ?? "")")).lastStateSeq, 9)
    }
  }

  @Test func `without a terminal, each screen follows the one before`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let result = try Executable(in: folder.path).run(["live", "--demo", "-o", "J"], input: "done 2\nbye\nquit\n")
      expectEqual(result.status, 0)
      #expect(result.output.hasPrefix("To do\n  1  [x]  Buy milk\n  2  [ ]  Water the plants\n"))
      #expect(result.output.contains("\n  2  [x]  Water the plants\n"))
      #expect(result.output.hasSuffix("\n'bye' isn't a command.\n"))
      #expect(!result.output.contains("\u{1b}"))
    }
  }

  @Test func `the demo is an app of a tool elsewhere if the variables say so`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let folder = try TemporaryFolder()
      let demo = try Executable(in: folder.path).start(
        "live --demo",
        environment: [LiveAddress.variable: "127.0.0.1:\(bench.port)", LiveAddress.keyVariable: bench.key.digits])
      try bench.serve { try !bench.server.apps.isEmpty }
      expectEqual(try bench.server.apps.first?.capabilities, ["dispatch", "resume", "leaveOut", "open"])
      let input = try #require(demo.standardInput as? Pipe).fileHandleForWriting
      try input.close()
      try bench.serve { try bench.server.apps.isEmpty }
      let wrong = try Executable(in: folder.path).run(["live", "--demo"], environment: [LiveAddress.variable: "80"])
      expectEqual(wrong.status, 64)
    }
  }

  @Test func `the demo takes no command`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let result = try Executable(in: folder.path).run(["live", "--demo", "--", "true"])
      #expect(result.errorOutput.contains("'--demo' has its own app, so it takes no COMMAND"))
      expectEqual(result.status, 64)
    }
  }
}
