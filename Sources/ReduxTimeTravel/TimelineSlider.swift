public import Observation

/// The model of a slider over a live timeline: the range, the position, a label, and playing.
///
/// A debug build binds a slider to ``position``; the app's screens follow, because the timeline shows that state.
///
///     let slider = TimelineSlider(timeline) { "\($0)" }
///     slider.position = 12        // the screens show state 12
///     slider.label                // "12 of 40: add(title: \"Milk\")"
///     await slider.play()         // they follow to the head, a step every 300 ms
///
/// The timeline doesn't notify the slider. Call ``refresh()`` after actions, such as from a subscription of the store.
@MainActor @Observable public final class TimelineSlider {
  /// The seqs of the states that the timeline has.
  public private(set) var range = 0...0
  /// Whether the app shows the head, which includes all actions.
  public private(set) var isAtHead = true
  /// The position, the end of the range, and the step that led to the shown state.
  public private(set) var label = ""
  /// Why the last change of the position had no effect; `nil` if it had.
  public private(set) var failure: TimelineError?
  /// Whether ``play(every:)`` is running.
  public private(set) var isPlaying = false

  private var shown = 0
  @ObservationIgnored private let timeline: Timeline

  /// A timeline of any store.
  private struct Timeline {
    let seqs: () -> ClosedRange<Int>?
    let shownSeq: () -> Int?
    let isAtHead: () -> Bool
    let label: (Int) -> String?
    let peek: (Int) throws(TimelineError) -> Void
    let returnToHead: () -> Void
  }

  /// Creates the model for a store of this package.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - label: Describes an action in a few words.
  public init<State, Action>(_ timeline: StoreTimeline<State, Action>, label: @escaping (Action) -> String) {
    self.timeline = Timeline(
      seqs: { timeline.seqs }, shownSeq: { timeline.shownSeq }, isAtHead: { timeline.isAtHead },
      label: { seq in timeline.steps.last { $0.seq == seq }.map { $0.describe(label) } },
      peek: { seq throws(TimelineError) in try timeline.peek(at: seq) }, returnToHead: timeline.returnToHead)
    refresh()
  }

  /// Creates the model for a store of another library.
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - label: Describes an action in a few words.
  public init<State, Action>(_ timeline: LiveTimeline<State, Action>, label: @escaping (Action) -> String) {
    self.timeline = Timeline(
      seqs: { timeline.seqs }, shownSeq: { timeline.shownSeq }, isAtHead: { timeline.isAtHead },
      label: { seq in timeline.steps.last { $0.seq == seq }.map { $0.describe(label) } },
      peek: { seq throws(TimelineError) in try timeline.peek(at: seq) }, returnToHead: timeline.returnToHead)
    refresh()
  }

  /// The seq of the shown state. Setting it shows another; the end of the range shows the head.
  ///
  /// O(n) in the number of actions since the timeline's last kept state.
  public var position: Int {
    get { shown }
    set { show(newValue) }
  }

  /// Reads the timeline again, after actions or after something else has moved it.
  public func refresh() {
    range = timeline.seqs() ?? 0...0
    let seq = timeline.shownSeq()
    isAtHead = timeline.isAtHead()
    shown = seq ?? range.upperBound
    guard isAtHead || seq != nil else { return label = "an opened state" }
    label = "\(shown) of \(range.upperBound)" + (timeline.label(shown).map { ": \($0)" } ?? "")
  }

  /// Shows the previous state, unless the first is shown.
  public func back() { if shown > range.lowerBound { show(shown - 1) } }

  /// Shows the next state, and after the last one the head.
  public func forward() { show(shown + 1) }

  /// Shows the head again.
  public func returnToHead() { show(range.upperBound) }

  /// Shows one state after the other up to the head, until it is canceled or ``pause()`` is called.
  ///
  /// At the head, it begins with the first state.
  ///
  /// - Parameter interval: The time between two states.
  public func play(every interval: Duration = .milliseconds(300)) async {
    guard !isPlaying else { return }
    isPlaying = true
    defer { isPlaying = false }
    if isAtHead { show(range.lowerBound) }
    while isPlaying, !isAtHead, failure == nil {
      do { try await Task.sleep(for: interval) } catch { return }
      if isPlaying { forward() }
    }
  }

  /// Ends ``play(every:)`` at the shown state.
  public func pause() { isPlaying = false }

  private func show(_ seq: Int) {
    failure = nil
    refresh()
    if seq >= range.upperBound {
      timeline.returnToHead()
    } else {
      do throws(TimelineError) { try timeline.peek(seq) } catch { failure = error }
    }
    refresh()
  }
}

extension TimelineStep {
  fileprivate func describe(_ label: (Action) -> String) -> String {
    switch kind {
    case .action(let action): label(action)
    case .resumed(let seq): "resumed from \(seq)"
    case .replaced: "the state was set without an action"
    }
  }
}
