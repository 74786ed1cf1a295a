public import ReduxJournal
import SystemSupport

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Appends every action of an app, with a hash of the resulting state, to a journal.
///
///     import ReduxRecorder
///
///     let recorder = try Recorder(url: folder.appending(path: "session.jsonl"), app: AppIdentity(name: "tracker"))
///     let store = Store(initialState: state, reducer: Reducer(recorder.recording(reduce)))
///
/// The recorder hands an action to the kernel before the reducer runs, so the file contains the action that kills the
/// app. It wraps the root reducer, and so sees the action that is reduced, and each state before a subscriber
/// dispatches the next action.
///
/// **A failure to record never disturbs the app.** The recorder calls `onFailure` and resumes as soon as it can, after
/// a gap in the journal.
///
/// The recorder is thread-safe. It keeps hashes of the state, never a copy. On deallocation, it closes the journal.
public final class Recorder: Sendable {
  private let session: RecordingSession
  /// The slice of the state that it records; `nil` for the whole state.
  let slice: String?
  /// The rules by which it records.
  package var rules: RedactionRules { session.rules }
  /// What reflected states have in common.
  var reflections: ReflectionContext { session.reflections }

  /// Opens or creates a journal, and begins a session.
  ///
  /// - Parameters:
  ///   - url: The journal's file. Only one recorder at a time can open it.
  ///   - app: The app's name, which identifies its reducers in a replay tool, and its version.
  ///   - options: How to record.
  ///   - onFailure: Called with each failure to record: in order, one at a time, a little later and outside of all
  ///     locks. It may dispatch. By default, debug builds print failures to standard error.
  /// - Throws: `JournalError` if another writer has the journal open, it is damaged, or the system can't open it.
  public convenience init(
    url: URL, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws(JournalError) {
    try self.init(path: url.path, app: app, options: options, onFailure: onFailure)
  }

  /// Opens or creates a journal if possible; otherwise calls `onFailure` and records nothing.
  ///
  /// Use it in released apps, which must start even without a journal. The parameters are those of
  /// `init(url:app:options:onFailure:)`.
  public convenience init(
    ifPossibleAt url: URL, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) {
    do throws(JournalError) {
      try self.init(path: url.path, app: app, options: options, onFailure: onFailure)
    } catch {
      self.init(
        core: RecorderCore(failure: error), observer: options.makeObserver?(options), options: options,
        onFailure: onFailure)
      run { _ in }
    }
  }

  /// Opens or creates a journal at a path, and begins a session, as `init(url:app:options:onFailure:)` does.
  ///
  /// - Throws: `JournalError` if the journal can't be opened.
  public convenience init(
    path: String, app: AppIdentity, options: RecorderOptions = RecorderOptions(),
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws(JournalError) {
    let writer = try JournalWriter.open(
      path: path, check: options.check, durability: options.durability, maximumLineBytes: options.maximumLineBytes,
      key: options.key)
    try self.init(writer: writer, app: app, options: options, onFailure: onFailure)
  }

  /// Begins a session in a journal that is open for writing. The recorder closes it.
  ///
  /// - Throws: `JournalError` if the header can't be written.
  package convenience init(
    writer: sending JournalWriter, app: AppIdentity, options: RecorderOptions, wallClock: WallClock = .now(),
    onFailure: (@Sendable (RecorderFailure) -> Void)?
  ) throws(JournalError) {
    let started = Platform.nanoseconds()
    try writer.writeHeader(
      app: app, started: wallClock, context: options.context, detail: options.detail.rawValue,
      states: options.recordsPatches ? RecordedStates.patches.rawValue : nil,
      rules: options.effectiveRules, identity: options.identity, declaringInputs: options.recordsInputs)
    let repair = writer.repair
    let observer = options.makeObserver?(options)
    self.init(
      core: RecorderCore(writer: writer, started: started, options: options, observer: observer), observer: observer,
      options: options, onFailure: onFailure)
    if case .damagedLineKept(let bytes) = repair { session.report([.damagedLine(bytes: bytes)]) }
  }

  private init(
    core: consuming sending RecorderCore, observer: (any RecordingObserver)?, options: RecorderOptions,
    onFailure: (@Sendable (RecorderFailure) -> Void)?
  ) {
    session = RecordingSession(core: core, observer: observer, options: options, onFailure: onFailure)
    slice = nil
  }

  private init(_ session: RecordingSession, slice: String) {
    self.session = session
    self.slice = slice
    run { $0.slices.addRecorder(of: slice) }
  }

  deinit {
    guard let slice else { return }
    run { $0.slices.removeRecorder(of: slice) }
  }

  /// Returns a recorder for a store whose state is a part of the app's, in the same journal.
  ///
  ///     let search = SearchStore(reduce: recorder.slice("search").recording(reduceSearch))
  ///     let cart = CartStore(reduce: recorder.slice("cart").recording(reduceCart))
  ///
  /// The journal reads like that of one store whose state has a member for each slice, and whose action is an enum with a case for
  /// each: `search.type(text: "milk")` changes `/search/text`. To replay it, declare an app with such a state and such an enum.
  ///
  /// Give each instance of a screen a slice of its own, such as `"chat-7"`. When the last recorder of a slice is gone, the next
  /// record notes that its state is gone. Pausing, marking and closing concern the whole journal, which is open until the recorder
  /// and all of its slices are gone. A slice of the slice `chat` is one of the recorder, `chat-7`.
  ///
  /// The recorder encodes a slice's state on the thread of its store, before and after each action, and keeps the JSON of each.
  ///
  /// If an action of a slice begins while one of another slice is being reduced on another thread, the journal has a gap.
  ///
  /// - Parameter name: The member's name. Letters, digits and `-` keep labels and pointers readable.
  /// - Returns: A recorder of the slice.
  public func slice(_ name: String) -> Recorder { Recorder(session, slice: slice.map { "\($0)-\(name)" } ?? name) }

  /// The seq of the last recorded state; `nil` before the first.
  public var lastSeq: Int? {
    run { $0.seq }
  }

  /// The recorder's first failure, available before it is reported.
  package var firstFailure: RecorderFailure? {
    run { $0.firstFailure }
  }

  // MARK: The journal

  /// Pauses recording until `resume()`, after a running action.
  ///
  /// During a pause, the recorder encodes nothing but the states of slices. A gap in the journal counts the missing
  /// actions. Marks wait for the end of the pause, and rewinds fail.
  public func pause() {
    run { $0.pause() }
  }

  /// Resumes recording with the next action. If the state has changed, the recorder first writes a gap and the state.
  public func resume() {
    run { $0.endPause() }
  }

  /// Notes that the app set its state without an action, such as to one that a timeline kept.
  ///
  /// Before the next action, the recorder writes a gap and the current state. While a reducer runs, the call does
  /// nothing, because the reducer's result becomes the state.
  public func noteReplacedState() {
    run { $0.noteReplacedState() }
  }

  /// Names the latest state, so that you can find it in the journal.
  ///
  /// The recorder writes the text only if the rules allow free text, because rules can't find secrets in it.
  public func mark(_ name: String, text: String? = nil) {
    run { $0.mark(name, text: text) }
  }

  /// Hands all records to the kernel; with `toDisk`, they also survive a loss of power.
  ///
  /// - Throws: `JournalError` if the records can't be written.
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

  /// Hands all records to the kernel, and returns the journal's path and reading options.
  func flushedJournal() throws -> (path: String, options: JournalReader.Options) {
    let result = run { core in Result { try core.flushedJournal() } }
    return try result.get()
  }

  /// Seals and closes the journal. The recorder records nothing afterwards.
  public func close() {
    run { $0.close() }
  }

  /// Runs a step inside the lock, and reports its failures outside.
  func run<Value: Sendable>(_ step: (inout RecorderCore) -> Value) -> Value { session.run(step) }

  /// Passes the state before the first action to the observer, outside of the lock.
  func observe(first state: () -> any Encodable) { session.observe(first: state) }

  /// Waits until all failures so far are reported.
  package func waitForReports() { session.waitForReports() }
}

extension Recorder {
  /// Writes a rewind to an earlier state.
  ///
  /// - Parameters:
  ///   - seq: The seq of the state.
  ///   - state: The state.
  /// - Returns: The state's new seq.
  /// - Throws: `RecorderUnavailable` if the recorder isn't recording or a reducer runs; `JournalError` if the rewind
  ///   can't be written.
  @discardableResult
  package func recordRewind(to seq: Int, state: some Encodable) throws -> Int {
    if slice != nil { throw RecorderUnavailable(reason: .slice) }
    let result = run { core in Result { try core.rewind(to: seq, state) } }
    return try result.get()
  }
}

extension Recorder: CustomReflectable {
  /// Shows nothing, because a recorder isn't part of the state of a model that holds it.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
