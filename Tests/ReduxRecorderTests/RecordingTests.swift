import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateCoding
import StateTree
import TestSupport
import Testing

struct RecordingTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  @Test func `a small session has exactly these lines`() throws {
    var state = CounterApp.State()
    do {
      let recorder = try Recorder(path: file.path, app: AppIdentity(name: "counter", version: "2.1", schema: 4))
      let reduce = recorder.recording(CounterApp.reduce)
      try reduce(&state, .add(3))
      recorder.mark("three", text: "no rule looks for secrets here")
      try reduce(&state, .note("a/b", 7))
      #expect(throws: Refusal.tooMuch(2000)) { try reduce(&state, .add(2000)) }
      expectEqual(recorder.lastSeq, 3)
    }
    try expectEqual(
      file.timelessText(),
      """
      {"kind":"header","seq":0,"format":1,"journal":"J","session":1,\
      "app":{"name":"counter","version":"2.1","schema":4},"hash":"siphash-tree/1","started":"T","detail":"full",\
      "rules":{"redact":[],"names":"usual/1"},\
      "context":{},"platform":"P"}
      {"kind":"snapshot","seq":0,"at":0,"header":0,"state":{"count":0,"notes":{},"log":[]},\
      "hash":"\(hash(CounterApp.State()))"}
      {"kind":"action","seq":1,"at":0,"type":"add","action":{"add":{"_0":3}},\
      "hash":"\(hash(.init(count: 3)))","changed":{"/count":"\(short(3))"},"us":0,"base":0}
      {"kind":"mark","seq":1,"at":0,"to":1,"name":"three"}
      {"kind":"action","seq":2,"at":0,"type":"note","action":{"note":{"_0":"a/b","_1":7}},\
      "hash":"\(hash(.init(count: 3, notes: ["a/b": 7])))","changed":{"/notes/a~1b":"\(short(7))"},"us":0,"base":0}
      {"kind":"action","seq":3,"at":0,"type":"add","action":{"add":{"_0":2000}},"error":"Refusal.tooMuch",\
      "hash":"\(hash(.init(count: 2003, notes: ["a/b": 7])))","changed":{"/count":"\(short(2003))"},"us":0,"base":0}
      {"kind":"seal","seq":3,"at":0,"records":6}

      """)
    let report = try Replayer<CounterApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    #expect((report.proven, report.refused, report.actions, report.records) == (4, 1, 3, 7))
    #expect(report.tail.isClosed)
    #expect(!report.startsElsewhere)
  }

  private func hash(_ state: CounterApp.State) throws -> StateHash { try StateEncoder().hash(state) }
  private func short(_ value: Int) throws -> String { try StateEncoder().hash(value).short }

  @Test func `actions from eight threads are recorded in an order that verifies`() async throws {
    let recorder = try Recorder(path: file.path, app: counter)
    let store = Store(
      initialState: CounterApp.State(),
      reducer: Reducer(recorder.recording { @Sendable state, action in CounterApp.reduceQuietly(&state, action) }))
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          for step in 0..<500 { store.dispatch(step.isMultiple(of: 2) ? .add(step) : .note("\(thread)", step)) }
        }
      }
    }
    expectEqual(recorder.lastSeq, 4000)
    recorder.close()
    let report = try Replayer<CounterApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.actions, 4000)
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 4000), store.state)
  }

  @Test func `every shape of reducer records the same`() throws {
    func run(_ body: (Recorder, [CounterApp.Action]) throws -> Void) throws -> String {
      let file = try TemporaryFile()
      try body(Recorder(path: file.path, app: counter), [.add(1), .write("x"), .reset])
      return try file.timelessText()
    }
    let expected = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: (inout CounterApp.State, CounterApp.Action) -> Void = recorder.recording(CounterApp.reduceQuietly)
      for action in actions { reduce(&state, action) }
    }
    let throwing = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: (inout CounterApp.State, CounterApp.Action) throws -> Void = recorder.recording(CounterApp.reduce)
      for action in actions { try reduce(&state, action) }
    }
    let sendable = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: @Sendable (inout CounterApp.State, CounterApp.Action) -> Void =
        recorder.recording { @Sendable state, action in CounterApp.reduceQuietly(&state, action) }
      for action in actions { reduce(&state, action) }
    }
    let sendableThrowing = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: @Sendable (inout CounterApp.State, CounterApp.Action) throws -> Void =
        recorder.recording { @Sendable state, action in try CounterApp.reduce(&state, action) }
      for action in actions { try reduce(&state, action) }
    }
    let returning = try run { recorder, actions in
      let reduce = recorder.recording { (state: CounterApp.State, action: CounterApp.Action) -> CounterApp.State in
        var next = state
        CounterApp.reduceQuietly(&next, action)
        return next
      }
      _ = actions.reduce(CounterApp.State(), reduce)
    }
    let returningOnAnyThread = try run { recorder, actions in
      let reduce: @Sendable (CounterApp.State, CounterApp.Action) -> CounterApp.State =
        recorder.recording { @Sendable state, action in
          var next = state
          CounterApp.reduceQuietly(&next, action)
          return next
        }
      _ = actions.reduce(CounterApp.State(), reduce)
    }
    let startingItself = try run { recorder, actions in
      let reduce = recorder.recording { (action: CounterApp.Action, state: CounterApp.State?) -> CounterApp.State in
        guard var next = state else { return CounterApp.State() }
        CounterApp.reduceQuietly(&next, action)
        return next
      }
      var state: CounterApp.State?
      for action in [.reset] + actions { state = reduce(action, state) }
    }
    let withOutput = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: (inout CounterApp.State, CounterApp.Action) -> Int = recorder.recording { state, action in
        CounterApp.reduceQuietly(&state, action)
        return state.count
      }
      expectEqual(actions.map { reduce(&state, $0) }, [1, 1, 0])
    }
    let withOutputOnAnyThread = try run { recorder, actions in
      var state = CounterApp.State()
      let reduce: @Sendable (inout CounterApp.State, CounterApp.Action) -> Int =
        recorder.recording { @Sendable state, action in
          CounterApp.reduceQuietly(&state, action)
          return state.count
        }
      expectEqual(actions.map { reduce(&state, $0) }, [1, 1, 0])
    }
    let startingItselfOnAnyThread = try run { recorder, actions in
      let reduce: @Sendable (CounterApp.Action, CounterApp.State?) -> CounterApp.State =
        recorder.recording { @Sendable action, state in
          guard var next = state else { return CounterApp.State() }
          CounterApp.reduceQuietly(&next, action)
          return next
        }
      var state: CounterApp.State?
      for action in [.reset] + actions { state = reduce(action, state) }
    }
    let pairOfCalls = try run { recorder, actions in
      var state = CounterApp.State()
      recorder.start(state)
      for action in actions {
        let recorded = recorder.begin(action, in: state)
        CounterApp.reduceQuietly(&state, action)
        recorder.finish(recorded, in: state)
      }
    }
    expectEqual(expected.split(separator: "\n").count, 6)
    expectEqual(throwing, expected)
    expectEqual(sendable, expected)
    expectEqual(sendableThrowing, expected)
    expectEqual(returning, expected)
    expectEqual(returningOnAnyThread, expected)
    expectEqual(startingItself, expected)
    expectEqual(withOutput, expected)
    expectEqual(withOutputOnAnyThread, expected)
    expectEqual(startingItselfOnAnyThread, expected)
    expectEqual(pairOfCalls, expected)
  }

  @Test func `the site of an action is recorded`() throws {
    let recorder = try Recorder(path: file.path, app: counter)
    recorder.finish(
      recorder.begin(CounterApp.Action.add(1), in: CounterApp.State(), site: "Cart.swift:12"),
      in: CounterApp.State(count: 1))
    try expectEqual(file.actions().map(\.site), ["Cart.swift:12"])
  }

  @Test func `changes name members two levels deep, removed ones with null`() throws {
    let recorder = try Recorder(path: file.path, app: counter)
    var state = CounterApp.State(notes: ["a": 1, "b": 2])
    let reduce = recorder.recording { (state: inout CounterApp.State, _: Int) in
      state.notes = ["b": 3, "c": 4]
      state.log.append("x")
    }
    reduce(&state, 0)
    reduce(&state, 1)
    let changed = try file.actions().map { action in
      Dictionary(uniqueKeysWithValues: action.changed.map { ($0.pointer, $0.short) })
    }
    expectEqual(
      changed,
      [
        [
          "/notes/b": try short(3), "/notes/c": try short(4), "/notes/a": nil,
          "/log": try StateEncoder().hash(["x"]).short,
        ],
        ["/log": try StateEncoder().hash(["x", "x"]).short],
      ])
  }

  @Test func `a mark in a reducer or before the first state is kept`() throws {
    let recorder = try Recorder(path: file.path, app: counter)
    recorder.mark("start")
    var state = CounterApp.State()
    let reduce = recorder.recording { (state: inout CounterApp.State, action: CounterApp.Action) in
      recorder.mark("inside")
      state.count += 1
    }
    reduce(&state, .add(1))
    recorder.mark("after")
    recorder.close()
    recorder.mark("too late")
    let marks = try file.records().compactMap {
      if case .mark(let mark) = $0 { "\(mark.name)@\(mark.to)" } else { nil }
    }
    expectEqual(marks, ["start@0", "inside@1", "after@1"])
    #expect(try Replayer<CounterApp>(path: file.path).verify().tail.isClosed)
  }

  @Test func `nothing is recorded after close`() throws {
    let recorder = try Recorder(path: file.path, app: counter)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    recorder.close()
    let text = try file.text()
    reduce(&state, .add(1))
    recorder.close()
    try recorder.flush(toDisk: true)
    expectEqual(state.count, 2)
    try expectEqual(file.text(), text)
    expectEqual(recorder.lastSeq, nil)
    let error = #expect(throws: RecorderUnavailable.self) { try recorder.recordRewind(to: 0, state: state) }
    expectEqual(error?.reason, .off)
  }

  @Test func `a session without actions has no state and a seal`() throws {
    do { _ = try Recorder(path: file.path, app: counter) }
    try expectEqual(file.kinds(), ["header", "seal"])
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().lastSeq, nil)
  }

  @Test func `the recorder keeps no copy of the state`() throws {
    final class Buffer {}
    struct State: Encodable {
      var number = 0
      var shared = 0
      var buffer = Buffer()
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
      }
    }
    let recorder = try Recorder(path: file.path, app: counter)
    let reduce = recorder.recording { (state: inout State, action: Int) in
      if !isKnownUniquelyReferenced(&state.buffer) { state.shared += 1 }
      state.number += action
    }
    var state = State()
    for step in 0..<100 { reduce(&state, step) }
    expectEqual(state.shared, 0)
    expectEqual(recorder.lastSeq, 100)
  }
}
