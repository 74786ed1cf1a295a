import ReduxJournal
import ReduxScope
import RuntimeLayout
import StateCoding
import StateTree
import SystemSupport

/// A recorder without its lock.
///
/// It is a state machine: each call may change its phase. It collects failures, which `Recorder` reports outside the
/// lock.
///
/// It can't be copied, because unoptimised code would copy all of it for each call that only reads it.
struct RecorderCore: ~Copyable {
  /// The phase of the recording.
  enum Phase {
    /// The header is written; the first state is unknown.
    case waitingForState
    /// Everything is recorded.
    case recording
    /// The app has paused the recording; `missing` counts the actions since then.
    case paused(missing: Int)
    /// Since a failure or an unknown state, the journal may lack actions. A gap and a snapshot come next.
    case outage(missing: Int, why: String)
    /// Recording has ended.
    case off
  }

  /// An action whose reducer is running.
  struct OpenAction {
    var ticket: Int
    var type: String
    var thread: UInt
    var offset: Int
    var began: Int
    /// Whether its first half is in the journal.
    var isWritten: Bool
    /// Whether a replay can reduce it again.
    var isReplayable = true
    /// The values that its reducer gets from `ReplayInputs`, if the session records them.
    var inputs: ActionInputs?
    /// The scope of its dispatch.
    var scope: DispatchScope?
    /// The seq that a timeline wants to know; `nil` if none does.
    var recordedSeq: RecordedSeq?
    /// The number of actions that other threads began meanwhile.
    var overlaps = 0
  }

  /// An action that was begun, as its `RecordedAction` needs it.
  struct BegunAction {
    var ticket: Int?
    var inputs: ActionInputs?
  }

  /// A mark that waits to be written.
  struct Mark {
    var name: String
    var text: String?
  }

  /// The time between checks that the file exists: writes to a removed or renamed file succeed.
  static let checkInterval = 1_000_000
  /// The capacity of the action buffer that is kept for the next action.
  static let keptCapacity = 1 << 20
  /// The maximum number of waiting marks.
  static let markLimit = 100

  /// An action during whose reducer another began, with its seq.
  typealias OuterAction = (ticket: Int, type: String, seq: Int)

  var writer: JournalWriter?
  var phase: Phase
  /// Whether the app has paused the recording. A running action is still completed, and an outage continues.
  private(set) var isPaused = false
  var open: OpenAction?
  /// The last states of the slices.
  var slices = SliceStates()
  /// Encodes the states of slices.
  let sliceSession: EncodingSession
  /// The actions around the running one, the outermost first. Their records are complete.
  var outer: [OuterAction] = []
  var tickets = 0
  /// The outline of the last hashed state, to find the changes in the next one.
  var outline: StateOutline?
  /// An unused outline, kept for its memory.
  var spareOutline: StateOutline?
  /// The hash of the last state in the journal or the writer's buffer, which is then `outline`'s; `nil` if unknown.
  var lastHash: StateHash?
  /// The seq of the last state whose hash is in the journal.
  var hashedSeq: Int?
  /// The first seq of the current state, if actions that change no state have given it others since.
  var unchangedSince: Int?
  /// The nanoseconds of hashing the state before the running action.
  var examining = 0
  /// The type of the states.
  var stateType: Any.Type?
  var waitingMarks: [Mark] = []
  var lastCheck = 0
  var schedule: SnapshotSchedule
  var hashing: HashSchedule
  var rotation: RotationSchedule
  var reported = Set<String>()
  /// The maximum length of an action's JSON.
  let maximumActionBytes: Int
  /// The id of the journal, by which scopes know its actions.
  let journal: String?
  /// The start of the session on the clock of `Platform.nanoseconds`.
  let started: Int
  /// The `ActionKind` of the store's action type.
  var kind: AnyObject?
  var names = ActionNames()
  let session: EncodingSession
  let rules: RedactionRules
  /// The secrets in the last state.
  var secrets = SecretDigests()
  /// What reflected actions have in common.
  let reflections = ReflectionContext()
  /// Hashes values without their volatile parts.
  let volatile: VolatileHasher
  let detail: RecordingDetail
  let recordsPatches: Bool
  let recordsInputs: Bool
  /// Finds the patches, and follows states that are JSON documents; `nil` before the first state.
  var tracker: StateTracker?
  /// Whether the journal needs a snapshot, because the actions so far don't determine the state.
  var mustWriteState = false
  /// The observer of actions, if there is one.
  let observer: (any RecordingObserver)?
  /// The running action, if it will be observed.
  var observed: ActionHead?
  /// Whether all states so far were recorded by reflection, because their own encoding failed.
  var reflectsStates = false
  /// The encoded action, in a reused buffer.
  var json: [UInt8] = []
  /// The failures to report outside the lock.
  var failures: [RecorderFailure] = [] {
    didSet { firstFailure = firstFailure ?? failures.first }
  }
  private(set) var firstFailure: RecorderFailure?

  /// Starts a session.
  init(writer: JournalWriter, started: Int, options: RecorderOptions, observer: (any RecordingObserver)?) {
    self.writer = writer
    journal = writer.journalID?.text
    self.observer = observer?.takesActions == true ? observer : nil
    self.started = started
    phase = .waitingForState
    schedule = SnapshotSchedule(budget: options.detail == .names ? .zero : options.snapshotBudget)
    hashing = HashSchedule(options.recordsPatches ? .everyAction : options.hashing)
    rules = options.effectiveRules
    volatile = VolatileHasher(of: rules)
    detail = options.detail
    recordsPatches = options.recordsPatches
    recordsInputs = options.recordsInputs
    session = EncodingSession(rules: rules)
    sliceSession = EncodingSession(rules: rules)
    if detail != .names {
      session.followStates(limit: options.maximumCopyBytes)
      // Under the detail `shape`, everything is redacted.
      session.logsRedactions = rules.isOn && detail == .full
      sliceSession.logsRedactions = session.logsRedactions
    }
    rotation = RotationSchedule(options.retention, began: -writer.segmentAge)
    maximumActionBytes = options.maximumActionBytes
  }

  /// Creates a recorder that records nothing, because its journal can't be opened.
  init(failure: JournalError) {
    started = 0
    journal = nil
    phase = .off
    schedule = SnapshotSchedule(budget: .zero)
    hashing = HashSchedule(.everyAction)
    rules = .usual
    volatile = VolatileHasher(of: rules)
    detail = .names
    recordsPatches = false
    recordsInputs = false
    session = EncodingSession()
    sliceSession = session
    rotation = RotationSchedule(nil)
    maximumActionBytes = .max
    observer = nil
    failures = [.journal(failure)]
    firstFailure = .journal(failure)
  }

  /// The seq of the last state in the journal; `nil` if nothing is recorded.
  var seq: Int? {
    switch phase {
    case .recording, .paused, .outage: writer?.seq
    case .waitingForState, .off: nil
    }
  }

  /// Whether the journal holds the latest state and will hold the next action.
  var isRecording: Bool { if case .recording = phase { true } else { false } }

  /// Microseconds since the session's start.
  func elapsed() -> Int { RecorderCore.elapsed(since: started) }

  private static func elapsed(since started: Int) -> Int { (Platform.nanoseconds() - started) / 1000 }

  /// Microseconds from the session's start to a time in nanoseconds.
  func elapsed(at nanoseconds: Int) -> Int { (nanoseconds - started) / 1000 }

  mutating func takeFailures() -> [RecorderFailure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures
  }

  mutating func report(_ failure: RecorderFailure, once key: String) {
    if reported.insert(key).inserted { failures.append(failure) }
  }

  // MARK: The first state

  /// Records the first state of the session; does nothing later.
  mutating func start(_ state: some Encodable) {
    guard case .waitingForState = phase, !isPaused, writer != nil else { return }
    note(typeOf: state)
    do {
      try startSession(with: state)
    } catch {
      guard let reflected = reflected(state, because: error) else { return fail(error, missing: 0) }
      do { try startSession(with: reflected) } catch { fail(error, missing: 0) }
    }
  }

  private mutating func startSession(with state: some Encodable) throws {
    guard let writer else { return }
    do {
      let outline = try outline(of: state)
      _ = secrets.start(with: session.redactedPlaces)
      // A self-contained journal needs the state: actions of an earlier session may have no patches. With volatile
      // parts, equal hashes don't prove equal states. Nothing can be decoded from a reflected one. Under other rules, a replay
      // gives the state another hash.
      if detail != .names, !recordsPatches, rules.volatile.isEmpty, let resumed = writer.resumed, resumed.hashesAll,
        resumed.rules == rules,
        !resumed.startsInPart || !isWhole(Swift.type(of: state)),
        let target = RecorderCore.sameState(as: outline.hash, in: resumed)
      {
        try writer.writeSnapshot(at: elapsed(), sameAs: target, hash: outline.hash)
      } else {
        try writeSnapshot(state, hash: outline.hash, setsState: true)
      }
      setRecording(outline)
    } catch let error as JournalError where RecorderCore.isRefusal(error) {
      turnOff(error)
    }
  }

  /// Pauses recording until `endPause()`, after a running action.
  mutating func pause() {
    isPaused = true
    beginPause()
  }

  /// Begins a requested pause unless a reducer runs.
  mutating func beginPause() {
    guard isPaused, open == nil else { return }
    switch phase {
    case .recording: phase = .paused(missing: 0)
    case .outage(let missing, let why) where !why.hasSuffix("paused"):
      phase = .outage(missing: missing, why: "\(why); paused")
    case .waitingForState, .paused, .outage, .off: break
    }
  }

  /// Ends the pause. If actions are missing, recording resumes with the next state.
  mutating func endPause() {
    isPaused = false
    guard case .paused(let missing) = phase else { return }
    phase = missing == 0 ? .recording : .outage(missing: missing, why: "paused")
    writeWaitingMarks()
  }

  mutating func setRecording(_ outline: StateOutline) {
    self.outline = outline
    tracker?.forget()
    lastHash = outline.hash
    hashedSeq = writer?.seq
    unchangedSince = nil
    phase = .recording
    writeWaitingMarks()
  }

  /// The seq of an equal earlier state that the new session can start from.
  static func sameState(as hash: StateHash, in resumed: ResumeState) -> Int? {
    if resumed.lastHash == hash { return resumed.lastSeq }
    // Don't refer to older segments, because they may be dropped.
    return resumed.initialHash == hash ? resumed.firstSeq : nil
  }

  /// A state by reflection, and a report, if its own encoding failed. Its members that can be encoded are as in its encoding.
  mutating func reflected(_ state: some Encodable, because error: any Error) -> Reflected? {
    guard let failure = error as? RecorderFailure, !(state is Reflected) else { return nil }
    report(failure, once: "state")
    reflectsStates = true
    return Reflected(state, sharing: reflections)
  }

  func failure(of state: some Encodable, _ error: any Error) -> RecorderFailure {
    .state(reason: StateEncoder(rules: rules).explanation(of: error, in: state))
  }

  func outline(of state: some Encodable) throws -> StateOutline {
    do {
      var outline = StateOutline()
      try session.outline(state, into: &outline)
      return outline
    } catch {
      throw failure(of: state, error)
    }
  }

  /// Writes a snapshot of the latest state, if encoding it takes no longer than the budget.
  ///
  /// The budget doesn't apply at the start of a session, after a gap, if the state is needed, or if its text is known.
  mutating func writeSnapshot<State: Encodable>(
    _ state: State, hash: StateHash, setsState: Bool, isNeeded: Bool = false, as known: StateText? = nil
  ) throws {
    if detail == .names { return try writeNamedSnapshot(state) }
    guard var text = try known ?? text(of: state, within: setsState || isNeeded ? .max : schedule.budget) else {
      return
    }
    if !setsState, session.isFollowing {
      let start = elapsed()
      guard try StateEncoder(rules: rules).hash(state) == hash else { return stopFollowing(at: State.self) }
      text.encoding += elapsed() - start
    }
    try writer?.writeSnapshot(
      at: elapsed(), state: text.bytes, hash: hash, setsState: setsState, isWhole: isWhole(State.self),
      redacted: secrets.start(with: text.places))
    noteSnapshot(text)
  }

  /// Hashes states in full from now on, because the last hash was not that of the whole state.
  private mutating func stopFollowing(at type: Any.Type) {
    session.followStates(limit: 0)
    tracker?.forget()
    report(
      .unstable(type: TypeName.of(type), pointer: "/", reason: "has a part that changed behind a reference"),
      once: "unstable")
    beginOutage(missing: 0, why: "the last hash was not that of the state")
  }

  /// Whether a snapshot decodes to the original state.
  func isWhole<State>(_: State.Type) -> Bool {
    detail != .names && State.self != Reflected.self && (State.self != RedactedDocument.self || slices.areWhole)
  }

  /// A state as JSON, the places of secrets in it, and the microseconds of encoding it.
  typealias StateText = (bytes: [UInt8], places: [RedactedPlace], encoding: Int)

  /// Encodes a state; returns `nil` and notifies the schedule if that takes longer than `limit` microseconds.
  mutating func text(of state: some Encodable, within limit: Int) throws -> StateText? {
    guard limit > 0 else { return nil }
    let start = elapsed()
    let bytes: [UInt8]
    do {
      bytes = try session.withText(
        of: state, while: { [started] in RecorderCore.elapsed(since: started) - start < limit }, { Array($0) })
    } catch let error as OutOfTime {
      schedule.noteOverrun(bytes: error.byteCount)
      return nil
    } catch {
      throw failure(of: state, error)
    }
    return (bytes, session.redactedPlaces, elapsed() - start)
  }

  mutating func noteSnapshot(_ text: StateText) {
    schedule.noteSnapshot(bytes: text.bytes.count, encoding: text.encoding)
    rotation.noteState(bytes: text.bytes.count)
  }
}
