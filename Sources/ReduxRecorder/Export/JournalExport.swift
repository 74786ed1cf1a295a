import ReduxJournal
import StateTree

/// A part of a journal, from a snapshot to the last whole line.
struct JournalExport {
  let file: JournalFile
  let part: ExportedPart

  /// Describes the part to export.
  init(of file: JournalFile, _ part: ExportedPart) {
    self.file = file
    self.part = part
  }

  /// Writes the part as a journal of its own.
  func write(_ body: ([UInt8]) throws -> Void) throws {
    guard let last = try file.lastStateSeq, let first = try file.firstStateSeq else {
      return try writeWithoutStates(body)
    }
    var start = try self.start(last)
    // If the part rewinds to an earlier state, begin before that state.
    var end = file.byteCount
    while let snapshot = start, let earliest = try file.earliestReference(from: snapshot.offset, to: end),
      earliest < snapshot.seq
    {
      end = snapshot.offset
      start = try snapshotBefore(snapshot) { $0.seq <= earliest }
    }
    var slice = JournalSlice(of: file, seqs: (start?.seq ?? first)...last)
    _ = try slice.run(
      state: { seq in
        guard let start, start.seq == seq, case .snapshot(let record) = start.record, let state = record.state else {
          throw JournalError(.damaged("no snapshot holds state \(seq)"), path: file.path)
        }
        return (state.bytes, record.hash)
      }, write: body)
  }

  /// Writes all lines of a journal that holds no state yet, and a seal.
  private func writeWithoutStates(_ body: ([UInt8]) throws -> Void) throws {
    var copy = JournalCopy(maximumLineBytes: file.maximumLineBytes, key: file.key)
    let reader = try file.entries(fromOffset: 0)
    var isSealed = false
    while let entry = try reader.next() {
      try body(copy.line(try file.bytes(of: entry)))
      if case .seal = entry.record { isSealed = true } else { isSealed = false }
    }
    if !isSealed { try body(copy.seal(seq: 0)) }
  }

  /// The snapshot that begins the part; `nil` for the journal's start.
  private func start(_ last: Int) throws -> JournalEvent? {
    switch part {
    case .all: return nil
    case .states(let count):
      let wanted = last - max(0, min(count, last))
      return try snapshotBefore(nil) { $0.seq <= wanted }
    case .time(let duration):
      let (seconds, attoseconds) = duration.components
      let microseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000)
      guard !microseconds.overflow else { return nil }
      let wanted =
        try time(of: file.lastEntry) - max(0, microseconds.partialValue + Int(attoseconds / 1_000_000_000_000))
      return try snapshotBefore(nil) { try time(of: $0) <= wanted }
    }
  }

  /// The last whole snapshot before another one, or before the journal's end, that satisfies a condition.
  private func snapshotBefore(
    _ later: JournalEvent?, where isEarlyEnough: (JournalEvent) throws -> Bool
  ) throws -> JournalEvent? {
    var offset = later?.offset ?? file.byteCount
    while let snapshot = try file.wholeState(before: offset) {
      if try isEarlyEnough(snapshot) { return snapshot.seq > (try file.firstStateSeq ?? 0) ? snapshot : nil }
      offset = snapshot.offset
    }
    return nil
  }

  /// A record's time in microseconds since 1970.
  private func time(of entry: JournalEvent) throws -> Int {
    let started = try file.lastHeader(before: entry.offset + entry.byteCount).header.started.microseconds
    return started + (entry.record.at ?? 0)
  }
}
