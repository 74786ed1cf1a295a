import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

private enum Fragile: ReplayableApp {
  enum Action: Codable {
    case add(Int)
    case explode(String)
  }

  static let name = "fragile"
  static var initialState: Int { 0 }

  static func reduce(_ state: inout Int, _ action: Action) {
    switch action {
    case .add(let amount): state += amount
    case .explode(let reason): preconditionFailure(reason)
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct CrashTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func recorder() throws -> Recorder { try Recorder(path: file.path, app: AppIdentity(name: "fragile")) }

  /// Crashes in a reducer, in another process.
  private func crash() async throws {
    let path = file.path
    try await onOwnThread {
      await #expect(processExitsWith: .failure) { [path = path as String] in
        let recorder = try Recorder(path: path, app: AppIdentity(name: "fragile"))
        let reduce = recorder.recording(Fragile.reduce)
        var state = 0
        for _ in 0..<5 { reduce(&state, .add(2)) }
        reduce(&state, .explode("it's \"gone\"\n"))
      }
    }
  }

  @Test func `the action that kills the app is the last line`() async throws {
    try await crash()
    let text = try file.text()
    #expect(!text.hasSuffix("\n"))
    let last = try #require(try file.lines().last)
    #expect(last.hasPrefix(#"{"kind":"action","seq":6,"at":"#))
    #expect(last.hasSuffix(#","type":"explode","action":{"explode":{"_0":"it's \"gone\"\n"}}"#))

    let replayer = try Replayer<Fragile>(path: file.path)
    let report = try replayer.verify()
    #expect((report.proven, report.lastSeq) == (6, 5))
    guard case .torn(let torn) = report.tail else {
      Issue.record("the journal ends \(report.tail)")
      return
    }
    expectEqual(torn.action?.type, "explode")
    #expect(!torn.beingWritten)
    expectEqual(torn.line, 8)
    try expectEqual(replayer.state(at: 5), 10)
  }

  @Test func `the next session completes the action as interrupted, and verifies`() async throws {
    try await crash()
    var state = 10
    do {
      let recorder = try recorder()
      recorder.start(state)
      recorder.recording(Fragile.reduce)(&state, .add(1))
    }
    try expectEqual(
      file.kinds(),
      [
        "header", "snapshot", "action", "action", "action", "action", "action", "action", "header", "snapshot",
        "action",
        "seal",
      ])
    let replayer = try Replayer<Fragile>(path: file.path)
    let report = try replayer.verify()
    expectEqual(report.interrupted.map { "\($0.line ?? 0) \($0.seq) \($0.type)" }, ["8 6 explode"])
    #expect((report.divergence == nil, report.lastSeq, report.sessions, report.actions) == (true, 8, 2, 7))
    try expectEqual(replayer.state(at: 8), 11)
    try expectEqual(replayer.state(at: 5), 10)
  }

  @Test func `the error for the state after a crash says what to do`() async throws {
    try await crash()
    do { try recorder().start(10) }
    let replayer = try Replayer<Fragile>(path: file.path)
    let expected =
      "\(file.path):8: action 6 (explode) is incomplete: the process died in it, or the file was cut; use the state before it"
    #expect(#expect(throws: ReplayError.self) { try replayer.state(at: 6) }?.description == expected)
    #expect(#expect(throws: ReplayError.self) { try replayer.replay(to: 6) }?.description == expected)
    #expect(
      #expect(throws: ReplayError.self) { try replayer.state(at: 6, with: ActionEdits()) }?.description == expected)
    var seen: [Int] = []
    _ = try replayer.replay { seq, _ in seen.append(seq) }
    expectEqual(seen, [0, 1, 2, 3, 4, 5, 7])
  }

  @Test func `a journal continues after a crash in a session's first reducer`() async throws {
    try await onOwnThread {
      let path = file.path
      for _ in 0..<2 {
        await #expect(processExitsWith: .failure) { [path = path as String] in
          let recorder = try Recorder(path: path, app: AppIdentity(name: "fragile"))
          var state = 0
          recorder.recording(Fragile.reduce)(&state, .explode("at once"))
        }
      }
      do { try recorder().start(0) }
      let report = try Replayer<Fragile>(path: file.path).verify()
      expectEqual(report.interrupted.map(\.seq), [1, 3])
      #expect((report.sessions, report.lastSeq, report.divergence == nil) == (3, 4, true))
      #expect(report.tail.isClosed)
    }
  }
}
