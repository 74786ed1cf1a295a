/// A journal to read anywhere: by offset, by seq, from the end. A view of the file as it was when it was opened.
///
///     let file = try JournalFile(path: "session.jsonl")
///     let entry = try file.entry(settingSeq: 120)
///
/// Each line that is read is checked against its own sum and the sum before it; lines that nobody reads are not
/// checked. `JournalReader` checks them all.
public struct JournalFile: Sendable {
  /// The path, as it was given.
  public let path: String
  /// How many bytes the whole lines have.
  public let byteCount: Int
  /// The first line's header.
  public let header: HeaderRecord

  let file: OpenFile
  package let maximumLineBytes: Int
  let tailBytes: [UInt8]

  /// The journal's id.
  public var journalID: JournalID { header.journal }

  /// Opens a journal and reads its first and last line.
  ///
  /// - Throws: `JournalError` if there is no such file, or it is no journal, or these lines are damaged.
  public init(path: String, options: JournalReader.Options = .init()) throws(JournalError) {
    try self.init(file: OpenFile(journal: path), maximumLineBytes: options.maximumLineBytes)
  }

  init(file: OpenFile, maximumLineBytes: Int) throws(JournalError) {
    let size = try file.byteCount()
    guard size > 0 else { throw JournalError(.emptyFile, path: file.path) }
    self.file = file
    self.maximumLineBytes = maximumLineBytes
    path = file.path
    byteCount = try JournalFile.lineStart(atOrBefore: size, in: file, limit: maximumLineBytes)
    tailBytes = try file.bytes(byteCount..<size)
    let first = JournalReader(
      file: file, offset: 0, line: 1, rules: JournalRules(maximumLineBytes: maximumLineBytes))
    guard case .header(let header)? = try first.next()?.record else {
      throw JournalError(.notAJournal("not even its first line is whole"), path: file.path, line: 1, offset: 0)
    }
    self.header = header
  }

  /// The record of the line that starts at an offset.
  ///
  /// - Throws: `JournalError` if no line starts there, or the line is damaged.
  public func entry(atOffset offset: Int) throws(JournalError) -> JournalEntry {
    guard (0..<byteCount).contains(offset) else {
      throw JournalError(.damaged("no line starts at byte \(offset)"), path: path)
    }
    guard let entry = try entries(fromOffset: offset, chunkByteCount: LineReader.lineByteCount).next() else {
      throw JournalError(.damaged("the file became shorter while it was read"), path: path)
    }
    return entry
  }

  /// A reader that starts with the line at an offset and goes on from there, also past what was there when this view
  /// was opened. Its entries have line numbers only from the start of the file.
  ///
  /// - Throws: `JournalError` if no line starts there, or the line before is not one.
  public func entries(fromOffset offset: Int) throws(JournalError) -> JournalReader {
    try entries(fromOffset: offset, chunkByteCount: LineReader.chunkByteCount)
  }

  private func entries(fromOffset offset: Int, chunkByteCount: Int) throws(JournalError) -> JournalReader {
    JournalReader(
      file: file, offset: offset, line: offset == 0 ? 1 : nil, rules: try rules(before: offset),
      chunkByteCount: chunkByteCount)
  }

  /// What the line before an offset says of itself, which is taken on trust.
  func rules(before offset: Int) throws(JournalError) -> JournalRules {
    var rules = JournalRules(maximumLineBytes: maximumLineBytes)
    guard offset > 0 else { return rules }
    let end = try file.bytes(max(0, offset - ChainSum.suffixByteCount)..<offset)
    guard end.last == 0x0a, offset <= byteCount else {
      throw JournalError(.damaged("no line starts at byte \(offset)"), path: path)
    }
    let previous = try prefix(at: try start(ofLineBefore: offset))
    guard let sum = ChainSum(endOf: end.dropLast()) else {
      throw damage("the line does not end in a sum", at: offset - 1)
    }
    rules.sum = sum
    rules.seq = previous.seq
    rules.hasState = try hasState(before: offset, previous: previous)
    rules.journal = journalID
    rules.session = nil
    rules.records = nil
    rules.wholeState = .unknown
    rules.header = .unknown
    rules.isSealed = previous.kind == "seal"
    return rules
  }

  /// The last whole line's record.
  ///
  /// - Throws: `JournalError` if that line is damaged.
  public var lastEntry: JournalEntry {
    get throws(JournalError) { try entry(atOffset: try start(ofLineBefore: byteCount)) }
  }

  /// The seq of the last state, also where the action that set it was interrupted; `nil` if there is no state yet.
  ///
  /// - Throws: `JournalError` if the last line is damaged.
  public var lastStateSeq: Int? {
    get throws(JournalError) {
      let last = try lastEntry
      if last.setsState { return last.seq }
      return try hasState(before: last.offset, previous: LinePrefix(last)) ? last.seq : nil
    }
  }

  /// How the journal ends. A seal is taken at its word; `JournalReader` counts the records.
  ///
  /// - Throws: `JournalError` if the last line is damaged.
  public var tail: JournalTail {
    get throws(JournalError) {
      let rules = try rulesAtEnd()
      let torn = TornLine(tailBytes, after: rules, line: nil, offset: byteCount, file: file)
      if let torn { return .torn(torn) }
      return rules.isSealed ? .closed : .notClosed
    }
  }

  /// What is known at the end of the last whole line, which is checked.
  func rulesAtEnd() throws(JournalError) -> JournalRules {
    let reader = try entries(fromOffset: try start(ofLineBefore: byteCount))
    _ = try reader.next()
    return reader.rules
  }

  /// Whether a state was set before an offset.
  private func hasState(before offset: Int, previous: LinePrefix) throws(JournalError) -> Bool {
    if previous.seq > header.seq || previous.kind == "snapshot" { return true }
    // Only the first state can have the first header's seq, and it comes right after a handful of records.
    var position = 0
    while position < offset {
      let prefix = try prefix(at: position)
      if prefix.kind == "snapshot" { return true }
      if prefix.seq > header.seq { return true }
      position = try end(ofLineAt: position)
    }
    return false
  }
}

extension LinePrefix {
  fileprivate init(_ entry: JournalEntry) { self.init(kind: entry.record.kind, seq: entry.seq) }
}
