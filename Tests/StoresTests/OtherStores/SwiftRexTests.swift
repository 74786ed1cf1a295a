import Expectations
import OtherShapes
import ReduxRecorder
import ReduxReplay
import Testing

private struct Counter: Codable, Equatable { var count = 0 }

private enum CounterAction: Codable { case add(Int) }

private var counterReducer: Reducer<CounterAction, Counter> {
  .reduce { action, state in
    switch action {
    case .add(let amount): state.count += amount
    }
  }
}

// docs/guides/stores.md: SwiftRex
extension Reducer where StateType: Encodable {
  func recorded(by recorder: Recorder) -> Reducer {
    let recorded = recorder.recording { (state: inout StateType, action: ActionType) in reduce(action, &state) }
    return .reduce { action, state in recorded(&state, action) }
  }
}
// docs/guides/stores.md: end

private enum CounterApp: ReplayableApp {
  static let name = "counter"
  static var initialState: Counter { Counter() }
  static func reduce(_ state: inout Counter, _ action: CounterAction) { counterReducer.reduce(action, &state) }
}

struct SwiftRexTests {
  @Test func `a reducer that takes the action first is recorded and replayed`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(CounterApp.self))
    let reducer = counterReducer.recorded(by: recorder)
    var state = Counter()
    for amount in 1...3 { reducer.reduce(.add(amount), &state) }
    recorder.close()
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.state(at: 3), Counter(count: 6))
    try expectEqual(replayer.verify().proven, 4)
  }
}
