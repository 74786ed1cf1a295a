import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import StateTree
import SystemSupport
import TestSupport
import Testing

/// The response that a page follows: the list of journals, and the bytes of a copy as they come.
struct StreamTests {
  private func journal(_ bench: LiveBench) throws -> JournalID { try #require(bench.recorder.source).journal }

  /// Serves until a client has the copy byte for byte.
  private func follow(_ client: StreamClient, _ bench: LiveBench) throws {
    try bench.serve {
      try client.receive()
      return try !client.segments.isEmpty && client.segments == bench.segments(of: bench.mirrorPath)
    }
  }

  @Test func `a stream begins with the list, and has new bytes in the turn in which the copy gets them`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let first = try StreamClient(bench)
      try bench.serve {
        try first.receive()
        return !first.lists.isEmpty
      }
      expectEqual(first.lists, [[]])
      #expect(first.head.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(first.head.contains("Content-Type: application/octet-stream"))
      try bench.connect()
      bench.put("Emma", "Dune")
      try bench.serveUntilCopied()
      try first.receive()
      let app: JSONValue = [
        "process": .number(JSONNumber(Platform.processID)), "capabilities": ["dispatch", "resume", "leaveOut", "open"],
      ]
      let listed: JSONValue = [
        "journal": .string(try journal(bench).text), "file": .string(bench.mirrorPath), "cuts": 0, "app": app,
      ]
      expectEqual(first.lists.last, [listed])
      let client = try StreamClient(bench, try journal(bench))
      try follow(client, bench)
      for book in ["Ulysses", "Persuasion", "Middlemarch"] {
        bench.put(book)
        let mirror = try #require(try bench.server.apps.first?.mirror)
        let before = mirror.byteCount
        try bench.serve { mirror.byteCount > before }
        try client.receive()
        expectEqual(client.segments, try bench.segments(of: bench.mirrorPath))
      }
      expectEqual(client.resets, 1)
      bench.disconnect()
      try bench.serve { try bench.server.apps.isEmpty }
      try first.receive()
      expectEqual(first.lists.last?.array?.first?["app"], .null)
      expectEqual(first.segments, [])
    }
  }

  @Test func `segments follow each other, and a client goes on where it was`() async throws {
    try await onOwnThread {
      let bench = try LiveBench(
        options: RecorderOptions(hashing: .everyAction, retention: Retention(bytes: 100_000)))
      try bench.connect()
      try bench.serve { try !bench.server.apps.isEmpty }
      let client = try StreamClient(bench, try journal(bench))
      var early: StreamClient?
      for number in 0..<1000 {
        bench.timeline.store.dispatch(number.isMultiple(of: 3) ? .remove(0) : .put("book \(number)"))
        if number.isMultiple(of: 20) { try bench.serveBriefly() }
        if number == 500 {
          let client = try StreamClient(bench, try journal(bench))
          try follow(client, bench)
          early = client
        }
      }
      try bench.recorder.flush()
      try bench.serve {
        try bench.segments(of: bench.mirrorPath).last == bench.segments(of: bench.journalPath).last
      }
      try follow(client, bench)
      #expect(client.segments.count > 2)
      // The other client's last segment has got an older one's name since.
      let late = try StreamClient(bench, try journal(bench), after: early)
      try follow(late, bench)
      #expect(late.segments.count > (early?.segments.count ?? 0))
      expectEqual(late.resets, 0)
    }
  }

  @Test func `a client begins anew if bytes were taken back, or if it has others`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      let client = try StreamClient(bench, try journal(bench))
      try follow(client, bench)
      bench.disconnect()
      try bench.serve { try bench.server.apps.isEmpty }
      var bytes = try Data(contentsOf: URL(filePath: bench.mirrorPath))
      bytes[bytes.count - 10] ^= 1
      try bytes.write(to: URL(filePath: bench.mirrorPath))
      try bench.connect()
      bench.put("Ulysses")
      try bench.serveUntilCopied()
      try follow(client, bench)
      expectEqual(client.resets, 2)
      expectEqual(client.cuts, 1)
      expectEqual(client.lists.last?.array?.first?["cuts"], 1)
      // The count survives another connection of the app.
      bench.disconnect()
      try bench.serve { try bench.server.apps.isEmpty }
      try bench.connect()
      bench.put("Persuasion")
      try bench.serveUntilCopied()
      try follow(client, bench)
      expectEqual(client.resets, 2)
      // What a client has from before the cuts of another tool is void, too.
      try bench.restartServer()
      try bench.serve { try !bench.server.apps.isEmpty }
      let other = try StreamClient(bench, try journal(bench), after: client)
      try bench.serve {
        try other.receive()
        return other.resets == 1
      }
      try follow(other, bench)
    }
  }

  @Test func `a tool that starts again continues what a client has`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      let client = try StreamClient(bench, try journal(bench))
      try follow(client, bench)
      try bench.restartServer()
      try client.receive()
      #expect(client.hasEnded)
      bench.put("Ulysses")
      try bench.serve { try !bench.server.apps.isEmpty }
      try bench.serveUntilCopied()
      let other = try StreamClient(bench, try journal(bench), after: client)
      try bench.serve {
        try other.receive()
        return other.segments != client.segments
      }
      try follow(other, bench)
      expectEqual(other.resets, 0)
    }
  }

  @Test func `eight streams are served, and the ninth when one has ended`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      var clients = try (0..<8).map { _ in try StreamClient(bench) }
      try bench.serve {
        for client in clients { try client.receive() }
        return clients.allSatisfy { !$0.lists.isEmpty }
      }
      let ninth = try StreamClient(bench)
      try bench.serve {
        try ninth.receive()
        return ninth.hasEnded
      }
      #expect(ninth.head.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
      // An app has room.
      try bench.connect()
      try bench.serve { try !bench.server.apps.isEmpty }
      // A stream ends with its connection, or if its client says more.
      clients.removeLast()
      try clients[0].send("GET / HTTP/1.1\r\n\r\n")
      try bench.serve {
        try clients[0].receive()
        return clients[0].hasEnded
      }
      for _ in 0..<2 {
        let next = try StreamClient(bench)
        clients.append(next)
        try bench.serve {
          try next.receive()
          return !next.lists.isEmpty
        }
      }
    }
  }

  /// Takes over four seconds, because a heartbeat comes every two.
  @Test func `a silent stream has a heartbeat every two seconds`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let client = try StreamClient(bench)
      try bench.serve {
        try client.receive()
        return !client.lists.isEmpty
      }
      let start = Date()
      try bench.serve {
        try client.receive()
        return client.heartbeats == 2
      }
      let time = Date().timeIntervalSince(start)
      #expect(time > 3.9 && time < 20)
      expectEqual(client.lists.count, 1)
    }
  }

  /// The tool is a process of its own, as its memory is measured.
  @Test(.disabled(if: !FileManager.default.fileExists(atPath: "/proc/self/status"), "needs /proc"))
  func `a client that stops reading costs no memory, and delays no other`() async throws {
    try await onOwnThread {
      let folder = try TemporaryFolder()
      let key = try JournalKey(bytes: LiveHandshake.random())
      let executable = try Executable(in: folder.path)
      let tool = try executable.start("live -o J", environment: [LiveAddress.keyVariable: key.digits])
      defer {
        Platform.killProcess(tool.processIdentifier)
        tool.waitUntilExit()
      }
      let (address, token) = try ToolProcess.address(of: tool)
      ToolProcess.discardOutput(of: tool)
      let app = try ChildApp(folder, at: address, key)
      defer { app.kill() }
      expectEqual(app.line(), "ready")
      func peak() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(tool.processIdentifier)/status", encoding: .utf8)
        return Int(try #require(status.firstMatch(of: /VmHWM:\s+([0-9]+) kB/)?.1)).map { $0 << 10 } ?? 0
      }
      func put(_ count: Int) throws {
        try app.write("!\(count) 100000")
        _ = app.line()
      }
      let copy = { () throws -> String in
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "J"))
        return folder.path(of: "J/\(try #require(names.first))")
      }
      try put(50)
      let id = try #require(JournalID(String(URL(filePath: try copy()).lastPathComponent.prefix(32))))
      let stopped = try StreamClient(port: address, token: token, id)
      let reader = try StreamClient(port: address, token: token, id)
      func read() throws {
        let journal = try Data(contentsOf: URL(filePath: folder.path(of: "shelf.jsonl")))
        let end = Date(timeIntervalSinceNow: 60)
        while reader.segments.first?.count != journal.count, end > Date() {
          try reader.receive()
          Platform.sleep(.milliseconds(5))
        }
        expectEqual(reader.segments == [journal], true)
        expectEqual(try Data(contentsOf: URL(filePath: try copy())) == journal, true)
      }
      try read()
      let before = try peak()
      try put(200)
      try read()
      let growth = try peak() - before
      #expect(growth < 8 << 20, "\(growth) bytes")
      // It continues as if nothing had happened.
      let end = Date(timeIntervalSinceNow: 60)
      while stopped.segments.first?.count != reader.segments.first?.count, end > Date() {
        try stopped.receive()
        Platform.sleep(.milliseconds(5))
      }
      #expect(stopped.segments == reader.segments)
    }
  }
}
