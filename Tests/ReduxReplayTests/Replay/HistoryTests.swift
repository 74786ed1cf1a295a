import Expectations
import ReduxJournal
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

struct HistoryTests {
  /// The ways of a journal, from reading all of it: the state before each state, and how it was set.
  private struct Ways {
    var before: [Int: Int] = [:]
    var isJump: Set<Int> = []
    var held: Set<Int> = []
    var last = 0

    init(_ file: JournalFile) throws {
      let reader = try file.entries(fromOffset: 0)
      while let entry = try reader.next() {
        if case .snapshot(let snapshot) = entry.record, snapshot.holdsWholeState { held.insert(entry.seq) }
        guard entry.setsState else { continue }
        last = entry.seq
        switch entry.record {
        case .rewind(let rewind): (before[entry.seq], _) = (rewind.to, isJump.insert(entry.seq))
        case .snapshot(let snapshot):
          isJump.insert(entry.seq)
          if case .sameAs(let seq) = snapshot.content {
            before[entry.seq] = seq
          } else {
            before[entry.seq] = entry.seq - 1
          }
        default: before[entry.seq] = entry.seq - 1
        }
      }
    }

    func history(to seq: Int) -> [Int] {
      var seqs = [seq]
      while let seq = before[seqs[seqs.count - 1]], seq >= 0 { seqs.append(seq) }
      return seqs
    }
  }

  /// Takes seconds: it follows the history of states of random journals.
  @Test func `a history is what reading the whole journal shows`() throws {
    for seed in 0..<UInt64(Soak.count(12, soak: 300)) {
      let journal = try TemporaryFile()
      try LedgerJournal.write(to: journal.path, records: 60, seed: seed, rewinds: seed % 3 == 0 ? 30 : 4)
      let file = try JournalFile(path: journal.path)
      let ways = try Ways(file)
      for seq in Set([ways.last, ways.last / 2, ways.last / 3, 0]) {
        var history = try History(of: file, to: seq)
        var seqs: [Int] = []
        while let stretch = try history.next() {
          seqs += stretch.seqs.reversed()
          expectEqual(stretch.held, stretch.seqs.filter { ways.held.contains($0) }, "seed \(seed)")
          #expect(ways.isJump.contains(stretch.seqs.lowerBound), "seed \(seed)")
          switch stretch.origin {
          case .start: expectEqual(stretch.seqs.lowerBound, 0)
          case .jump(let target): expectEqual(ways.before[stretch.seqs.lowerBound], target)
          case .set: expectEqual(ways.before[stretch.seqs.lowerBound], stretch.seqs.lowerBound - 1)
          }
        }
        expectEqual(seqs, ways.history(to: seq), "seed \(seed), state \(seq)")
      }
    }
  }

  @Test func `the selected values of consecutive states are those of each alone`() throws {
    let selection = Selection([JSONPointer(tokens: ["total"]), JSONPointer(tokens: ["notes", "key 1"])])
    let question = StateQuestion.values(selection)
    for seed in 0..<UInt64(Soak.count(8, soak: 300)) {
      let journal = try TemporaryFile()
      try LedgerJournal.write(to: journal.path, records: 60, seed: seed, cuts: seed % 2 == 0 ? 10 : 0)
      let file = try JournalFile(path: journal.path)
      let last = try #require(try file.lastStateSeq)
      var alone = StateCursor(Replayer<LedgerApp>(file: file))
      var cursor = StateCursor(Replayer<LedgerApp>(file: file))
      let way = try History.Way(of: file, to: last)
      var seqs: [Int] = []
      try cursor.forEach(question, along: way, proves: false, where: { _ in true }) { seq, values in
        seqs.append(seq)
        let expected: [UInt8]?
        do { expected = try alone.answer(question, at: seq) } catch let error as ReplayError {
          #expect(error.isOfUnknownState, "\(error)")
          expected = nil
        }
        expectEqual(values, expected, "seed \(seed), state \(seq)")
        return true
      }
      expectEqual(seqs, way.stretches.flatMap { Array($0.seqs) })
      let marks = way.marks(7)
      let kept = try cursor.keep(marks, along: way.part(0...(marks.last ?? 0))) { _ in }
      for seq in kept { try expectEqual(cursor.answer(question, at: seq), alone.answer(question, at: seq)) }
    }
  }

  /// A ledger that counts wrong at 1, and right again after -1.
  private enum MistakenLedgerApp: ReplayableApp {
    static let name = LedgerApp.name
    static var initialState: Ledger { Ledger() }

    static func reduce(_ state: inout Ledger, _ action: LedgerAction) throws {
      try LedgerApp.reduce(&state, action)
      if case .add(let amount) = action, abs(amount) == 1 { state.total += amount }
    }
  }

  @Test func `no changes are told from a state that isn't the recorded one`() throws {
    let journal = try TemporaryFile()
    do {
      var driver = try Driver<LedgerApp>(journal.path)
      for amount in [7, 1, -1, 7] { driver.reduce(.add(amount)) }
    }
    var cursor = StateCursor(Replayer<MistakenLedgerApp>(file: try JournalFile(path: journal.path)))
    try expectEqual(cursor.changes(at: 1).patch.operations.count, 1)
    for seq in [2, 3] { #expect(throws: ReplayError.self, "state \(seq)") { _ = try cursor.changes(at: seq) } }
    try expectEqual(cursor.changes(at: 4).patch.operations.count, 1)
  }
}
