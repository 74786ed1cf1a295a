import ReduxJournal
import StateTree
import SystemSupport

/// An unchecked line of a file that may be damaged.
struct RawLine: Sendable {
  /// The line, counted from 1 through all segments.
  let number: Int
  /// Its offset, counted through all segments.
  let offset: Int
  /// The number of bytes, including the line end.
  let byteCount: Int
  /// Its bytes without the line end; `nil` if it is longer than a line may be.
  let bytes: [UInt8]?
  /// The link at its end, valid or not.
  let tie: LineTie?
  /// Whether its file begins with it.
  let isFirst: Bool

  /// Its byte range, counted through all segments.
  var range: Range<Int> { offset..<offset + byteCount }

  /// The bytes without the carriage return of a tool that rewrote line ends.
  var withoutCarriageReturn: [UInt8]? {
    guard let bytes, bytes.last == 0x0d else { return bytes }
    return bytes.dropLast()
  }
}

/// Splits a file into lines, whatever their contents; a line that is too long takes no memory.
struct RawLineReader {
  private static let chunkByteCount = 256 << 10
  /// The most bytes that the link at a line's end can have.
  private static let endByteCount = ChainSum.suffixByteCount + AuthTag.memberByteCount

  private let file: OpenFile
  private let maximumLineBytes: Int
  /// Whether lines have tags.
  private let hasTags: Bool
  /// The offset of the file, counted through all segments.
  private let start: Int
  /// The end of the file when it was opened.
  private let end: Int
  private var chunk: [UInt8] = []
  private var position = 0
  /// The offset of the next chunk in the file.
  private var chunkEnd = 0
  private var number: Int
  private var offset = 0

  /// Splits a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - lines: The number of lines in the segments before.
  ///   - start: The number of bytes in the segments before.
  ///   - maximumLineBytes: The longest line.
  ///   - hasTags: Whether lines have tags.
  /// - Throws: `JournalError` if the file can't be read.
  init(
    file: OpenFile, after lines: Int, at start: Int, maximumLineBytes: Int, hasTags: Bool = false
  ) throws(JournalError) {
    self.file = file
    self.hasTags = hasTags
    self.maximumLineBytes = maximumLineBytes
    self.start = start
    number = lines
    end = try file.byteCount()
  }

  /// The next line, and whether it has a line end; `nil` at the end of the file.
  mutating func next() throws(JournalError) -> (line: RawLine, isWhole: Bool)? {
    var bytes: [UInt8] = []
    var count = 0
    while true {
      if position == chunk.count, try !fill() {
        guard count > 0 else { return nil }
        return (line(bytes, count, byteCount: count), false)
      }
      let rest = chunk[position...]
      let found = rest.withUnsafeBytes { Platform.firstLineFeed(in: $0) }
      let part = rest.prefix(found ?? rest.count)
      count += part.count
      bytes.append(contentsOf: part)
      // Of a line that is too long only the end matters: it shows whether the next line follows it.
      if count >= maximumLineBytes { bytes.removeFirst(max(0, bytes.count - RawLineReader.endByteCount)) }
      position += part.count
      if found != nil {
        position += 1
        return (line(bytes, count, byteCount: count + 1), true)
      }
    }
  }

  private mutating func fill() throws(JournalError) -> Bool {
    chunk = try file.bytes(chunkEnd..<min(chunkEnd + RawLineReader.chunkByteCount, end))
    position = 0
    chunkEnd += chunk.count
    return !chunk.isEmpty
  }

  private mutating func line(_ bytes: [UInt8], _ count: Int, byteCount: Int) -> RawLine {
    defer { offset += byteCount }
    number += 1
    let end = bytes.last == 0x0d ? bytes.dropLast() : bytes[...]
    return RawLine(
      number: number, offset: start + offset, byteCount: byteCount, bytes: count < maximumLineBytes ? bytes : nil,
      tie: LineTie(endOf: end, withTag: hasTags), isFirst: offset == 0)
  }
}

/// The link from a line to the next: its sum and, with a key, its tag. A line is proven only if both match.
struct LineTie: Hashable, Sendable {
  let sum: ChainSum
  /// The tag, if the journal has a key.
  let auth: AuthTag?

  /// Reads the link at the end of a line without its line feed, valid or not; `nil` without a sum, or without a
  /// required tag.
  init?(endOf line: ArraySlice<UInt8>, withTag hasTag: Bool) {
    guard let sum = ChainSum(endOf: line) else { return nil }
    self.sum = sum
    auth = hasTag ? line.withUnsafeBytes { AuthTag(in: $0) } : nil
    if hasTag, auth == nil { return nil }
  }

  /// Computes the valid link for a line.
  ///
  /// - Parameters:
  ///   - body: The line without its link.
  ///   - sum: The start of the line's sum.
  ///   - prover: Computes its tag.
  ///   - tag: The tag of the line before.
  init(of body: ArraySlice<UInt8>, sum: SipHash, by prover: LineProver?, after tag: AuthTag?) {
    var line = Array(body)
    auth = prover?.tag(of: line, after: tag)
    auth?.appendMember(to: &line)
    var sum = sum
    sum.update(line)
    self.sum = ChainSum(sum)
  }

  /// The valid link for the next line, which has this body.
  func next(over body: ArraySlice<UInt8>, by prover: LineProver?) -> LineTie {
    LineTie(of: body, sum: ChainSum.hash(after: sum), by: prover, after: auth)
  }

  /// A line without its link; `nil` if it has none.
  static func body(of line: [UInt8], withTag hasTag: Bool) -> ArraySlice<UInt8>? {
    guard !hasTag else { return line.withUnsafeBytes { AuthTag.bodyByteCount(of: $0) }.map { line[..<$0] } }
    return line.count < ChainSum.suffixByteCount ? nil : line.dropLast(ChainSum.suffixByteCount - 1)
  }

  /// A line with this link at its end, without a line feed.
  func end(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var line = Array(body)
    auth?.appendMember(to: &line)
    sum.appendSuffix(to: &line)
    return line.dropLast()
  }

  /// Whether a line follows the line of this link.
  func proves(_ line: [UInt8], by prover: LineProver?) -> Bool {
    line.withUnsafeBytes { line in
      guard ChainSum(ending: line, ChainSum.hash(after: sum)) != nil else { return false }
      guard let prover else { return true }
      return AuthTag(of: line, prover.hash(after: auth)) != nil
    }
  }
}

/// Maps the seqs of a journal's states to their seqs in a copy that lacks some states.
struct SeqMap: Sendable {
  /// Consecutive states in both the journal and the copy.
  private struct Run {
    var first: Int
    var last: Int
    var shift: Int
  }

  private var runs: [Run] = []

  /// Adds a state after the existing ones.
  mutating func add(_ original: Int, as copied: Int) {
    let shift = original - copied
    if let last = runs.last, last.shift == shift, last.last == original - 1 {
      runs[runs.count - 1].last = original
    } else {
      runs.append(Run(first: original, last: original, shift: shift))
    }
  }

  /// The state's seq in the copy; `nil` if the state is lost. O(log n) in the number of places with lost states.
  subscript(original: Int) -> Int? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].first <= original { low = middle + 1 } else { high = middle }
    }
    guard low > 0, original <= runs[low - 1].last else { return nil }
    return original - runs[low - 1].shift
  }
}
