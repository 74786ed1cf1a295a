import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateTree
import Synchronization
import TestSupport
import Testing

/// A type that can't be encoded.
private struct Shelf: Sendable {
  var books: [String] = []
  var onOpen: @Sendable () -> Void = {}
}

private enum ShelfAction: Sendable {
  case put(String)
  case change(@Sendable (inout Shelf) -> Void)
}

private let shelfReducer = Reducer<Shelf, ShelfAction> { state, action in
  switch action {
  case .put(let book): state.books.append(book)
  case .change(let body): body(&state)
  }
}

private struct Tally: Codable, Equatable, Sendable { var numbers: [Int] = [] }

private enum TallyApp: ReplayableApp {
  static let name = "tally"
  static var initialState: Tally { Tally() }
  static func reduce(_ state: inout Tally, _ action: Int) { state.numbers.append(action) }
}

struct StoreTimelineTests {
  /// Subscribes to the books, and answers an odd number of them by putting another.
  private func answer(_ store: Store<Shelf, ShelfAction>) -> Subscription {
    store.subscribe({ $0.books }) { books in
      if books.count % 2 == 1 { store.dispatch(.put("\(books.count)b")) }
    }
  }

  @Test func `changes are locked while the past is shown, counted, and reported once`() throws {
    let reports = Mutex(0)
    let timeline = StoreTimeline(
      initialState: Shelf(), reducer: shelfReducer, onLocked: { _ in reports.withLock { $0 += 1 } })
    let subscription = answer(timeline.store)
    defer { withExtendedLifetime(subscription) {} }
    timeline.store.dispatch(.put("a"))
    expectEqual(timeline.store.state.books, ["a", "1b"])
    try timeline.back()
    timeline.store.dispatch(.put("c"))
    expectEqual(timeline.store.presentedState.books, ["a"])
    #expect((timeline.seqs, timeline.lockedCount, reports.withLock { $0 }) == (0...2, 2, 1))
    timeline.returnToHead()
    expectEqual(timeline.store.state.books, ["a", "1b"])
    timeline.store.dispatch(.put("d"))
    expectEqual(timeline.store.state.books, ["a", "1b", "d", "3b"])
  }

  @Test func `held changes are reduced when the app returns, resumes, or sets a state`() throws {
    let heads = Mutex<[[String]]>([])
    let timeline = StoreTimeline(initialState: Shelf(), reducer: shelfReducer, changes: .held)
    let store = timeline.store
    let subscription = store.subscribe({ $0.books }) { books in heads.withLock { $0.append(books) } }
    defer { withExtendedLifetime(subscription) {} }
    for book in ["a", "b"] { store.dispatch(.put(book)) }
    try timeline.peek(at: 1)
    for book in ["c", "d"] { store.dispatch(.put(book)) }
    try timeline.back()
    #expect((store.state.books, timeline.lockedCount) == (["a", "b"], 2))
    timeline.returnToHead()
    expectEqual(store.state.books, ["a", "b", "c", "d"])
    try timeline.peek(at: 1)
    store.dispatch(.put("e"))
    timeline.resume()
    expectEqual(store.state.books, ["a", "e"])
    expectEqual(timeline.seqs, 0...6)
    try timeline.peek(at: 0)
    store.dispatch(.put("f"))
    store.replaceState(Shelf(books: ["x"]))
    expectEqual(store.state.books, ["x", "f"])
    expectEqual(
      heads.withLock { $0 },
      [
        ["a"], ["a", "b"], ["a"], [], ["a", "b", "c", "d"], ["a"], ["a", "e"], [], ["x", "f"],
      ])
    try expectEqual(timeline.state(at: 7).books, ["x"])
    try expectEqual(timeline.state(at: 8).books, ["x", "f"])
  }

  @Test func `subscribers see the past while the head continues, if changes are reduced`() throws {
    let timeline = StoreTimeline(initialState: Shelf(), reducer: shelfReducer, changes: .reduced)
    let store = timeline.store
    let seen = Mutex<[[String]]>([])
    let subscription = store.subscribe({ $0.books }) { books in seen.withLock { $0.append(books) } }
    defer { withExtendedLifetime(subscription) {} }
    store.dispatch(.put("a"))
    store.dispatch(.change { $0.books.append("b") })
    try timeline.back()
    expectEqual(timeline.shownSeq, 1)
    store.dispatch(.put("c"))
    expectEqual(store.state.books, ["a", "b", "c"])
    try timeline.toggle(1)
    expectEqual(store.presentedState.books, [])
    try timeline.forward()
    try timeline.forward()
    expectEqual(store.presentedState.books, ["b", "c"])
    timeline.returnToHead()
    expectEqual(seen.withLock { $0 }, [["a"], ["a", "b"], ["a"], [], ["b"], ["b", "c"], ["a", "b", "c"]])
    expectEqual(timeline.steps.map(\.isLeftOut), [true, false, false])
  }

  @Test func `resuming continues from the shown state`() throws {
    let timeline = StoreTimeline(initialState: Shelf(), reducer: shelfReducer, keepingEvery: 2)
    for book in ["a", "b", "c"] { timeline.store.dispatch(.put(book)) }
    try timeline.toggle(2)
    timeline.resume()
    expectEqual(timeline.store.state.books, ["a", "c"])
    expectEqual(timeline.shownSeq, nil)
    timeline.store.dispatch(.put("d"))
    expectEqual(timeline.seqs, 0...5)
    try expectEqual(timeline.state(at: 5).books, ["a", "c", "d"])
    timeline.resume()
    expectEqual(timeline.seqs, 0...5)
    #expect(throws: TimelineError.noState(6, first: 0, last: 5)) { try timeline.peek(at: 6) }
  }

  @Test func `a recorder notes a resumed state, and the journal verifies`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: TallyApp.name))
    let timeline = StoreTimeline(
      initialState: TallyApp.initialState, reducer: Reducer { TallyApp.reduce(&$0, $1) },
      live: Reducer(recorder.recording { @Sendable in TallyApp.reduce(&$0, $1) }),
      onResume: { recorder.noteReplacedState() })
    for number in 1...3 { timeline.store.dispatch(number) }
    try timeline.toggle(2)
    timeline.resume()
    timeline.store.dispatch(4)
    recorder.close()
    let replayer = try Replayer<TallyApp>(path: file.path)
    let report = try replayer.verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, 6)
    try expectEqual(replayer.state(at: 5), Tally(numbers: [1, 3, 4]))
    let reader = try JournalReader(path: file.path)
    var kinds: [String] = []
    while let entry = try reader.next() { kinds.append(entry.record.kind) }
    expectEqual(kinds, ["header", "snapshot", "action", "action", "action", "gap", "snapshot", "action", "seal"])
  }

  @Test(arguments: [TimelineChanges.held, .reduced])
  func `any thread may look and dispatch`(changes: TimelineChanges) async throws {
    let timeline = StoreTimeline(
      initialState: Tally(), reducer: Reducer<Tally, Int> { $0.numbers.append($1) }, limit: 50, keepingEvery: 5,
      changes: changes)
    await withTaskGroup { group in
      for worker in 0..<4 {
        group.addTask { for number in 0..<200 { timeline.store.dispatch(worker * 1000 + number) } }
      }
      group.addTask {
        for _ in 0..<100 {
          try? timeline.back()
          try? timeline.toggle(timeline.seqs.upperBound)
          try? timeline.forward()
          timeline.returnToHead()
        }
      }
    }
    // The order of the threads decides which of the last actions are left out.
    for step in timeline.steps where step.isLeftOut { try timeline.toggle(step.seq) }
    expectEqual(timeline.seqs.upperBound, 800)
    expectEqual(timeline.store.state.numbers.count, 800)
    try expectEqual(timeline.state(at: 790).numbers, Array(timeline.store.state.numbers.prefix(790)))
  }

  @Test func `a state set without an action ends the look, and is a step`() throws {
    let timeline = StoreTimeline(initialState: Tally(), reducer: Reducer(TallyApp.reduce))
    for number in 1...3 { timeline.store.dispatch(number) }
    try timeline.peek(at: 1)
    timeline.store.replaceState(Tally(numbers: [10]))
    expectEqual(timeline.shownSeq, nil)
    timeline.resume()
    expectEqual(timeline.store.state, Tally(numbers: [10]))
    timeline.store.dispatch(11)
    try expectEqual(timeline.state(at: 4), Tally(numbers: [10]))
    try expectEqual(timeline.state(at: 5), Tally(numbers: [10, 11]))
    try timeline.peek(at: 2)
    timeline.resume()
    expectEqual(timeline.store.state, Tally(numbers: [1, 2]))
    expectEqual(timeline.seqs, 0...6)
  }

  @Test func `a state from elsewhere is shown, and is continued from`() throws {
    let timeline = StoreTimeline(initialState: Tally(), reducer: Reducer(TallyApp.reduce))
    for number in 1...3 { timeline.store.dispatch(number) }
    timeline.open(Tally(numbers: [10]))
    expectEqual(timeline.store.presentedState, Tally(numbers: [10]))
    #expect((timeline.shownSeq, timeline.shownRecordedSeq, timeline.isAtHead) == (nil, nil, false))
    timeline.store.dispatch(4)
    #expect((timeline.store.state.numbers, timeline.lockedCount) == ([1, 2, 3], 1))
    timeline.returnToHead()
    #expect((timeline.store.presentedState.numbers, timeline.isAtHead) == ([1, 2, 3], true))
    timeline.open(Tally(numbers: [10]))
    timeline.resume()
    timeline.store.dispatch(11)
    #expect((timeline.store.state.numbers, timeline.isAtHead, timeline.seqs) == ([10, 11], true, 0...5))
    try expectEqual(timeline.state(at: 4), Tally(numbers: [10]))
    guard case .replaced? = timeline.steps.dropFirst(3).first?.kind else {
      Issue.record("\(timeline.steps)")
      return
    }
  }
}
