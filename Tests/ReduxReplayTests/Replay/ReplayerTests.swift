import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import TestSupport
import Testing

struct ReplayerTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func record(_ actions: [LedgerAction], from state: Ledger? = nil) throws {
    var driver = try Driver<LedgerApp>(file.path, from: state)
    for action in actions { driver.reduce(action) }
  }

  private func replayer() throws -> Replayer<LedgerApp> { try Replayer(path: file.path) }

  @Test func `rebuilds a state without some of the actions before it`() throws {
    try record([.add(1), .add(10), .note("a", 1), .add(100), .refuse(1000)])
    try expectEqual(replayer().state(at: 5, with: ActionEdits(skipping: [2...3])), Ledger(total: -899))
    try expectEqual(
      replayer().state(at: 5, with: ActionEdits(skipping: [1...1, 5...5])), Ledger(total: 110, notes: ["a": 1]))
    try expectEqual(replayer().state(at: 5, with: ActionEdits(skipping: [0...9])), Ledger())
  }

  @Test func `rebuilds a state with other actions before it`() throws {
    try record([.add(1), .add(10), .note("a", 1), .add(100)])
    let five: JSONValue = ["add": ["_0": 5]]
    let note: JSONValue = ["note": ["_0": "b", "_1": 2]]
    func state(_ edits: ActionEdits) throws -> Ledger { try replayer().state(at: 4, with: edits) }
    try expectEqual(state(ActionEdits(replacing: [2: five])), Ledger(total: 106, notes: ["a": 1]))
    try expectEqual(state(ActionEdits(replacing: [3: note])), Ledger(total: 111, notes: ["b": 2]))
    try expectEqual(
      state(ActionEdits(inserting: [0: [five, note], 4: [five]])), Ledger(total: 121, notes: ["a": 1, "b": 2]))
    try expectEqual(state(ActionEdits(skipping: [1...2], replacing: [4: note], inserting: [3: [five]])).total, 5)
  }

  @Test func `skips what skipped and replaced actions caused`() throws {
    var driver = try Driver<LedgerApp>(file.path)
    driver.reduce(.add(1))
    withDispatch {
      driver.reduce(.add(10))
      withDispatch {
        driver.reduce(.add(100))
        withDispatch { driver.reduce(.add(1000)) }
      }
    }
    driver.reduce(.add(10_000))
    driver.recorder.close()
    func total(_ edits: ActionEdits) throws -> Int { try replayer().state(at: 5, with: edits).total }
    try expectEqual(total(ActionEdits(skipping: [2...2])), 11_101)
    try expectEqual(total(ActionEdits(skipping: [2...2], withCaused: true)), 10_001)
    try expectEqual(total(ActionEdits(skipping: [3...3], withCaused: true)), 10_011)
    try expectEqual(total(ActionEdits(withCaused: true, replacing: [3: ["add": ["_0": 5]]])), 10_016)
  }

  @Test func `edits that don't fit are refused at their line`() throws {
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for _ in 0..<3 { driver.reduce(.add(1)) }
      driver.state = Ledger(total: 1)
      try driver.recorder.recordRewind(to: 1, state: driver.state)
      driver.reduce(.add(10))
    }
    func message(_ edits: ActionEdits) -> String? {
      #expect(throws: ReplayError.self) { try replayer().state(at: 5, with: edits) }?.description
    }
    expectEqual(
      message(ActionEdits(replacing: [1: ["subtract": 1]]))?.hasPrefix(
        "\(file.path):3: the action given for 1 is not an action of this app: "), true)
    expectEqual(
      message(ActionEdits(inserting: [1: [["refuse": ["_0": 1]]]])),
      "\(file.path):3: the reducer refuses the action given for 1: refused 1")
    let rewound = "which isn't an action on the way to state 5; a rewind may have left it: see 'reduxlog log'"
    expectEqual(message(ActionEdits(replacing: [3: "x"])), "\(file.path):5: an action was given for 3, \(rewound)")
    expectEqual(message(ActionEdits(replacing: [0: "x"])), "\(file.path):2: an action was given for 0, \(rewound)")
    expectEqual(message(ActionEdits(inserting: [2: ["x"]])), "\(file.path):4: an action was given for 2, \(rewound)")
    expectEqual(
      message(ActionEdits(inserting: [9: ["x"]])), "\(file.path): state 9 doesn't exist; the journal's last state is 5")
  }

  @Test func `skips actions before snapshots and continued sessions`() throws {
    var driver = try Driver<LedgerApp>(file.path)
    for number in 0..<400 { driver.reduce(.write("a line of text, number \(number), which fills the journal")) }
    let first = driver.state
    driver.recorder.close()
    try record([.write("last")], from: first)
    let state = try replayer().state(at: 402, with: ActionEdits(skipping: [2...400]))
    expectEqual(state.log, ["a line of text, number 0, which fills the journal", "last"])
  }

  @Test func `refuses a state that doesn't exist`() throws {
    try record([.add(1)])
    let error = #expect(throws: ReplayError.self) { try replayer().state(at: 9) }
    expectEqual(error?.description, "\(file.path): state 9 doesn't exist; the journal's last state is 1")
    #expect(#expect(throws: ReplayError.self) { try replayer().replay(to: 2) }?.problem == .noSuchState(last: 1))
    #expect(#expect(throws: ReplayError.self) { try replayer().state(at: -1) }?.problem == .droppedState(first: 0))
    #expect(#expect(throws: ReplayError.self) { try replayer().recordedHash(at: 2) }?.problem == .noSuchState(last: 1))
  }

  @Test func `returns the recorded hash of a state`() throws {
    try record([.add(1)])
    try expectEqual(replayer().recordedHash(at: 0), StateEncoder().hash(Ledger()))
    try expectEqual(replayer().recordedHash(at: 1), StateEncoder().hash(Ledger(total: 1)))
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
    expectEqual(report.gaps.map(\.line), [8])
    expectEqual(report.gaps.map(\.why), ["an action was begun and never finished"])
    expectEqual(report.interrupted.map(\.line), [7])
    expectEqual(report.lastSeq, 6)
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
    try expectEqual(replayer().state(at: 10_001).total, 2)
    try expectEqual(replayer().state(at: 10_001, with: ActionEdits(skipping: [1...1])).total, 1)
    try expectEqual(replayer().verify().rewinds, 9999)
  }

  /// Takes a second: it records thousands of actions and rewinds.
  @Test(.timeLimit(.minutes(20))) func `follows thousands of undone actions`() throws {
    let count = Soak.count(4000, soak: 10_000)
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for step in 0..<count {
        let before = driver.state
        driver.reduce(.add(step))
        driver.state = before
        try driver.recorder.recordRewind(to: 2 * step, state: before)
      }
    }
    try expectEqual(replayer().state(at: 2 * count - 1).total, count - 1)
    try expectEqual(replayer().verify().proven, 2 * count + 1)
  }
}
