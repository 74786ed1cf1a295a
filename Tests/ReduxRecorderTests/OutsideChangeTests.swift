import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import Synchronization
import TestSupport
import Testing

/// Changes that are no action's own: between actions, and during actions that begin others.
struct OutsideChangeTests {
  let file: TemporaryFile
  let reports = Reports()

  init() throws { file = try TemporaryFile() }

  private func recorder(_ options: RecorderOptions = RecorderOptions(rules: .off)) throws -> Recorder {
    try Recorder(path: file.path, app: counter, options: options) { [reports] in reports.append($0) }
  }

  /// Each action with its cause and the places that it changed.
  private func steps() throws -> [String] {
    try file.actions().map { action in
      ([action.type] + (action.cause.map { ["by \($0)"] } ?? []) + action.changed.map(\.pointer)).joined(separator: " ")
    }
  }

  @Test(arguments: [RecordedStates.snapshots, .patches])
  func `a change between actions is a step of its own`(states: RecordedStates) throws {
    let recorder = try recorder(RecorderOptions(states: states, rules: .off))
    var state = CounterApp.State()
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    state.notes["answer"] = 42
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    recorder.close()
    try expectEqual(steps(), ["add /count", "changed outside an action /notes/answer", "add /count"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.state(at: 3), state)
    let report = try replayer.verify()
    expectEqual(report.divergence?.seq, nil)
    expectEqual(report.proven, states == .patches ? 4 : 3)
    expectEqual(
      report.unproven.map(\.reason),
      states == .patches ? [] : ["the state changed outside an action, and the record doesn't contain the changes"])
    #expect((report.actions, report.outsideChanges) == (3, 1))
    expectEqual(reports.all.map(\.description), [])
  }

  @Test func `a wrapped reducer finds changes between actions`() throws {
    let recorder = try recorder()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    state.log.append("set directly")
    reduce(&state, .note("a", 1))
    recorder.close()
    try expectEqual(steps(), ["add /count", "changed outside an action /log", "note /notes/a"])
  }

  @Test func `a change during a pause is no step`() throws {
    let recorder = try recorder()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    recorder.pause()
    state.count = 7
    reduce(&state, .add(1))
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
  }

  @Test func `actions that begin during another are recorded with their cause`() async throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    let outer = recorder.begin(CounterApp.Action.add(1), in: state, site: "outer")
    state.count += 1
    let middle = recorder.begin(CounterApp.Action.note("a", 1), in: state)
    state.notes["a"] = 1
    let inner = recorder.begin(CounterApp.Action.write("b"), in: state)
    state.log.append("b")
    recorder.finish(inner, in: state)
    recorder.finish(middle, in: state)
    state.count += 10
    recorder.finish(outer, in: state)
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    recorder.close()
    try expectEqual(
      steps(), ["add /count", "note by 1 /notes/a", "write by 2 /log", "add (continued) by 1 /count", "add /count"])
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence?.seq, nil)
    #expect(try await reports.settled(0).isEmpty)
  }

  @Test func `an error of an action that another began during is kept`() throws {
    let recorder = try recorder()
    let state = CounterApp.State()
    let outer = recorder.begin(CounterApp.Action.add(1), in: state)
    recorder.finish(recorder.begin(CounterApp.Action.add(0), in: state), in: state)
    recorder.finish(outer, in: state, error: Refusal.tooMuch(1))
    recorder.close()
    try expectEqual(steps(), ["add", "add by 1", "add (continued) by 1"])
    try expectEqual(file.actions().map { $0.error != nil }, [false, false, true])
  }

  @Test func `an action that begins during another without a state leaves a gap`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    let outer = recorder.begin(CounterApp.Action.add(1), in: state)
    state.count += 1
    let inner = recorder.begin(CounterApp.Action.add(1), in: CounterApp.State?.none)
    state.count += 1
    recorder.finish(inner, in: state)
    recorder.finish(outer, in: state)
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.gaps().map(\.missing), [1])
  }

  @Test func `a second store is reported at once`() async throws {
    struct Search: Codable { var query = "" }
    let recorder = try recorder()
    var state = CounterApp.State()
    recorder.record(CounterApp.Action.add(1), in: &state) { $0.count += 1 }
    var search = Search()
    recorder.record("type", in: &search) { $0.query = "a" }
    recorder.close()
    expectEqual(
      try await reports.settled(1).map(\.description),
      [
        """
        a state of type OutsideChangeTests.Search follows one of type CounterApp.State, so each action seems to replace \
        the whole state; record each store in a slice, slice(_:), or in a journal of its own
        """
      ])
  }

  @Test func `the store of this package is looked at once for each action`() throws {
    final class Count: Sendable { let encodings = Atomic(0) }
    struct Counted: Encodable, Sendable {
      let count: Count
      func encode(to encoder: any Encoder) throws {
        count.encodings.add(1, ordering: .relaxed)
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
    }
    for (owns, expected) in [(true, 3), (false, 4)] {
      let file = try TemporaryFile()
      let recorder = try Recorder(
        path: file.path, app: counter, options: RecorderOptions(rules: .off, snapshotBudget: .zero))
      let count = Count()
      let reduce = recorder.recording { (_: inout Counted, _: Int) in }
      if owns {
        let store = Store(initialState: Counted(count: count), reducer: Reducer<Counted, Int>(reduce))
        for action in 0..<2 { store.dispatch(action) }
      } else {
        var state = Counted(count: count)
        for action in 0..<2 { reduce(&state, action) }
      }
      recorder.close()
      // The first state is encoded twice: as a hash and as a snapshot.
      expectEqual(count.encodings.load(ordering: .relaxed), expected + 1, "owns \(owns)")
    }
  }
}
