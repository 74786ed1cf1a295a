import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// Compares random sessions with rewinds, refusals, unknown states and marks with a list of their states.
struct RandomJournalTests {
  /// Builds a journal; the states by seq, `nil` where an action was interrupted.
  private func build(_ path: String, _ random: inout SeededGenerator) throws -> [Ledger?] {
    var states: [Ledger?] = []
    for session in 0..<Int.random(in: 1...3, using: &random) {
      let budget: Duration = Bool.random(using: &random) ? .zero : .seconds(1000)
      let start: Ledger
      switch random.next() % 3 {
      case 0: start = states.last.flatMap { $0 } ?? Ledger()
      case 1: start = Ledger()
      default: start = Ledger(total: session * 1000)
      }
      var driver = try Driver<LedgerApp>(path, from: start, budget: budget)
      states.append(start)
      for _ in 0..<Int.random(in: 0...24, using: &random) {
        switch random.next() % 20 {
        case 0...2:
          let known = states.indices.filter { states[$0] != nil }
          guard let target = known.randomElement(using: &random), let state = states[target] else { continue }
          let seq = try driver.recorder.recordRewind(to: target, state: state)
          expectEqual(seq, states.count)
          driver.state = state
          states.append(state)
        case 3: driver.recorder.mark("here", text: "\(states.count)")
        case 4 where random.next() % 4 == 0:
          do { _ = driver.recorder.begin(LedgerAction.add(1), in: driver.state) }
          states.append(nil)
          driver.state.total += 7
          states.append(driver.state)
          driver.reduce(.add(2))
          states.append(driver.state)
        default:
          driver.reduce(action(&random))
          states.append(driver.state)
        }
      }
      if Bool.random(using: &random) { driver.recorder.close() }
    }
    return states
  }

  private func action(_ random: inout SeededGenerator) -> LedgerAction {
    switch random.next() % 5 {
    case 0: .add(Int(random.next() % 100))
    case 1: .note("key \(random.next() % 5)", random.next() % 3 == 0 ? nil : Int(random.next() % 1000))
    case 2: .refuse(Int(random.next() % 10))
    // Long text makes snapshots due.
    default: .write(String(repeating: "text ", count: Int(random.next() % 3000)))
    }
  }

  /// Takes seconds: it rebuilds each state of 20 journals.
  @Test(arguments: 0..<UInt64(Soak.count(1, soak: 10))) func `rebuilds every state`(group: UInt64) throws {
    for seed in group * 20..<group * 20 + 20 {
      var random = SeededGenerator(seed: seed)
      let file = try TemporaryFile()
      let states = try build(file.path, &random)
      let replayer = try Replayer<LedgerApp>(path: file.path)

      // Each state alone.
      for (seq, state) in states.enumerated() {
        if let state {
          try #require(try replayer.state(at: seq) == state, "seed \(seed), seq \(seq)")
          guard seq % 8 == 0 else { continue }
          try #require(try replayer.state(at: seq, with: ActionEdits()) == state, "seed \(seed), seq \(seq)")
        } else {
          let error = #expect(throws: ReplayError.self, "seed \(seed), seq \(seq)") { try replayer.state(at: seq) }
          expectEqual(error?.problem, .interrupted(type: "add"))
        }
      }
      #expect(
        #expect(throws: ReplayError.self) { try replayer.state(at: states.count) }?.problem
          == .noSuchState(last: states.count - 1))

      // All states in order, checked.
      var seen: [Int: Ledger] = [:]
      let (last, report) = try replayer.replay { seen[$0] = $1 }
      expectEqual(report.divergence, nil, "seed \(seed)")
      for (seq, state) in states.enumerated() { try #require(seen[seq] == state, "seed \(seed), seq \(seq)") }
      expectEqual(report.lastSeq, states.count - 1, "seed \(seed)")
      expectEqual(report.interrupted.map(\.seq), states.indices.filter { states[$0] == nil }, "seed \(seed)")
      if let state = states.last, let state { expectEqual(last, state, "seed \(seed)") }

      // A part, from the start and from a snapshot, checked.
      if let seq = states.indices.filter({ states[$0] != nil }).randomElement(using: &random) {
        try expectEqual(replayer.replay(to: seq).state, states[seq], "seed \(seed), seq \(seq)")
        try expectEqual(replayer.replay(to: seq, fromSnapshot: true).state, states[seq], "seed \(seed), seq \(seq)")
      }
    }
  }
}
