import Expectations
import Foundation
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import SystemSupport
import TestSupport
import Testing

/// The command `live`, with apps in processes of their own.
struct LiveCommandTests {
  private let folder: TemporaryFolder
  private let tool: Executable

  init() throws {
    folder = try TemporaryFolder()
    tool = try Executable(in: folder.path)
  }

  /// The lines without times, numbers of processes, ports and ids.
  private func told(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      String(line).replacing(/([0-9-]{10} )?[0-9:]{8}\.[0-9]{3}/, with: "TIME").replacing(/\+[0-9.]+s/, with: "+S")
        .replacing(/Process [0-9]+/, with: "Process P").replacing(/[0-9a-f]{32}/, with: "ID")
        .replacing(/127\.0\.0\.1:[0-9]+/, with: "127.0.0.1:PORT")
    }
  }

  @Test func `live starts an app, lists its actions, and keeps its journal`() async throws {
    try await onOwnThread {
      let child = try Executable.path(of: "LiveChild")
      let result = try tool.run(["live", "-o", "J", "--", child, "shelf.jsonl"], input: "Emma\nDune\n")
      // The app and the tool write to the same stream.
      let lines = told(result.output)
      let isApp = { (line: String) in !line.hasPrefix(" ") && !line.hasPrefix("session") }
      expectEqual(lines.filter(isApp), ["ready", "Emma", "Emma, Dune"])
      expectEqual(
        lines.filter { !isApp($0) },
        [
          "session 1  shelf  TIME  linux", "   0  TIME     +S  initial state",
          "   1  TIME     +S  put(\"Emma\")  /books", "   2  TIME     +S  put(\"Dune\")  /books",
        ])
      expectEqual(
        told(result.errorOutput),
        [
          "Open http://127.0.0.1:PORT/#token=ID",
          "Process P connected; its journal is copied to J/ID.jsonl", "Process P has gone", "The journals are in J",
        ])
      expectEqual(result.status, 0)
      let copy = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "J")).first)
      let bytes = try Data(contentsOf: URL(filePath: folder.path(of: "J/\(copy)")))
      expectEqual(bytes, try Data(contentsOf: URL(filePath: folder.path(of: "shelf.jsonl"))))
      // By default, a watched app records patches in a debug build.
      #expect(String(decoding: bytes, as: UTF8.self).contains(#""states":"patches""#) == !Soak.isOptimized)
    }
  }

  @Test func `an interrupt ends live in good order, and it says where the journals are`() async throws {
    try await onOwnThread {
      let child = try Executable.path(of: "LiveChild")
      let process = try tool.start("live -o J -- \(child) shelf.jsonl")
      let input = try #require(process.standardInput as? Pipe).fileHandleForWriting
      let output = try #require(process.standardOutput as? Pipe).fileHandleForReading
      try input.write(contentsOf: Data("Emma\n".utf8))
      var text = ""
      while !text.contains("/books") {
        let data = output.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
      }
      process.interrupt()
      // The end of the input ends the app, as an interrupt from the keyboard would.
      let result = try tool.wait(for: process)
      // The app may say last that live has ended.
      #expect(told(result.errorOutput).contains("The journals are in J"))
      expectEqual(result.status, 0)
    }
  }

  @Test func `live names the action that killed the app`() async throws {
    try await onOwnThread {
      let child = try Executable.path(of: "LiveChild")
      let result = try tool.run(["live", "-o", "J", "--", child, "shelf.jsonl"], input: "Emma\n!kill\n")
      expectEqual(told(result.output).last, "   2  TIME     +S  kill  in flight when the process died")
      // As a shell says it.
      expectEqual(result.status, 128 + 9)
    }
  }

  @Test func `a command that doesn't connect is a failure with the reason`() async throws {
    try await onOwnThread {
      let result = try tool.run(["live", "--", "true"])
      expectEqual(
        told(result.errorOutput).dropFirst().map(\.self),
        [
          "reduxlog: error: 'true' ended without connecting",
          "  It needs a LiveSession, and must be a debug build: see docs/guides/live.md.",
        ])
      expectEqual(result.status, 2)
      expectEqual(try tool.run(["live", "--", "sh", "-c", "exit 7"]).status, 7)
      let missing = try tool.run(["live", "--", "./missing"])
      expectEqual(
        told(missing.errorOutput).dropFirst().map(\.self),
        ["reduxlog: error: can't start './missing': No such file or directory"])
    }
  }

  @Test func `a port in use, a wrong port and a wrong key are errors`() async throws {
    try await onOwnThread {
      let (socket, port) = try Platform.listen(port: 0)
      defer { Platform.closeDescriptor(socket) }
      let taken = try tool.run(["live", "--port", "\(port)"])
      expectEqual(
        told(taken.errorOutput),
        ["reduxlog: error: can't listen on 127.0.0.1:PORT: Address already in use", "  Choose another --port."])
      let wrong = try tool.run(["live", "--port", "70000"])
      expectEqual(wrong.status, 64)
      let key = try tool.run(["live"], environment: [LiveAddress.keyVariable: "abc"])
      #expect(key.errorOutput.hasPrefix("reduxlog: error: the variable REDUXLOG_LIVE_KEY: the key has 3 hex digits"))
      expectEqual(key.status, 64)
    }
  }

  @Test func `an app that is asked wrongly says so, and runs`() async throws {
    try await onOwnThread {
      let child = try Executable("LiveChild", in: folder.path)
      for (address, key, message) in [
        ("localhost:80", "", "REDUXLOG_LIVE isn't 127.0.0.1:PORT; copy the line that 'reduxlog live' prints"),
        ("127.0.0.1:0", "", "REDUXLOG_LIVE isn't 127.0.0.1:PORT; copy the line that 'reduxlog live' prints"),
        ("127.0.0.1:80", "12", "REDUXLOG_LIVE_KEY isn't 32 hex digits; copy the line that 'reduxlog live' prints"),
      ] {
        let variables = [LiveAddress.variable: address, LiveAddress.keyVariable: key]
        do throws(LiveAddressError) {
          _ = try LiveAddress { variables[$0] }
          Issue.record("\(address) is accepted")
        } catch { expectEqual(error.description, message) }
      }
      expectEqual(try child.run(["quiet.jsonl"], input: "Emma\n").output, "ready\nEmma\n")
      let journal = try String(contentsOfFile: folder.path(of: "quiet.jsonl"), encoding: .utf8)
      #expect(!journal.contains(#""states":"patches""#))
      expectEqual(RecorderOptions.liveVariable, LiveAddress.variable)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"))
  func `curl follows the stream as the guide shows it`() async throws {
    try await onOwnThread {
      let key = try JournalKey(bytes: LiveHandshake.random())
      let process = try tool.start("live -o J", environment: [LiveAddress.keyVariable: key.digits])
      // The end of the tool ends curl.
      defer {
        Platform.killProcess(process.processIdentifier)
        process.waitUntilExit()
      }
      let (port, token) = try ToolProcess.address(of: process)
      ToolProcess.discardOutput(of: process)
      let app = try ChildApp(folder, at: port, key)
      defer { app.kill() }
      expectEqual(app.line(), "ready")
      try app.write("Emma")
      let journal = try JournalFile(path: folder.path(of: "shelf.jsonl")).header.journal.text
      let guide = try Repository.text("docs/guides/live.md")
      let block = try #require(guide.split(separator: "```").first { $0.hasPrefix("sh\nstream()") })
      let lines = block.split(separator: "\n").dropFirst()
      func output(_ call: Substring, until isDone: (String) -> Bool) throws -> String {
        let curl = Process()
        curl.executableURL = URL(filePath: "/bin/sh")
        curl.arguments = ["-c", "\(try #require(lines.first))\n\(call)"]
        curl.environment = ["PATH": "/usr/bin:/bin", "TOKEN": token, "PORT": "\(port)", "JOURNAL": journal]
        let pipe = Pipe()
        curl.standardOutput = pipe
        try curl.run()
        var text = ""
        while !isDone(text) {
          let data = pipe.fileHandleForReading.availableData
          if data.isEmpty { break }
          text += String(decoding: data, as: UTF8.self)
        }
        return text
      }
      let calls = lines.dropFirst()
      expectEqual(calls.count, 2)
      let list = try output(calls.first ?? "") { $0.contains("\n") }
      #expect(list.hasPrefix(#"{"journals":[{"journal":"\#(journal)","file":"J/\#(journal).jsonl","cuts":0,"app":{"#))
      let bytes = try output(calls.last ?? "") { $0.contains("Emma") }
      let events = bytes.split(separator: "\n")
      expectEqual(events[1], #"{"journal":"\#(journal)","cuts":0}"#)
      #expect(events[2].hasPrefix(#"{"journal":"\#(journal)","segment":0,"from":0,"count":"#))
      #expect(events[3].hasPrefix(#"{"kind":"header","#))
    }
  }
}
