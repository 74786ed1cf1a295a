import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

@Suite struct ReplayerTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(_ actions: [LedgerAction], from state: Ledger? = nil) throws {
    var driver = try Driver<LedgerApp>(file.path, from: state)
    for action in actions { driver.reduce(action) }
  }

  private func replayer() throws -> Replayer<LedgerApp> { try Replayer(path: file.path) }

  @Test func `rebuilds a state without some of the actions before it`() throws {
    try record([.add(1), .add(10), .note("a", 1), .add(100), .refuse(1000)])
    #expect(try replayer().state(at: 5, skipping: [2...3]) == Ledger(total: -899))
    #expect(try replayer().state(at: 5, skipping: [1...1, 5...5]) == Ledger(total: 110, notes: ["a": 1]))
    #expect(try replayer().state(at: 5, skipping: [0...9]) == Ledger())
  }

  @Test func `skips actions before snapshots and continued sessions`() throws {
    var driver = try Driver<LedgerApp>(file.path)
    for number in 0..<400 { driver.reduce(.write("a line of text, number \(number), which fills the journal")) }
    let first = driver.state
    driver.recorder.close()
    try record([.write("last")], from: first)
    let state = try replayer().state(at: 402, skipping: [2...400])
    #expect(state.log == ["a line of text, number 0, which fills the journal", "last"])
  }

  @Test func `refuses a state that doesn't exist`() throws {
    try record([.add(1)])
    let error = #expect(throws: ReplayError.self) { try replayer().state(at: 9) }
    #expect(error?.description == "\(file.path): state 9 doesn't exist; the journal's last state is 1")
    #expect(#expect(throws: ReplayError.self) { try replayer().replay(to: 2) }?.problem == .noSuchState(last: 1))
    #expect(#expect(throws: ReplayError.self) { try replayer().state(at: -1) }?.problem == .droppedState(first: 0))
    #expect(#expect(throws: ReplayError.self) { try replayer().recordedHash(at: 2) }?.problem == .noSuchState(last: 1))
  }

  @Test func `returns the recorded hash of a state`() throws {
    try record([.add(1)])
    #expect(try replayer().recordedHash(at: 0) == StateEncoder().hash(Ledger()))
    #expect(try replayer().recordedHash(at: 1) == StateEncoder().hash(Ledger(total: 1)))
  }

  @Test func `reports the findings of a full replay`() throws {
    do {
      var driver = try Driver<LedgerApp>(file.path, from: Ledger(total: 5))
      driver.reduce(.add(1))
      driver.reduce(.refuse(2))
      driver.state = Ledger(total: 6)
      try driver.recorder.recordRewind(to: 1, state: driver.state)
      driver.recorder.mark("x")
      do { _ = driver.recorder.begin(LedgerAction.add(1), in: driver.state) }
      driver.reduce(.add(4))
    }
    let report = try replayer().verify()
    #expect((report.records, report.sessions, report.actions) == (11, 1, 4))
    #expect((report.proven, report.unhashed, report.refused) == (6, 0, 1))
    #expect((report.rewinds, report.snapshots, report.startsElsewhere) == (1, 2, true))
    #expect(report.gaps.map(\.line) == [8])
    #expect(report.gaps.map(\.why) == ["an action was begun and never finished"])
    #expect(report.interrupted.map(\.line) == [7])
    #expect(report.lastSeq == 6)
    guard case .closed = report.tail else {
      Issue.record("the journal ends \(report.tail)")
      return
    }
  }

  @Test func `recognizes a coder's error and a very long one`() throws {
    enum Picky: ReplayableApp {
      static let name = "picky"
      static var initialState: Int { 0 }
      static func reduce(_ state: inout Int, _ action: Int) throws {
        state += action
        if action == 1 { state = try StateDecoder().decode(Int.self, from: Array(#"{"a":"b"}"#.utf8)) }
        if action == 2 { throw Refused(description: String(repeating: "é🧨", count: 9000)) }
      }
    }
    var driver = try Driver<Picky>(file.path, Picky.self)
    for action in [1, 2, 3] { driver.reduce(action) }
    driver.recorder.close()
    let report = try Replayer<Picky>(path: file.path).verify()
    #expect((report.refused, report.proven, report.divergence == nil) == (2, 4, true))
  }

  // MARK: Many rewinds

  @Test(.timeLimit(.minutes(20))) func `follows ten thousand rewinds, each to the previous one`() throws {
    do {
      var driver = try Driver<LedgerApp>(file.path)
      driver.reduce(.add(1))
      for seq in 1..<10_000 { try driver.recorder.recordRewind(to: seq, state: driver.state) }
      driver.reduce(.add(1))
    }
    #expect(try replayer().state(at: 10_001).total == 2)
    #expect(try replayer().state(at: 10_001, skipping: [1...1]).total == 1)
    #expect(try replayer().verify().rewinds == 9999)
  }

  /// Takes a second: it records 10,000 actions and rewinds.
  @Test(.timeLimit(.minutes(20))) func `follows ten thousand undone actions`() throws {
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for step in 0..<10_000 {
        let before = driver.state
        driver.reduce(.add(step))
        driver.state = before
        try driver.recorder.recordRewind(to: 2 * step, state: before)
      }
    }
    #expect(try replayer().state(at: 19_999).total == 9999)
    #expect(try replayer().verify().proven == 20_001)
  }
}
