import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import SystemSupport
import TestSupport
import Testing

/// Apps in processes of their own.
struct KilledAppTests {
  private func connectedApp(_ folder: TemporaryFolder, _ bench: LiveBench) throws -> ChildApp {
    let app = try ChildApp(folder, at: bench.port, bench.key)
    try bench.serve { try !bench.server.apps.isEmpty }
    expectEqual(app.line(), "ready")
    return app
  }

  @Test(arguments: 1...(Soak.isOn ? 20 : 3))
  func `the copy has the line of the action that killed the app`(run: Int) async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let folder = try TemporaryFolder()
      let app = try connectedApp(folder, bench)
      try app.write("!\(run * 10)")
      try app.write("!kill")
      try bench.serve { try bench.server.apps.isEmpty }
      app.process.waitUntilExit()
      let journal = folder.path(of: "shelf.jsonl")
      let copy = try #require(try FileManager.default.contentsOfDirectory(atPath: bench.mirrorFolder).first)
      let bytes = try Data(contentsOf: URL(filePath: "\(bench.mirrorFolder)/\(copy)"))
      expectEqual(bytes, try Data(contentsOf: URL(filePath: journal)))
      #expect(String(decoding: bytes.suffix(300), as: UTF8.self).contains(#""type":"kill""#))
    }
  }

  @Test func `others are served while the tool reads what a dead app had written`() async throws {
    try await onOwnThread {
      let bench = try LiveBench(options: RecorderOptions(hashing: .every(100)))
      bench.put(String(repeating: "x", count: 3 << 20), String(repeating: "y", count: 3 << 20))
      try bench.recorder.flush()
      let journal = try #require(bench.recorder.source)
      // An app that says hello, and dies before it sends a byte.
      var app: RawApp? = try RawApp(bench, journal: journal.journal.text, path: journal.path)
      try bench.serve { try !bench.server.apps.isEmpty }
      #expect(app != nil)
      app = nil
      try bench.serve { try bench.server.apps.isEmpty }
      let stream = try StreamClient(bench, journal.journal)
      var sizes: [Int] = []
      var hasLeft = false
      try bench.serve {
        try stream.receive()
        sizes.append((try? Platform.status(of: bench.mirrorPath).byteCount) ?? 0)
        hasLeft = bench.events.contains { if case .disconnected = $0 { true } else { false } }
        return hasLeft
      }
      let steps = zip(sizes, sizes.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { $0 <= 1 << 20 }, "\(steps)")
      #expect(sizes.count > 5 && !stream.lists.isEmpty)
      try bench.serve {
        try stream.receive()
        return stream.segments == [try Data(contentsOf: URL(filePath: journal.path))]
      }
    }
  }

  @Test func `a restarted app goes on in the same copy`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let folder = try TemporaryFolder()
      for book in ["Emma", "Dune"] {
        let app = try connectedApp(folder, bench)
        try app.write(book)
        expectEqual(app.line(), book)
        app.kill()
        try bench.serve { try bench.server.apps.isEmpty }
      }
      let copies = try FileManager.default.contentsOfDirectory(atPath: bench.mirrorFolder)
      expectEqual(copies.count, 1)
      let copy = try Data(contentsOf: URL(filePath: "\(bench.mirrorFolder)/\(copies[0])"))
      expectEqual(copy, try Data(contentsOf: URL(filePath: folder.path(of: "shelf.jsonl"))))
    }
  }

  /// Looks at the process as Linux shows it. A session has a thread, and opens its socket there.
  @Test func `without the variables, an app has one thread`() throws {
    let folder = try TemporaryFolder()
    let app = try ChildApp(folder)
    expectEqual(app.line(), "ready")
    try app.write("!100")
    _ = app.line()
    let threads = "/proc/\(app.process.processIdentifier)/task"
    expectEqual(try FileManager.default.contentsOfDirectory(atPath: threads).count, 1)
    app.kill()
  }

  /// Takes over two seconds, because the app waits that long.
  @Test func `an app returns to the head two seconds after the tool is gone`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      let folder = try TemporaryFolder()
      let app = try connectedApp(folder, bench)
      try app.write("Emma")
      try app.write("Dune")
      expectEqual([app.line(), app.line()], ["Emma", "Emma, Dune"])
      try bench.serve { try bench.server.apps.first?.mirror.byteCount ?? 0 > 0 }
      let answer = try bench.send(LiveCommand(number: 0, .show, seq: 1))
      expectEqual(answer.failure, nil)
      try app.write("!show")
      expectEqual(app.line(), "Emma")
      bench.stopServer()
      let start = Date()
      repeat {
        Platform.sleep(.milliseconds(20))
        try app.write("!show")
      } while app.line() == "Emma" && Date().timeIntervalSince(start) < 60
      let time = Date().timeIntervalSince(start)
      #expect(time > 1.5 && time < 20)
      app.kill()
    }
  }
}
