package import StateTree

/// Copies the lines of a journal one after the other, and lets snapshots be added between them.
///
/// A copy keeps all that a line says, but for what depends on where it stands: an action's `base`, the count of a seal,
/// the sum.
package struct JournalCopy: Sendable {
  package typealias Problem = JournalError.Problem

  private let maximumLineBytes: Int
  /// Where the next line will start.
  private var offset = 0
  private var records = 0
  private var sum: ChainSum?
  /// Where the last snapshot with a whole state starts.
  private var base: Int?
  /// Where the session's header starts.
  private var header: Int?

  /// Starts a copy.
  package init(maximumLineBytes: Int = JournalLimits.maximumLineBytes) { self.maximumLineBytes = maximumLineBytes }

  /// The next line of the copy, with its line end.
  ///
  /// - Parameter line: The line to copy, without its line end. That its sum is right is taken on trust.
  /// - Returns: The line's bytes.
  /// - Throws: `lineTooLong` if what changes makes it too long, `damaged` if it is no line of a journal.
  package mutating func line(_ line: [UInt8]) throws(Problem) -> [UInt8] {
    var memory: JSONDocument?
    let parser = try line.withRawBytes { line throws(Problem) in
      try RecordParser.parse(line, maximumLineBytes: maximumLineBytes, reusing: &memory)
    }
    let record = try parser.record()
    var bytes = Array(line.dropLast(ChainSum.suffixByteCount - 1))
    switch record {
    case .action(let action): setBase(of: parser.root, isComplete: !action.interrupted, in: &bytes)
    case .seal:
      if let range = parser.root.member("records")?.byteRange { bytes.replaceSubrange(range, with: "\(records)".utf8) }
    case .header: header = offset
    case .snapshot(let snapshot):
      if let header, let range = parser.root.member("header")?.byteRange {
        bytes.replaceSubrange(range, with: "\(offset - header)".utf8)
      }
      if snapshot.holdsWholeState { base = offset }
    default: break
    }
    var hash = SipHash()
    if let sum {
      hash = ChainSum.hash(after: sum)
    } else if case .header(let header) = record {
      let previous = header.previous.flatMap { ChainSum(digits: $0.utf8) }
      hash = previous.map(ChainSum.hash(after:)) ?? ChainSum.hash(startOf: header.journal)
    }
    return try end(bytes, hash)
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
    guard line.count + ChainSum.suffixByteCount <= maximumLineBytes else { return nil }
    let bytes = Array(line.bytes)
    let limit = JournalLimits.maximumValues(inLineOf: maximumLineBytes) - ValueCount.reserved
    guard !bytes.withUnsafeBytes({ ValueCount.exceeds(limit, in: $0) }) else { return nil }
    base = offset
    return try end(bytes, ChainSum.hash(after: sum))
  }

  private mutating func end(_ bytes: [UInt8], _ start: SipHash) throws(Problem) -> [UInt8] {
    var hash = start
    hash.update(bytes)
    let sum = ChainSum(hash)
    var line = bytes
    sum.appendSuffix(to: &line)
    guard line.count <= maximumLineBytes else { throw .lineTooLong(limit: maximumLineBytes) }
    self.sum = sum
    offset += line.count
    records += 1
    return line
  }

  private func setBase(of action: JSONNode, isComplete: Bool, in bytes: inout [UInt8]) {
    guard let base else { return }
    let text = "\(offset - base)"
    if let range = action.member("base")?.byteRange {
      bytes.replaceSubrange(range, with: text.utf8)
    } else if isComplete {
      // A complete line without one had no snapshot before it.
      bytes += #","base":\#(text)"#.utf8
    }
  }
}
