package import StateTree

/// Copies the lines of a journal one after the other, and lets snapshots be added between them.
///
/// A copy keeps all that a line says, but for what depends on where it stands: an action's `base`, the count of a seal,
/// the sum. What proves the lines under a key is made anew, or left out if there is none.
package struct JournalCopy: Sendable {
  package typealias Problem = JournalError.Problem

  private let maximumLineBytes: Int
  private let key: JournalKey?
  private var prover: LineProver?
  /// The tag of the line before.
  private var auth: AuthTag?
  /// Where the next line will start.
  private(set) var offset = 0
  private var records = 0
  private var sum: ChainSum?
  /// Where the last snapshot with a whole state starts.
  private var base: Int?
  /// Where the session's header starts.
  private var header: Int?

  /// Starts a copy, whose lines are proven by a key, if there is one.
  package init(maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil) {
    self.maximumLineBytes = maximumLineBytes
    self.key = key
  }

  /// How many bytes end a line after its own members, its line end included.
  private var suffixByteCount: Int { ChainSum.suffixByteCount + (key == nil ? 0 : AuthTag.memberByteCount) }

  /// The next line of the copy, with its line end; none for the header of a segment that goes on from another, which a
  /// copy in one file doesn't need, unless it becomes a session's.
  ///
  /// - Parameters:
  ///   - line: The line to copy, without its line end. That its sum is right is taken on trust.
  ///   - changes: Members to change.
  /// - Returns: The line's bytes.
  /// - Throws: `lineTooLong` if what changes makes it too long, `damaged` if it is no line of a journal.
  package mutating func line(_ line: [UInt8], changing changes: [MemberChange] = []) throws(Problem) -> [UInt8] {
    var memory: JSONDocument?
    let parser = try line.withRawBytes { line throws(Problem) in
      try RecordParser.parse(line, maximumLineBytes: maximumLineBytes, reusing: &memory)
    }
    let record = try parser.record()
    if sum != nil, case .header(let header) = record, !header.startsSession,
      !changes.contains(where: { $0.key == "previous" })
    {
      return []
    }
    var changes = changes + [.removed("auth")]
    switch record {
    case .header(let header):
      if prover == nil { prover = key.map { LineProver($0, header.journal) } }
      changes += [key.map { .set("key", digits: $0.fingerprint) } ?? .removed("key"), .removed("previous-auth")]
    case .action(let action): changes += baseChange(of: parser.root, isComplete: !action.interrupted)
    case .seal: changes.append(.set("records", records))
    case .snapshot(let snapshot):
      if let header, snapshot.header != nil { changes.append(.set("header", offset - header)) }
    default: break
    }
    let bytes = try MemberChange.apply(
      changes, to: Array(line.dropLast(ChainSum.suffixByteCount - 1)), of: parser.root)
    if bytes.count > line.count {
      let limit = JournalLimits.maximumValues(inLineOf: maximumLineBytes)
      guard !bytes.withUnsafeBytes({ ValueCount.exceeds(limit - ValueCount.reserved, in: $0) }) else {
        throw .tooManyValues(limit: limit)
      }
    }
    let start = offset
    let copied = try end(bytes, startOfHash(record, changes))
    if case .header = record { header = start }
    if case .snapshot(let snapshot) = record, snapshot.holdsWholeState { base = start }
    return copied
  }

  private func startOfHash(_ record: JournalRecord, _ changes: [MemberChange]) -> SipHash {
    if let sum { return ChainSum.hash(after: sum) }
    guard case .header(let header) = record else { return SipHash() }
    let previous = changes.first { $0.key == "previous" }?.text ?? header.previous
    return previous.flatMap { ChainSum(digits: $0.utf8) }.map(ChainSum.hash(after:))
      ?? ChainSum.hash(startOf: header.journal)
  }

  /// A record that says that something is missing, after the line that was copied last.
  ///
  /// - Parameters:
  ///   - seq: The seq of the last state.
  ///   - why: Why something is missing.
  ///   - missing: How many actions are missing, if known.
  ///   - bytes: What is left of a line.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header, `lineTooLong` for too many bytes.
  mutating func gap(seq: Int, why: String, missing: Int?, bytes: [UInt8]? = nil) throws(Problem) -> [UInt8] {
    guard let sum else { throw .misuse("a gap before the header") }
    var line = LineBuilder()
    line.begin("gap", seq: seq)
    line.member("why", why)
    line.member("missing", missing)
    if let bytes { line.member("bytes", base64: bytes) }
    return try end(Array(line.bytes), ChainSum.hash(after: sum))
  }

  /// A snapshot that repeats the state which the last line set; `nil` if no line can hold it.
  ///
  /// - Parameters:
  ///   - seq: The seq of the state.
  ///   - at: Microseconds since the session's start.
  ///   - state: The state as JSON text, without a line end.
  ///   - hash: The state's hash.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header, or if the state is not text in one line.
  package mutating func snapshot(seq: Int, at: Int?, state: [UInt8], hash: StateHash) throws(Problem) -> [UInt8]? {
    guard let sum else { throw .misuse("a snapshot before the header") }
    try LineBuilder.check(payload: state)
    var line = LineBuilder()
    line.begin("snapshot", seq: seq)
    line.member("at", at)
    line.member("header", header.map { offset - $0 })
    line.key("state")
    line.payload(state)
    line.member("hash", hash)
    guard line.count + suffixByteCount <= maximumLineBytes else { return nil }
    let bytes = Array(line.bytes)
    let limit = JournalLimits.maximumValues(inLineOf: maximumLineBytes) - ValueCount.reserved
    guard !bytes.withUnsafeBytes({ ValueCount.exceeds(limit, in: $0) }) else { return nil }
    base = offset
    return try end(bytes, ChainSum.hash(after: sum))
  }

  /// The end of the copy, in good order.
  ///
  /// - Parameter seq: The seq of the last state.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header.
  mutating func seal(seq: Int) throws(Problem) -> [UInt8] {
    guard let sum else { throw .misuse("a seal before the header") }
    var line = LineBuilder()
    line.begin("seal", seq: seq)
    line.member("records", records)
    return try end(Array(line.bytes), ChainSum.hash(after: sum))
  }

  private mutating func end(_ bytes: [UInt8], _ start: SipHash) throws(Problem) -> [UInt8] {
    var line = bytes
    let tag = prover?.tag(of: bytes, after: auth)
    tag?.appendMember(to: &line)
    var hash = start
    hash.update(line)
    let sum = ChainSum(hash)
    sum.appendSuffix(to: &line)
    guard line.count <= maximumLineBytes else { throw .lineTooLong(limit: maximumLineBytes) }
    self.sum = sum
    auth = tag
    offset += line.count
    records += 1
    return line
  }

  private func baseChange(of action: JSONNode, isComplete: Bool) -> [MemberChange] {
    // A complete line without one had no snapshot before it.
    guard let base, isComplete || action.member("base") != nil else { return [] }
    return [.set("base", offset - base)]
  }
}
