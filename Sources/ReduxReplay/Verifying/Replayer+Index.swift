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
    var run = VerifyingRun(replayer: self)
    var copy = JournalCopy(maximumLineBytes: file.maximumLineBytes, key: file.key)
    var schedule = IndexSchedule(byteCount: byteCount)
    var added = 0
    var last: JournalLine?
    func addSnapshot(before next: JournalLine?) throws {
      guard schedule.isDue, let last, run.hasState(of: last), let state = run.state else { return }
      // There is none to add where one comes anyway.
      if let next, next.seq == last.seq, case .record(.snapshot(let snapshot)) = next.content,
        snapshot.holdsWholeState
      {
        return
      }
      guard let snapshot = try run.replayer.snapshot(of: state, at: last, in: &copy) else { return }
      try write(snapshot)
      schedule.noteSnapshot(byteCount: snapshot.count)
      added += 1
    }

    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      try addSnapshot(before: line)
      try run.take(line)
      guard !run.diverges, acceptsRedacted || run.report.redacted.isEmpty else { return (run.report, added) }
      let text = try file.line(of: line)
      let copied = try composed(line: line.line) { () throws(JournalError.Problem) in try copy.line(text) }
      try write(copied)
      schedule.note(line, byteCount: copied.count)
      if run.hasState(of: line) { try onStep(line.seq) }
      last = line
    }
    try addSnapshot(before: nil)
    var report = run.report
    report.tail = reader.tail
    if case .torn(let torn) = reader.tail, !torn.beingWritten {
      let bytes =
        torn.isWhole
        ? try composed(line: torn.line) { () throws(JournalError.Problem) in try copy.line(torn.bytes) } : torn.bytes
      try write(bytes)
    }
    return (report, added)
  }

  /// A snapshot of the state to which an action led; `nil` if there is nothing to prove it by, or it would not come back
  /// as it is.
  private func snapshot(
    of state: App.State, at line: JournalLine, in copy: inout JournalCopy
  ) throws -> [UInt8]? {
    guard case .action(let record) = try file.entry(atOffset: line.offset).record, let hash = record.hash else {
      return nil
    }
    let text = try encoder.encode(state)
    guard let restored = try? StateDecoder().decode(App.State.self, from: text),
      try self.hash(of: restored, seq: line.seq) == hash
    else { return nil }
    return try composed(line: line.line) { () throws(JournalError.Problem) in
      try copy.snapshot(seq: line.seq, at: record.at, state: text, hash: hash)
    }
  }

  private func composed<Result>(
    line: Int?, _ body: () throws(JournalError.Problem) -> Result
  ) throws(JournalError) -> Result {
    do { return try body() } catch { throw JournalError(error, path: file.path, line: line) }
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
