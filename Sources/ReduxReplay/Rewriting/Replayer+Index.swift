import ReduxJournal
import StateTree

extension Replayer {
  /// Folds the whole journal, checking every step, and writes a copy of it on the way that has more snapshots, so that
  /// its states are found quickly. All else is kept.
  ///
  /// O(n) in the size of the journal, in constant memory beside the state.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes of records stand between two snapshots; as many as a snapshot has, if nothing is
  ///     said, so that snapshots take no more than half of the copy.
  ///   - acceptsRedacted: Whether to go on where a secret may be why a state differs.
  ///   - onStep: Called with the seq of each state.
  ///   - write: Takes the bytes of the copy, in order.
  /// - Returns: What was found, and how many snapshots were added. After a divergence, the copy is of no use.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for what cannot be folded, and what the
  ///   closures throw.
  package func index(
    every byteCount: Int?, acceptingRedacted acceptsRedacted: Bool = false, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int) {
    try checkHasNoOlderSchema()
    var copy = FoldingCopy(of: self, acceptingRedacted: acceptsRedacted)
    var schedule = IndexSchedule(byteCount: byteCount)
    var added = 0
    func addSnapshot(before next: JournalLine?) throws {
      // There is none to add where one comes anyway.
      guard schedule.isDue, !copy.isFollowedBySnapshot(next), let snapshot = try copy.snapshot() else { return }
      try write(snapshot)
      schedule.noteSnapshot(byteCount: snapshot.count)
      added += 1
    }

    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      try addSnapshot(before: line)
      guard try copy.fold(line) else { return (copy.report, added) }
      let bytes = try copy.copied()
      try write(bytes)
      schedule.note(line, byteCount: bytes.count)
      if copy.hasState { try onStep(line.seq) }
    }
    try addSnapshot(before: nil)
    if let rest = try copy.end(reader.tail) { try write(rest) }
    return (copy.report, added)
  }
}

/// Decides where a copy gets a snapshot more.
struct IndexSchedule {
  /// Below this a snapshot is not worth its own line: the recorder's figure.
  private static let leastByteCount = 64 << 10

  private let wanted: Int?
  private var bytes = 0
  private var lastByteCount = 0

  /// Creates a schedule.
  ///
  /// - Parameter byteCount: How many bytes of records stand between two snapshots; `nil` for as many as a snapshot has.
  init(byteCount: Int?) { wanted = byteCount }

  /// Notes a line that is in the copy.
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
