import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import SystemSupport
import TestSupport
import Testing

@testable import LiveHost
@testable import ReduxLive

struct LiveSessionTests {
  @Test func `the tool gets the journal byte for byte while the app writes it`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      bench.put("Emma", "Dune")
      try bench.connect()
      try bench.serveUntilCopied()
      expectEqual(try bench.segments(of: bench.mirrorPath), try bench.segments(of: bench.journalPath))
      bench.put("Ulysses")
      try bench.serveUntilCopied()
      expectEqual(try bench.segments(of: bench.mirrorPath), try bench.segments(of: bench.journalPath))
      let connections = bench.events.filter { if case .connected = $0 { true } else { false } }
      guard case .connected(let app, continues: false)? = connections.first else {
        Issue.record("\(bench.events)")
        return
      }
      expectEqual(app.capabilities, ["dispatch", "resume", "leaveOut", "open"])
      expectEqual(app.process, Int(ProcessInfo.processInfo.processIdentifier))
    }
  }

  /// The hash that the journal has for a shelf.
  private func hash(_ books: String...) throws -> String {
    try StateEncoder().hash(Shelf(books: books)).description
  }

  @Test func `commands show states in the app, by the seqs of the journal`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma", "Dune", "Ulysses")
      try bench.serveUntilCopied()
      let store = bench.timeline.store
      var answer = try bench.send(LiveCommand(number: 0, .show, seq: 1))
      expectEqual(
        answer,
        LiveAnswer(
          number: 0, failure: nil,
          status: LiveStatus(
            shown: 1, isAtHead: false, showable: [[0, 3]], leftOut: [], locked: 0, hash: try hash("Emma"))))
      expectEqual(store.presentedState.books, ["Emma"])
      bench.put("locked out")
      answer = try bench.send(LiveCommand(number: 0, .toggle, seq: 1))
      expectEqual(store.presentedState.books, [])
      expectEqual(answer.status?.leftOut, [1])
      expectEqual(answer.status?.locked, 1)
      answer = try bench.send(LiveCommand(number: 0, .head))
      expectEqual(answer.status?.isAtHead, true)
      expectEqual(store.presentedState.books, ["Emma", "Dune", "Ulysses"])
      answer = try bench.send(LiveCommand(number: 0, .show, seq: 9))
      expectEqual(answer.failure, "the app doesn't keep state 9 of the journal; it keeps 0 to 3")
    }
  }

  @Test func `a dispatched action says where it comes from`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma")
      try bench.serveUntilCopied()
      let action = try bench.send(LiveCommand(number: 0, .dispatch, action: ["put": ["_0": "Dune"]]))
      expectEqual(action.failure, nil)
      expectEqual(bench.timeline.store.state.books, ["Emma", "Dune"])
      let wrong = try bench.send(LiveCommand(number: 0, .dispatch, action: ["put": ["_0": 5]]))
      expectEqual(wrong.failure, "at /put/_0: expected String, found a number")
      try bench.serveUntilCopied()
      var sites: [String?] = []
      var events = try JournalFile(path: bench.mirrorPath).events()
      while let event = try events.next() { if let action = event.action { sites.append(action.site) } }
      expectEqual(sites, [nil, "reduxlog live"])
    }
  }

  @Test func `a state of another journal is shown, and the app returns or continues from it`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma")
      try bench.serveUntilCopied()
      let store = bench.timeline.store
      let opened = LiveStatus(shown: nil, isAtHead: false, showable: [[0, 1]], leftOut: [], locked: 0)
      var answer = try bench.send(LiveCommand(number: 0, .open, state: ["books": ["Faust"]]))
      expectEqual(answer, LiveAnswer(number: 0, failure: nil, status: opened))
      expectEqual(store.presentedState.books, ["Faust"])
      expectEqual(store.state.books, ["Emma"])
      // A wrong one changes nothing.
      answer = try bench.send(LiveCommand(number: 0, .open, state: ["books": ["Faust", 2]]))
      expectEqual(
        answer, LiveAnswer(number: 0, failure: "at /books/1: expected String, found a number", status: opened))
      answer = try bench.send(LiveCommand(number: 0, .head))
      expectEqual(answer.status?.isAtHead, true)
      expectEqual(store.presentedState.books, ["Emma"])
      _ = try bench.send(LiveCommand(number: 0, .open, state: ["books": ["Faust"]]))
      answer = try bench.send(LiveCommand(number: 0, .resume))
      expectEqual(answer.status?.isAtHead, true)
      bench.put("Dune")
      expectEqual(store.state.books, ["Faust", "Dune"])
      try bench.serveUntilCopied()
      let file = try JournalFile(path: bench.mirrorPath)
      var events = try file.events()
      var kinds: [String] = []
      while let event = try events.next() { kinds.append(event.record.kind) }
      expectEqual(kinds, ["header", "snapshot", "action", "gap", "snapshot", "action"])
      // The opened state has a seq from the next action on.
      answer = try bench.send(LiveCommand(number: 0, .show, seq: 2))
      expectEqual(store.presentedState.books, ["Faust"])
    }
  }

  @Test func `leaving an action out says what that changes in the shown state`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma", "Dune", "Ulysses")
      try bench.serveUntilCopied()
      let answer = try bench.send(LiveCommand(number: 0, .toggle, seq: 2))
      expectEqual(
        answer.json,
        [
          "shown": 3, "atHead": false, "showable": [[0, 3]], "leftOut": [2], "locked": 0,
          "hash": .string(try hash("Emma", "Dune", "Ulysses")),
          "difference": [["op": "remove", "path": "/books/1", "was": "Dune"]],
        ])
      // A state before the action is the journal's.
      expectEqual(
        try bench.send(LiveCommand(number: 0, .show, seq: 1)).status?.difference,
        LiveDifference(operations: [], more: 0))
      expectEqual(try bench.send(LiveCommand(number: 0, .show, seq: 2)).status?.difference?.operations.count, 1)
      expectEqual(try bench.send(LiveCommand(number: 0, .status)).status?.difference, nil)
      expectEqual(try bench.send(LiveCommand(number: 0, .toggle, seq: 2)).status?.difference, nil)
      expectEqual(try bench.send(LiveCommand(number: 0, .head)).status?.difference, nil)
    }
  }

  @Test func `a large difference is cut off, and secrets aren't in it`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "login"))
    let timeline = LiveTimeline<Login, [String: String]>()
    let reduce = timeline.following(
      { $0.token.merge($1) { $1 } }, live: recorder.recording { $0.token.merge($1) { $1 } })
    var state = Login()
    timeline.onLook = { timeline.show(in: &state) }
    reduce(&state, ["secret": "zQ7xK9"])
    let states = LiveStates(of: timeline, try #require(recorder.source).rules)
    try timeline.toggle(recorded: 1)
    let secret = try #require(states.difference())
    #expect(!"\(secret)".contains("zQ7xK9"))
    try timeline.toggle(recorded: 1)
    timeline.returnToHead()
    let plain = LiveStates(of: timeline, .off)
    for (length, expected) in [(1, 200), (10_000, 104)] {
      let value = String(repeating: "x", count: length)
      reduce(&state, Dictionary(uniqueKeysWithValues: (0..<250).map { ("\(length) \($0)", value) }))
      let seq = try #require(timeline.recordedSeqs.last?.upperBound)
      try timeline.toggle(recorded: seq)
      let difference = try #require(plain.difference())
      #expect((difference.operations.count, difference.more) == (expected, 250 - expected))
      try timeline.toggle(recorded: seq)
      timeline.returnToHead()
    }
  }

  @Test func `an app returns from an opened state if the tool is gone`() async throws {
    try await onOwnThread {
      let bench = try LiveBench()
      try bench.connect()
      bench.put("Emma")
      try bench.serveUntilCopied()
      _ = try bench.send(LiveCommand(number: 0, .open, state: ["books": ["Faust"]]))
      bench.stopServer()
      let end = Date(timeIntervalSinceNow: 60)
      while !bench.timeline.isAtHead, end > Date() { Platform.sleep(.milliseconds(20)) }
      expectEqual(bench.timeline.store.presentedState.books, ["Emma"])
    }
  }

  /// Takes two seconds, in which an app that isn't refused would try four times.
  @Test func `an app that the tool refuses knows why, and waits before it tries again`() async throws {
    try await onOwnThread {
      let bench = try LiveBench(maximumByteCount: 1000)
      let journal = try #require(bench.recorder.source)
      let app = try RawApp(bench, journal: journal.journal.text, path: "/dev/null")
      try bench.serve { try !bench.server.apps.isEmpty }
      try app.send(
        LiveFrame(.piece, JournalFollower.Piece(segment: 1, offset: 0, bytes: [10] + Data(count: 1000)).payload))
      try bench.serve { try bench.server.apps.isEmpty }
      let reason =
        "the copies in \(bench.mirrorFolder) have 0 GiB, the most that 'live' keeps in a folder; remove some, or choose "
        + "another with -o"
      expectEqual(try app.frames().map(\.kind), [.welcome, .refusal])
      bench.put("Emma", "Dune", String(repeating: "x", count: 1000))
      try bench.connect()
      var count = 0
      try bench.serve {
        count = bench.events.count
        return count == 4
      }
      guard case .disconnected(_, reason: reason)? = bench.events.last else {
        Issue.record("\(bench.events)")
        return
      }
      let end = Date(timeIntervalSinceNow: 2)
      try bench.serve { end < Date() }
      expectEqual(bench.events.count, 4)
    }
  }

  @Test func `an app doesn't continue from an opened state with stand-ins for secrets`() async throws {
    try await onOwnThread {
      let file = try TemporaryFile()
      let recorder = try Recorder(path: file.path, app: AppIdentity(name: "login"))
      let timeline = LiveTimeline<Login, String>()
      let reduce = timeline.following({ $0.name = $1 }, live: recorder.recording { $0.name = $1 })
      var state = Login()
      timeline.onLook = { timeline.show(in: &state) }
      reduce(&state, "Emma")
      var states = LiveStates(of: timeline, try #require(recorder.source).rules)
      try states.open(["name": "Jane", "token": ["secret": "redacted"]])
      expectEqual(state, Login(name: "Jane", token: ["secret": "redacted"]))
      expectEqual(
        #expect(throws: LiveCommandError.self) { try states.resume() }?.description,
        "the opened state holds a stand-in for a secret, so the app can't continue from it")
      timeline.returnToHead()
      try states.resume()
      expectEqual(state, Login(name: "Emma"))
    }
  }
}

private struct Login: Codable, Equatable {
  var name = ""
  var token: [String: String] = [:]
}
