import Expectations
import ReduxJournal
import StateTree
import Testing

@testable import ReduxReplay

struct VerifyingProgressTests {
  private let hash = StateHash.bool(true)
  private var progress = VerifyingProgress()

  private func range(_ seqs: ClosedRange<Int>) -> UnprovenRange {
    UnprovenRange(line: 3, seqs: seqs, actions: seqs.count, type: "load", replayability: .opaque)
  }

  @Test mutating func `a proof settles the unhashed actions before it`() {
    progress.start(from: hash, seq: 0)
    progress.passUnhashed()
    progress.passUnhashed()
    #expect((progress.report.unhashed, progress.report.unsettled, progress.hash) == (2, 2, nil))
    expectEqual(progress.provenSeq, 0)
    progress.prove(hash, seq: 3)
    #expect((progress.report.unhashed, progress.report.unsettled, progress.report.proven) == (2, 0, 2))
    expectEqual(progress.provenSeq, 3)
  }

  @Test mutating func `a snapshot gives an unhashed action its hash`() {
    progress.start(from: hash, seq: 0)
    progress.passUnhashed()
    progress.confirm(hash, seq: 1)
    #expect((progress.report.unhashed, progress.report.unsettled, progress.report.proven) == (0, 0, 2))
  }

  @Test mutating func `a new start leaves earlier unhashed actions unsettled`() {
    progress.passUnhashed()
    progress.start(from: hash, seq: 7, counts: false)
    #expect((progress.report.unhashed, progress.report.unsettled, progress.report.proven) == (1, 1, 0))
  }

  @Test mutating func `skipped actions extend the range of the action that can't be reduced`() {
    progress.markUnproven(of: range(4...4), hash: hash)
    expectEqual(progress.knowledge, .unproven(.action))
    progress.skip(nil, seq: 5, because: .action)
    progress.skip(hash, seq: 6, because: .action)
    expectEqual(progress.report.unproven, [range(4...6)])
    #expect((progress.report.unchecked, progress.hash, progress.provenSeq) == (0, hash, nil))
    progress.start(from: hash, seq: 7)
    #expect(progress.isKnown)
  }

  @Test(arguments: [
    (VerifyingProgress.UnprovenCause.secrets, unchecked: 1, undecided: 0), (.divergence, unchecked: 0, undecided: 1),
  ])
  func `skipped actions count by what is missing`(
    cause: VerifyingProgress.UnprovenCause, unchecked: Int, undecided: Int
  ) {
    var progress = VerifyingProgress()
    progress.markUnproven(cause, hash: hash)
    progress.skip(hash, seq: 2, because: cause)
    #expect((progress.report.unchecked, progress.report.undecided) == (unchecked, undecided))
  }

  @Test mutating func `behind a divergence, unknown states are unchecked`() {
    progress.report.divergence = Divergence(
      seq: 1, path: "j", line: 2, type: "add", kind: .state(recorded: hash, replayed: hash), members: [])
    progress.countUnknown()
    #expect((progress.report.unchecked, progress.report.undecided) == (1, 0))
  }

  @Test mutating func `a chunk continues the counts and the knowledge of the one before`() {
    progress.start(from: hash, seq: 0)
    progress.passUnhashed()
    var chunk = VerifyingProgress()
    chunk.start(from: hash, seq: 1, counts: false)
    chunk.markUnproven(of: range(2...2), hash: nil)
    progress.add(chunk, after: 10)
    expectEqual(progress.knowledge, .unproven(.action))
    #expect((progress.report.unsettled, progress.report.unproven.first?.line, progress.provenSeq) == (1, 13, 0))
  }
}

struct KeptStatesTests {
  @Test func `the oldest of nine states is released`() {
    var kept = KeptStates<String>()
    for seq in 0..<8 { kept.keep("\(seq)", as: seq) }
    kept.keep("again", as: 0)
    kept.keep("8", as: 8)
    expectEqual(kept.seqs, [2, 3, 4, 5, 6, 7, 0, 8])
    #expect((kept[0], kept[1], kept[8]) == ("again", nil, "8"))
  }
}
