/// Reads a journal from its start to its end, and checks all of it on the way: the chain of sums, the order of seqs,
/// kinds, and what refers to what.
///
///     let reader = try JournalReader(path: "session.jsonl")
///     while let entry = try reader.next() { print(entry.seq, entry.record.kind) }
///
/// Memory is bounded by the longest line. After the end, `next()` looks again, so that a journal can be followed
/// while it is being written.
public final class JournalReader {
  /// What a reader accepts.
  public struct Options: Hashable, Sendable {
    /// The longest line, with its line end.
    public var maximumLineBytes: Int

    /// Creates options.
    public init(maximumLineBytes: Int = JournalLimits.maximumLineBytes) { self.maximumLineBytes = maximumLineBytes }
  }

  /// The path, as it was given.
  public let path: String
  /// The header of the session that the last entry belongs to; `nil` before the first.
  public private(set) var header: HeaderRecord?

  private let file: OpenFile
  private var lines: LineReader
  private(set) var rules: JournalRules
  /// The number of the next line, if known.
  private var line: Int?
  private var failure: JournalError?

  /// Opens a journal.
  ///
  /// - Throws: `JournalError` if there is no such file, or it is empty, not a file or not to be opened.
  public convenience init(path: String, options: Options = Options()) throws(JournalError) {
    let file = try OpenFile(path: path, for: .reading)
    guard try file.byteCount() > 0 else { throw JournalError(.emptyFile, path: path) }
    self.init(file: file, offset: 0, line: 1, rules: JournalRules(maximumLineBytes: options.maximumLineBytes))
  }

  /// Reads on in a file from the start of a line, where `rules` hold what is known of the lines before.
  init(
    file: OpenFile, offset: Int, line: Int?, rules: JournalRules, chunkByteCount: Int = LineReader.chunkByteCount
  ) {
    path = file.path
    self.file = file
    self.rules = rules
    self.line = line
    lines = LineReader(
      file: file, offset: offset, maximumLineBytes: rules.maximumLineBytes, chunkByteCount: chunkByteCount)
  }

  /// Where the next line starts in the file.
  public var offset: Int { lines.offset }

  /// Where the reader is, to go on from there later; `nil` where nobody counted the lines.
  package var place: JournalPlace? { line.map { JournalPlace(offset: lines.offset, line: $0, rules: rules) } }

  /// The next record; `nil` at the end of what is whole, where `tail` tells how the journal ends.
  ///
  /// - Throws: `JournalError` with the line's number, if the line was changed, breaks a rule, is of an unknown kind
  ///   that must not be skipped, or is too long. Later calls throw the same.
  public func next() throws(JournalError) -> JournalEntry? {
    if let failure { throw failure }
    let offset = lines.offset
    do throws(JournalError) {
      guard let bytes = try lines.next() else {
        try checkStart()
        return nil
      }
      let entry = try accept(bytes, at: offset)
      line = line.map { $0 + 1 }
      if case .header(let header) = entry.record { self.header = header }
      return entry
    } catch {
      let number = line ?? JournalFile.lineNumber(at: offset, in: file)
      failure = JournalError(error.problem, path: path, line: error.line ?? number, seq: error.seq)
      throw failure ?? error
    }
  }

  private func accept(_ bytes: [UInt8], at offset: Int) throws(JournalError) -> JournalEntry {
    do {
      let (record, setsState) = try rules.accept(bytes, at: offset)
      return JournalEntry(
        line: line, offset: offset, byteCount: bytes.count + 1, record: record, seq: record.seq, setsState: setsState)
    } catch {
      throw JournalError(error, path: path, line: line)
    }
  }

  /// A file without a single line end may be a journal cut short, or no journal at all.
  private func checkStart() throws(JournalError) {
    guard rules.sum == nil, !JournalRules.looksLikeHeader(lines.rest[...]) else { return }
    throw JournalError(.notAJournal("its first line is no header"), path: path, line: 1)
  }

  /// How the journal ends, as seen when `next()` last came to the end.
  public var tail: JournalTail {
    if let torn = TornLine(lines.rest, after: rules, line: line, offset: lines.offset, file: file) {
      return .torn(torn)
    }
    return rules.isSealed ? .closed : .notClosed
  }
}
