import ReduxJournal
import StateTree

/// What a recorder does, without the lock around it.
///
/// It is always in one of a few phases, and each call moves it on; failures become values that the shell reports
/// outside its lock.
struct RecorderCore {
  /// Where the recording stands.
  private enum Phase {
    /// The header is written; the first state is not known yet.
    case waitingForState
    /// All is written down.
    case recording
    /// Since a failure, or since the state was lost sight of, the journal may lack actions; a gap and a snapshot come
    /// next.
    case outage(missing: Int, why: String)
    /// Nothing more is written.
    case off
  }

  /// An action whose reducer is running.
  private struct OpenAction {
    var ticket: Int
    var type: String
    var thread: Int
    var offset: Int
    var began: Int
    /// Whether its first half is in the journal.
    var isWritten: Bool
    var isOverlapped = false
  }

  /// A name that could not be written at once.
  private struct Mark {
    var name: String
    var text: String?
  }

  /// How often the file is looked for: one that was removed or renamed takes all writes without a complaint.
  private static let checkInterval = 1_000_000
  /// How many marks may wait.
  private static let markLimit = 100

  private var writer: JournalWriter?
  private var phase: Phase
  private var open: OpenAction?
  private var tickets = 0
  private var outline: StateOutline?
  /// The hash of the last state in the journal, or on its way there; `nil` if it is not known.
  private var lastHash: StateHash?
  private var waitingMarks: [Mark] = []
  private var lastCheck = 0
  private var schedule: SnapshotSchedule
  private var reported = Set<String>()
  private let elapsed: @Sendable () -> Int
  /// What is to be reported once the lock is free.
  private(set) var failures: [RecorderFailure] = [] {
    didSet { firstFailure = firstFailure ?? failures.first }
  }
  private(set) var firstFailure: RecorderFailure?

  init(writer: JournalWriter, budget: Duration, elapsed: @escaping @Sendable () -> Int) {
    self.writer = writer
    self.elapsed = elapsed
    phase = .waitingForState
    schedule = SnapshotSchedule(budget: budget)
  }

  /// A recorder that records nothing, because its journal could not be opened.
  init(failure: JournalError) {
    elapsed = { 0 }
    phase = .off
    schedule = SnapshotSchedule(budget: .zero)
    failures = [.journal(failure)]
    firstFailure = .journal(failure)
  }

  /// The seq of the last state in the journal; `nil` if nothing is recorded.
  var seq: Int? {
    switch phase {
    case .recording, .outage: writer?.seq
    case .waitingForState, .off: nil
    }
  }

  mutating func takeFailures() -> [RecorderFailure] {
    defer { failures = [] }
    return failures
  }

  private mutating func report(_ failure: RecorderFailure, once key: String) {
    if reported.insert(key).inserted { failures.append(failure) }
  }

  // MARK: The first state

  /// Takes the session's first state, or does nothing if there is one.
  mutating func start(_ state: some Encodable) {
    guard case .waitingForState = phase, let writer else { return }
    do {
      let outline = try outline(of: state)
      if let resumed = writer.resumed, let target = RecorderCore.sameState(as: outline.hash, in: resumed) {
        try writer.writeSnapshot(at: elapsed(), sameAs: target, hash: outline.hash)
      } else {
        try writeSnapshot(state, hash: outline.hash, setsState: true)
      }
      setRecording(outline)
    } catch {
      fail(error, missing: 0)
    }
  }

  private mutating func setRecording(_ outline: StateOutline) {
    self.outline = outline
    lastHash = outline.hash
    phase = .recording
    writeWaitingMarks()
  }

  /// The seq of an earlier state that the new session starts from again.
  private static func sameState(as hash: StateHash, in resumed: ResumeState) -> Int? {
    if resumed.lastHash == hash { return resumed.lastSeq }
    return resumed.initialHash == hash ? 0 : nil
  }

  private func outline(of state: some Encodable) throws -> StateOutline {
    do {
      return try StateEncoder().outline(state)
    } catch {
      throw RecorderFailure.state(reason: String(describing: error))
    }
  }

  private mutating func writeSnapshot(_ state: some Encodable, hash: StateHash, setsState: Bool) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let bytes: [UInt8]
    do {
      bytes = try StateEncoder().encode(state)
    } catch {
      throw RecorderFailure.state(reason: String(describing: error))
    }
    let encoding = start.duration(to: clock.now)
    try writer?.writeSnapshot(at: elapsed(), state: bytes, hash: hash, setsState: setsState)
    schedule.noteSnapshot(bytes: bytes.count, encoding: encoding)
  }

  // MARK: Actions

  /// Writes an action down before its reducer runs.
  ///
  /// - Parameter state: The state before the action; `nil` where the store has none yet.
  /// - Returns: The ticket with which to finish it; `nil` if there is nothing to finish.
  mutating func begin<Action>(_ action: Action, from state: (some Encodable)?, site: String?) -> Int? {
    let json = encode(action)
    let name = ActionName(of: action, json: json.bytes)
    if var open {
      report(.overlapping(type: name.label), once: "overlapping")
      open.isOverlapped = open.isOverlapped || open.thread != Platform.currentThread()
      self.open = open
      return nil
    }
    if let state {
      resume(from: state)
      start(state)
    }
    tickets += 1
    open = OpenAction(
      ticket: tickets, type: name.label, thread: Platform.currentThread(), offset: writer?.offset ?? 0, began: 0,
      isWritten: false)
    switch phase {
    case .recording:
      let head = ActionHead(
        at: elapsed(), type: name.label, swiftType: name.swiftType, site: site,
        replayability: json.replayability, action: json.bytes)
      do {
        try checkFile()
        try writer?.beginAction(head)
        open?.isWritten = true
      } catch {
        fail(error, missing: 1)
      }
    case .outage(let missing, let why): phase = .outage(missing: missing + 1, why: why)
    case .waitingForState, .off: break
    }
    open?.began = elapsed()
    return tickets
  }

  private mutating func encode<Action>(
    _ action: Action
  ) -> (bytes: [UInt8], replayability: ActionRecord.Replayability) {
    if let encodable = action as? any Encodable {
      do {
        let bytes = try StateEncoder().encode(encodable)
        return (bytes, action is any Decodable ? .replayable : .inspectOnly)
      } catch {
        let type = TypeName.of(Swift.type(of: action as Any))
        report(.action(type: type, reason: String(describing: error)), once: "action \(type)")
      }
    }
    var bytes = Array(#"{"$opaque":"#.utf8)
    appendJSONString(TypeName.of(Swift.type(of: action as Any)), to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return (bytes, .opaque)
  }

  /// Writes down what the reducer made of an action.
  mutating func finish(_ ticket: Int, _ state: some Encodable, error: (any Error)?) {
    guard let action = open, action.ticket == ticket else { return }
    let reducing = max(0, elapsed() - action.began)
    open = nil
    switch phase {
    case .waitingForState: start(state)
    case .recording where action.isWritten: complete(action, state, error: error, reducing: reducing)
    case .recording, .outage, .off: break
    }
    if action.isOverlapped { loseSight(missing: 1, why: "two actions were reduced at the same time") }
    writeWaitingMarks()
  }

  private mutating func checkFile() throws(JournalError) {
    let now = elapsed()
    guard now - lastCheck >= RecorderCore.checkInterval else { return }
    lastCheck = now
    try writer?.flush()
  }

  private mutating func complete(
    _ action: OpenAction, _ state: some Encodable, error: (any Error)?, reducing: Int
  ) {
    guard let writer else { return }
    var outcome = ActionOutcome(
      hash: nil, error: error.map { String(describing: $0) }, reducerMicroseconds: reducing)
    do {
      let next = try StateEncoder().outline(state)
      outcome.hash = next.hash
      if let outline {
        outcome.changed = next.changes(since: outline).map {
          ChangedMember(pointer: $0.pointer, short: $0.hash?.short)
        }
      }
      outline = next
    } catch {
      outcome.unhashed = String(describing: error)
      outline = nil
      report(.state(reason: String(describing: error)), once: "state")
    }
    lastHash = outcome.hash
    do {
      try writer.finishAction(outcome)
    } catch {
      // The line is whole, and the writer keeps it until the disk takes it.
      return fail(error, missing: 0)
    }
    schedule.noteAction(bytes: writer.offset - action.offset, reducing: .microseconds(reducing))
    snapshotIfDue(state)
  }

  private mutating func snapshotIfDue(_ state: some Encodable) {
    guard schedule.isDue, let hash = outline?.hash else { return }
    do {
      try writeSnapshot(state, hash: hash, setsState: false)
    } catch {
      schedule.noteFailure()
      if let error = error as? JournalError, RecorderCore.isRefusal(error) { return }
      fail(error, missing: 0)
    }
  }

  /// Completes an action that nobody will finish.
  mutating func abandon(_ ticket: Int) {
    guard let action = open, action.ticket == ticket else { return }
    open = nil
    report(.unfinished(type: action.type), once: "unfinished")
    guard case .recording = phase, action.isWritten else { return }
    do {
      try writer?.abandonAction()
      loseSight(missing: 0, why: "an action was begun and never finished")
    } catch {
      fail(error, missing: 1)
    }
  }

  // MARK: Failures

  private mutating func loseSight(missing: Int, why: String) {
    guard case .recording = phase else { return }
    phase = .outage(missing: missing, why: why)
    outline = nil
    lastHash = nil
  }

  private mutating func fail(_ error: any Error, missing: Int) {
    outline = nil
    switch error {
    case let failure as RecorderFailure:
      report(failure, once: "state")
      phase = .outage(missing: missing, why: "\(failure)")
    case let error as JournalError:
      failures.append(.journal(error))
      phase = .outage(missing: missing, why: "\(error.problem)")
    default: phase = .off
    }
  }

  /// Whether the writer refused a call because of its arguments, wrote nothing, and goes on.
  private static func isRefusal(_ error: JournalError) -> Bool {
    switch error.problem {
    case .lineTooLong, .misuse: true
    default: false
    }
  }

  /// Goes on recording after an outage: with a gap that tells what is missing, and the state as it is now. Where the
  /// journal has got everything after all, it just goes on.
  private mutating func resume(from state: some Encodable) {
    guard case .outage(let missing, let why) = phase, let writer else { return }
    var written = writer.offset
    do {
      try writer.recover()
      written = writer.offset
      let outline = try outline(of: state)
      if missing > 0 || lastHash != outline.hash {
        try writer.gap(at: elapsed(), why: why, missing: missing > 0 ? missing : nil)
        try writeSnapshot(state, hash: outline.hash, setsState: true)
      }
      setRecording(outline)
    } catch let error as JournalError where RecorderCore.isRefusal(error) {
      // No line can hold the state; trying again with each action would only fill the journal with gaps.
      failures.append(.journal(error))
      phase = .off
    } catch {
      // The outage goes on; it was reported when it began. A gap that the writer took is not written a second time.
      if writer.offset > written { phase = .outage(missing: 0, why: why) }
    }
  }

  // MARK: Other records

  /// Writes that an earlier state is taken up again.
  mutating func rewind(to seq: Int, _ state: some Encodable) throws -> Int {
    guard case .recording = phase, let writer, open == nil else { throw RecorderUnavailable() }
    let outline = try outline(of: state)
    do {
      try writer.rewind(at: elapsed(), to: seq, hash: outline.hash)
    } catch {
      if !RecorderCore.isRefusal(error) {
        // The writer may yet write the rewind, which the store does not do now.
        lastHash = nil
        fail(error, missing: 0)
      }
      throw error
    }
    setRecording(outline)
    return writer.seq
  }

  /// Gives the state that was reached last a name; while a reducer runs or nothing can be written, the state after.
  mutating func mark(_ name: String, text: String?) {
    if case .off = phase { return }
    guard waitingMarks.count < RecorderCore.markLimit else { return }
    waitingMarks.append(Mark(name: name, text: text))
    writeWaitingMarks()
  }

  private mutating func writeWaitingMarks() {
    guard !waitingMarks.isEmpty, case .recording = phase, let writer, open == nil else { return }
    let marks = waitingMarks
    waitingMarks = []
    for mark in marks {
      do {
        try writer.mark(at: elapsed(), name: mark.name, text: mark.text)
      } catch {
        guard RecorderCore.isRefusal(error) else { return fail(error, missing: 0) }
        failures.append(.journal(error))
      }
    }
  }

  /// Hands over or forces out what is written, as the durability promises.
  mutating func flush(toDisk: Bool) throws(JournalError) {
    guard let writer else { return }
    do {
      if toDisk { try writer.synchronize() } else { try writer.flush() }
    } catch {
      if case .recording = phase {
        // An action whose reducer runs goes with its half line.
        fail(error, missing: open?.isWritten == true ? 1 : 0)
      }
      throw error
    }
  }

  /// Closes the session.
  mutating func close() {
    guard let writer else { return }
    self.writer = nil
    defer { phase = .off }
    do {
      if case .outage(let missing, let why) = phase {
        try writer.recover()
        if missing > 0 || lastHash == nil {
          try writer.gap(at: elapsed(), why: why, missing: missing > 0 ? missing : nil)
        }
      }
      try writer.flush()
      if open == nil { try writer.seal(at: elapsed()) }
      try writer.close()
    } catch {
      failures.append(.journal(error))
      // It gives up the lock in any case; why it cannot close in good order was just said.
      try? writer.close()
    }
  }
}

/// A rewind that cannot be recorded, because nothing is being recorded or a reducer is running.
public struct RecorderUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String { "the recorder is not recording now, so the rewind cannot be written down" }
}
