import Expectations
import ReduxRecorder
import TestSupport
import Testing

/// The compiler finds the overload of `recording` in Swift 5 language mode too, where a function's name isn't `Sendable`.
@Suite("Recorder in Swift 5 language mode") struct OverloadTests {
  enum Action: Codable { case add }

  struct Saved: Codable {
    var count = 0

    static func reduce(_ state: inout Saved, _ action: Action) { state.count += 1 }
    static func attempt(_ state: inout Saved, _ action: Action) throws { state.count += 1 }
    static func attemptEffect(_ state: inout Saved, _ action: Action) throws -> Int { effect(&state, action) }
    static func next(_ state: Saved, _ action: Action) -> Saved { Saved(count: state.count + 1) }
    static func start(_ action: Action, _ state: Saved?) -> Saved { Saved(count: (state?.count ?? 0) + 1) }

    static func effect(_ state: inout Saved, _ action: Action) -> Int {
      state.count += 1
      return state.count
    }
  }

  struct Live {
    var count = 0

    static func reduce(_ state: inout Live, _ action: Action) { state.count += 1 }
    static func attempt(_ state: inout Live, _ action: Action) throws { state.count += 1 }
    static func attemptEffect(_ state: inout Live, _ action: Action) throws -> Int { effect(&state, action) }
    static func next(_ state: Live, _ action: Action) -> Live { Live(count: state.count + 1) }
    static func start(_ action: Action, _ state: Live?) -> Live { Live(count: (state?.count ?? 0) + 1) }

    static func effect(_ state: inout Live, _ action: Action) -> Int {
      state.count += 1
      return state.count
    }
  }

  private let file: TemporaryFile
  private let recorder: Recorder

  init() throws {
    file = try TemporaryFile()
    recorder = try Recorder(path: file.path, app: AppIdentity(name: "five"))
  }

  private func recorded() throws -> Int {
    recorder.close()
    let reader = try JournalReader(path: file.path)
    var count = 0
    while let entry = try reader.next() { if case .action = entry.record { count += 1 } }
    return count
  }

  @Test func `an Encodable state is recorded`() throws {
    var state = Saved()
    recorder.recording(Saved.reduce)(&state, .add)
    state = recorder.recording(Saved.next)(state, .add)
    expectEqual(recorder.recording(Saved.effect)(&state, .add), 3)
    state = recorder.recording(Saved.start)(.add, state)
    try recorder.recording(Saved.attempt)(&state, .add)
    try expectEqual(recorder.recording(Saved.attemptEffect)(&state, .add), 6)
    expectEqual(state.count, 6)
    try expectEqual(recorded(), 6)
  }

  @Test func `a reflected state is recorded`() throws {
    var state = Live()
    recorder.recording(Live.reduce)(&state, .add)
    state = recorder.recording(Live.next)(state, .add)
    expectEqual(recorder.recording(Live.effect)(&state, .add), 3)
    state = recorder.recording(Live.start)(.add, state)
    try recorder.recording(Live.attempt)(&state, .add)
    try expectEqual(recorder.recording(Live.attemptEffect)(&state, .add), 6)
    expectEqual(state.count, 6)
    try expectEqual(recorded(), 6)
  }

  @Test func `a projection is recorded`() throws {
    var state = Live()
    recorder.recording(Live.reduce, projecting: \.count)(&state, .add)
    state = recorder.recording(Live.next, projecting: \.count)(state, .add)
    expectEqual(recorder.recording(Live.effect, projecting: \.count)(&state, .add), 3)
    state = recorder.recording(Live.start, projecting: \.count)(.add, state)
    try recorder.recording(Live.attempt, projecting: \.count)(&state, .add)
    try expectEqual(recorder.recording(Live.attemptEffect, projecting: \.count)(&state, .add), 6)
    expectEqual(state.count, 6)
    try expectEqual(recorded(), 6)
  }

  @Test func `a closure without annotations is recorded`() throws {
    var state = Saved()
    let reduce: (inout Saved, Action) -> Void = recorder.recording { state, _ in state.count += 1 }
    let attempt: (inout Saved, Action) throws -> Void = recorder.recording { try Saved.attempt(&$0, $1) }
    let effect: (inout Saved, Action) -> Int = recorder.recording { Saved.effect(&$0, $1) }
    let next: (Saved, Action) -> Saved = recorder.recording { state, _ in Saved(count: state.count + 1) }
    let sendable: @Sendable (inout Saved, Action) -> Void = recorder.recording { state, _ in state.count += 1 }
    reduce(&state, .add)
    try attempt(&state, .add)
    expectEqual(effect(&state, .add), 3)
    state = next(state, .add)
    sendable(&state, .add)
    expectEqual(state.count, 5)
    try expectEqual(recorded(), 5)
  }
}
