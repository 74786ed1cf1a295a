package import StateTree

/// Copies a journal line by line, and can add snapshots between the lines.
///
/// A copy keeps all of a line except what depends on its position: an action's `base`, the count of a seal, the sum.
/// Proofs are recomputed with the key, or left out without one.
package struct JournalCopy: Sendable {
  package typealias Problem = JournalError.Problem

  private let maximumLineBytes: Int
  private let key: JournalKey?
  private var prover: LineProver?
  /// The tag of the line before.
  private var auth: AuthTag?
  /// The offset of the next line.
  package private(set) var offset = 0
  private var records = 0
  private var sum: ChainSum?
  /// The offset of the last snapshot with a whole state.
  private var base: Int?
  /// The offset of the session's header.
  private var header: Int?

  /// Starts a copy, proven by the key if you pass one.
  package init(maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil) {
    self.maximumLineBytes = maximumLineBytes
    self.key = key
  }

  /// The number of bytes after a line's own members, including the line end.
  private var suffixByteCount: Int { ChainSum.suffixByteCount + (key == nil ? 0 : AuthTag.memberByteCount) }

  /// The next line of the copy, with its line end.
  ///
  /// The header of a segment that continues another yields no bytes, because a copy in one file doesn't need it, unless
  /// it becomes a session's header.
  ///
  /// - Parameters:
  ///   - line: The line to copy, without its line end. Its sum isn't checked.
  ///   - changes: Members to change.
  /// - Returns: The line's bytes.
  /// - Throws: `lineTooLong` if the changes make it too long, `damaged` if it isn't a line of a journal.
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
    if bytes.count > line.count { try checkValues(of: bytes) }
    let start = offset
    let copied = try end(bytes, startOfHash(record, changes))
    if case .header = record { header = start }
    if case .snapshot(let snapshot) = record, snapshot.holdsWholeState { base = start }
    return copied
  }

  /// The next line, which is an action's, with its line end. It isn't parsed again.
  ///
  /// - Parameters:
  ///   - line: The line to copy, without its line end.
  ///   - places: The places in the line, from its `PlainAction`.
  ///   - patch: The patch to set; `nil` to keep what the line has.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header, `lineTooLong` if the patch makes the line too long.
  package mutating func action(
    _ line: UnsafeRawBufferPointer, _ places: PlainAction.Places, adding patch: [UInt8]? = nil
  ) throws(Problem) -> [UInt8] {
    guard let sum else { throw .misuse("an action before the header") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + (patch?.count ?? 0) + 2 * suffixByteCount)
    func append(_ part: Range<Int>) { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[part])) }
    append(0..<places.patch.lowerBound)
    if let patch {
      bytes += JournalCopy.patchKey
      bytes += patch
    } else {
      append(places.patch)
    }
    if let base {
      append(places.patch.upperBound..<(places.base?.lowerBound ?? places.end))
      if places.base == nil { bytes += JournalCopy.baseKey }
      bytes += String(offset - base).utf8
      append((places.base?.upperBound ?? places.end)..<places.end)
    } else {
      append(places.patch.upperBound..<places.end)
    }
    if bytes.count > line.count { try checkValues(of: bytes) }
    return try end(bytes, ChainSum.hash(after: sum))
  }

  /// The next line, which is a snapshot's, with its line end. It isn't parsed again.
  ///
  /// - Parameters:
  ///   - line: The line to copy, without its line end.
  ///   - isWhole: Whether the snapshot has a whole state.
  /// - Returns: The line's bytes; `nil` if the members before the state aren't in the writers' order.
  /// - Throws: `lineTooLong` if the distance to the header makes the line too long.
  package mutating func snapshot(_ line: UnsafeRawBufferPointer, isWhole: Bool) throws(Problem) -> [UInt8]? {
    guard let sum, let header, var scanner = LineScanner(line), scanner.take(#"{"kind":"snapshot","seq":"#),
      scanner.count() != nil, !scanner.take(#","at":"#) || scanner.count() != nil, scanner.take(#","header":"#)
    else { return nil }
    let digits = scanner.position
    guard scanner.count() != nil else { return nil }
    let end = AuthTag.bodyByteCount(of: line) ?? line.count - ChainSum.suffixByteCount + 1
    var bytes: [UInt8] = []
    bytes.reserveCapacity(line.count + 2 * suffixByteCount)
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[..<digits]))
    bytes += String(offset - header).utf8
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: line[scanner.position..<end]))
    if bytes.count > line.count { try checkValues(of: bytes) }
    let start = offset
    let copied = try self.end(bytes, ChainSum.hash(after: sum))
    if isWhole { base = start }
    return copied
  }

  private static let patchKey = Array(#","patch":"#.utf8)
  private static let baseKey = Array(#","base":"#.utf8)

  private func checkValues(of bytes: [UInt8]) throws(Problem) {
    let limit = JournalLimits.maximumValues(inLineOf: maximumLineBytes)
    if let found = bytes.withUnsafeBytes({ ValueCount.excess(over: limit - ValueCount.reserved, in: $0) }) {
      throw .tooManyValues(limit: limit, found: found)
    }
  }

  private func startOfHash(_ record: JournalRecord, _ changes: [MemberChange]) -> SipHash {
    if let sum { return ChainSum.hash(after: sum) }
    guard case .header(let header) = record else { return SipHash() }
    let previous = changes.first { $0.key == "previous" }?.text ?? header.previous
    return previous.flatMap { ChainSum(digits: $0.utf8) }.map(ChainSum.hash(after:))
      ?? ChainSum.hash(startOf: header.journal)
  }

  /// A gap record after the line that was copied last.
  ///
  /// - Parameters:
  ///   - seq: The seq of the last state.
  ///   - why: The reason.
  ///   - missing: The number of missing actions, if known.
  ///   - bytes: The remains of a line.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header, `lineTooLong` for too many bytes.
  package mutating func gap(seq: Int, why: String, missing: Int?, bytes: [UInt8]? = nil) throws(Problem) -> [UInt8] {
    guard let sum else { throw .misuse("a gap before the header") }
    var line = LineBuilder()
    line.begin("gap", seq: seq)
    line.member("why", why)
    line.member("missing", missing)
    if let bytes { line.member("bytes", base64: bytes) }
    return try end(Array(line.bytes), ChainSum.hash(after: sum))
  }

  /// A snapshot of the state that the last line set; `nil` if no line can hold it.
  ///
  /// - Parameters:
  ///   - seq: The seq of the state.
  ///   - at: Microseconds since the session's start.
  ///   - state: The state as JSON text, without a line end.
  ///   - hash: The state's hash.
  ///   - redacted: The redacted places in the state.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header, or if the state isn't a single line of text.
  package mutating func snapshot(
    seq: Int, at: Int?, state: [UInt8], hash: StateHash, redacted: [String]
  ) throws(Problem) -> [UInt8]? {
    guard let sum else { throw .misuse("a snapshot before the header") }
    try LineBuilder.check(payload: state)
    var line = LineBuilder()
    line.begin("snapshot", seq: seq)
    line.member("at", at)
    line.member("header", header.map { offset - $0 })
    line.key("state")
    line.payload(state)
    line.member("hash", hash)
    line.member("redacted", places: redacted)
    guard line.count + suffixByteCount <= maximumLineBytes else { return nil }
    let bytes = Array(line.bytes)
    let limit = JournalLimits.maximumValues(inLineOf: maximumLineBytes) - ValueCount.reserved
    guard !bytes.withUnsafeBytes({ ValueCount.excess(over: limit, in: $0) != nil }) else { return nil }
    base = offset
    return try end(bytes, ChainSum.hash(after: sum))
  }

  /// The end of the copy, in good order.
  ///
  /// - Parameter seq: The seq of the last state.
  /// - Returns: The line's bytes.
  /// - Throws: `misuse` before the header.
  package mutating func seal(seq: Int) throws(Problem) -> [UInt8] {
    guard let sum else { throw .misuse("a seal before the header") }
    var line = LineBuilder()
    line.begin("seal", seq: seq)
    line.member("records", records)
    return try end(Array(line.bytes), ChainSum.hash(after: sum))
  }

  private mutating func end(_ bytes: consuming [UInt8], _ start: SipHash) throws(Problem) -> [UInt8] {
    var line = bytes
    let tag = prover?.tag(of: line, after: auth)
    tag?.appendMember(to: &line)
    var hash = start
    hash.update(line)
    let sum = ChainSum(hash)
    sum.appendSuffix(to: &line)
    guard line.count <= maximumLineBytes else { throw .lineTooLong(limit: maximumLineBytes, found: line.count) }
    self.sum = sum
    auth = tag
    offset += line.count
    records += 1
    return line
  }

  private func baseChange(of action: JSONNode, isComplete: Bool) -> [MemberChange] {
    // A complete line without a base had no snapshot before it.
    guard let base, isComplete || action.member("base") != nil else { return [] }
    return [.set("base", offset - base)]
  }
}
