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

/// Appends every action of an app, and a hash of the state that it led to, to a journal.
///
///     import ReduxRecorder
///
///     let recorder = try Recorder(url: folder.appending(path: "session.jsonl"), app: AppIdentity(name: "tracker"))
///     let store = Store(initialState: state, reducer: Reducer(recorder.recording(reduce)))
///
/// The recorder hands an action to the kernel before the reducer runs, so the action that kills the app is in the file. It
/// wraps the root reducer: there it sees the action that is really reduced, and each state before a subscriber can dispatch
/// the next action.
///
/// **A failure to record never disturbs the app.** The recorder passes it to `onFailure`, the app goes on, and recording
/// resumes as soon as it can, after a gap in the journal.
///
/// The recorder is thread-safe. It keeps hashes of the state, never a copy. It closes the journal when it is deallocated.
public final class Recorder: Sendable {
  private let core: Mutex<RecorderCore>
  private let onFailure: @Sendable (RecorderFailure) -> Void
  /// Reports failures in order, one at a time, outside of the stores' locks in which reducers run.
  private let reports = DispatchQueue(label: "reduxlog.recorder.reports")
  private let firstStateAudit: FirstStateAudit

  /// Opens or creates a journal, and begins a session.
  ///
  /// - Parameters:
  ///   - url: The journal's file. Only one recorder at a time may have it open.
  ///   - app: The app's name, by which a replay tool finds the app's reducers, and its version.
  ///   - options: How to record.
  ///   - onFailure: Called with each failure to record: in order, one at a time, outside of all locks and a little later, so
  ///     it may dispatch.
  /// - Throws: `JournalError` if the journal can't be opened: another writer has it open, it is damaged, or the system
  ///   refuses.
  public convenience init(
    url: URL, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: @escaping @Sendable (RecorderFailure) -> Void = { _ in }
  ) throws(JournalError) {
    try self.init(path: url.path, app: app, options: options, onFailure: onFailure)
  }

  /// Opens or creates a journal if possible; otherwise the recorder records nothing, and `onFailure` gets the reason.
  ///
  /// It is for released apps, which start with or without a journal. The parameters are those of `init(url:app:options:onFailure:)`.
  public convenience init(
    ifPossibleAt url: URL, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: @escaping @Sendable (RecorderFailure) -> Void = { _ in }
  ) {
    do throws(JournalError) {
      try self.init(path: url.path, app: app, options: options, onFailure: onFailure)
    } catch {
      self.init(core: RecorderCore(failure: error), onAudit: nil, onFailure: onFailure)
      report(self.core.withLock { $0.takeFailures() })
    }
  }

  /// Opens or creates a journal at a path, and begins a session; the same as `init(url:app:options:onFailure:)`.
  ///
  /// - Throws: `JournalError` if the journal can't be opened.
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
    firstStateAudit = FirstStateAudit(reportingTo: onAudit)
  }

  deinit {
    let failures = core.withLock { core in
      core.close()
      return core.takeFailures()
    }
    report(failures)
  }

  /// The seq of the last recorded state; `nil` before the first.
  public var lastSeq: Int? {
    core.withLock { $0.seq }
  }

  /// The recorder's first failure, available before it is reported.
  package var firstFailure: RecorderFailure? {
    core.withLock { $0.firstFailure }
  }

  // MARK: The journal

  /// Stops recording until `resume()`, after an action whose reducer is running.
  ///
  /// The app goes on, and nothing is encoded for the journal. The actions of the pause are missing from the journal; a gap
  /// there counts them. Marks wait for the end of the pause, and no earlier state can be resumed from during it.
  public func pause() {
    run { $0.pause() }
  }

  /// Goes on recording with the next action. If the state has changed, the recorder first writes a gap and the state.
  public func resume() {
    run { $0.goOn() }
  }

  /// Notes that the app goes on from a state that was set without an action, such as one that a timeline kept.
  ///
  /// Before the next action, the recorder writes a gap and the state as it is then. While a reducer runs, the call does
  /// nothing: whatever state the reducer leaves is the one that its action led to.
  public func noteReplacedState() {
    run { $0.noteReplacedState() }
  }

  /// Names the latest state, so that you find it in the journal.
  ///
  /// The recorder writes the text only if the rules allow free text, because no rule can find secrets in it.
  public func mark(_ name: String, text: String? = nil) {
    run { $0.mark(name, text: text) }
  }

  /// Hands all records to the kernel; with `toDisk`, they also survive a loss of power.
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

  /// The journal's path, after all records were handed to the kernel.
  func flushedJournal() throws -> (path: String, options: JournalReader.Options) {
    let result = run { core in Result { try core.flushedJournal() } }
    return try result.get()
  }

  /// Closes the session with a seal. The recorder records nothing afterwards.
  public func close() {
    run { $0.close() }
  }

  /// Runs a step inside the lock, and reports its failures outside.
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
  /// Writes that the app goes on from an earlier state.
  ///
  /// - Parameters:
  ///   - seq: The seq of that state.
  ///   - state: That state.
  /// - Returns: The state's new seq.
  /// - Throws: `RecorderUnavailable` while nothing is recorded or a reducer runs, `JournalError` if it can't be written.
  @discardableResult
  package func recordRewind(to seq: Int, state: some Encodable) throws -> Int {
    let result = run { core in Result { try core.rewind(to: seq, state) } }
    return try result.get()
  }
}

extension Recorder: CustomReflectable {
  /// Shows nothing: a recorder that a model holds is no part of the model's state.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
