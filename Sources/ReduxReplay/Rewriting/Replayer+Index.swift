import ReduxJournal
import StateTree

extension Replayer {
  /// Replays and checks the whole journal, and writes a copy with more snapshots.
  ///
  /// States of the copy can be found quickly. Everything else stays the same. O(n) in the size of the journal, in constant
  /// memory beside the state.
  ///
  /// - Parameters:
  ///   - byteCount: The number of bytes between two snapshots. By default, the size of a snapshot, so that snapshots take
  ///     at most half of the copy.
  ///   - acceptsRedacted: Whether to continue after a divergence that redaction may explain.
  ///   - search: How to examine divergences.
  ///   - onStep: Called with the seq of each state.
  ///   - write: Receives the bytes of the copy, in order.
  /// - Returns: The findings, and the number of added snapshots. After a divergence, the copy is unusable.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   the closures.
  package func index(
    every byteCount: Int?, acceptingRedacted acceptsRedacted: Bool = false,
    search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int) {
    try checkHasNoOlderSchema()
    var copy = try FoldingCopy(of: self, acceptingRedacted: acceptsRedacted, search)
    var schedule = IndexSchedule(byteCount: byteCount)
    var added = 0
    func addSnapshot(before next: JournalLine?) throws {
      // Don't add a snapshot right before a recorded one.
      guard schedule.isDue, !copy.isFollowedBySnapshot(next), let snapshot = try copy.snapshot() else { return }
      try write(snapshot)
      schedule.noteSnapshot(byteCount: snapshot.count)
      added += 1
    }

    while let line = try copy.nextLine() {
      try addSnapshot(before: line)
      guard try copy.fold(line) else { return (copy.report, added) }
      let bytes = try copy.copied()
      try write(bytes)
      schedule.note(line, byteCount: bytes.count)
      if copy.hasState { try onStep(line.seq) }
    }
    try addSnapshot(before: nil)
    if let rest = try copy.end() { try write(rest) }
    return (copy.report, added)
  }
}

/// Decides where a copy gets another snapshot.
struct IndexSchedule {
  /// The minimum number of bytes between two snapshots, as in the recorder.
  private static let leastByteCount = 64 << 10

  private let wanted: Int?
  private var bytes = 0
  private var lastByteCount = 0

  /// Creates a schedule.
  ///
  /// - Parameter byteCount: The number of bytes between two snapshots; `nil` for the size of a snapshot.
  init(byteCount: Int?) { wanted = byteCount }

  /// Notes a line of the copy.
  mutating func note(_ line: JournalLine, byteCount: Int) {
    if case .record(.snapshot(let snapshot)) = line.content, snapshot.holdsWholeState {
      noteSnapshot(byteCount: byteCount)
    } else {
      bytes += byteCount
    }
  }

  /// Notes a snapshot.
  mutating func noteSnapshot(byteCount: Int) {
    bytes = 0
    lastByteCount = byteCount
  }

  /// Whether a snapshot is due.
  var isDue: Bool { bytes >= wanted ?? max(lastByteCount, IndexSchedule.leastByteCount) }
}
