import ReduxJournal
import ReduxRecorder
import StateTree
import TestSupport
import Testing

@Suite("A state that is not Encodable") struct ReflectingTests {
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

  /// What the journal of three actions holds, without what differs from run to run.
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

  @Test("is recorded by one line, in each shape of reducer", arguments: 0..<6)
  func shapes(_ shape: Int) throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    var state = State()
    let actions = [Action.add(1), .rename(to: "ole"), .add(0)]
    switch shape {
    case 0:
      let reduce = recorder.recording { (state: inout State, action: Action) in Self.reduce(&state, action) }
      for action in actions { reduce(&state, action) }
    case 1:
      let reduce = recorder.recording(Self.reduce)
      for action in actions { reduce(&state, action) }
    case 2:
      let reduce = recorder.recording { (state: State, action: Action) -> State in
        var next = state
        Self.reduce(&next, action)
        return next
      }
      for action in actions { state = reduce(state, action) }
    case 3:
      let reduce = recorder.recording { (state: inout State, action: Action) throws in Self.reduce(&state, action) }
      for action in actions { try reduce(&state, action) }
    case 4:
      let reduce = recorder.recording { (state: inout State, action: Action) -> String in
        Self.reduce(&state, action)
        return "\(state.count)"
      }
      #expect(actions.map { reduce(&state, $0) } == ["1", "1", "1"])
    default:
      let reduce = recorder.recording { (action: Action, state: State?) -> State in
        guard var next = state else { return State() }
        Self.reduce(&next, action)
        return next
      }
      state = reduce(.add(9), nil)
      for action in actions { state = reduce(action, state) }
    }
    recorder.close()
    #expect((state.count, state.session.user) == (1, "ole"))
    #expect(recorder.firstFailure == nil)
    try expectJournal(file)
  }

  @Test func `is recorded together with what its reducer throws`() throws {
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
