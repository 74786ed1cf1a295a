// Live time travel in an `@Observable` model, and in a store in SwiftUIFlux's shape. The lines between two markers appear
// in `docs/guides/stores.md`; SnippetTests compares them.

import Expectations
import Observation
import ReduxTimeTravel
import Testing

struct Queue { var songs: [String] = [] }
enum QueueAction {
  case add(String)
  case edit((inout Queue) -> Void)
}

private func reduceQueue(_ queue: inout Queue, _ action: QueueAction) {
  switch action {
  case .add(let song): queue.songs.append(song)
  case .edit(let body): body(&queue)
  }
}

// docs/guides/stores.md: model timeline
@MainActor @Observable final class QueueModel {
  private(set) var queue = Queue()
  @ObservationIgnored let timeline = LiveTimeline<Queue, QueueAction>()
  @ObservationIgnored private let reduce: (inout Queue, QueueAction) -> Void

  init() {
    reduce = timeline.following(reduceQueue)
    timeline.onLook = { [unowned self] in timeline.show(in: &queue) }
  }

  func send(_ action: QueueAction) {
    reduce(&queue, action)
  }
}
// docs/guides/stores.md: end

@Suite("Live time travel in Observable models and SwiftUIFlux") @MainActor struct ObservableTimelineTests {
  @Test func `a model shows the past and resumes from it`() throws {
    let model = QueueModel()
    for song in ["Ode", "Air"] { model.send(.add(song)) }
    model.send(.edit { $0.songs.reverse() })
    try model.timeline.back()
    expectEqual(model.queue.songs, ["Ode", "Air"])
    try model.timeline.toggle(1)
    model.timeline.resume()
    model.send(.add("Aria"))
    expectEqual(model.queue.songs, ["Air", "Aria"])
  }

  /// A reducer in SwiftUIFlux's shape, which returns the next state.
  private static func next(_ queue: Queue, _ action: Any) -> Queue {
    var queue = queue
    if let song = action as? String { queue.songs.append(song) }
    return queue
  }

  @Test func `a reducer that returns the next state is followed`() throws {
    let timeline = LiveTimeline<Queue, Any>()
    timeline.changes = .reduced
    let reduce = timeline.following(Self.next)
    var queue = Queue()
    func dispatch(_ action: Any) { queue = reduce(queue, action) }
    for song in ["Ode", "Air"] { dispatch(song) }
    try timeline.back()
    dispatch(TimelineLook())
    expectEqual(queue.songs, ["Ode"])
    dispatch("Aria")
    expectEqual(queue.songs, ["Ode"])
    timeline.returnToHead()
    dispatch(TimelineLook())
    expectEqual(queue.songs, ["Ode", "Air", "Aria"])
  }
}
