import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import TestSupport
import Testing

/// Each shape with an `Encodable` state, by the name of a function and by a closure that annotates nothing.
struct RecordingShapeTests {
  private typealias State = CounterApp.State
  private typealias Action = CounterApp.Action

  private let file: TemporaryFile
  private let recorder: Recorder

  init() throws {
    file = try TemporaryFile()
    recorder = try Recorder(path: file.path, app: counter, options: unhurried)
  }

  private static func count(_ state: inout State, _ action: Action) -> Int {
    CounterApp.reduceQuietly(&state, action)
    return state.count
  }

  private static func countOrThrow(_ state: inout State, _ action: Action) throws -> Int {
    try CounterApp.reduce(&state, action)
    return state.count
  }

  private static func next(_ state: State, _ action: Action) -> State {
    var next = state
    CounterApp.reduceQuietly(&next, action)
    return next
  }

  private static func start(_ action: Action, _ state: State?) -> State {
    state.map { next($0, action) } ?? CounterApp.initialState
  }

  private func expectJournal(_ state: State) throws {
    recorder.close()
    expectEqual(state, State(count: 5, log: ["two"]))
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [["/count"], ["/log"], ["/count"]])
    let report = try Replayer<CounterApp>(path: file.path).verify()
    #expect((report.proven, report.divergence == nil) == (4, true))
  }

  private static let actions = [Action.add(2), .write("two"), .add(3)]

  private enum Shortage: Error, Equatable { case noSuchItem(String), noSuchList(String) }

  private static func refuse(_ state: inout State, _ action: Action) throws(Shortage) { throw .noSuchItem("milk") }

  private static func refuseOutput(_ state: inout State, _ action: Action) throws(Shortage) -> Int {
    throw .noSuchList("food")
  }

  @Test func `a reducer keeps the type of its error`() throws {
    let reduce = recorder.recording(Self.refuse)
    let output = recorder.recording(Self.refuseOutput, projecting: { $0 })
    var state = CounterApp.initialState
    func attempt() throws(Shortage) { try reduce(&state, .add(2)) }
    func attemptOutput() throws(Shortage) -> Int { try output(&state, .add(2)) }
    #expect(throws: Shortage.noSuchItem("milk")) { try attempt() }
    #expect(throws: Shortage.noSuchList("food")) { try attemptOutput() }
    recorder.close()
    try expectEqual(file.actions().map { $0.error != nil }, [true, true])
  }

  @Test(arguments: RecordingShape.allCases)
  func `a function of each shape is recorded and replayed`(_ shape: RecordingShape) throws {
    var state = CounterApp.initialState
    switch shape {
    case .inPlace:
      let reduce = recorder.recording(CounterApp.reduceQuietly)
      for action in Self.actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce = recorder.recording(Self.count)
      expectEqual(Self.actions.map { reduce(&state, $0) }, [2, 2, 5])
    case .inPlaceThrowing:
      let reduce = recorder.recording(CounterApp.reduce)
      for action in Self.actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce = recorder.recording(Self.countOrThrow)
      try expectEqual(Self.actions.map { try reduce(&state, $0) }, [2, 2, 5])
    case .nextState:
      let reduce = recorder.recording(Self.next)
      for action in Self.actions { state = reduce(state, action) }
    case .reSwift:
      let reduce = recorder.recording(Self.start)
      state = reduce(.reset, nil)
      for action in Self.actions { state = reduce(action, state) }
    }
    try expectJournal(state)
  }

  @Test(arguments: RecordingShape.allCases)
  func `a closure of each shape needs no annotation where a store wants it`(_ shape: RecordingShape) throws {
    var state = CounterApp.initialState
    switch shape {
    case .inPlace:
      let reduce: (inout State, Action) -> Void = recorder.recording { CounterApp.reduceQuietly(&$0, $1) }
      for action in Self.actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce: (inout State, Action) -> Int = recorder.recording { state, action in
        CounterApp.reduceQuietly(&state, action)
        return state.count
      }
      expectEqual(Self.actions.map { reduce(&state, $0) }, [2, 2, 5])
    case .inPlaceThrowing:
      let reduce: (inout State, Action) throws -> Void = recorder.recording { try CounterApp.reduce(&$0, $1) }
      for action in Self.actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce: (inout State, Action) throws -> Int = recorder.recording { state, action in
        try CounterApp.reduce(&state, action)
        return state.count
      }
      try expectEqual(Self.actions.map { try reduce(&state, $0) }, [2, 2, 5])
    case .nextState:
      let reduce: (State, Action) -> State = recorder.recording { Self.next($0, $1) }
      for action in Self.actions { state = reduce(state, action) }
    case .reSwift:
      let reduce: (Action, State?) -> State = recorder.recording { Self.start($0, $1) }
      state = reduce(.reset, nil)
      for action in Self.actions { state = reduce(action, state) }
    }
    try expectJournal(state)
  }

  @Test(arguments: RecordingShape.allCases)
  func `a Sendable reducer of each shape stays Sendable`(_ shape: RecordingShape) throws {
    var state = CounterApp.initialState
    switch shape {
    case .inPlace:
      let reduce: @Sendable (inout State, Action) -> Void = recorder.recording(CounterApp.reduceQuietly)
      for action in Self.actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce: @Sendable (inout State, Action) -> Int = recorder.recording(Self.count)
      for action in Self.actions { _ = reduce(&state, action) }
    case .inPlaceThrowing:
      let reduce: @Sendable (inout State, Action) throws -> Void = recorder.recording(CounterApp.reduce)
      for action in Self.actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce: @Sendable (inout State, Action) throws -> Int = recorder.recording(Self.countOrThrow)
      for action in Self.actions { _ = try reduce(&state, action) }
    case .nextState:
      let reduce: @Sendable (State, Action) -> State = recorder.recording(Self.next)
      for action in Self.actions { state = reduce(state, action) }
    case .reSwift:
      let reduce: @Sendable (Action, State?) -> State = recorder.recording(Self.start)
      state = reduce(.reset, nil)
      for action in Self.actions { state = reduce(action, state) }
    }
    try expectJournal(state)
  }

  @Test func `a reducer of the package's store is wrapped in place`() throws {
    let reducer = Reducer<State, Action> { CounterApp.reduceQuietly(&$0, $1) }
    let store = Store(initialState: CounterApp.initialState, reducer: reducer.wrapped(by: recorder.recording))
    for action in Self.actions { store.dispatch(action) }
    try expectJournal(store.state)
  }

  @Test func `record surrounds the code that reduces one action`() throws {
    var state = CounterApp.initialState
    for action in Self.actions.dropLast() {
      try recorder.record(action, in: &state) { try CounterApp.reduce(&$0, action) }
    }
    let count = recorder.record(Action.add(3), in: &state, site: "Shop.swift:12") { state in
      state.count += 3
      return state.count
    }
    expectEqual(count, 5)
    try expectEqual(file.actions().map(\.site), [nil, nil, "Shop.swift:12"])
    try expectJournal(state)
  }

  @Test func `record throws what its closure throws, and writes it`() throws {
    var state = CounterApp.initialState
    #expect(throws: Refusal.tooMuch(2000)) {
      try recorder.record(Action.add(2000), in: &state) { try CounterApp.reduce(&$0, .add(2000)) }
    }
    recorder.close()
    try expectEqual(file.actions().map(\.error), ["Refusal.tooMuch"])
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [["/count"]])
  }

  @Test func `record reflects an object around the code that changes it`() throws {
    final class Player {
      var queue: [String] = []
    }
    let player = Player()
    recorder.record(Action.write("song"), reflecting: player) { player.queue.append("song") }
    recorder.close()
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, [["/queue"]])
  }
}
