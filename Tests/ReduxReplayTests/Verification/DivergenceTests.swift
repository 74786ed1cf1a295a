import Expectations
import ReduxJournal
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

/// The ledger with a changed reducer.
private enum ChangedLedger: ReplayableApp {
  static let name = "ledger"
  static var initialState: Ledger { Ledger() }

  static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
    switch action {
    case .add(let amount) where amount > 50: state.log.append("\(amount) is much")
    case .note(let key, nil): state.notes[key] = 0
    case .refuse(let amount) where amount == 7:
      state.total -= amount
      throw Refused(description: "it is 7")
    case .refuse(let amount) where amount == 8: state.total -= amount
    default: try LedgerApp.reduce(&state, action)
    }
  }
}

struct DivergenceTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `a long value is not shown`() {
    let long = JSONValue.string(String(repeating: "x", count: 300))
    expectEqual(Divergence.Values(recorded: long, replayed: 1), Divergence.Values(replayed: 1))
  }

  private func divergence(_ actions: [LedgerAction]) throws -> Divergence? {
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for action in actions { driver.reduce(action) }
    }
    try expectEqual(Replayer<LedgerApp>(path: file.path).verify().divergence, nil)
    return try Replayer<ChangedLedger>(path: file.path).verify().divergence
  }

  private func short(_ value: some Encodable) throws -> String { try StateEncoder().hash(value).short }

  @Test func `reports the first divergent action and the members that differ`() throws {
    let divergence = try #require(try divergence([.add(1), .add(51), .add(52), .add(2)]))
    #expect((divergence.seq, divergence.line, divergence.type) == (2, 4, "add"))
    expectEqual(
      divergence.kind,
      .state(
        recorded: try StateEncoder().hash(Ledger(total: 52)),
        replayed: try StateEncoder().hash(Ledger(total: 1, log: ["51 is much"]))))
    expectEqual(
      divergence.members,
      [
        .init(
          pointer: "/total", recorded: .set(try short(52)), replayed: .unchanged,
          values: .init(replayed: 1)),
        .init(
          pointer: "/log/0", recorded: .unchanged, replayed: .set(try short("51 is much")),
          values: .init(replayed: "51 is much")),
      ])
  }

  @Test func `reports a removed member`() throws {
    let divergence = try #require(try divergence([.note("a", 1), .note("b", 2), .note("a", nil)]))
    expectEqual(divergence.seq, 3)
    expectEqual(
      divergence.members,
      [
        .init(pointer: "/notes/a", recorded: .removed, replayed: .set(try short(0)), values: .init(replayed: 0))
      ])
  }

  @Test func `reports another error`() throws {
    let divergence = try #require(try divergence([.refuse(6), .refuse(7)]))
    #expect((divergence.seq, divergence.line) == (2, 4))
    expectEqual(divergence.kind, .error(recorded: "refused 7", replayed: "it is 7"))
    #expect(divergence.members.isEmpty)
  }

  @Test func `reports a missing error`() throws {
    let divergence = try #require(try divergence([.refuse(8)]))
    expectEqual(divergence.kind, .error(recorded: "refused 8", replayed: nil))
  }

  @Test func `returns no state that can't be proven`() throws {
    _ = try divergence([.add(1), .add(51), .add(2)])
    let replayer = try Replayer<ChangedLedger>(path: file.path)
    try expectEqual(replayer.state(at: 1).total, 1)
    let error = #expect(throws: ReplayError.self) { try replayer.state(at: 3) }
    expectEqual(error?.description.contains("run 'reduxlog verify' to find the first difference"), true)
    let (state, report) = try replayer.replay()
    expectEqual(state, nil)
    expectEqual(report.divergence?.seq, 2)
    try expectEqual(replayer.replay(to: 1).state?.total, 1)
  }

  @Test func `refuses an action that the app no longer has`() throws {
    enum Fewer: ReplayableApp {
      enum Action: Codable { case add(Int) }
      static let name = "ledger"
      static var initialState: Ledger { Ledger() }
      static func reduce(_ state: inout Ledger, _ action: Action) {}
    }
    do {
      var driver = try Driver<LedgerApp>(file.path)
      driver.reduce(.note("a", 1))
    }
    let replayer = try Replayer<Fewer>(path: file.path)
    for error in [
      #expect(throws: ReplayError.self) { try replayer.verify() },
      #expect(throws: ReplayError.self) { try replayer.state(at: 1) },
    ] {
      #expect((error?.line, error?.seq) == (3, 1))
      expectEqual(error?.description.hasPrefix("\(file.path):3: action 1 (note) is not an action of this app: "), true)
      let advice = "; if the app has changed since, declare the change in schemaChanges"
      expectEqual(error?.description.hasSuffix(advice), true)
      expectEqual(error?.description.contains("\n"), false)
    }
  }

  @Test func `refuses a state that the app no longer has`() throws {
    struct Other: Codable { var somethingElse: Int }
    enum Changed: ReplayableApp {
      static let name = "ledger"
      static var initialState: Other { Other(somethingElse: 1) }
      static func reduce(_ state: inout Other, _ action: LedgerAction) {}
    }
    do {
      var driver = try Driver<LedgerApp>(file.path)
      driver.reduce(.add(1))
    }
    let error = #expect(throws: ReplayError.self) { try Replayer<Changed>(path: file.path).verify() }
    #expect((error?.line, error?.seq) == (2, 0))
    expectEqual(error?.description.contains(#"no member "somethingElse""#), true)
  }

  // MARK: Changed journals with correct checksums

  private func tampered(_ change: (inout [String]) throws -> Void) throws -> Replayer<LedgerApp> {
    do {
      var driver = try Driver<LedgerApp>(file.path)
      for number in 0..<400 { driver.reduce(.write("a text of some length, \(number), so that a snapshot is due")) }
      try driver.recorder.recordRewind(to: 3, state: Ledger(log: Array(driver.state.log.prefix(3))))
    }
    var lines = try file.lines()
    try change(&lines)
    try file.writeResealed(lines)
    return try Replayer(path: file.path)
  }

  @Test func `a resealed journal without changes is proven`() throws {
    try expectEqual(tampered { _ in }.verify().proven, 402)
  }

  @Test func `finds a snapshot with a changed state`() throws {
    var changed = 0
    let replayer = try tampered { lines in
      changed = try #require(lines.lastIndex { $0.hasPrefix(#"{"kind":"snapshot""#) })
      try #require(changed > 1)
      lines[changed] = lines[changed].replacing("length, 3,", with: "length, 4,")
    }
    let error = #expect(throws: ReplayError.self) { try replayer.verify() }
    expectEqual(error?.line, changed + 1)
    guard case .wrongSnapshot = error?.problem else {
      Issue.record("the error is \(String(describing: error))")
      return
    }
  }

  @Test func `finds a snapshot with a changed state and hash`() throws {
    let replayer = try tampered { lines in
      let index = try #require(lines.lastIndex { $0.hasPrefix(#"{"kind":"snapshot""#) })
      let snapshot = try JSONDocument(Array(lines[index].utf8)).root
      var state = try StateDecoder().decode(Ledger.self, from: try #require(snapshot.member("state")))
      let old = try StateEncoder().hash(state)
      state.log[3] = state.log[3].replacing("length, 3,", with: "length, 4,")
      lines[index] = lines[index].replacing("length, 3,", with: "length, 4,")
        .replacing("\(old)", with: "\(try StateEncoder().hash(state))")
    }
    let error = #expect(throws: ReplayError.self) { try replayer.verify() }
    guard case .wrongSnapshot = error?.problem else {
      Issue.record("the error is \(String(describing: error))")
      return
    }
  }

  @Test func `finds a rewind with a wrong target`() throws {
    let replayer = try tampered { lines in
      let index = try #require(lines.lastIndex { $0.hasPrefix(#"{"kind":"rewind""#) })
      lines[index] = lines[index].replacing(#""to":3"#, with: #""to":4"#)
    }
    let error = #expect(throws: ReplayError.self) { try replayer.verify() }
    expectEqual(error?.problem, .wrongReference(to: 4))
    let sought = #expect(throws: ReplayError.self) { try replayer.state(at: 401) }
    guard case .diverges? = sought?.problem else {
      Issue.record("the error is \(sought as Any)")
      return
    }
  }

  @Test func `finds an action with a changed hash`() throws {
    let replayer = try tampered { lines in
      let hash = try StateEncoder().hash(Ledger(log: ["a text of some length, 0, so that a snapshot is due"]))
      lines[2] = lines[2].replacing("\(hash)", with: String(repeating: "0", count: 32))
    }
    try expectEqual(replayer.verify().divergence?.seq, 1)
    let error = #expect(throws: ReplayError.self) { try replayer.state(at: 1) }
    guard case .diverges(recorded: String(repeating: "0", count: 32), _)? = error?.problem else {
      Issue.record("the error is \(error as Any)")
      return
    }
  }

  @Test func `doesn't step over an interrupted action`() throws {
    let replayer = try tampered { lines in
      // The length stays the same, so that later lines still find their snapshot.
      lines[4] = lines[4].replacing(/,"hash".*,"base":/) { match in
        let kept = #","interrupted":true"#
        return kept + String(repeating: " ", count: match.output.utf8.count - kept.utf8.count - 8) + #","base":"#
      }
    }
    let error = #expect(throws: ReplayError.self) { try replayer.verify() }
    #expect((error?.line, error?.seq, error?.problem) == (6, 4, .unreachable))
    #expect(#expect(throws: ReplayError.self) { try replayer.state(at: 4) }?.problem == .interrupted(type: "write"))
  }
}
