import ReduxJournal
import StateTree
import SystemSupport

/// What a recorder does, without the lock around it.
///
/// It is always in one of a few phases, and each call moves it on; failures become values that the shell reports
/// outside its lock.
struct RecorderCore {
  /// Where the recording stands.
  enum Phase {
    /// The header is written; the first state is not known yet.
    case waitingForState
    /// All is written down.
    case recording
    /// The app wants nothing to be recorded for now, and so many actions are missing since it said so.
    case paused(missing: Int)
    /// Since a failure, or since the state was lost sight of, the journal may lack actions; a gap and a snapshot come
    /// next.
    case outage(missing: Int, why: String)
    /// Nothing more is written.
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
    /// How many actions were begun meanwhile on other threads.
    var overlaps = 0
  }

  /// A name that could not be written at once.
  struct Mark {
    var name: String
    var text: String?
  }

  /// How often the file is looked for: one that was removed or renamed takes all writes without a complaint.
  static let checkInterval = 1_000_000
  /// How much room for an action is kept for those after it.
  static let keptCapacity = 1 << 20
  /// How many marks may wait.
  static let markLimit = 100

  var writer: JournalWriter?
  var phase: Phase
  /// Whether the app wants nothing to be recorded for now. An action whose reducer runs is completed, and an outage goes on.
  private(set) var isPaused = false
  var open: OpenAction?
  var tickets = 0
  /// The last state that was hashed: what has changed since is told of the next.
  var outline: StateOutline?
  /// One that is not needed any more, for its memory.
  var spareOutline: StateOutline?
  /// The hash of the last state in the journal, or on its way there; `nil` if it is not known. If it is, `outline` is that state.
  var lastHash: StateHash?
  var waitingMarks: [Mark] = []
  var lastCheck = 0
  var schedule: SnapshotSchedule
  var hashing: HashSchedule
  var rotation: RotationSchedule
  var reported = Set<String>()
  /// How long the JSON of an action may be.
  let maximumActionBytes: Int
  /// When the session began, on the clock of `Platform.nanoseconds`.
  let started: Int
  /// What is known of the store's action type.
  var kind: AnyObject?
  var names = ActionNames()
  /// What encodes actions and states.
  let session: EncodingSession
  let rules: RedactionRules
  /// What is left out of hashes.
  let volatile: VolatileHasher
  let detail: RecordingDetail
  let recordsPatches: Bool
  /// The last state in the journal as it is encoded, and how many microseconds that took; `nil` if it is not known, or not
  /// wanted.
  var encoded: (document: JSONDocument, microseconds: Int)?
  /// Whether the state can't be told from the actions before it, and is to be written out.
  var mustWriteState = false
  /// The action that is being encoded, in a buffer that is used again.
  var json: [UInt8] = []
  /// What is to be reported once the lock is free.
  var failures: [RecorderFailure] = [] {
    didSet { firstFailure = firstFailure ?? failures.first }
  }
  private(set) var firstFailure: RecorderFailure?

  /// Starts a session now.
  init(writer: JournalWriter, started: Int, options: RecorderOptions) {
    self.writer = writer
    self.started = started
    phase = .waitingForState
    schedule = SnapshotSchedule(budget: options.detail == .names ? .zero : options.snapshotBudget)
    hashing = HashSchedule(options.recordsPatches ? .everyAction : options.hashing)
    rules = options.effectiveRules
    volatile = VolatileHasher(of: rules)
    detail = options.detail
    recordsPatches = options.recordsPatches
    session = EncodingSession(rules: rules)
    rotation = RotationSchedule(options.retention, began: -writer.segmentAge)
    maximumActionBytes = options.maximumActionBytes
  }

  /// A recorder that records nothing, because its journal could not be opened.
  init(failure: JournalError) {
    started = 0
    phase = .off
    schedule = SnapshotSchedule(budget: .zero)
    hashing = HashSchedule(.everyAction)
    rules = .usual
    volatile = VolatileHasher(of: rules)
    detail = .names
    recordsPatches = false
    session = EncodingSession()
    rotation = RotationSchedule(nil)
    maximumActionBytes = .max
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

  /// Whether the state that was reached last is in the journal, and the next action will be.
  var isRecording: Bool { if case .recording = phase { true } else { false } }

  /// Microseconds since the session's start.
  func elapsed() -> Int { RecorderCore.elapsed(since: started) }

  private static func elapsed(since started: Int) -> Int { (Platform.nanoseconds() - started) / 1000 }

  mutating func takeFailures() -> [RecorderFailure] {
    guard !failures.isEmpty else { return [] }
    defer { failures = [] }
    return failures
  }

  mutating func report(_ failure: RecorderFailure, once key: String) {
    if reported.insert(key).inserted { failures.append(failure) }
  }

  // MARK: The first state

  /// Takes the session's first state, or does nothing if there is one.
  mutating func start(_ state: some Encodable) {
    guard case .waitingForState = phase, !isPaused, let writer else { return }
    do {
      let outline = try outline(of: state)
      // Of an earlier session's state the actions that led to it may not tell what they did.
      // Nor are states equal where hashes leave something out.
      if detail != .names, !recordsPatches, rules.volatile.isEmpty, let resumed = writer.resumed, resumed.hashesAll,
        let target = RecorderCore.sameState(as: outline.hash, in: resumed)
      {
        try writer.writeSnapshot(at: elapsed(), sameAs: target, hash: outline.hash)
      } else {
        try writeSnapshot(state, hash: outline.hash, setsState: true)
      }
      setRecording(outline)
    } catch let error as JournalError where RecorderCore.isRefusal(error) {
      turnOff(error)
    } catch {
      fail(error, missing: 0)
    }
  }

  /// Records nothing until `goOn()`; an action whose reducer runs is completed before.
  mutating func pause() {
    isPaused = true
    takePause()
  }

  /// Takes the pause that was asked for, if no reducer runs.
  mutating func takePause() {
    guard isPaused, open == nil else { return }
    switch phase {
    case .recording: phase = .paused(missing: 0)
    case .outage(let missing, let why) where !why.hasSuffix("paused"):
      phase = .outage(missing: missing, why: "\(why); paused")
    case .waitingForState, .paused, .outage, .off: break
    }
  }

  /// Ends the pause: recording goes on, with the next state that is seen if something is missing.
  mutating func goOn() {
    isPaused = false
    guard case .paused(let missing) = phase else { return }
    phase = missing == 0 ? .recording : .outage(missing: missing, why: "paused")
    writeWaitingMarks()
  }

  mutating func setRecording(_ outline: StateOutline) {
    self.outline = outline
    encoded = nil
    lastHash = outline.hash
    phase = .recording
    writeWaitingMarks()
  }

  /// The seq of an earlier state that the new session starts from again.
  static func sameState(as hash: StateHash, in resumed: ResumeState) -> Int? {
    if resumed.lastHash == hash { return resumed.lastSeq }
    // Of what is in an older segment, nobody knows how long it will be there.
    return resumed.initialHash == hash ? resumed.firstSeq : nil
  }

  func outline(of state: some Encodable) throws -> StateOutline {
    do {
      var outline = StateOutline()
      try session.outline(state, into: &outline)
      return outline
    } catch {
      throw RecorderFailure.state(reason: error.explanation)
    }
  }

  /// Writes the state that was reached last, if that takes no longer than the budget; the first one of a session or after
  /// a gap in any case, and one whose text is known.
  mutating func writeSnapshot<State: Encodable>(
    _ state: State, hash: StateHash, setsState: Bool, isNeeded: Bool = false, as known: StateText? = nil
  ) throws {
    if detail == .names { return try writeNamedSnapshot(state) }
    guard let text = try known ?? text(of: state, within: setsState || isNeeded ? .max : schedule.budget) else {
      return
    }
    try writer?.writeSnapshot(
      at: elapsed(), state: text.bytes, hash: hash, setsState: setsState, isWhole: isWhole(State.self))
    noteSnapshot(text)
  }

  /// Whether what is written of a state decodes to what it was.
  func isWhole<State>(_: State.Type) -> Bool { detail != .names && State.self != Reflected.self }

  /// A state as JSON, and how many microseconds making it took.
  typealias StateText = (bytes: [UInt8], encoding: Int)

  /// Encodes a state; `nil` if that takes more than so many microseconds, which the schedule then knows.
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
      throw RecorderFailure.state(reason: error.explanation)
    }
    return (bytes, elapsed() - start)
  }

  mutating func noteSnapshot(_ text: StateText) {
    schedule.noteSnapshot(bytes: text.bytes.count, encoding: text.encoding)
    rotation.noteState(bytes: text.bytes.count)
  }
}
