import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateTree
import Synchronization
import TestSupport
import Testing

struct ProjectingTests {
  /// A state with members that no journal should hold: a closure and a derived value.
  private struct State {
    var saved = Saved()
    var cache: [Int: Int] = [:]
    var onChange: () -> Void = {}
  }

  private struct Saved: Codable, Equatable {
    var count = 0
  }

  private enum Action: Codable {
    case add(Int)
    case warmUp
    case refuse
  }

  private struct Refused: Error {}

  private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let number): state.saved.count += number
    case .warmUp: state.cache[state.saved.count] = 1
    case .refuse: break
    }
  }

  private static func attempt(_ state: inout State, _ action: Action) throws {
    reduce(&state, action)
    if case .refuse = action { throw Refused() }
  }

  private static func count(_ state: inout State, _ action: Action) -> Int {
    reduce(&state, action)
    return state.saved.count
  }

  private static func next(_ state: State, _ action: Action) -> State {
    var next = state
    reduce(&next, action)
    return next
  }

  private static func start(_ action: Action, _ state: State?) -> State { state.map { next($0, action) } ?? State() }

  /// The app of the projections.
  private enum SavedApp: ReplayableApp {
    static let name = counter.name
    static var initialState: Saved { Saved() }

    static func reduce(_ saved: inout Saved, _ action: Action) throws {
      var state = ProjectingTests.State(saved: saved)
      ProjectingTests.reduce(&state, action)
      saved = state.saved
      if case .refuse = action { throw Refused() }
    }
  }

  @Test(arguments: RecordingShape.allCases)
  func `projections of each shape of reducer are recorded and replayed`(_ shape: RecordingShape) throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter)
    var state = State()
    let actions = [Action.add(2), .warmUp, .add(3)]
    switch shape {
    case .inPlace:
      let reduce = recorder.recording(Self.reduce, projecting: { $0.saved })
      for action in actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce = recorder.recording(Self.count, projecting: \.saved)
      expectEqual(actions.map { reduce(&state, $0) }, [2, 2, 5])
    case .inPlaceThrowing:
      let reduce = recorder.recording(Self.attempt, projecting: \.saved)
      for action in actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce = recorder.recording(
        { (state: inout State, action: Action) throws -> Int in
          try Self.attempt(&state, action); return state.saved.count
        },
        projecting: \.saved)
      try expectEqual(actions.map { try reduce(&state, $0) }, [2, 2, 5])
    case .nextState:
      let reduce = recorder.recording(Self.next, projecting: \.saved)
      for action in actions { state = reduce(state, action) }
    case .reSwift:
      let reduce = recorder.recording(Self.start, projecting: \.saved)
      state = reduce(.refuse, nil)
      for action in actions { state = reduce(action, state) }
    }
    recorder.close()
    #expect((state.saved.count, state.cache) == (5, [2: 1]))
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [["/count"], [], ["/count"]])
    let report = try Replayer<SavedApp>(path: file.path).verify()
    #expect((report.proven, report.divergence == nil) == (4, true))
  }

  @Test func `a projection is recorded with the reducer's error`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter)
    let reduce = recorder.recording(Self.attempt, projecting: \.saved)
    var state = State()
    try reduce(&state, .add(1))
    #expect(throws: Refused.self) { try reduce(&state, .refuse) }
    recorder.close()
    let report = try Replayer<SavedApp>(path: file.path).verify()
    #expect((report.proven, report.refused, report.divergence == nil) == (3, 1, true))
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `a state is projected before and after each action`(_ states: RecordedStates) throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: RecorderOptions(states: states))
    let count = Mutex(0)
    let reduce = recorder.recording(
      Self.reduce,
      projecting: { state in
        count.withLock { $0 += 1 }
        return state.saved
      })
    var state = State()
    for _ in 0..<10 { reduce(&state, .add(1)) }
    expectEqual(count.withLock { $0 }, 20)
    recorder.pause()
    for _ in 0..<10 { reduce(&state, .add(1)) }
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [10])
    try expectEqual(Replayer<SavedApp>(path: file.path).verify().divergence, nil)
  }

  @Test func `a Sendable reducer records a store that runs on any thread`() async throws {
    struct Counts: Sendable {
      var saved = 0
      var seen = 0
    }
    enum Step: Codable, Sendable { case one }
    enum CountApp: ReplayableApp {
      static let name = "counts"
      static var initialState: Int { 0 }
      static func reduce(_ state: inout Int, _ action: Step) { state += 1 }
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(name: "counts"))
    let reduce: @Sendable (inout Counts, Step) -> Void = recorder.recording(
      { @Sendable (counts: inout Counts, _: Step) in
        counts.saved += 1
        counts.seen += 7
      }, projecting: { $0.saved })
    let store = Store(initialState: Counts(), reducer: Reducer(reduce))
    await withTaskGroup { group in
      for _ in 0..<4 { group.addTask { for _ in 0..<50 { store.dispatch(.one) } } }
    }
    recorder.close()
    #expect((store.state.saved, store.state.seen) == (200, 1400))
    try expectEqual(Replayer<CountApp>(path: file.path).verify().proven, 201)
  }
}
