import SystemSupport

/// A search for a line by its seq, over the byte offsets of a journal.
///
/// Every second guess assumes that seqs are spread evenly over the remaining bytes, which finds the line in a few steps
/// in most journals. The other guesses halve the range, so that no journal takes more than O(log n). Many guesses fall
/// into a snapshot, which may be a large part of the file; finding its ends needs a buffer, because an array per piece
/// took three times as long.
struct LineSearch {
  private let journal: JournalFile
  private var buffer = [UInt8](repeating: 0, count: LineReader.lineByteCount)

  init(of journal: JournalFile) { self.journal = journal }

  /// Returns the first line whose seq is at least `seq`; the end if there is none.
  mutating func firstLine(withSeqFrom seq: Int) throws(JournalError) -> Int {
    // Lines before `low` have lower seqs; lines from `high` on don't.
    var low = 0
    var high = journal.byteCount
    var seqs = (low: journal.header.seq, high: Int.max)
    var halves = false
    while low < high {
      let guess = halves || seqs.high == .max ? low + (high - low) / 2 : LineSearch.guess(seq, low..<high, seqs)
      halves.toggle()
      let start = try start(ofLineAt: guess, notBefore: low)
      let found = try journal.prefix(at: start).seq
      if found < seq {
        low = try end(ofLineAt: guess)
        seqs.low = found
      } else {
        high = start
        seqs.high = found
      }
    }
    return low
  }

  /// Estimates the offset of a seq, assuming that seqs are spread evenly.
  private static func guess(_ seq: Int, _ range: Range<Int>, _ seqs: (low: Int, high: Int)) -> Int {
    let part = (Double(seq) - Double(seqs.low)) / max(1, Double(seqs.high) - Double(seqs.low))
    let place = range.lowerBound + Int(Double(range.count) * min(max(part, 0), 1))
    return min(place, range.upperBound - 1)
  }

  /// Returns the start of the line that contains an offset, given a known line start before it.
  private mutating func start(ofLineAt offset: Int, notBefore low: Int) throws(JournalError) -> Int {
    var end = offset
    var count = LineReader.lineByteCount
    while end > low {
      let start = max(low, end - count)
      makeRoom(for: count)
      let read = try journal.file.read(end - start, at: start, into: &buffer, position: 0)
      let found = buffer.withUnsafeBytes {
        Platform.lastLineFeed(in: UnsafeRawBufferPointer(rebasing: $0[..<read]))
      }
      if let found { return start + found + 1 }
      guard offset - start <= journal.maximumLineBytes else {
        throw JournalError(
          .lineTooLong(limit: journal.maximumLineBytes), path: journal.path,
          line: journal.lineNumber(atOffset: start))
      }
      end = start
      count = LineReader.chunkByteCount
    }
    return low
  }

  /// Returns the end of the line that contains an offset, including its line end.
  mutating func end(ofLineAt offset: Int) throws(JournalError) -> Int {
    var position = offset
    var count = LineReader.lineByteCount
    while position < journal.byteCount {
      makeRoom(for: count)
      let read = try journal.file.read(
        min(count, journal.byteCount - position), at: position, into: &buffer, position: 0)
      guard read > 0 else {
        throw JournalError(.damaged("the file became shorter while it was read"), path: journal.path)
      }
      let found = buffer.withUnsafeBytes {
        Platform.firstLineFeed(in: UnsafeRawBufferPointer(rebasing: $0[..<read]))
      }
      if let found { return position + found + 1 }
      position += read
      count = LineReader.chunkByteCount
    }
    return journal.byteCount
  }

  private mutating func makeRoom(for count: Int) {
    if buffer.count < count { buffer = [UInt8](repeating: 0, count: count) }
  }
}
