import StateTree

/// Checks each line of a journal against the lines before it: the chain of sums, the order of seqs, and references.
///
/// It is a pure state machine: lines go in, records and errors come out.
package struct JournalValidator: Sendable {
  /// The offset of a line that later lines refer to.
  package enum Base: Hashable, Sendable {
    /// Before the offset at which reading began.
    case unknown
    case absent
    case at(Int)
  }

  let maximumLineBytes: Int
  /// The key that must prove each line; `nil` if sums suffice.
  let key: JournalKey?
  /// Checks the lines' tags, once the journal's id is known.
  package var prover: LineProver?
  /// The previous line's tag; `nil` before the first line.
  package var auth: AuthTag?
  /// The previous line's sum; `nil` before the first line.
  package var sum: ChainSum?
  /// The previous line's seq.
  package var seq = 0
  package var hasState = false
  package var journal: JournalID?
  /// The name of the app; `nil` before the first header.
  package var app: String?
  /// Whether the session declares inputs; `nil` if its header is unknown.
  var declaresInputs: Bool?
  /// The number of the session before the next header; `nil` if unknown.
  package var session: Int? = 0
  /// The number of lines before; `nil` if unknown.
  package var records: Int? = 0
  /// The last snapshot with a whole state.
  package var wholeState = Base.absent
  /// The session's header.
  package var header = Base.absent
  /// Whether the first line read was the header of a segment that continues another.
  var startsWithSegment = false
  /// Whether the previous line was a seal.
  var isSealed = false
  /// The number of lines that this validator has read.
  var recordsRead = 0
  /// The number of the session before the first header, as that header implies; only if it was unknown.
  var assumedSession: Int?
  /// The number of lines before the ones read, as a seal implies; only if it was unknown.
  var assumedRecords: Int?
  /// The offset of the session's header, as a snapshot implies; only if it was unknown.
  var assumedHeader: Int?
  /// Whether two records imply different values for the same assumption.
  var assumptionsDiffer = false

  package init(maximumLineBytes: Int, key: JournalKey? = nil) {
    self.maximumLineBytes = maximumLineBytes
    self.key = key
  }

  /// The number of bytes after a line's own members, including the line end.
  var suffixByteCount: Int { ChainSum.suffixByteCount + (key == nil ? 0 : AuthTag.memberByteCount) }

  /// Checks a line without its line end and updates the validator.
  package mutating func accept(
    _ line: UnsafeRawBufferPointer, at offset: Int
  ) throws(JournalError.Problem) -> (record: JournalRecord, setsState: Bool) {
    var memory: JSONDocument?
    guard let previous = sum else { return try accept(try firstParser(line, reusing: &memory).record(), at: offset) }
    try checkSum(line, ChainSum.hash(after: previous))
    try checkAuth(of: line)
    let record = try RecordParser.parse(line, maximumLineBytes: maximumLineBytes, reusing: &memory).record()
    try checkSegment(record, after: previous)
    return try accept(record, at: offset)
  }

  /// Checks a line without its line end and updates the validator.
  package mutating func accept(
    _ line: [UInt8], at offset: Int
  ) throws(JournalError.Problem) -> (record: JournalRecord, setsState: Bool) {
    try line.withRawBytes { line throws(JournalError.Problem) in try accept(line, at: offset) }
  }

  /// Checks a line without its line end and updates the validator; returns most actions as plain ones.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - offset: The offset of the line in the file.
  ///   - memory: The previous line's document; this line reuses its memory if it is the only owner.
  /// - Returns: The line's contents, its seq, and whether it sets the state with that seq.
  /// - Throws: The problem with the line.
  mutating func acceptPlain(
    _ line: UnsafeRawBufferPointer, at offset: Int, reusing memory: inout JSONDocument?
  ) throws(JournalError.Problem) -> (content: JournalLine.Content, seq: Int, setsState: Bool) {
    guard let previous = sum else {
      let (record, setsState) = try accept(try firstParser(line, reusing: &memory).record(), at: offset)
      return (.record(record), record.seq, setsState)
    }
    try checkSum(line, ChainSum.hash(after: previous))
    try checkAuth(of: line)
    if hasState, let action = PlainAction(line, maximumLineBytes: maximumLineBytes, reusing: &memory),
      action.seq == seq + 1, hasBase(action, at: offset), declaresInputs.map({ $0 == (action.inputs != nil) }) ?? true
    {
      seq = action.seq
      isSealed = false
      countRecord()
      return (.action(action), seq, true)
    }
    let record = try RecordParser.parse(line, maximumLineBytes: maximumLineBytes, reusing: &memory).record()
    try checkSegment(record, after: previous)
    let setsState = try accept(record, at: offset).setsState
    return (.record(record), record.seq, setsState)
  }

  private func hasBase(_ action: PlainAction, at offset: Int) -> Bool {
    guard let base = action.base else { return true }
    switch wholeState {
    case .at(let start): return base == offset - start
    case .absent: return false
    case .unknown: return (1...offset).contains(base)
    }
  }

  private mutating func accept(
    _ record: JournalRecord, at offset: Int
  ) throws(JournalError.Problem) -> (record: JournalRecord, setsState: Bool) {
    let setsState = try checkSeq(of: record)
    try checkReferences(of: record, at: offset)
    seq = record.seq
    hasState = hasState || setsState
    isSealed = false
    switch record {
    case .header(let header):
      journal = header.journal
      app = header.app.name
      declaresInputs = header.declaresInputs
      if session == nil { assumedSession = header.session - (header.startsSession ? 1 : 0) }
      session = header.session
      self.header = .at(offset)
      if header.previous != nil {
        // A segment counts its own records, and contains the bases of its actions.
        records = 0
        wholeState = .absent
        startsWithSegment = startsWithSegment || recordsRead == 0
      }
    case .snapshot(let snapshot):
      if let distance = snapshot.header, self.header == .unknown { assume(headerAt: offset - distance) }
      if snapshot.holdsWholeState { wholeState = .at(offset) }
    case .seal(let seal):
      if records == nil { assume(seal.records - recordsRead) }
      isSealed = true
    default: break
    }
    countRecord()
    return (record, setsState)
  }

  private mutating func countRecord() {
    if let records { self.records = records + 1 }
    recordsRead += 1
  }

  private mutating func assume(_ records: Int) {
    if let assumedRecords, assumedRecords != records { assumptionsDiffer = true }
    assumedRecords = records
  }

  private mutating func assume(headerAt start: Int) {
    if let assumedHeader, assumedHeader != start { assumptionsDiffer = true }
    assumedHeader = start
  }

  // MARK: The chain

  /// Reads the first line, where the chain starts.
  private mutating func firstParser(
    _ line: UnsafeRawBufferPointer, reusing memory: inout JSONDocument?
  ) throws(JournalError.Problem) -> RecordParser {
    guard JournalValidator.looksLikeHeader(line) else { throw .notAJournal("its first line isn't a header") }
    let parser = try RecordParser.parse(line, maximumLineBytes: maximumLineBytes, reusing: &memory)
    guard case .header(let header) = try parser.record() else { throw .notAJournal("its first line isn't a header") }
    if let previous = header.previous, let sum = ChainSum(digits: previous.utf8) {
      try checkSum(line, ChainSum.hash(after: sum))
      session = nil
    } else {
      try checkSum(line, ChainSum.hash(startOf: header.journal))
    }
    try key?.check(header)
    prover = key.map { LineProver($0, header.journal) }
    auth = header.previousAuth.flatMap { AuthTag($0) }
    try checkAuth(of: line)
    return parser
  }

  private mutating func checkSum(
    _ line: UnsafeRawBufferPointer, _ start: SipHash
  ) throws(JournalError.Problem) {
    if let right = ChainSum(ending: line, start) {
      sum = right
      return
    }
    if isSegment(line) {
      throw .damaged("the segment continues from another line: segments before it are missing, changed or swapped")
    }
    if ChainSum.isStated(atEndOf: line) {
      throw .damaged(
        "the sum doesn't match: this line was changed, or lines before it are missing, repeated or swapped")
    }
    throw .damaged(
      line.last == 0x0d
        ? "the line ends in CR LF: a tool rewrote the line ends (git: mark *.jsonl as -text)"
        : "the line does not end in a sum")
  }

  static let noProof = "this line has no proof: it was written without the key"

  private mutating func checkAuth(of line: UnsafeRawBufferPointer) throws(JournalError.Problem) {
    guard let prover else { return }
    guard let right = AuthTag(of: line, prover.hash(after: auth)) else {
      throw .forged(
        AuthTag(in: line) == nil
          ? JournalValidator.noProof
          : "this line was changed without the key, or lines before it are missing, repeated or swapped")
    }
    auth = right
  }

  /// Completes the next line with its tag, if there is a key, and its sum.
  func end(_ line: inout [UInt8]) {
    prover?.tag(of: line, after: auth).appendMember(to: &line)
    sum?.next(over: line).appendSuffix(to: &line)
  }

  /// Whether a line is a valid header of a segment of this journal, regardless of the lines before.
  private func isSegment(_ line: UnsafeRawBufferPointer) -> Bool {
    guard sum != nil, JournalValidator.looksLikeHeader(line) else { return false }
    var segment = JournalValidator(maximumLineBytes: maximumLineBytes)
    return (try? segment.accept(line, at: 0)) != nil && segment.startsWithSegment && segment.journal == journal
  }

  /// Checks that a segment's header names the previous line's sum.
  private func checkSegment(_ record: JournalRecord, after sum: ChainSum) throws(JournalError.Problem) {
    guard case .header(let header) = record, let previous = header.previous, previous != sum.text else { return }
    throw .damaged("the segment continues from another line: segments before it are missing, changed or swapped")
  }

  /// Whether bytes begin like a journal, as far as they go.
  package static func looksLikeHeader(_ bytes: some Collection<UInt8>) -> Bool {
    let start = Array(#"{"kind":"header","#.utf8)
    return !bytes.isEmpty && bytes.prefix(start.count).elementsEqual(start.prefix(bytes.count))
  }

  // MARK: Seqs

  private func checkSeq(of record: JournalRecord) throws(JournalError.Problem) -> Bool {
    if sum != nil, records == 0, case .header(let header) = record {
      guard header.seq == 0 || header.previous != nil else {
        throw .damaged("the first header has seq \(header.seq), expected 0")
      }
      return false
    }
    guard !record.isStep || hasState else { throw .damaged("the \(record.kind) comes before any state") }
    let isSnapshot = if case .snapshot = record { true } else { false }
    let setsState = record.isStep || isSnapshot && (!hasState || record.seq > seq)
    let expected = setsState && hasState ? seq + 1 : seq
    // If actions are missing between two segments, the second starts with a new state.
    if startsWithSegment, !hasState, setsState, record.seq == seq + 1 { return true }
    guard record.seq == expected else {
      throw .damaged("the \(record.kind) has seq \(record.seq), expected \(expected)")
    }
    return setsState
  }

  // MARK: References

  private func checkReferences(of record: JournalRecord, at offset: Int) throws(JournalError.Problem) {
    switch record {
    case .header(let header):
      if let journal, header.journal != journal {
        throw .damaged("the header is of journal \(header.journal), this is \(journal)")
      }
      if let app, header.app.name != app {
        throw .damaged("the header is of another app than the session before")
      }
      if let session, header.session != session + (header.startsSession ? 1 : 0) {
        throw .damaged(
          "the header is of session \(header.session), expected \(session + (header.startsSession ? 1 : 0))")
      }
    case .snapshot(let snapshot):
      if let distance = snapshot.header { try checkHeader(distance, at: offset) }
    case .action(let action):
      if let declaresInputs, declaresInputs != (action.inputs != nil) {
        throw .damaged(
          declaresInputs
            ? "the action has no inputs, but the header declares them"
            : "the action has inputs, which the header doesn't declare")
      }
      guard let base = action.base else { return }
      try checkBase(base, at: offset)
    case .seal(let seal):
      if let records, seal.records != records {
        throw .damaged("the seal counts \(seal.records) records, the file has \(records) before it")
      }
    default: break
    }
  }

  private func checkHeader(_ distance: Int, at offset: Int) throws(JournalError.Problem) {
    switch header {
    case .at(let start) where distance == offset - start: return
    case .at(let start):
      throw .damaged(
        "the snapshot's header is \(distance), the session's header is \(offset - start) bytes back")
    case .absent, .unknown:
      guard distance > 0, distance <= offset else {
        throw .damaged("the snapshot's header is \(distance), which is not in the file")
      }
    }
  }

  private func checkBase(_ base: Int, at offset: Int) throws(JournalError.Problem) {
    switch wholeState {
    case .at(let start) where base == offset - start: return
    case .at(let start):
      throw .damaged("the action's base is \(base), the last snapshot is \(offset - start) bytes back")
    case .absent: throw .damaged("the action's base is \(base), but no snapshot comes before it")
    case .unknown:
      guard base > 0, base <= offset else { throw .damaged("the action's base is \(base), which is not in the file") }
    }
  }
}
