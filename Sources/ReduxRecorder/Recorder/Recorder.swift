import Dispatch
public import ReduxJournal
import StateTree
import Synchronization
import SystemSupport

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Appends every action of an app, with the hash of the state that it led to, to a journal.
///
///     let recorder = Recorder(url: folder.appending(path: "session.jsonl"), app: AppIdentity(name: "tracker"))
///     let store = Store(initialState: state, reducer: Reducer(recorder.recording(reduce)))
///
/// An action is handed to the kernel before its reducer runs, so that the action that kills the app is in the file.
/// The recorder wraps the root reducer: there it sees the action that is really reduced, and each state before any
/// subscriber can dispatch the next action.
///
/// **A failure to record never disturbs the app.** It is passed to `onFailure`, the app goes on, and recording resumes
/// with a gap in the journal as soon as it can.
///
/// The recorder is thread-safe. It keeps hashes of the state, never a copy. It closes the journal when it is let go.
public final class Recorder: Sendable {
  private let core: Mutex<RecorderCore>
  private let onFailure: @Sendable (RecorderFailure) -> Void
  /// Reducers run inside the locks of their stores, so failures are reported elsewhere: in order, one at a time.
  private let reports = DispatchQueue(label: "reduxlog.recorder.reports")
  private let firstStateAudit: FirstStateAudit

  /// Opens a journal, or creates it, and begins a session.
  ///
  /// If the journal can't be opened, the recorder records nothing and tells `onFailure` why.
  ///
  /// - Parameters:
  ///   - url: The journal's file. Only one recorder at a time may have it.
  ///   - app: The app's name, which a replay tool looks for, and its version.
  ///   - options: How to record.
  ///   - onFailure: Told what was not recorded; called one at a time, in order, outside of all locks and a little later,
  ///     so that it may dispatch.
  public convenience init(
    url: URL, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: @escaping @Sendable (RecorderFailure) -> Void = { _ in }
  ) {
    do throws(JournalError) {
      try self.init(path: url.path, app: app, options: options, onFailure: onFailure)
    } catch {
      self.init(core: RecorderCore(failure: error), onAudit: nil, onFailure: onFailure)
      report(self.core.withLock { $0.takeFailures() })
    }
  }

  /// Opens a journal, or creates it, and begins a session.
  ///
  /// - Throws: `JournalError` if the journal can't be opened: another writer has it, it is damaged, or the system
  ///   refuses.
  public convenience init(
    path: String, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: @escaping @Sendable (RecorderFailure) -> Void = { _ in }
  ) throws(JournalError) {
    let writer = try JournalWriter.open(
      path: path, check: options.check, durability: options.durability, maximumLineBytes: options.maximumLineBytes,
      key: options.key)
    try self.init(writer: writer, app: app, options: options, onFailure: onFailure)
  }

  /// Begins a session in a journal that is open for writing, which the recorder closes.
  ///
  /// - Throws: `JournalError` if the header can't be written.
  package convenience init(
    writer: sending JournalWriter, app: AppIdentity, options: RecorderOptions, wallClock: WallClock = .now(),
    onFailure: @escaping @Sendable (RecorderFailure) -> Void
  ) throws(JournalError) {
    let started = Platform.nanoseconds()
    try writer.writeHeader(
      app: app, started: wallClock, context: options.context, detail: options.detail.rawValue,
      states: options.recordsPatches ? RecordedStates.patches.rawValue : nil,
      rules: options.effectiveRules)
    let repair = writer.repair
    self.init(
      core: RecorderCore(writer: writer, started: started, options: options), onAudit: options.onAudit,
      onFailure: onFailure)
    if case .damagedLineKept(let bytes) = repair { report([.damagedLine(bytes: bytes)]) }
  }

  private init(
    core: sending RecorderCore, onAudit: (@Sendable (StateAudit) -> Void)?,
    onFailure: @escaping @Sendable (RecorderFailure) -> Void
  ) {
    self.core = Mutex(core)
    self.onFailure = onFailure
    firstStateAudit = FirstStateAudit(telling: onAudit)
  }

  deinit {
    let failures = core.withLock { core in
      core.close()
      return core.takeFailures()
    }
    report(failures)
  }

  /// The seq of the state that was recorded last; `nil` as long as nothing is recorded.
  public var lastSeq: Int? {
    core.withLock { $0.seq }
  }

  /// The first failure since the recorder was made, for those who can't wait until it is reported.
  package var firstFailure: RecorderFailure? {
    core.withLock { $0.firstFailure }
  }

  // MARK: The journal

  /// Records nothing until `resume()`; an action whose reducer runs is completed before. The app goes on, and nothing is
  /// encoded for the journal meanwhile.
  ///
  /// What is dispatched during the pause is missing in the journal, and a gap there says how many actions that is. Marks
  /// wait for its end, and no earlier state can be taken up while it lasts.
  public func pause() {
    run { $0.pause() }
  }

  /// Goes on after `pause()`, with the next action. If the state is another by then, a gap and the state are recorded
  /// before it.
  public func resume() {
    run { $0.goOn() }
  }

  /// Learns that the app goes on from a state to which no action led: one that somebody set past the reducer, or that a
  /// timeline kept. Before the next action the journal gets a gap and the state as it is then.
  ///
  /// While a reducer runs there is nothing to learn: whatever it leaves is what its action led to.
  public func noteReplacedState() {
    run { $0.noteReplacedState() }
  }

  /// Gives the state that was reached last a name to find it by.
  ///
  /// The text is written only if the rules let free text be written, because no rule can look for secrets in it.
  public func mark(_ name: String, text: String? = nil) {
    run { $0.mark(name, text: text) }
  }

  /// Hands all that was recorded to the kernel; with `toDisk` it also survives a loss of power.
  ///
  /// - Throws: `JournalError` if it can't be written.
  public func flush(toDisk: Bool = false) throws(JournalError) {
    let result = run { core in
      do throws(JournalError) {
        try core.flush(toDisk: toDisk)
        return Result<Void, JournalError>.success(())
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Where the journal is, with all that was recorded handed to the kernel.
  func flushedJournal() throws -> (path: String, options: JournalReader.Options) {
    let result = run { core in Result { try core.flushedJournal() } }
    return try result.get()
  }

  /// Closes the session in good order, with a seal. Nothing is recorded afterwards.
  public func close() {
    run { $0.close() }
  }

  /// Runs a step inside the lock, and reports outside of it what went wrong.
  func run<Value: Sendable>(_ step: (inout RecorderCore) -> Value) -> Value {
    let (value, failures) = core.withLock { core in (step(&core), core.takeFailures()) }
    report(failures)
    return value
  }

  /// Reports what recording the first state misses, outside of the lock: that may decode the state.
  func audit(first state: () -> any Encodable) {
    if let report = firstStateAudit.report(on: state) { reports.async(execute: report) }
  }

  private func report(_ failures: [RecorderFailure]) {
    guard !failures.isEmpty else { return }
    reports.async { [onFailure] in failures.forEach(onFailure) }
  }
}

extension Recorder {
  /// Writes that the app takes up an earlier state again.
  ///
  /// - Parameters:
  ///   - seq: The seq of that state.
  ///   - state: That state.
  /// - Returns: The seq that it has from now on.
  /// - Throws: `RecorderUnavailable` while nothing is recorded or a reducer runs, `JournalError` if it can't be written.
  @discardableResult
  public func recordRewind(to seq: Int, state: some Encodable) throws -> Int {
    let result = run { core in Result { try core.rewind(to: seq, state) } }
    return try result.get()
  }
}

extension Recorder: CustomReflectable {
  /// Shows nothing: a recorder that a model holds is no part of the model's state.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
