import StateCoding
package import StateTree

/// Writes part of a journal as a new journal, which starts from a snapshot.
///
/// It keeps all lines of the part, with their seqs. References to earlier states change: a snapshot replaces a rewind
/// to such a state, and a snapshot that equals one; a mark of one, and an action's cause, are left out.
package struct JournalSlice {
  /// A summary of the written part.
  package struct Report: Hashable, Sendable {
    /// The number of actions.
    package var actions = 0
    /// The number of rewinds to states before the part, now snapshots.
    package var rewinds = 0
    /// The number of marks of states before the part, which are left out.
    package var marks = 0
    /// Whether the line after the last state is bad, so that marks of that state may be missing.
    package var endsBeforeBadLine = false
  }

  private let file: JournalFile
  private let seqs: ClosedRange<Int>
  private var copy: JournalCopy
  private var report = Report()
  /// The earlier states that are already written out, so that returning to one again doesn't write it again.
  private var held: [Held: Int] = [:]
  /// Whether the hashes of the current session leave anything out.
  private var leavesOut = false

  /// Identifies a state that is written out.
  private struct Held: Hashable {
    let hash: StateHash
    /// Its seq, if other states may have the same hash.
    let seq: Int?
  }

  /// Describes a part of a journal: the states with these seqs. The key that reads the journal also proves the part.
  package init(of file: JournalFile, seqs: ClosedRange<Int>) {
    self.file = file
    self.seqs = seqs
    copy = JournalCopy(maximumLineBytes: file.maximumLineBytes, key: file.key)
  }

  /// Writes the part. O(n) in the bytes of its lines.
  ///
  /// - Parameters:
  ///   - onStep: Called with the seq of each line.
  ///   - state: Returns the state with a seq, as JSON text in one line. Called for the first state, unless the part
  ///     begins where the journal does, and for earlier states to which the part returns.
  ///   - write: Receives the bytes of the new journal, in order.
  /// - Returns: A summary of the written part.
  /// - Throws: `JournalError` for a damaged line, or a state that no line can hold; the closures' errors.
  package mutating func run(
    onStep: (Int) throws -> Void = { _ in }, state: (Int) throws -> (text: [UInt8], hash: StateHash),
    write: ([UInt8]) throws -> Void
  ) throws -> Report {
    guard let first = try file.entry(settingSeq: seqs.lowerBound) else {
      throw JournalError(.damaged("no record sets the state \(seqs.lowerBound)"), path: file.path)
    }
    var offset = 0
    // A part from the journal's start uses the journal's own lines.
    if first.seq > (try file.firstStateSeq ?? 0) {
      offset = first.offset + first.byteCount
      try write(try header(of: first, before: offset))
      try write(try snapshot(of: first.seq, at: first.record.at, line: first, state))
    }
    if offset > 0 { leavesOut = try !file.lastHeader(before: offset).header.rules.volatile.isEmpty }
    let reader = try file.entries(fromOffset: offset)
    reader.stop(after: seqs.upperBound, in: file)
    var isSealed = false
    while let entry = try reader.next(), entry.seq <= seqs.upperBound {
      // A session after the last state isn't in the part.
      if case .header(let header) = entry.record, header.startsSession, entry.seq == seqs.upperBound,
        offset > 0 || entry.offset > 0
      {
        break
      }
      try onStep(entry.seq)
      isSealed = false
      switch try replacement(for: entry, isFirstState: offset > 0 && entry.seq == first.seq) {
      case .none: break
      case .line(let changes):
        let text = try file.bytes(of: entry)
        try write(
          try located(entry) { copy throws(JournalError.Problem) in
            try copy.line(text, changing: changes)
          })
        if case .action = entry.record { report.actions += 1 }
        if case .seal = entry.record { isSealed = true }
      case .state(let earlier):
        let why = "state \(entry.seq) is state \(earlier) again, which is not in this part of the journal"
        try write(
          try located(entry) { copy throws(JournalError.Problem) in
            try copy.gap(seq: entry.seq - 1, why: why, missing: 0)
          })
        try write(try snapshot(of: earlier, as: entry.seq, at: entry.record.at, line: entry, state))
      }
    }
    let last = seqs.upperBound
    report.endsBeforeBadLine = reader.endsBeforeBadLine
    if !isSealed {
      try write(try located(nil) { copy throws(JournalError.Problem) in try copy.seal(seq: last) })
    }
    return report
  }

  // MARK: Lines

  /// The part's line for a line of the journal.
  private enum Replacement {
    case none
    case line([MemberChange])
    /// A snapshot of an earlier state.
    case state(Int)
  }

  private mutating func replacement(for entry: JournalEvent, isFirstState: Bool) throws -> Replacement {
    switch entry.record {
    case .header(let header):
      leavesOut = !header.rules.volatile.isEmpty
      return .line([])
    case .rewind(let rewind) where rewind.to < seqs.lowerBound:
      let state = Held(hash: rewind.hash, seq: leavesOut ? rewind.to : nil)
      if let seq = held[state] { return .line([.set("to", seq)]) }
      held[state] = entry.seq
      report.rewinds += 1
      return .state(rewind.to)
    case .snapshot(let snapshot):
      if case .sameAs(let earlier) = snapshot.content, earlier < seqs.lowerBound {
        let state = Held(hash: snapshot.hash, seq: leavesOut ? earlier : nil)
        if let seq = held[state] { return .line([.set("same-as", seq)]) }
        held[state] = entry.seq
        return .state(earlier)
      }
      // It is already written.
      return isFirstState ? .none : .line([])
    case .action(let action):
      return .line(action.cause.map { $0 < seqs.lowerBound ? [.removed("cause")] : [] } ?? [])
    default:
      guard let target = entry.record.target, target < seqs.lowerBound, !entry.setsState else { return .line([]) }
      report.marks += 1
      return .none
    }
  }

  /// The header of a state's session, for a file that starts with that state.
  private mutating func header(of first: JournalEvent, before end: Int) throws -> [UInt8] {
    let place = try file.lastHeader(before: end).offset
    let header = try file.bytes(of: file.entry(atOffset: place))
    guard let sum = ChainSum(endOf: try file.bytes(of: first)[...]) else {
      throw JournalError(
        .damaged("the line does not end in a sum"), path: file.path, line: first.line, offset: first.offset)
    }
    return try located(first) { copy throws(JournalError.Problem) in
      try copy.line(header, changing: [.set("seq", first.seq), .set("previous", digits: sum.text)])
    }
  }

  private mutating func snapshot(
    of seq: Int, as newSeq: Int? = nil, at: Int?, line entry: JournalEvent,
    _ state: (Int) throws -> (text: [UInt8], hash: StateHash)
  ) throws -> [UInt8] {
    var (text, hash) = try state(seq)
    // The hash follows the rules of the session that returns to the state.
    if newSeq != nil, let recorded = entry.record.hash { hash = recorded }
    let limit = file.maximumLineBytes
    let places = file.redactedPlaces(at: seq)
    let redacted = places.isEmpty ? [] : places.pointers(inState: try JSONValue(parsing: text))
    return try located(entry) { copy throws(JournalError.Problem) in
      guard let snapshot = try copy.snapshot(seq: newSeq ?? seq, at: at, state: text, hash: hash, redacted: redacted)
      else {
        throw .lineTooLong(limit: limit)
      }
      return snapshot
    }
  }

  private mutating func located(
    _ entry: JournalEvent?, _ body: (inout JournalCopy) throws(JournalError.Problem) -> [UInt8]
  ) throws(JournalError) -> [UInt8] {
    do { return try body(&copy) } catch {
      throw JournalError(error, path: file.path, line: entry?.line, offset: entry?.offset)
    }
  }
}
