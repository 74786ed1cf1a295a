import StateTree

/// Reads a journal from start to end and checks all of it.
///
/// It checks the chain of sums, the order of seqs, the kinds of records, and references between them.
///
///     let reader = try JournalReader(path: "session.jsonl")
///     while let entry = try reader.next() { print(entry.seq, entry.record.kind) }
///
/// Several segments are read as one journal: lines and offsets count from the start of the oldest one. Errors name the
/// segment's file and its own line.
///
/// Memory is bounded by the longest line. After the end, `next()` looks again, so you can follow a journal while a
/// recorder writes it.
public final class JournalReader {
  /// Options for reading journals.
  public struct Options: Hashable, Sendable {
    /// The longest line, with its line end.
    public var maximumLineBytes: Int
    /// The key that must prove each line; `nil` to check only the sums, which anyone can compute.
    public var key: JournalKey?

    /// Creates options.
    public init(maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil) {
      self.maximumLineBytes = maximumLineBytes
      self.key = key
    }

    /// The validator before the first line.
    var validator: JournalValidator { JournalValidator(maximumLineBytes: maximumLineBytes, key: key) }
  }

  /// The path, as the caller passed it.
  public let path: String
  /// The header of the session that the last event belongs to; `nil` before the first.
  public private(set) var header: HeaderRecord?
  /// The session of the next event; `nil` if unknown.
  package private(set) var session: JournalSession?
  /// The time of the last event, in microseconds since 1970; since the session's start if the session is unknown.
  private var time = 0

  private let file: SegmentedFile
  // No access to these spans a call into foreign code; the dynamic check took 400 instructions per line.
  @exclusivity(unchecked) private var lines: LineReader
  @exclusivity(unchecked) private(set) var validator: JournalValidator
  /// The number of the next line, if known.
  @exclusivity(unchecked) private var line: Int?
  @exclusivity(unchecked) private var failure: JournalError?
  /// The seq after which a bad line ends the reading.
  private var lastSeq = Int.max
  /// Whether a bad line after that seq has ended the reading, so that records of the last state may be missing.
  @exclusivity(unchecked) package private(set) var endsBeforeBadLine = false
  /// The last line's document, whose memory the next line may reuse.
  @exclusivity(unchecked) private var memory: JSONDocument?

  /// Opens a journal.
  ///
  /// - Throws: `JournalError` if the file doesn't exist, is empty, isn't a regular file or can't be opened.
  public convenience init(path: String, options: Options = Options()) throws(JournalError) {
    let (file, _) = try SegmentedFile.open(path: path, maximumLineBytes: options.maximumLineBytes)
    guard try file.byteCount() > 0 else { throw JournalError(.emptyFile, path: path) }
    self.init(file: file, offset: 0, line: 1, validator: options.validator)
  }

  /// Continues from the start of a line; `validator` knows the lines before it.
  init(
    file: SegmentedFile, offset: Int, line: Int?, validator: JournalValidator, session: JournalSession? = nil,
    time: Int = 0
  ) {
    path = file.path
    self.file = file
    self.session = session
    self.time = time
    self.validator = validator
    self.line = line
    lines = LineReader(file: file, offset: offset, maximumLineBytes: validator.maximumLineBytes)
  }

  /// The offset of the next line in the file.
  package var offset: Int { lines.offset }

  /// The reader's position, to continue from later; `nil` if it started in the middle of the file.
  package var cursor: JournalCursor? {
    line.map { JournalCursor(offset: lines.offset, line: $0, validator: validator) }
  }

  /// The next record; `nil` after the last whole line, where `tail` describes how the journal ends.
  ///
  /// - Throws: `JournalError` with the line's number if the line was changed, violates the format, is of an unknown kind
  ///   that must not be skipped, or is too long. Later calls throw the same.
  public func next() throws(JournalError) -> JournalEvent? {
    try advance { [self] offset throws(JournalError.Problem) in
      let (record, setsState) = try lines.withLine { line throws(JournalError.Problem) in
        try validator.accept(line, at: offset)
      }
      note(record, at: offset)
      return JournalEvent(
        line: line, offset: offset, byteCount: lines.offset - offset, record: record, seq: record.seq,
        setsState: setsState, session: session, time: time)
    }
  }

  private func note(_ record: JournalRecord, at offset: Int) {
    if case .header(let header) = record {
      self.header = header
      // A later segment's header continues the session.
      guard header.startsSession || session == nil else { return }
      session = JournalSession(header, at: offset)
      time = header.started.microseconds
    } else if let at = record.at {
      time = time(at: at)
    }
  }

  /// The moment so many microseconds after the session's start; the last event's if no clock shows it.
  private func time(at microseconds: Int) -> Int { session.map { $0.time(at: microseconds) ?? time } ?? microseconds }

  /// The event for a journal's end, unless the journal is closed.
  package func event(for tail: JournalTail) -> JournalEvent? {
    func event(_ record: JournalRecord, line: Int?, seq: Int? = nil, time: Int? = nil) -> JournalEvent {
      JournalEvent(
        line: line, offset: lines.offset, byteCount: 0, record: record, seq: seq ?? validator.seq, setsState: false,
        session: session, time: time ?? self.time)
    }
    switch tail {
    case .closed: return nil
    case .notClosed: return event(.notClosed(isFollowed: false), line: nil)
    case .torn(let torn):
      return event(.torn(torn), line: line, seq: torn.action?.seq, time: torn.action.map { self.time(at: $0.at) })
    }
  }

  /// The place of the next line.
  package var place: JournalPlace { JournalPlace(offset: lines.offset, line: line, session: session, time: time) }

  /// Returns the next line like `next()`, but most actions only with the members that a replay needs.
  ///
  /// Release it before the next call to save an allocation.
  ///
  /// - Throws: As `next()`.
  package func nextLine() throws(JournalError) -> JournalLine? {
    try advance { [self] offset throws(JournalError.Problem) in
      let (content, seq, setsState) = try lines.withLine { line throws(JournalError.Problem) in
        try validator.acceptPlain(line, at: offset, reusing: &memory)
      }
      if case .record(.header(let header)) = content { self.header = header }
      return JournalLine(
        line: line, offset: offset, byteCount: lines.offset - offset, seq: seq, setsState: setsState, content: content)
    }
  }

  /// Calls the body with the last line, without its line end.
  package func withLastLine<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result { try lines.withLine(body) }

  private func advance<Line>(
    _ accept: (_ offset: Int) throws(JournalError.Problem) -> Line
  ) throws(JournalError) -> Line? {
    if let failure { throw failure }
    if endsBeforeBadLine { return nil }
    let offset = lines.offset
    do throws(JournalError) {
      guard try lines.advance() else {
        try checkStart()
        return nil
      }
    } catch {
      if case .lineTooLong = error.problem, hasReachedLastSeq() { return nil }
      throw fail(error.problem, at: offset, line: error.line)
    }
    do throws(JournalError.Problem) {
      let accepted = try accept(offset)
      if let line { self.line = line + 1 }
      return accepted
    } catch {
      if hasReachedLastSeq() { return nil }
      throw fail(error, at: offset, line: nil)
    }
  }

  /// Wants no line after those of a state: damage there then ends the reading, because the states before it can be trusted.
  ///
  /// Of the journal's last state, all records are wanted, so that no damage stays unseen.
  package func stop(after seq: Int, in journal: JournalFile) {
    if seq < .max, let last = try? journal.lastStateSeq, seq < last { lastSeq = seq }
  }

  private func hasReachedLastSeq() -> Bool {
    endsBeforeBadLine = validator.hasState && validator.seq >= lastSeq
    return endsBeforeBadLine
  }

  private func fail(_ problem: JournalError.Problem, at offset: Int, line known: Int?) -> JournalError {
    let place = file.location(ofLine: known ?? line, at: offset)
    let error = JournalError(problem, path: place.path, line: place.line, offset: place.offset)
    failure = error
    return error
  }

  /// A file without any line end is a journal that was cut short, or not a journal at all.
  private func checkStart() throws(JournalError) {
    guard validator.sum == nil, !JournalValidator.looksLikeHeader(lines.rest[...]) else { return }
    throw JournalError(.notAJournal("its first line isn't a header"), path: path, line: 1, offset: 0)
  }

  /// How the journal ended when `next()` last reached the end.
  public var tail: JournalTail {
    if endsBeforeBadLine { return .closed }
    if let torn = TornLine(
      lines.rest, after: validator, line: line, offset: lines.offset, beingWritten: file.isBeingWritten())
    {
      return .torn(torn)
    }
    return validator.isSealed ? .closed : .notClosed
  }
}

/// A position between two lines of a journal, with enough knowledge of the lines before it to continue reading.
///
/// A reader that starts in the middle takes some of that on trust: the previous line's own claims, the session's
/// number, and the count of records. `following` checks these once the lines before have been read, too.
package struct JournalCursor: Sendable {
  /// The offset of the next line in the file.
  package let offset: Int
  /// The number of the next line; in a chunk, lines count from its first.
  package let line: Int
  let validator: JournalValidator

  /// Returns the cursor at the end of the chunk that starts here, with all lines before it known.
  ///
  /// - Parameters:
  ///   - start: The chunk's start, as its reader assumed it.
  ///   - end: The chunk's end, as its reader found it.
  /// - Returns: The cursor; `nil` if the chunk doesn't start here, or contradicts the lines before it.
  package func following(from start: JournalCursor, to end: JournalCursor) -> JournalCursor? {
    guard start.offset == offset, let validator = validator.following(from: start.validator, to: end.validator) else {
      return nil
    }
    return JournalCursor(offset: end.offset, line: line + end.line - start.line, validator: validator)
  }
}

extension JournalValidator {
  /// Returns this validator after lines that were read without those before; `nil` if they contradict each other.
  fileprivate func following(from start: JournalValidator, to end: JournalValidator) -> JournalValidator? {
    guard start.sum == sum, start.auth == auth, start.seq == seq, start.hasState == hasState, start.journal == journal
    else { return nil }
    if end.assumptionsDiffer { return nil }
    if let assumed = end.assumedSession, let session, assumed != session { return nil }
    if let assumed = end.assumedRecords, let records, assumed != records { return nil }
    if let assumed = end.assumedHeader, case .at(let start) = header, assumed != start { return nil }
    var validator = end
    validator.session = end.session ?? session
    validator.records = end.records ?? records.map { $0 + end.recordsRead }
    validator.wholeState = end.wholeState == .unknown ? wholeState : end.wholeState
    validator.header = end.header == .unknown ? header : end.header
    validator.assumedSession = assumedSession
    validator.assumedHeader = assumedHeader
    validator.assumedRecords = assumedRecords
    validator.recordsRead = recordsRead + end.recordsRead
    return validator
  }
}
