import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import Synchronization
import TestSupport
import Testing

/// A counter whose past can be shown.
private enum CounterApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var steps: [Int] = []
  }

  enum Action: Codable, Sendable {
    case add(Int)
  }

  static let name = "counter"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let amount):
      state.count += amount
      state.steps.append(amount)
    }
  }
}

/// An account with a secret.
private enum AccountApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var password = ""
    var steps = 0
  }

  enum Action: Codable, Sendable {
    case step
    case choose(password: String)
  }

  static let name = "account"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    if case .choose(let password) = action { state.password = password }
    state.steps += 1
  }
}

/// The states that a subscriber received.
private final class Seen: Sendable {
  private let values = Mutex<[Int]>([])

  var counts: [Int] { values.withLock { $0 } }
  func append(_ count: Int) { values.withLock { $0.append(count) } }
}

/// A recorded store with a timeline, in its own folder.
private final class Session {
  let path: String
  let recorder: Recorder
  let store: Store<CounterApp.State, CounterApp.Action>
  let timeline: ReplayTimeline<CounterApp>
  private let file: TemporaryFile
  private let seen = Seen()
  private let subscription: Subscription

  init(_ changes: TimelineChanges = .locked) throws {
    file = try TemporaryFile()
    path = file.path
    recorder = try Recorder(path: path, app: AppIdentity(name: CounterApp.name))
    store = Store(
      initialState: CounterApp.initialState,
      reducer: Reducer(recorder.recording { @Sendable state, action in CounterApp.reduce(&state, action) }))
    timeline = ReplayTimeline(
      store: store, recorder: recorder, path: path, changes: changes,
      onLocked: { [seen] _ in seen.append(-1) })
    subscription = store.subscribe({ $0.count }) { [seen] in seen.append($0) }
  }

  var seenCounts: [Int] { seen.counts }

  func add(_ amounts: Int...) {
    for amount in amounts { store.dispatch(.add(amount)) }
  }

  func journalKinds() throws -> [String] {
    let reader = try JournalReader(path: path)
    var kinds: [String] = []
    while let entry = try reader.next() { kinds.append(entry.record.kind) }
    return kinds
  }
}

struct ReplayTimelineTests {
  @Test func `peeking shows subscribers the past and writes nothing`() throws {
    let session = try Session()
    session.add(1, 2, 3)
    let before = try Data(contentsOf: URL(filePath: session.path))

    try session.timeline.peek(at: 1)

    expectEqual(session.seenCounts, [1, 3, 6, 1])
    expectEqual(session.timeline.shownSeq, 1)
    expectEqual(session.store.state.count, 6)
    expectEqual(session.store.presentedState, CounterApp.State(count: 1, steps: [1]))
    try expectEqual(Data(contentsOf: URL(filePath: session.path)), before)
  }

  @Test func `changes are locked while the past is shown, counted, and reported once`() throws {
    let session = try Session()
    session.add(1, 2)
    try session.timeline.peek(at: 0)

    session.add(4, 5)
    expectEqual(session.seenCounts, [1, 3, 0, -1])
    expectEqual(session.timeline.lockedCount, 2)
    try expectEqual(session.timeline.lastSeq, 2)

    session.timeline.returnToHead()
    session.add(6)
    expectEqual(session.seenCounts, [1, 3, 0, -1, 3, 9])
    session.recorder.close()
    try expectEqual(Replayer<CounterApp>(path: session.path).verify().proven, 4)
  }

  @Test func `held changes are reduced and recorded at the return`() throws {
    let session = try Session(.held)
    session.add(1, 2)
    try session.timeline.peek(at: 0)
    session.add(4, 5)
    try expectEqual(session.timeline.lastSeq, 2)
    session.timeline.returnToHead()
    expectEqual(session.store.state.steps, [1, 2, 4, 5])

    try session.timeline.peek(at: 0)
    session.add(6)
    try expectEqual(session.timeline.resume(from: 1), 5)
    expectEqual(session.store.state.steps, [1, 6])
    expectEqual(session.seenCounts, [1, 3, 0, 12, 0, 7])
    session.recorder.close()
    let report = try Replayer<CounterApp>(path: session.path).verify()
    #expect((report.proven, report.actions, report.rewinds) == (7, 5, 1))
  }

  @Test func `the head continues underneath if changes are reduced`() throws {
    let session = try Session(.reduced)
    session.add(1, 2)
    try session.timeline.peek(at: 0)

    session.add(4)
    expectEqual(session.seenCounts, [1, 3, 0])
    try expectEqual(session.timeline.lastSeq, 3)

    session.timeline.returnToHead()
    expectEqual(session.seenCounts, [1, 3, 0, 7])
    expectEqual(session.timeline.shownSeq, nil)
    session.recorder.close()
    try expectEqual(Replayer<CounterApp>(path: session.path).verify().proven, 4)
  }

  @Test func `resuming continues from the past and writes one rewind`() throws {
    let session = try Session()
    session.add(1, 2, 3)
    try session.timeline.peek(at: 1)

    try expectEqual(session.timeline.resume(from: 1), 4)

    expectEqual(session.store.state, CounterApp.State(count: 1, steps: [1]))
    expectEqual(session.timeline.shownSeq, nil)
    session.add(10)
    session.recorder.close()
    try expectEqual(
      session.journalKinds(), ["header", "snapshot", "action", "action", "action", "rewind", "action", "seal"])
    let replayer = try Replayer<CounterApp>(path: session.path)
    try expectEqual(replayer.verify().divergence, nil)
    try expectEqual(replayer.state(at: 5), CounterApp.State(count: 11, steps: [1, 10]))
    expectEqual(session.seenCounts, [1, 3, 6, 1, 11])
  }

  @Test func `a missing state is an error and changes nothing`() throws {
    let session = try Session()
    session.add(1)
    try session.timeline.peek(at: 0)

    let error = #expect(throws: ReplayError.self) { try session.timeline.peek(at: 9) }
    expectEqual(error?.description, "\(session.path): state 9 doesn't exist; the journal's last state is 1")
    #expect(
      #expect(throws: ReplayError.self) { try session.timeline.resume(from: 9) }?.problem == .noSuchState(last: 1))

    expectEqual(session.timeline.shownSeq, 0)
    expectEqual(session.store.state.count, 1)
    expectEqual(session.seenCounts, [1, 0])
  }

  @Test func `a rewind that can't be written doesn't change the head`() throws {
    let session = try Session()
    session.add(1, 2)
    session.recorder.close()

    #expect(throws: RecorderUnavailable.self) { try session.timeline.resume(from: 1) }

    expectEqual(session.store.state.count, 3)
  }

  /// A store whose second action sets a password, in one session for each of the rules.
  private func account(
    _ rules: [RedactionRules],
    body: (Store<AccountApp.State, AccountApp.Action>, ReplayTimeline<AccountApp>) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "session.jsonl").path
    var state = AccountApp.initialState
    for (session, redaction) in rules.enumerated() {
      let recorder = try Recorder(
        path: path, app: AppIdentity(name: AccountApp.name), options: RecorderOptions(rules: redaction))
      let store = Store(
        initialState: state,
        reducer: Reducer(recorder.recording { @Sendable state, action in AccountApp.reduce(&state, action) }))
      for action: AccountApp.Action in [.step, .choose(password: "zQ7xK9"), .step] { store.dispatch(action) }
      if session == rules.count - 1 {
        try body(store, ReplayTimeline(store: store, recorder: recorder, path: path))
      }
      recorder.close()
      state = store.state
    }
  }

  @Test func `a state with stand-ins is shown but not resumed`() throws {
    try account([.usual]) { store, timeline in
      try timeline.peek(at: 2)
      expectEqual(store.presentedState, AccountApp.State(password: "redacted", steps: 2))
      let error = #expect(throws: ReplayError.self) { try timeline.resume(from: 2) }
      expectEqual(error?.problem, .holdsStandIns(count: 1))
      expectEqual(
        error?.message,
        "state 2 holds a stand-in for a secret that was not recorded; restore the values with 'restoring:'")
      expectEqual(store.state, AccountApp.State(password: "zQ7xK9", steps: 3))
      expectEqual(timeline.shownSeq, 2)
      try expectEqual(timeline.lastSeq, 3)
    }
  }

  @Test func `a state with restored secrets is resumed`() throws {
    try account([.usual]) { store, timeline in
      let resumed = try timeline.resume(from: 2) { $0.password = "zQ7xK9" }
      expectEqual(resumed, 4)
      expectEqual(store.state, AccountApp.State(password: "zQ7xK9", steps: 2))
      store.dispatch(.step)
      try expectEqual(timeline.lastSeq, 5)
    }
  }

  @Test(arguments: [([RedactionRules.usual, .off], 2), ([.off, .usual, .off], 6)])
  func `a stand-in from another session isn't resumed`(rules: [RedactionRules], seq: Int) throws {
    try account(rules) { store, timeline in
      let error = #expect(throws: ReplayError.self) { try timeline.resume(from: seq) }
      expectEqual(error?.problem, .holdsStandIns(count: 1))
      expectEqual(store.state.password, "zQ7xK9")
    }
  }

  @Test func `a journal without rules is resumed with its secrets`() throws {
    try account([.off]) { store, timeline in
      let resumed = try timeline.resume(from: 2)
      expectEqual(resumed, 4)
      expectEqual(store.state, AccountApp.State(password: "zQ7xK9", steps: 2))
    }
  }
}
