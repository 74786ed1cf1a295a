import Expectations
import Foundation
import LiveHost
import LiveProtocol
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import TestSupport
import Testing

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
      expectEqual(app.capabilities, ["dispatch", "resume", "leaveOut"])
      expectEqual(app.process, Int(ProcessInfo.processInfo.processIdentifier))
    }
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
          status: LiveStatus(shown: 1, isAtHead: false, showable: [[0, 3]], leftOut: [], locked: 0)))
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
}
