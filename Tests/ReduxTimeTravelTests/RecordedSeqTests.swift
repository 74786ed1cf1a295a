import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxStore
import ReduxTimeTravel
import StateCoding
import StateTree
import TestSupport
import Testing

private struct Ledger: Codable, Equatable, Sendable {
  var entries: [Int] = []
  var total = 0
}

private struct Overdrawn: Error {}

private enum Entry: Codable, Sendable {
  case add(Int)
  case fail
}

private func reduceLedger(_ state: inout Ledger, _ action: Entry) throws(Overdrawn) {
  switch action {
  case .add(let amount):
    state.entries.append(amount)
    state.total += amount
  case .fail:
    state.total -= 1
    throw Overdrawn()
  }
}

/// A store of another library, whose state is also set directly.
private final class LedgerStore {
  var state = Ledger()
  let timeline = LiveTimeline<Ledger, Entry>(limit: 200, keepingEvery: 4)
  private var reduce: (inout Ledger, Entry) throws(Overdrawn) -> Void = { _, _ in }

  init(_ recorder: Recorder) {
    reduce = timeline.following(reduceLedger, live: recorder.recording(reduceLedger))
    timeline.onLook = { [unowned self] in timeline.show(in: &state) }
    timeline.onResume = { recorder.noteReplacedState() }
  }

  func send(_ action: Entry) { try? reduce(&state, action) }
}

/// The recorder's seqs in timelines: a timeline shows no state under a seq that has another hash in the journal.
struct RecordedSeqTests {
  private let file: TemporaryFile
  private let options = RecorderOptions(hashing: .everyAction)

  init() throws { file = try TemporaryFile() }

  private func recorder() throws -> Recorder {
    try Recorder(path: file.path, app: AppIdentity(name: "ledger"), options: options)
  }

  /// The hashes of the journal's states by their seqs.
  private func recordedHashes() throws -> [Int: StateHash] {
    var hashes: [Int: StateHash] = [:]
    var events = try JournalFile(path: file.path).events()
    while let event = try events.next() {
      if event.setsState { hashes[event.seq] = event.record.hash }
    }
    return hashes
  }

  private func check(_ timeline: some DrivableTimeline<Ledger>, _ comment: Comment? = nil) throws {
    let hashes = try recordedHashes()
    for seq in timeline.recordedSeqs.joined() {
      #expect(try StateEncoder().hash(timeline.state(atRecorded: seq, leavingOut: true)) == hashes[seq], comment)
    }
  }

  @Test func `steps keep the seqs of the journal, also after a pause`() throws {
    let recorder = try recorder()
    let store = LedgerStore(recorder)
    store.send(.add(1))
    recorder.pause()
    store.send(.add(2))
    store.send(.add(3))
    recorder.resume()
    store.send(.add(4))
    expectEqual(store.timeline.steps.map(\.recordedSeq), [1, nil, 2, 3])
    expectEqual(store.timeline.recordedSeqs, [0...3])
    try recorder.flush()
    try check(store.timeline)
    try store.timeline.peek(atRecorded: 2)
    expectEqual(store.state.entries, [1, 2, 3])
    expectEqual(store.timeline.shownRecordedSeq, 2)
    expectEqual(store.timeline.shownSeq, 3)
  }

  @Test func `a session that continues a journal continues its seqs`() throws {
    do {
      let store = LedgerStore(try recorder())
      store.send(.add(1))
      store.send(.add(2))
    }
    let recorder = try recorder()
    let store = LedgerStore(recorder)
    store.send(.add(3))
    expectEqual(store.timeline.recordedSeqs, [3...4])
    try recorder.flush()
    try check(store.timeline)
    #expect(throws: TimelineError.notKept(1, kept: [3...4])) { try store.timeline.peek(atRecorded: 1) }
    expectEqual(
      "\(TimelineError.notKept(1, kept: [3...4, 6...6]))",
      "the app doesn't keep state 1 of the journal; it keeps 3 to 4, 6")
  }

  @Test func `of two resumptions in a row, the journal holds the second`() throws {
    let recorder = try recorder()
    let store = LedgerStore(recorder)
    for amount in 1...3 { store.send(.add(amount)) }
    try store.timeline.peek(atRecorded: 1)
    store.timeline.resume()
    try store.timeline.peek(atRecorded: 2)
    store.timeline.resume()
    store.send(.add(9))
    expectEqual(store.timeline.steps.map(\.recordedSeq), [1, 2, 3, nil, 4, 5])
    try recorder.flush()
    try check(store.timeline)
    expectEqual(try store.timeline.state(atRecorded: 5, leavingOut: true).entries, [1, 2, 9])
  }

  @Test func `a state that was set outside an action is shown only if the timeline knows it`() throws {
    let recorder = try recorder()
    let store = LedgerStore(recorder)
    store.send(.add(1))
    store.state.total = 100
    store.send(.add(2))
    expectEqual(store.timeline.recordedSeqs, [0...1, 3...3])
    try recorder.flush()
    try check(store.timeline)
    expectEqual(try store.timeline.state(atRecorded: 3, leavingOut: true), Ledger(entries: [1, 2], total: 102))
    #expect(throws: TimelineError.unknownStateBefore(2)) { try store.timeline.toggle(recorded: 3) }
    expectEqual(
      "\(TimelineError.unknownStateBefore(2))",
      "the action that led to state 2 can't be left out, because the state before it was set without an action")
    // What is left out before doesn't change it.
    try store.timeline.toggle(recorded: 1)
    expectEqual(store.timeline.leftOutSeqs, [1])
    expectEqual(store.state, Ledger(entries: [1, 2], total: 102))
  }

  @Test func `an action that changes no state leaves the timeline as it is`() throws {
    let recorder = try recorder()
    let store = LedgerStore(recorder)
    store.send(.add(1))
    recorder.record(Entry.fail)
    recorder.record(Entry.fail)
    store.send(.add(2))
    store.send(.add(3))
    expectEqual(store.timeline.steps.map(\.recordedSeq), [1, 4, 5])
    try recorder.flush()
    try check(store.timeline)
    try store.timeline.toggle(recorded: 4)
    expectEqual(store.state.entries, [1, 3])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `each state has the hash that the journal has, whatever happened`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 1...3 {
      let recorder = try recorder()
      let store = LedgerStore(recorder)
      for _ in 1...60 {
        switch Int.random(in: 0..<16, using: &numbers) {
        case 0: recorder.pause()
        case 1, 2: recorder.resume()
        case 3: store.state.total = .random(in: 0...5, using: &numbers)
        case 4: recorder.noteReplacedState()
        case 5:
          if let seq = store.timeline.recordedSeqs.joined().randomElement(using: &numbers) {
            try store.timeline.peek(atRecorded: seq)
            if Bool.random(using: &numbers) { store.timeline.resume() } else { store.timeline.returnToHead() }
          }
        case 6: store.send(.fail)
        case 7: recorder.record(Entry.fail)
        default: store.send(.add(.random(in: 0...9, using: &numbers)))
        }
      }
      try recorder.flush()
      #expect(store.timeline.recordedSeqs.joined().count > 5)
      try check(store.timeline, "seed \(seed)")
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `the same holds for this package's store`(seed: UInt64) throws {
    var numbers = SeededGenerator(seed: seed)
    for _ in 1...3 {
      let recorder = try recorder()
      let reducer = Reducer<Ledger, Entry> { state, action in try? reduceLedger(&state, action) }
      let timeline = StoreTimeline(
        initialState: Ledger(), reducer: reducer, live: reducer.wrapped(by: recorder.recording), keepingEvery: 4,
        onResume: { recorder.noteReplacedState() })
      for _ in 1...60 {
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: recorder.pause()
        case 1, 2: recorder.resume()
        case 3:
          timeline.store.replaceState(Ledger(total: .random(in: 0...5, using: &numbers))) { _ in
            recorder.noteReplacedState()
          }
        case 4: recorder.noteReplacedState()
        case 6: recorder.record(Entry.fail)
        case 5:
          if let seq = timeline.recordedSeqs.joined().randomElement(using: &numbers) {
            try timeline.peek(atRecorded: seq)
            if Bool.random(using: &numbers) { timeline.resume() } else { timeline.returnToHead() }
          }
        default: timeline.store.dispatch(.add(.random(in: 0...9, using: &numbers)))
        }
      }
      try recorder.flush()
      #expect(timeline.recordedSeqs.joined().count > 5)
      try check(timeline, "seed \(seed)")
    }
  }
}
