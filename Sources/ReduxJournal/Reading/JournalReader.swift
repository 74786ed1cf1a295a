import StateTree

/// Reads a journal from its start to its end, and checks all of it on the way: the chain of sums, the order of seqs,
/// kinds, and what refers to what.
///
///     let reader = try JournalReader(path: "session.jsonl")
///     while let entry = try reader.next() { print(entry.seq, entry.record.kind) }
///
/// A journal in several segments is read as one: lines and offsets are counted from the start of the oldest that is
/// there. Errors name the file and its own line.
///
/// Memory is bounded by the longest line. After the end, `next()` looks again, so that a journal can be followed
/// while it is being written.
public final class JournalReader {
  /// What a reader accepts.
  public struct Options: Hashable, Sendable {
    /// The longest line, with its line end.
    public var maximumLineBytes: Int
    /// The key that must prove each line; `nil` to check the sums alone, which anybody can make.
    public var key: JournalKey?

    /// Creates options.
    public init(maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil) {
      self.maximumLineBytes = maximumLineBytes
      self.key = key
    }

    /// The rules before the first line.
    var validator: JournalValidator { JournalValidator(maximumLineBytes: maximumLineBytes, key: key) }
  }

  /// The path, as it was given.
  public let path: String
  /// The header of the session that the last entry belongs to; `nil` before the first.
  public private(set) var header: HeaderRecord?

  private let file: SegmentedFile
  // No access to these spans a call into foreign code; checking for that took 400 instructions a line.
  @exclusivity(unchecked) private var lines: LineReader
  @exclusivity(unchecked) private(set) var validator: JournalValidator
  /// The number of the next line, if known.
  @exclusivity(unchecked) private var line: Int?
  @exclusivity(unchecked) private var failure: JournalError?
  /// The document of the last line, whose memory the next one may take over.
  @exclusivity(unchecked) private var memory: JSONDocument?

  /// Opens a journal.
  ///
  /// - Throws: `JournalError` if there is no such file, or it is empty, not a file or not to be opened.
  public convenience init(path: String, options: Options = Options()) throws(JournalError) {
    let (file, _) = try SegmentedFile.open(path: path, maximumLineBytes: options.maximumLineBytes)
    guard try file.byteCount() > 0 else { throw JournalError(.emptyFile, path: path) }
    self.init(file: file, offset: 0, line: 1, validator: options.validator)
  }

  /// Reads on in a file from the start of a line, where `validator` hold what is known of the lines before.
  init(file: SegmentedFile, offset: Int, line: Int?, validator: JournalValidator) {
    path = file.path
    self.file = file
    self.validator = validator
    self.line = line
    lines = LineReader(file: file, offset: offset, maximumLineBytes: validator.maximumLineBytes)
  }

  /// Where the next line starts in the file.
  package var offset: Int { lines.offset }

  /// Where the reader is, to go on from there later; `nil` where nobody counted the lines.
  package var cursor: JournalCursor? {
    line.map { JournalCursor(offset: lines.offset, line: $0, validator: validator) }
  }

  /// The next record; `nil` at the end of what is whole, where `tail` tells how the journal ends.
  ///
  /// - Throws: `JournalError` with the line's number, if the line was changed, breaks a rule, is of an unknown kind
  ///   that must not be skipped, or is too long. Later calls throw the same.
  public func next() throws(JournalError) -> JournalEntry? {
    try advance { [self] offset throws(JournalError.Problem) in
      let (record, setsState) = try lines.withLine { line throws(JournalError.Problem) in
        try validator.accept(line, at: offset)
      }
      if case .header(let header) = record { self.header = header }
      return JournalEntry(
        line: line, offset: offset, byteCount: lines.offset - offset, record: record, seq: record.seq,
        setsState: setsState)
    }
  }

  /// The next line, as `next()`; an action of the usual kind with only what a fold needs of it.
  ///
  /// Whoever lets it go before the next call saves the next line an allocation.
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

  private func advance<Line>(
    _ accept: (_ offset: Int) throws(JournalError.Problem) -> Line
  ) throws(JournalError) -> Line? {
    if let failure { throw failure }
    let offset = lines.offset
    do throws(JournalError) {
      guard try lines.advance() else {
        try checkStart()
        return nil
      }
    } catch {
      throw fail(error.problem, at: offset, line: error.line)
    }
    do throws(JournalError.Problem) {
      let accepted = try accept(offset)
      if let line { self.line = line + 1 }
      return accepted
    } catch {
      throw fail(error, at: offset, line: nil)
    }
  }

  private func fail(_ problem: JournalError.Problem, at offset: Int, line known: Int?) -> JournalError {
    let place = file.location(ofLine: known ?? line, at: offset)
    let error = JournalError(problem, path: place.path, line: place.line, offset: place.offset)
    failure = error
    return error
  }

  /// A file without a single line end may be a journal cut short, or no journal at all.
  private func checkStart() throws(JournalError) {
    guard validator.sum == nil, !JournalValidator.looksLikeHeader(lines.rest[...]) else { return }
    throw JournalError(.notAJournal("its first line is no header"), path: path, line: 1, offset: 0)
  }

  /// How the journal ends, as seen when `next()` last came to the end.
  public var tail: JournalTail {
    if let torn = TornLine(lines.rest, after: validator, line: line, offset: lines.offset, file: file) {
      return .torn(torn)
    }
    return validator.isSealed ? .closed : .notClosed
  }
}
