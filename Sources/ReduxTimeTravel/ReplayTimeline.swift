import ReduxJournal
public import ReduxRecorder
public import ReduxReplay
public import ReduxStore
import Synchronization

/// Shows a live store in the past, from its journal, and resumes it from there.
///
///     let timeline = ReplayTimeline<TrackerApp>(store: store, recorder: recorder, path: path)
///     try timeline.peek(at: 57)       // the screens show state 57; nothing is written
///     timeline.returnToHead()
///     try timeline.resume(from: 57)   // the app continues from there, and the journal records it
///
/// It rebuilds states from the journal that the recorder is writing, and keeps no old state in memory.
///
/// While the app shows the past, changes are locked: actions pass the middleware, which sees only heads, but are neither
/// reduced nor recorded. The timeline can hold them instead, or reduce and record them on the head underneath.
public final class ReplayTimeline<App: ReplayableApp>: Sendable where App.State: Sendable {
  private let path: String
  private let recorder: Recorder
  private let present: @Sendable (App.State?) -> Void
  private let replace: @Sendable (App.State, () throws -> Int) throws -> Int
  private let locked: @Sendable () -> Int
  private let shown = Mutex<Int?>(nil)

  /// Creates the timeline of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - recorder: The recorder of the store.
  ///   - path: The path of its journal.
  ///   - changes: What happens to actions that are dispatched while the app shows the past.
  ///   - onLocked: Called with the first action that is locked, inside the store's lock: it must not call the store. By
  ///     default, debug builds print its type to standard error.
  public convenience init<Action>(
    store: Store<App.State, Action>, recorder: Recorder, path: String, changes: TimelineChanges = .locked,
    onLocked: (@Sendable (Action) -> Void)? = nil
  ) {
    let lock = StoreLock(changes, onLocked: onLocked)
    self.init(
      path: path, recorder: recorder, locked: { lock.count },
      present: { lock.present($0, in: store) },
      replace: { state, commit in try store.replaceState(state) { _ in try commit() } })
  }

  /// Creates the timeline of any store.
  ///
  /// The store locks, holds or reduces the actions that are dispatched while it shows the past.
  ///
  /// - Parameters:
  ///   - path: The path of the recorder's journal.
  ///   - recorder: The recorder of the store.
  ///   - present: Shows subscribers a state, or the store's own state for `nil`.
  ///   - replace: Replaces the store's own state. It calls its second argument, which writes the rewind; no action may
  ///     come between that call and the replacement. If the call throws, the store must stay as it was.
  public convenience init(
    path: String, recorder: Recorder, present: @escaping @Sendable (App.State?) -> Void,
    replace: @escaping @Sendable (App.State, () throws -> Int) throws -> Int
  ) {
    self.init(path: path, recorder: recorder, locked: { 0 }, present: present, replace: replace)
  }

  private init(
    path: String, recorder: Recorder, locked: @escaping @Sendable () -> Int,
    present: @escaping @Sendable (App.State?) -> Void,
    replace: @escaping @Sendable (App.State, () throws -> Int) throws -> Int
  ) {
    self.path = path
    self.recorder = recorder
    self.locked = locked
    self.present = present
    self.replace = replace
  }

  /// The seq of the shown state; `nil` while the app shows the head.
  public var shownSeq: Int? { shown.withLock { $0 } }

  /// The number of actions that were locked or held so far. A store that you connected yourself counts its own.
  public var lockedCount: Int { locked() }

  /// The seq of the last state in the journal.
  ///
  /// - Throws: `JournalError` if the journal can't be read.
  public var lastSeq: Int {
    get throws { try replayer().file.lastStateSeq ?? 0 }
  }

  /// Shows the state with a seq, with stand-ins for secrets. Nothing is written.
  ///
  /// - Throws: `JournalError` or `ReplayError` if the state doesn't exist or can't be rebuilt; the shown state then stays.
  public func peek(at seq: Int) throws {
    let state = try replayer().state(at: seq)
    shown.withLock { $0 = seq }
    present(state)
  }

  /// Shows the head again.
  public func returnToHead() {
    shown.withLock { $0 = nil }
    present(nil)
  }

  /// Resumes from the state with a seq, and writes the rewind to the journal.
  ///
  /// A journal holds stand-ins for secrets. An app that resumed with them would use and store the password `redacted`.
  /// So the timeline refuses a state with stand-ins, unless you restore the values:
  ///
  ///     try timeline.resume(from: 57) { $0.session.token = keychain.token }
  ///
  /// - Parameters:
  ///   - seq: The state.
  ///   - restoring: Restores the redacted values. The timeline doesn't check whether it restores all of them.
  /// - Returns: The state's new seq.
  /// - Throws: As `peek(at:)`; `ReplayError` with `holdsStandIns` for a state with secrets without `restoring`; the
  ///   error of `restoring`; and the recorder's error if the rewind can't be written. The head then stays current.
  @discardableResult
  public func resume(from seq: Int, restoring: ((inout App.State) throws -> Void)? = nil) throws -> Int {
    let replayer = try replayer()
    var state = try replayer.state(at: seq)
    if let restoring { try restoring(&state) } else { try replayer.checkHasNoStandIns(state, at: seq) }
    let resumed = try replace(state) { [recorder, state] in try recorder.recordRewind(to: seq, state: state) }
    shown.withLock { $0 = nil }
    return resumed
  }

  private func replayer() throws -> Replayer<App> {
    try recorder.flush(toDisk: false)
    return try Replayer<App>(path: path)
  }
}

extension ReplayTimeline: DrivableTimeline {
  /// It can resume; it leaves no actions out.
  public var capabilities: TimelineCapabilities { .resume }
  /// All states of the journal, also those that retention has dropped.
  public var recordedSeqs: [ClosedRange<Int>] { recorder.lastSeq.map { [0...$0] } ?? [] }
  /// Whether the app shows the head.
  public var isAtHead: Bool { shownSeq == nil }
  /// The seq of the shown state; `nil` while the app shows the head.
  public var shownRecordedSeq: Int? { shownSeq }
  /// None.
  public var leftOutSeqs: [Int] { [] }
  /// Returns the state with a seq of the recorder. No action is ever left out.
  ///
  /// - Throws: `JournalError` or `ReplayError` if the state can't be rebuilt.
  public func state(atRecorded seq: Int, leavingOut: Bool) throws -> App.State { try replayer().state(at: seq) }
  /// Shows the state with a seq of the recorder.
  ///
  /// - Throws: `JournalError` or `ReplayError` if the state can't be rebuilt.
  public func peek(atRecorded seq: Int) throws { try peek(at: seq) }
  /// Resumes from the shown state, and writes the rewind to the journal.
  ///
  /// - Throws: As `resume(from:restoring:)`.
  public func resumeFromShown() throws { if let shownSeq { try resume(from: shownSeq) } }
  /// Throws, because a journal holds what happened.
  ///
  /// - Throws: `TimelineError`.
  public func toggle(recorded seq: Int) throws { throw TimelineError.noAction(seq) }
}
