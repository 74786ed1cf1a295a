package import ReduxJournal

/// Repairs a damaged journal: writes a copy that can be read, replayed and verified.
///
///     let repair = try JournalRepair(path: "damaged.jsonl")
///     let report = try repair.run { copy += $0 } setAside: { rejected += $0 }
///
/// With a key, the copy has only lines that the key proves, and is proven by it. Without one, nothing proves the copy.
///
/// The copy has every line that the chain of sums proves and whose state is known, and a gap in place of each run of
/// lines that are set aside; `docs/reference/journal-format.md` says which these are. The journal itself is only read.
///
/// A journal in several segments is read as one, and its copy is one file; lines are counted through all segments.
package struct JournalRepair {
  private let file: SegmentedFile
  private let maximumLineBytes: Int
  private let key: JournalKey?

  /// Opens a journal.
  ///
  /// - Throws: `JournalError` if the file doesn't exist, is empty, can't be opened, or is being recorded to.
  package init(path: String, options: JournalReader.Options = .init()) throws(JournalError) {
    file = try SegmentedFile.open(damaged: path, maximumLineBytes: options.maximumLineBytes)
    maximumLineBytes = options.maximumLineBytes
    key = options.key
    guard try file.byteCount() > 0 else { throw JournalError(.emptyFile, path: path) }
    if file.isBeingWritten() { throw JournalError(.locked, path: path) }
  }

  /// Finds the segment of each line; `nil` for a journal in one file. O(n) in the bytes of the older segments.
  package func lineLocator() -> LineLocator? { file.isOneFile ? nil : LineLocator(file) }

  /// Reads the whole journal and writes the copy. O(n) in its bytes; memory for a few lines and a few words per gap.
  ///
  /// - Parameters:
  ///   - onLine: Called with the number of each line.
  ///   - onGap: Called with each gap of the copy.
  ///   - write: Receives the bytes of the copy, in order.
  ///   - setAside: Receives the unchanged bytes of the lines that are set aside, in order.
  /// - Returns: A summary of the copy.
  /// - Throws: `JournalError` if nothing can be kept, the file can't be read, or it needs a newer version; the
  ///   closures' errors.
  package func run(
    onLine: (Int) throws -> Void = { _ in }, onGap: (RepairGap) throws -> Void = { _ in },
    write: ([UInt8]) throws -> Void, setAside: ([UInt8]) throws -> Void
  ) throws -> RepairReport {
    var run = RepairRun(maximumLineBytes: maximumLineBytes, key: key)
    // Consecutive lines that are set aside are copied together, so a million empty ones don't cost a million writes.
    var aside = 0..<0
    func deliver() throws {
      for output in run.output {
        switch output {
        case .copied(let bytes): try write(bytes)
        case .setAside(let line) where line.range.lowerBound == aside.upperBound:
          aside = aside.lowerBound..<line.range.upperBound
        case .setAside(let line):
          try copy(aside, to: setAside)
          aside = line.range
        case .gap(let gap): try onGap(gap)
        }
      }
      run.output.removeAll(keepingCapacity: true)
    }
    var torn: RawLine?
    var count = 0
    for (part, start) in file.files {
      var lines = try RawLineReader(
        file: part, after: count, at: start, maximumLineBytes: maximumLineBytes, hasTags: key != nil)
      let isLast = part === file.last
      while let (line, isWhole) = try lines.next() {
        // Only the newest segment may have an incomplete end.
        if isWhole || !isLast {
          try located(line) { () throws(JournalError.Problem) in try run.take(line) }
        } else {
          torn = line
        }
        count = line.number
        try deliver()
        try onLine(line.number)
      }
    }
    try located(torn) { () throws(JournalError.Problem) in try run.finish(torn) }
    try deliver()
    try copy(aside, to: setAside)
    return run.report
  }

  private func located(_ line: RawLine?, _ body: () throws(JournalError.Problem) -> Void) throws(JournalError) {
    do { try body() } catch {
      let place = line.map { file.location(ofLine: $0.number, at: $0.offset) }
      throw JournalError(error, path: place?.path ?? file.path, line: place?.line, offset: place?.offset)
    }
  }

  private func copy(_ range: Range<Int>, to setAside: ([UInt8]) throws -> Void) throws {
    var start = range.lowerBound
    while start < range.upperBound {
      let bytes = try file.bytes(start..<min(start + (1 << 20), range.upperBound))
      guard !bytes.isEmpty else {
        throw JournalError(.damaged("the file became shorter while it was read"), path: file.path)
      }
      try setAside(bytes)
      start += bytes.count
    }
  }
}

/// A summary of a repaired copy.
package struct RepairReport: Hashable, Sendable {
  /// The fingerprint of the journal's key, if it has one.
  package var key: String?
  /// The number of lines in the copy, including restored ones.
  package var kept = 0
  /// The number of these that ended in CR LF.
  package var lineEndsRestored = 0
  /// The number of these with a wrong sum whose rest the next line proves.
  package var sumsRestored = 0
  /// The number of lines set aside.
  package var setAside = 0
  /// The number of bytes set aside.
  package var bytesSetAside = 0
  /// The number of gaps that replace them.
  package var gaps = 0
  /// How a last line without its line end was repaired.
  package var tail = TailRepair.none

  /// The number of gaps that were added, with the one that keeps the end.
  package var allGaps: Int { if case .keptInGap = tail { gaps + 1 } else { gaps } }

  /// Whether the copy equals the journal; for a single file, byte for byte.
  package var isUnchanged: Bool {
    lineEndsRestored == 0 && sumsRestored == 0 && setAside == 0 && gaps == 0 && tail == .none
  }
}

/// Lines of a damaged journal that a gap replaces in its copy.
package struct RepairGap: Hashable, Sendable {
  /// The numbers of the first and the last line, counted through all segments. If whole segments are missing, the
  /// number of the next line.
  package var lines: ClosedRange<Int>
  /// The number of lines; some between the first and the last may have been kept. 0 if whole segments are missing.
  package var count: Int
  /// The number of bytes in these lines.
  package var byteCount: Int
  /// Why the first line was set aside.
  package var reason: String
  /// The states lost with the lines.
  package var loss: Loss
  /// How much lower the seqs after the gap are than before the repair.
  package var shift: Int

  /// The states that a gap can lose.
  package enum Loss: Hashable, Sendable {
    /// No state.
    case nothing
    /// States, by the seqs that they had.
    case states(ClosedRange<Int>)
    /// All states before the gap.
    case allBefore
    /// All states after the gap.
    case allAfter
  }
}

extension RepairGap: CustomStringConvertible {
  /// The lines that were set aside, why, and the states lost with them.
  package var description: String {
    let numbers = lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
    let part = count == lines.count ? "" : "\(count) of them, "
    let size = byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    let what = count == 0 ? "before line \(lines.lowerBound)" : "\(numbers) (\(part)\(size))"
    let lost =
      switch loss {
      case .nothing: "no state is lost"
      case .states(let seqs) where seqs.count == 1: "state \(seqs.lowerBound) is lost"
      case .states(let seqs): "states \(seqs.lowerBound) to \(seqs.upperBound) are lost"
      case .allBefore: "everything before is lost"
      case .allAfter: "everything after is lost"
      }
    let renumbered = shift > 0 && loss != .allAfter ? "; seqs from here on were \(shift) higher" : ""
    return "\(what): \(reason); \(lost)\(renumbered)"
  }
}
