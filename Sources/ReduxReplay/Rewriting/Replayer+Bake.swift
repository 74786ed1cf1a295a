package import ReduxJournal
package import StatePrivacy
import StateTree

extension Replayer {
  /// Replays and checks the whole journal, and writes a self-contained copy.
  ///
  /// Each action of the copy has a patch, so its states can be read without reducers. Everything else stays the same. O(n)
  /// in the size of the journal. Each action costs its changes, and what is outside of large collections and tables.
  ///
  /// - Parameters:
  ///   - acceptsRedacted: Whether to continue after a divergence that redaction may explain.
  ///   - search: How to examine divergences.
  ///   - onStep: Called with the seq of each state.
  ///   - write: Receives the bytes of the copy, in order.
  /// - Returns: The findings, and the number of actions with patches. After a divergence, the copy is unusable.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   the closures.
  package func bake(
    acceptingRedacted acceptsRedacted: Bool = false, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int) {
    try checkHasNoOlderSchema()
    var copy = try FoldingCopy(of: self, acceptingRedacted: acceptsRedacted, search)
    var states = WrittenStates(by: copy.rules, findsPatches: true)
    var patched = 0
    while let line = try copy.nextLine() {
      guard try copy.fold(line) else { return (copy.report, patched) }
      states.enter(copy.rules)
      if line.setsState || !states.isKnown { try states.follow(copy.state) }
      switch line.content {
      case .record(.header): try write(copy.copied(changing: [.selfContained]))
      case .record(.action(let action)) where action.interrupted: try write(copy.copied())
      case .action, .record(.action):
        if let patch = try states.patch(), let bytes = try copy.copied(adding: patch) {
          patched += 1
          try write(bytes)
        } else {
          // Without a patch, readers need the state.
          try write(copy.copied())
          if let snapshot = try copy.snapshot() { try write(snapshot) }
        }
      case .record(.snapshot(let snapshot)) where copy.hasVolatile && snapshot.holdsWholeState && !line.setsState:
        // The patches lead to, and continue from, the replay's volatile values.
        try write(copy.copied(changing: copy.text().map { [.set("state", json: $0, before: [])] } ?? []))
      case .record: try write(copy.copied())
      }
      if copy.hasState { try onStep(line.seq) }
    }
    if let rest = try copy.end() { try write(rest) }
    return (copy.report, patched)
  }
}

extension MemberChange {
  /// The member that marks a session as self-contained in its header.
  fileprivate static var selfContained: MemberChange {
    .set("states", json: Array(#""patches""#.utf8), before: ["rules"])
  }
}

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

extension Replayer {
  /// Replays and checks the whole journal, and writes a copy under redaction rules with new hashes.
  ///
  /// The copy omits a torn last line and records of unknown kinds. O(n) in the size of the journal, in constant memory
  /// beside the state.
  ///
  /// - Parameters:
  ///   - rules: The rules, in addition to the journal's own.
  ///   - writer: The writer of the copy. It must be empty, and stays open.
  ///   - search: How to examine divergences.
  ///   - onStep: Called with the seq of each state.
  /// - Returns: The findings, and the numbers of redacted secrets and of omitted texts. After a divergence, the copy is
  ///   unusable.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   `onStep`.
  package func redact(
    by rules: RedactionRules, to writer: JournalWriter, search: DivergenceSearch = DivergenceSearch(),
    onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int, omittedTexts: Int) {
    try checkHasNoOlderSchema()
    var run = VerifyingRun(replayer: self, search: search)
    var copy = RedactingCopy<App>(rules: rules, path: file.path, to: writer)
    try copy.startInTheMiddle(file)
    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      try run.take(line)
      if run.diverges { break }
      // Avoid reading the line again: that would check again whether a state precedes it, which may read everything
      // before.
      let entry = try line.entry ?? file.entry(atOffset: line.offset)
      // If an earlier redaction changed a state, the states after it are unknown, and a copy would invent them.
      guard run.report.redacted.isEmpty else { throw error(.unreachable, at: line, seq: line.seq) }
      try copy.write(entry, after: run)
      if run.hasState(of: line) { try onStep(line.seq) }
    }
    if !run.diverges { try copy.finish() }
    var report = run.report
    report.tail = VerifyReport.Tail(reader.tail)
    return (report, copy.redactions, copy.omittedTexts)
  }
}

extension Replayer {
  /// Replays the whole journal, and writes a copy with the states to which today's reducers lead.
  ///
  /// Hashes, changed members, patches, errors and snapshots are today's; everything else stays the same. The journal must
  /// be intact. O(n) in its size; it keeps the states to which rewinds return.
  ///
  /// - Parameters:
  ///   - onStep: Called with the seq of each line.
  ///   - write: Receives the bytes of the copy, in order.
  /// - Returns: The number of states with new hashes.
  /// - Throws: `JournalError` naming the first damaged line, `ReplayError` for a line that can't be replayed, and errors of
  ///   the closures.
  package func update(onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Int {
    try checkHasNoOlderSchema()
    var copy = try UpdatingCopy(of: self)
    while let line = try copy.nextLine() {
      try write(copy.updated(line))
      try onStep(line.seq)
    }
    if let rest = try copy.end() { try write(rest) }
    return copy.updated
  }
}
