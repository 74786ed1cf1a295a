import ReduxJournal
public import ReduxRecorder
public import ReduxReplay
public import ReduxStore
import Synchronization

/// A live store that can be looked at in the past, and taken up again from there.
///
///     let timeline = ReplayTimeline<TrackerApp>(store: store, recorder: recorder, path: path)
///     try timeline.peek(at: 57)       // the screens show state 57; nothing is written
///     timeline.returnToHead()
///     try timeline.resume(from: 57)   // the app goes on from there; the journal says so
///
/// States are rebuilt from the journal that the recorder is writing, so that no old state is kept in memory. While the
/// past is shown the head goes on underneath: actions are reduced and recorded as ever, and middleware sees heads only.
public final class ReplayTimeline<App: ReplayableApp>: Sendable where App.State: Sendable {
  private let path: String
  private let recorder: Recorder
  private let present: @Sendable (App.State?) -> Void
  private let replace: @Sendable (App.State, () throws -> Int) throws -> Int
  private let shown = Mutex<Int?>(nil)

  /// Creates the timeline of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - recorder: What records the store.
  ///   - path: The journal that it writes.
  public convenience init<Action>(
    store: Store<App.State, Action>, recorder: Recorder, path: String
  ) {
    self.init(
      path: path, recorder: recorder,
      present: { store.present($0) },
      replace: { state, commit in try store.replaceState(state) { _ in try commit() } })
  }

  /// Creates the timeline of any store.
  ///
  /// - Parameters:
  ///   - path: The journal that the recorder writes.
  ///   - recorder: What records the store.
  ///   - present: Shows subscribers a state, or with `nil` the store's own again.
  ///   - replace: Makes a state the store's own, where no action can come between the call of its second argument, which
  ///     writes the rewind down, and the replacement. If that call throws, the store must stay as it was.
  public init(
    path: String, recorder: Recorder, present: @escaping @Sendable (App.State?) -> Void,
    replace: @escaping @Sendable (App.State, () throws -> Int) throws -> Int
  ) {
    self.path = path
    self.recorder = recorder
    self.present = present
    self.replace = replace
  }

  /// The seq of the state that is shown; `nil` while the head is.
  public var shownSeq: Int? { shown.withLock { $0 } }

  /// The seq of the last state in the journal.
  ///
  /// - Throws: `JournalError` if the journal can't be read.
  public var lastSeq: Int {
    get throws { try replayer().file.lastStateSeq ?? 0 }
  }

  /// Shows the state with a seq. Nothing is written. In the places of secrets stand-ins are shown.
  ///
  /// - Throws: `JournalError` or `ReplayError` if there is no such state, or it can't be rebuilt; then the same is shown
  ///   as before.
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

  /// Takes up the state with a seq as the head, and writes the rewind to the journal.
  ///
  /// A journal holds stand-ins in the places of secrets. An app that went on with these would work with a password that
  /// reads `redacted`, and keep it; so a state that holds any is refused, unless somebody puts the values back:
  ///
  ///     try timeline.resume(from: 57) { $0.session.token = keychain.token }
  ///
  /// - Parameters:
  ///   - seq: The state.
  ///   - restoring: Puts back what was redacted when the state was recorded. Nothing checks whether that is all of it.
  /// - Returns: The seq that the state has from now on.
  /// - Throws: As `peek(at:)`; `ReplayError` with `holdsStandIns` for a state with secrets in it if nothing puts them
  ///   back; what `restoring` throws, and what the recorder throws if the rewind can't be written. Then the head goes on.
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
