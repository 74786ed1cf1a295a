/// A journal with random access: by offset, by seq, from the end.
///
/// It is a view of the file as it was at opening. It reads several segments as one file.
///
///     let file = try JournalFile(path: "session.jsonl")
///     let entry = try file.entry(settingSeq: 120)
///
/// Each line that you read is checked against its own sum and the previous one. `JournalReader` checks all lines.
public struct JournalFile: Sendable {
  /// The path, as the caller passed it.
  public let path: String
  /// The size of all whole lines in bytes.
  public let byteCount: Int
  /// The first line's header.
  public let header: HeaderRecord

  let file: SegmentedFile
  package let maximumLineBytes: Int
  /// The key that must prove each line.
  package let key: JournalKey?
  let tailBytes: [UInt8]

  /// Whether the first or the last session is self-contained: each action records its patch of the state.
  public var isSelfContained: Bool {
    header.recordsPatches || (try? lastHeader().header.recordsPatches) == true
  }

  /// The journal's id.
  public var journalID: JournalID { header.journal }

  /// The paths of all segments, the oldest first; the last is the journal's own path.
  package var segmentPaths: [String] { file.paths }

  /// Returns the paths of the older segments of the journal at a path; empty if it can't be read.
  package static func olderSegmentPaths(of path: String) -> [String] {
    guard let found = try? SegmentedFile.open(path: path, maximumLineBytes: JournalLimits.maximumLineBytes) else {
      return []
    }
    return found.file.paths.dropLast()
  }

  /// Returns the bytes of a range, through all segments.
  ///
  /// - Throws: `JournalError` if they can't be read.
  package func bytes(_ range: Range<Int>) throws(JournalError) -> [UInt8] { try file.bytes(range) }

  /// Converts an offset in an earlier view of the journal; segments may have been added and dropped since. `nil` if the
  /// offset was in a dropped one.
  package func offset(of offset: Int, in earlier: JournalFile) throws(JournalError) -> Int? {
    try file.offset(of: offset, in: earlier.file)
  }

  /// Opens a journal and reads its first and last line.
  ///
  /// - Throws: `JournalError` if the file doesn't exist or isn't a journal, or these lines are damaged.
  public init(path: String, options: JournalReader.Options = .init()) throws(JournalError) {
    let (file, header) = try SegmentedFile.open(path: path, maximumLineBytes: options.maximumLineBytes)
    try self.init(file: file, header: header, maximumLineBytes: options.maximumLineBytes, key: options.key)
  }

  /// Views open files; reads the first header unless you pass it.
  init(
    file: SegmentedFile, header: HeaderRecord? = nil, maximumLineBytes: Int, key: JournalKey? = nil
  ) throws(JournalError) {
    let size = try file.byteCount()
    guard size > 0 else { throw JournalError(.emptyFile, path: file.path) }
    self.file = file
    self.maximumLineBytes = maximumLineBytes
    self.key = key
    path = file.path
    byteCount = try JournalFile.lineStart(atOrBefore: size, in: file, limit: maximumLineBytes)
    tailBytes = try file.bytes(byteCount..<size)
    // With a key, even the header needs a proof.
    if let header, key == nil {
      self.header = header
      return
    }
    let first = JournalReader(
      file: file, offset: 0, line: 1, validator: JournalValidator(maximumLineBytes: maximumLineBytes, key: key))
    guard case .header(let header)? = try first.next()?.record else {
      throw JournalError(.notAJournal("its first line is incomplete"), path: file.path, line: 1, offset: 0)
    }
    self.header = header
  }

  /// Creates the same view with another end: bytes after it count as a torn line.
  private init(_ file: JournalFile, endingAt end: Int) throws(JournalError) {
    path = file.path
    byteCount = end
    header = file.header
    self.file = file.file
    maximumLineBytes = file.maximumLineBytes
    key = file.key
    tailBytes = try file.file.bytes(end..<file.byteCount)
  }

  /// Returns the journal without its last line, if that line's sum is wrong, nothing follows it, and a gap can keep all
  /// of it; otherwise `nil`. Doesn't check the lines before it.
  ///
  /// - Throws: `JournalError` if the bytes before it aren't a line.
  func withoutDamagedLastLine() throws(JournalError) -> JournalFile? {
    guard tailBytes.isEmpty, byteCount > 0 else { return nil }
    let start = try start(ofLineBefore: byteCount)
    guard start > 0, GapRecord.canKeep(byteCount - start, maximumLineBytes: maximumLineBytes) else { return nil }
    let validator = try validator(before: start)
    let line = try file.bytes(start..<byteCount - 1)
    guard let sum = validator.sum, line.withUnsafeBytes({ ChainSum(ending: $0, ChainSum.hash(after: sum)) }) == nil
    else {
      return nil
    }
    return try JournalFile(self, endingAt: start)
  }

  /// Returns the record of the line that starts at an offset.
  ///
  /// - Throws: `JournalError` if no line starts there, or the line is damaged.
  package func entry(atOffset offset: Int) throws(JournalError) -> JournalEvent {
    guard (0..<byteCount).contains(offset) else {
      throw JournalError(.damaged("no line starts at byte \(offset)"), path: path)
    }
    guard let entry = try entries(fromOffset: offset).next() else {
      throw JournalError(.damaged("the file became shorter while it was read"), path: path)
    }
    return entry
  }

  /// Returns a reader that starts with the line at an offset and can continue past the end of this view. Its entries
  /// have line numbers only from the start of the file.
  ///
  /// - Throws: `JournalError` if no line starts there, or the bytes before aren't a line.
  package func entries(fromOffset offset: Int) throws(JournalError) -> JournalReader {
    JournalReader(file: file, offset: offset, line: offset == 0 ? 1 : nil, validator: try validator(before: offset))
  }

  /// Returns the validator before an offset, trusting the previous line's own claims.
  func validator(before offset: Int) throws(JournalError) -> JournalValidator {
    var validator = JournalValidator(maximumLineBytes: maximumLineBytes, key: key)
    guard offset > 0 else { return validator }
    let end = try file.bytes(max(0, offset - validator.suffixByteCount)..<offset)
    guard end.last == 0x0a, offset <= byteCount else {
      throw JournalError(.damaged("no line starts at byte \(offset)"), path: path)
    }
    let previous = try prefix(at: try start(ofLineBefore: offset))
    guard let sum = ChainSum(endOf: end.dropLast()) else {
      throw damage("the line does not end in a sum", at: offset - 1)
    }
    if let key {
      guard let auth = end.withUnsafeBytes({ AuthTag(in: UnsafeRawBufferPointer(rebasing: $0.dropLast())) }) else {
        let place = file.line(at: offset - 1)
        throw JournalError(.forged(JournalValidator.noProof), path: place.path, line: place.line, offset: place.start)
      }
      validator.prover = LineProver(key, journalID)
      validator.auth = auth
    }
    validator.sum = sum
    validator.seq = previous.seq
    validator.hasState = try hasState(before: offset, previous: previous)
    validator.journal = journalID
    validator.app = header.app.name
    validator.session = nil
    validator.records = nil
    validator.wholeState = .unknown
    validator.header = .unknown
    validator.isSealed = previous.kind == "seal"
    validator.startsWithSegment = !header.startsSession
    return validator
  }

  /// The last whole line's record.
  ///
  /// - Throws: `JournalError` if that line is damaged.
  public var lastEntry: JournalEvent {
    get throws(JournalError) { try entry(atOffset: try start(ofLineBefore: byteCount)) }
  }

  /// The seq of the last state, even if its action was interrupted; `nil` before the first state.
  ///
  /// - Throws: `JournalError` if the last line is damaged.
  public var lastStateSeq: Int? {
    get throws(JournalError) {
      let last = try lastEntry
      if last.setsState { return last.seq }
      return try hasState(before: last.offset, previous: LinePrefix(last)) ? last.seq : nil
    }
  }

  /// The seq of the first state: 0, unless older segments were dropped; `nil` before the first state.
  ///
  /// - Throws: `JournalError` if one of the first lines is damaged.
  public var firstStateSeq: Int? {
    get throws(JournalError) {
      // It follows the header immediately, or after a gap and other records that don't set a state.
      var position = 0
      while position < byteCount {
        let prefix = try prefix(at: position)
        if prefix.kind == "snapshot" { return prefix.seq }
        if prefix.seq > header.seq { return nil }
        position = try end(ofLineAt: position)
      }
      return nil
    }
  }

  /// How the journal ends. A seal's count of records is trusted; `JournalReader` checks it.
  ///
  /// - Throws: `JournalError` if the last line is damaged.
  public var tail: JournalTail {
    get throws(JournalError) {
      let validator = try validatorAtEnd()
      let torn = TornLine(
        tailBytes, after: validator, line: nil, offset: byteCount, beingWritten: file.isBeingWritten())
      if let torn { return .torn(torn) }
      return validator.isSealed ? .closed : .notClosed
    }
  }

  /// The action that was in flight when the journal ended; `nil` if there was none, or the line is still being written.
  ///
  /// - Throws: As `tail`.
  package var inFlight: ActionRecord? {
    get throws(JournalError) {
      guard case .torn(let torn) = try tail, !torn.beingWritten else { return nil }
      return torn.action
    }
  }

  /// Returns the validator after the last whole line, which it checks.
  func validatorAtEnd() throws(JournalError) -> JournalValidator {
    let reader = try entries(fromOffset: try start(ofLineBefore: byteCount))
    _ = try reader.next()
    return reader.validator
  }

  /// Whether a state was set before an offset.
  func hasState(before offset: Int, previous: LinePrefix) throws(JournalError) -> Bool {
    if previous.seq > header.seq || previous.kind == "snapshot" { return true }
    // Only the first state can have the first header's seq, and it comes within the first few records.
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
  fileprivate init(_ entry: JournalEvent) { self.init(kind: entry.record.kind, seq: entry.seq) }
}
