package import StateCoding
package import StateTree
import SystemSupport

/// Appends records to a journal, whose lock it holds until it is closed.
///
///     let writer = try JournalWriter.open(path: "session.jsonl")
///     try writer.writeHeader(app: AppIdentity(name: "tracker"), started: .now())
///     try writer.writeSnapshot(state: Array("{}".utf8), hash: hash)
///     try writer.beginAction(ActionHead(at: 12, type: "add", action: Array(#"{"add":1}"#.utf8)))
///     try writer.finishAction(ActionOutcome(hash: next))
///     try writer.seal()
///     try writer.close()
///
/// It is not thread-safe: its owner keeps it in a lock. If the disk fails, the writer stops: all calls throw `stopped`
/// until `recover()` succeeds, and the file never gets a half record followed by another. A call with invalid arguments
/// (`misuse`, `lineTooLong`) writes nothing and doesn't stop the writer.
package final class JournalWriter {
  /// The path, as the caller passed it.
  package let path: String
  /// The journal's state when it was opened; `nil` for a new journal.
  package let resumed: ResumeState?
  /// How a torn last line was repaired. If the file had no whole header, a gap after the new header keeps its bytes.
  package let repair: TailRepair
  /// The failures that the journal survives.
  package let durability: Durability

  enum Condition: Equatable {
    case running
    /// Stopped until `recover()` succeeds.
    case stopped
    /// Stopped for good.
    case over(JournalError.Problem)
    case closed
  }

  private(set) var file: OpenFile
  /// The places at which the files were cut back.
  package let cuts = JournalCuts()
  // Without the dynamic exclusivity check, which costs 1,740 instructions per action: no code that runs while one of
  // these changes can reach the writer.
  @exclusivity(unchecked) var composer: JournalComposer
  private var tornStart: [UInt8]?
  @exclusivity(unchecked) var condition = Condition.running
  /// Whether the disk refused to cut the file back after a failure.
  private var refusesCuts = false
  private var lastSynchronized = ContinuousClock.now
  private var isFolderSynchronized: Bool
  /// The number of segments begun at the journal's path since opening.
  package private(set) var segmentsBegun = 0
  /// The older segments, once they have been looked up.
  var olderSegments: OlderSegments?
  /// Writes bytes to the file, in one attempt. Tests replace it to simulate a full disk.
  var writeOnce: (ArraySlice<UInt8>, _ offset: Int) throws(JournalError) -> Int
  /// Forces the file to the disk. Tests replace it to simulate a failure.
  var synchronizeFile: () throws(JournalError) -> Void

  init(_ opening: JournalOpening, durability: Durability) {
    path = opening.file.path
    file = opening.file
    composer = opening.composer
    tornStart = opening.tornStart
    resumed = opening.resumed
    repair = opening.repair
    isFolderSynchronized = opening.resumed != nil
    segmentAge = opening.began.map { max(0, WallClock.now().microseconds - $0.microseconds) } ?? 0
    firstSeq = opening.resumed?.firstSeq ?? 0
    self.durability = durability
    let file = opening.file
    writeOnce = { bytes, offset throws(JournalError) in try file.append(bytes, at: offset) }
    synchronizeFile = { () throws(JournalError) in try file.synchronize() }
  }

  /// The seq of the last state, whether written or pending.
  package var seq: Int { composer.seq }
  /// The seq of the first state in the file. In a segment that continues another it isn't 0; earlier segments may be
  /// dropped.
  package private(set) var firstSeq: Int
  /// The file's age at opening in microseconds, by wall clock; 0 for a new file.
  package let segmentAge: Int
  /// The journal's id; `nil` before its first header.
  package var journalID: JournalID? { composer.validator.journal }
  /// The offset of the next line in the file.
  package var offset: Int { composer.offset }
  /// The options for reading this journal.
  package var readingOptions: JournalReader.Options {
    JournalReader.Options(maximumLineBytes: composer.validator.maximumLineBytes, key: composer.validator.key)
  }

  // MARK: Records

  /// Starts a session. A journal that already has a header keeps its id.
  ///
  /// - Throws: `JournalError`; `otherApp` if the journal holds sessions of an app with another name, whose reducers
  ///   couldn't replay this one's.
  package func writeHeader(
    app: AppIdentity, started: WallClock, journal: JournalID = .random(), context: JSONObject = JSONObject(),
    detail: String = "full", states: String? = nil, rules: RedactionRules = .off,
    identity: [RedactionRules.Pointer] = [],
    declaringInputs declaresInputs: Bool = false, platform: String? = nil, origin: JournalOrigin? = nil
  ) throws(JournalError) {
    if let resumed, resumed.app.name != app.name { throw JournalError(.otherApp(resumed.app.name), path: path) }
    // The gap after the new header keeps the bytes of the torn one.
    if tornStart != nil { try file.truncate(to: 0) }
    try compose { composer throws(JournalError.Problem) in
      try composer.header(
        journal: journal, app: app, started: started, detail: detail, states: states, rules: rules,
        identity: identity, declaringInputs: declaresInputs, context: context, platform: platform ?? Platform.name,
        origin: origin)
      guard let tornStart else { return }
      try composer.gap(keeping: tornStart)
      self.tornStart = nil
    }
  }

  /// Makes a new journal start in the middle: see `JournalComposer.startInTheMiddle`.
  package func startInTheMiddle(seq: Int, session: Int) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in try composer.startInTheMiddle(seq: seq, session: session) }
  }

  /// Writes a snapshot.
  ///
  /// - Parameters:
  ///   - at: Microseconds since the session's start.
  ///   - state: The state as compact JSON text, without a line end.
  ///   - hash: The state's hash.
  ///   - setsState: Whether this is a new state (a session's first, the first after a gap) instead of the last one
  ///     written out. The file's first snapshot always is.
  ///   - isWhole: Whether the state decodes to the original.
  ///   - redacted: The places of secrets, as in `SnapshotRecord.redacted`.
  /// - Throws: `JournalError`: `lineTooLong` if no line can hold the state, `misuse`, or the disk's error.
  package func writeSnapshot(
    at: Int? = nil, state: [UInt8], hash: StateHash, setsState: Bool = false, isWhole: Bool = true,
    redacted: [String] = []
  ) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in
      try composer.snapshot(
        at: at, state: state, hash: hash, isWhole: isWhole, redacted: redacted, setsState: setsState)
    }
  }

  /// Writes a snapshot that sets a new state equal to an earlier one.
  package func writeSnapshot(at: Int? = nil, sameAs seq: Int, hash: StateHash) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in
      try composer.snapshot(at: at, sameAs: seq, hash: hash)
    }
  }

  /// Writes an action ahead of its reducer. Until it is finished or abandoned, nothing else can be written.
  package func beginAction(_ action: ActionHead) throws(JournalError) {
    try checkCondition()
    do { try composer.beginAction(action) } catch { throw refusal(error) }
    try handOver()
  }

  /// Writes the outcome of the action that was begun: see `JournalComposer.finishAction`.
  @discardableResult
  package func finishAction(
    _ outcome: ActionOutcome, from before: StateOutline? = nil, to after: StateOutline? = nil
  ) throws(JournalError) -> Bool {
    try checkCondition()
    let hasPatch: Bool
    do { hasPatch = try composer.finishAction(outcome, from: before, to: after) } catch { throw refusal(error) }
    try handOver()
    return hasPatch
  }

  /// Ends the action's record as interrupted: it takes its seq, but led to no known state.
  package func abandonAction() throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in try composer.abandonAction() }
  }

  /// Returns to an earlier state.
  package func rewind(at: Int? = nil, to seq: Int, hash: StateHash) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in try composer.rewind(at: at, to: seq, hash: hash) }
  }

  /// Names a state: that of the seq, or the last one.
  package func mark(at: Int? = nil, to seq: Int? = nil, name: String, text: String? = nil) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in
      try composer.mark(at: at, to: seq ?? composer.seq, name: name, text: text)
    }
  }

  /// Records that actions or bytes are missing, and why.
  package func gap(at: Int? = nil, why: String, missing: Int? = nil, bytes: [UInt8]? = nil) throws(JournalError) {
    try compose { composer throws(JournalError.Problem) in
      try composer.gap(at: at, why: why, missing: missing, bytes: bytes)
    }
  }

  /// Writes records that belong together: if the disk refuses one, `recover()` takes back the earlier ones.
  package func writeTogether(_ body: () throws -> Void) throws {
    let before = composer.copy()
    do { try body() } catch {
      if condition == .stopped { composer = before }
      throw error
    }
  }

  /// Closes the session in good order. O(n) in the file's bytes at opening, whose lines it counts.
  package func seal(at: Int? = nil) throws(JournalError) {
    try checkCondition()
    let records: Int
    if let known = composer.records {
      records = known
    } else {
      try flush()
      records = try lineCount()
    }
    try compose { composer throws(JournalError.Problem) in try composer.seal(at: at, records: records) }
  }

  // MARK: The file

  /// Hands all records to the kernel, and checks that the file still exists and has the expected length.
  package func flush() throws(JournalError) {
    try checkCondition()
    try checkFile()
    try writePending()
  }

  /// Forces all records to the disk.
  ///
  /// If an fsync fails, the disk's contents are unknown, and the writer stops for good. If an older segment can't be
  /// opened, such as for lack of a free descriptor, the writer continues, and you can call this again.
  package func synchronize() throws(JournalError) {
    try checkCondition()
    try writePending()
    while let segment = try olderSegments?.takeUncertain() {
      try ending { () throws(JournalError) in try segment.synchronize() }
    }
    try ending(synchronizeFile)
    try synchronizeFolder()
  }

  /// Runs a step and stops the writer for good if it fails, because the disk's contents are then unknown.
  private func ending(_ body: () throws(JournalError) -> Void) throws(JournalError) {
    do { try body() } catch {
      condition = .over(.notDurable)
      throw error
    }
  }

  /// Continues in another file, to which everything from `composer` is already written.
  func resume(
    in file: OpenFile, _ composer: consuming JournalComposer, firstSeq: Int, isDurable: Bool
  ) throws(JournalError) {
    self.file = file
    self.composer = composer
    self.firstSeq = firstSeq
    segmentsBegun += 1
    condition = .running
    isFolderSynchronized = false
    writeOnce = { bytes, offset throws(JournalError) in try file.append(bytes, at: offset) }
    synchronizeFile = { () throws(JournalError) in try file.synchronize() }
    if isDurable { try synchronizeFolder() }
  }

  private func synchronizeFolder() throws(JournalError) {
    if !isFolderSynchronized { try ending(file.synchronizeFolder) }
    isFolderSynchronized = true
    lastSynchronized = .now
  }

  /// Makes the file whole again after a failure: drops an open action and writes the rest of the whole records.
  ///
  /// The caller writes a gap record for what is lost.
  ///
  /// - Returns: Whether the journal now has all records whose writing failed; `seq` is its last seq.
  /// - Throws: `JournalError` if the disk still refuses, the file is gone, or an fsync has failed.
  @discardableResult
  package func recover() throws(JournalError) -> Bool {
    guard condition == .stopped else {
      try checkCondition()
      return true
    }
    let byteCount = try file.byteCountInPlace()
    let isComplete = !composer.isInAction
    composer.dropOpenAction()
    // Truncating a file that is too short would extend it with zeros.
    guard byteCount >= composer.pendingOffset else { throw giveUp(byteCount) }
    refusesCuts = true
    try cut(to: composer.pendingOffset)
    refusesCuts = false
    try writePending()
    condition = .running
    return isComplete
  }

  /// Whether a failure has stopped the writer.
  package var isStopped: Bool {
    switch condition {
    case .stopped, .over: true
    case .running, .closed: false
    }
  }

  /// Writes pending records and releases the lock, even if it throws. An open action stays torn; after a failure, the
  /// file ends with its last whole line.
  package func close() throws(JournalError) {
    guard condition != .closed else { return }
    defer {
      condition = .closed
      file.unlock()
    }
    do {
      try checkCondition()
      if case .power = durability { try synchronize() } else { try writePending() }
    } catch {
      // An error of the cut would hide the reason.
      if condition == .stopped { try? dropPartialLine() }
      throw error
    }
  }

  /// Removes the part of a line that the disk took before it refused the rest: it would read as an action in flight
  /// when the process died.
  private func dropPartialLine() throws(JournalError) {
    guard !refusesCuts, try file.byteCountInPlace() == composer.pendingOffset else { return }
    var end = composer.pendingOffset
    while end > 0 {
      let start = max(0, end - (1 << 16))
      if let feed = try file.bytes(start..<end).lastIndex(of: 0x0a) { return try cut(to: start + feed + 1) }
      end = start
    }
  }

  // MARK: Inside

  func cut(to byteCount: Int) throws(JournalError) {
    let identity = try file.identity()
    try file.truncate(to: byteCount)
    cuts.note(byteCount, of: identity)
  }

  func checkCondition() throws(JournalError) {
    if case .running = condition { return }
    switch condition {
    case .running: return
    case .stopped: throw JournalError(.stopped, path: path)
    case .over(let problem): throw JournalError(problem, path: path)
    case .closed: throw JournalError(.misuse("the journal is closed"), path: path)
    }
  }

  private func compose(
    _ body: (inout JournalComposer) throws(JournalError.Problem) -> Void
  ) throws(JournalError) {
    try checkCondition()
    do { try body(&composer) } catch { throw refusal(error) }
    try handOver()
  }

  func refusal(_ problem: JournalError.Problem) -> JournalError {
    JournalError(problem, path: path, seq: composer.seq)
  }

  /// Hands pending records to the kernel, as the durability promises.
  private func handOver() throws(JournalError) {
    switch durability {
    case .process: try writePending()
    case .power(let interval):
      try writePending()
      if !composer.isInAction, lastSynchronized.duration(to: .now) >= interval { try synchronize() }
    case .buffered(let limit):
      if !composer.isInAction, composer.pendingBytes.count >= limit { try writePending() }
    }
  }

  private func writePending() throws(JournalError) {
    do {
      while !composer.hasNothingPending {
        // The slice is released before `take`: a buffer with two owners would be copied.
        let count = try writeOnce(composer.pendingBytes, composer.pendingOffset)
        composer.take(count)
      }
    } catch {
      condition = .stopped
      throw error
    }
  }

  private func checkFile() throws(JournalError) {
    file.noteSizeLimit()
    let byteCount: Int
    do throws(JournalError) { byteCount = try file.byteCountInPlace() } catch {
      condition = .stopped
      throw error
    }
    guard byteCount == composer.pendingOffset || tornStart != nil else { throw giveUp(byteCount) }
  }

  /// Stops writing to a file that another program changed: a line after the change would only hide it.
  private func giveUp(_ byteCount: Int) -> JournalError {
    let problem = JournalError.Problem.damaged(
      "another program changed the file while it was open: it has \(byteCount) bytes, \(composer.pendingOffset) were written"
    )
    condition = .over(problem)
    return JournalError(problem, path: path)
  }

  /// The number of lines in the file, or in its last segment if several were concatenated.
  private func lineCount() throws(JournalError) -> Int {
    var lines = 0
    var position = try startOfSegment()
    while position < composer.offset {
      let bytes = try file.bytes(position..<min(position + (1 << 20), composer.offset))
      guard !bytes.isEmpty else {
        throw JournalError(.damaged("another program cut the file while it was open"), path: path)
      }
      lines += bytes.count { $0 == 0x0a }
      position += bytes.count
    }
    return lines
  }

  private func startOfSegment() throws(JournalError) -> Int {
    let journal = try JournalFile(file: SegmentedFile(file), maximumLineBytes: composer.validator.maximumLineBytes)
    var found = try journal.lastHeader()
    while found.header.startsSession, found.offset > 0 { found = try journal.lastHeader(before: found.offset) }
    return found.offset
  }
}
