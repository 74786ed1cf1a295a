import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

@Suite struct ReflectingTests {
  private struct Session {
    var user = "mira"
    var token = "tk-4711"
  }

  private struct State {
    var count = 0
    var session = Session()
    var onChange: () -> Void = {}
  }

  private enum Action {
    case add(Int)
    case rename(to: String)
  }

  private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let number): state.count += number
    case .rename(let name): state.session.user = name
    }
  }

  /// The journal of three actions, without the values that differ between runs.
  private func expectJournal(_ file: TemporaryFile) throws {
    #expect(
      try file.actions().map { "\($0.type) \($0.replayability.rawValue) \($0.action.value.compact)" } == [
        #"add inspect-only {"add":{"_0":1}}"#, #"rename inspect-only {"rename":{"to":"ole"}}"#,
        #"add inspect-only {"add":{"_0":0}}"#,
      ])
    #expect(
      try file.actions().map { $0.changed.map(\.pointer) } == [["/count"], ["/session/user"], []])
    let states = try file.records().compactMap { record -> String? in
      guard case .snapshot(let snapshot) = record else { return nil }
      #expect(!snapshot.isWhole)
      return snapshot.state?.value.compact
    }
    #expect(
      states == [
        #"{"count":0,"session":{"user":"mira","token":"redacted"},"onChange":{"$opaque":"() -> ()"}}"#
      ])
    #expect(try file.actions().allSatisfy { $0.hash != nil })
    #expect(!(try file.text().contains("tk-4711")))
  }

  private static func rename(_ state: inout State, _ action: Action) -> String {
    reduce(&state, action)
    return "\(state.count)"
  }

  private static func next(_ state: State, _ action: Action) -> State {
    var next = state
    reduce(&next, action)
    return next
  }

  @Test(arguments: RecordingShape.allCases)
  func `one line records each shape of reducer`(_ shape: RecordingShape) throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    var state = State()
    let actions = [Action.add(1), .rename(to: "ole"), .add(0)]
    switch shape {
    case .inPlace:
      let reduce = recorder.recording(Self.reduce)
      for action in actions { reduce(&state, action) }
    case .inPlaceReturning:
      let reduce = recorder.recording(Self.rename)
      #expect(actions.map { reduce(&state, $0) } == ["1", "1", "1"])
    case .inPlaceThrowing:
      let reduce = recorder.recording { (state: inout State, action: Action) throws in Self.reduce(&state, action) }
      for action in actions { try reduce(&state, action) }
    case .inPlaceThrowingAndReturning:
      let reduce = recorder.recording { (state: inout State, action: Action) throws -> String in
        Self.rename(&state, action)
      }
      #expect(try actions.map { try reduce(&state, $0) } == ["1", "1", "1"])
    case .nextState:
      let reduce = recorder.recording(Self.next)
      for action in actions { state = reduce(state, action) }
    case .reSwift:
      let reduce = recorder.recording { (action: Action, state: State?) -> State in
        state.map { Self.next($0, action) } ?? State()
      }
      state = reduce(.add(9), nil)
      for action in actions { state = reduce(action, state) }
    }
    recorder.close()
    #expect((state.count, state.session.user) == (1, "ole"))
    #expect(recorder.firstFailure == nil)
    try expectJournal(file)
  }

  @Test func `a reflected state is recorded with the reducer's error`() throws {
    struct Refused: Error {}
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    let reduce = recorder.recording { (state: inout State, action: Action) throws in
      Self.reduce(&state, action)
      throw Refused()
    }
    var state = State()
    #expect(throws: Refused.self) { try reduce(&state, .add(1)) }
    recorder.close()
    #expect(
      try file.actions().map { "\($0.type) \($0.error ?? "-") \($0.changed.map(\.pointer))" } == [
        #"add ReflectingTests.Refused ["/count"]"#
      ])
  }
}
