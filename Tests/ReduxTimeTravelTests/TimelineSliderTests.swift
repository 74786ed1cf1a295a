import Expectations
import Observation
import ReduxStore
import ReduxTimeTravel
import Synchronization
import Testing

private enum Step: Sendable {
  case add(Int)
}

private let adding = Reducer<[Int], Step> { state, action in
  if case .add(let number) = action { state.append(number) }
}

@MainActor struct TimelineSliderTests {
  private let timeline = StoreTimeline(initialState: [Int](), reducer: adding, limit: 10, keepingEvery: 1)
  private let slider: TimelineSlider

  init() {
    for number in 1...3 { timeline.store.dispatch(.add(number)) }
    slider = TimelineSlider(timeline) { "\($0)" }
  }

  @Test func `moving the slider shows a state, and its end the head`() {
    #expect(slider.range == 0...3 && slider.position == 3 && slider.isAtHead)
    expectEqual(slider.label, "3 of 3: add(3)")
    slider.position = 1
    #expect(timeline.store.presentedState == [1] && !slider.isAtHead)
    expectEqual(slider.label, "1 of 3: add(1)")
    slider.back()
    slider.back()
    #expect(timeline.store.presentedState == [] && slider.position == 0)
    expectEqual(slider.label, "0 of 3")
    slider.position = 3
    #expect(timeline.store.presentedState == [1, 2, 3] && slider.isAtHead && timeline.shownSeq == nil)
  }

  @Test func `new actions move it after a refresh, and dropped states end the range`() {
    for number in 4...12 { timeline.store.dispatch(.add(number)) }
    expectEqual(slider.position, 3)
    slider.refresh()
    #expect(slider.range == 2...12 && slider.position == 12)
    slider.position = 0
    expectEqual(slider.failure, .noState(0, first: 2, last: 12))
    #expect(slider.position == 12 && slider.isAtHead)
    slider.position = 5
    #expect(slider.failure == nil && timeline.store.presentedState.count == 5)
  }

  @Test func `playing shows one state after the other up to the head`() async {
    let shown = Mutex<[Int]>([])
    let subscription = timeline.store.subscribe({ $0.count }) { count in shown.withLock { $0.append(count) } }
    defer { withExtendedLifetime(subscription) {} }
    await slider.play(every: .milliseconds(1))
    expectEqual(shown.withLock { $0 }.suffix(4), [0, 1, 2, 3])
    #expect(slider.isAtHead && !slider.isPlaying)
  }

  @Test func `playing ends when it is paused or canceled`() async {
    slider.position = 1
    let paused = Task { await slider.play(every: .milliseconds(1)) }
    while !slider.isPlaying { await Task.yield() }
    slider.pause()
    await paused.value
    #expect(slider.position < 3 && !slider.isPlaying)
    let canceled = Task { await slider.play(every: .seconds(60)) }
    while !slider.isPlaying { await Task.yield() }
    canceled.cancel()
    await canceled.value
    #expect(!slider.isPlaying && !slider.isAtHead)
  }

  @Test func `views that read it are notified`() {
    let changes = Mutex(0)
    withObservationTracking {
      _ = (slider.position, slider.label)
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    slider.back()
    expectEqual(changes.withLock { $0 }, 1)
  }

  @Test func `an opened state is neither the head nor in the range`() {
    timeline.open([9])
    slider.refresh()
    #expect(slider.label == "an opened state" && !slider.isAtHead)
    slider.position = 1
    #expect(timeline.store.presentedState == [1] && slider.label == "1 of 3: add(1)")
    timeline.open([9])
    slider.returnToHead()
    #expect(timeline.store.presentedState == [1, 2, 3] && slider.isAtHead)
  }

  @Test func `a timeline of another store has one, too`() throws {
    let live = LiveTimeline<[Int], Step>()
    let empty = TimelineSlider(live) { "\($0)" }
    #expect(empty.range == 0...0 && empty.label == "0 of 0")
    empty.position = 0
    var state: [Int] = []
    let reduce = live.following { (state: inout [Int], action: Step) in adding(&state, action) }
    for number in 1...2 { reduce(&state, .add(number)) }
    empty.refresh()
    #expect(empty.range == 0...2 && empty.label == "2 of 2: add(2)")
    empty.position = 1
    live.show(in: &state)
    #expect(live.shownSeq == 1 && state == [1])
  }
}
