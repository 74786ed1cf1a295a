/// A timeline that is driven from outside, by the seqs of the recorder's journal.
///
/// Use it on the actor of its store. The timelines of this module conform; conform your own to drive another store.
public protocol DrivableTimeline<State>: AnyObject {
  /// The state of the store.
  associatedtype State

  /// The things that this timeline can do beyond showing states.
  var capabilities: TimelineCapabilities { get }
  /// The seqs of the states that it can show, ascending, as the recorder's journal numbers them.
  var recordedSeqs: [ClosedRange<Int>] { get }
  /// Whether the app shows the head.
  var isAtHead: Bool { get }
  /// The recorder's seq of the shown state; `nil` if the app shows the head, or a state that the journal doesn't hold.
  var shownRecordedSeq: Int? { get }
  /// The recorder's seqs of the actions that shown states leave out, ascending.
  var leftOutSeqs: [Int] { get }
  /// The number of actions that were locked or held so far.
  var lockedCount: Int { get }

  /// Returns the state with a seq of the recorder: as the journal has it, or without the left-out actions.
  ///
  /// - Throws: An error if the timeline can't rebuild it.
  func state(atRecorded seq: Int, leavingOut: Bool) throws -> State
  /// Shows the state with a seq of the recorder.
  ///
  /// - Throws: An error if the timeline can't rebuild it; the shown state then stays.
  func peek(atRecorded seq: Int) throws
  /// Shows the head again.
  func returnToHead()
  /// Resumes from the shown state; does nothing while the app shows the head.
  ///
  /// - Throws: An error if the app can't resume from it, such as because it holds stand-ins for secrets.
  func resumeFromShown() throws
  /// Leaves an action out of the shown states, or restores it.
  ///
  /// - Throws: An error if the timeline can't do so.
  func toggle(recorded seq: Int) throws
  /// Shows a state that isn't one of the journal's, such as one of another run. By default, throws.
  ///
  /// - Throws: An error if the timeline can't do so.
  func open(_ state: State) throws
}

extension DrivableTimeline {
  /// Throws, because not every timeline shows a state that isn't its own.
  ///
  /// - Throws: `TimelineError`.
  public func open(_ state: State) throws { throw TimelineError.opensNoState }
}

/// The things that a timeline can do beyond showing states.
public struct TimelineCapabilities: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The app can continue from a shown state.
  public static let resume = TimelineCapabilities(rawValue: 1)
  /// Actions can be left out of the shown states.
  public static let leaveOut = TimelineCapabilities(rawValue: 2)
  /// The app can show a state that isn't one of the journal's.
  public static let open = TimelineCapabilities(rawValue: 4)
}

extension LiveTimeline: DrivableTimeline {
  /// It can resume, leave actions out, and open states.
  public var capabilities: TimelineCapabilities { [.resume, .leaveOut, .open] }
  /// The recorder's seqs of the kept states, ascending. O(n) in the kept steps.
  public var recordedSeqs: [ClosedRange<Int>] { history.recordedSeqs }
  /// Whether the app shows the head.
  public var isAtHead: Bool { !history.isShowing }
  /// The recorder's seq of the shown state, if it has one.
  public var shownRecordedSeq: Int? { shownSeq.flatMap(history.recordedSeq) }
  /// The recorder's seqs of the left-out actions.
  public var leftOutSeqs: [Int] { history.leftOutSeqs }
  /// Returns the state with a seq of the recorder: as the journal has it, or without the left-out actions.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it.
  public func state(atRecorded seq: Int, leavingOut: Bool) throws -> State {
    try state(at: history.known(seq), leavingOut: leavingOut)
  }
  /// Shows the state with a seq of the recorder.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it.
  public func peek(atRecorded seq: Int) throws { try peek(at: history.known(seq)) }
  /// Resumes from the shown state, as `resume()` does.
  public func resumeFromShown() { resume() }
  /// Leaves the action with a seq of the recorder out, or restores it.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it, or can't leave it out.
  public func toggle(recorded seq: Int) throws { try toggle(history.known(seq)) }
}

extension StoreTimeline: DrivableTimeline {
  /// It can resume, leave actions out, and open states.
  public var capabilities: TimelineCapabilities { [.resume, .leaveOut, .open] }
  /// The recorder's seqs of the kept states, ascending. O(n) in the kept steps.
  public var recordedSeqs: [ClosedRange<Int>] { withHistory(\.recordedSeqs) }
  /// Whether the app shows the head.
  public var isAtHead: Bool { !withHistory(\.isShowing) }
  /// The recorder's seq of the shown state, if it has one.
  public var shownRecordedSeq: Int? {
    withHistory { history in history.shown?.seq.flatMap { history.recordedSeq(of: $0) } }
  }
  /// The recorder's seqs of the left-out actions.
  public var leftOutSeqs: [Int] { withHistory(\.leftOutSeqs) }
  /// Returns the state with a seq of the recorder: as the journal has it, or without the left-out actions.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it.
  public func state(atRecorded seq: Int, leavingOut: Bool) throws -> State {
    try state(at: known(seq), leavingOut: leavingOut)
  }
  /// Shows the state with a seq of the recorder.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it.
  public func peek(atRecorded seq: Int) throws { try peek(at: known(seq)) }
  /// Resumes from the shown state, as `resume()` does.
  public func resumeFromShown() { resume() }
  /// Leaves the action with a seq of the recorder out, or restores it.
  ///
  /// - Throws: `TimelineError` if the timeline doesn't keep it, or can't leave it out.
  public func toggle(recorded seq: Int) throws { try toggle(known(seq)) }

  private func known(_ seq: Int) throws -> Int { try withHistory { try $0.known(seq) } }
}
