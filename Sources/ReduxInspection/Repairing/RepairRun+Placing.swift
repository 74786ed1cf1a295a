import ReduxJournal
import StateCoding

/// Decides whether and where a proven line goes in the copy.
extension RepairRun {
  private enum Decision {
    case keep(seq: Int, losesState: Bool = false)
    case setAside(String)
  }

  /// Takes a proven line.
  mutating func accept(_ bytes: [UInt8], _ link: Link, _ line: RawLine) throws(Problem) {
    let record: JournalRecord
    do { record = try parsed(bytes) } catch {
      guard error.isRepairable else { throw error }
      return refuse(line, bytes, link, error.reason)
    }
    guard hasHeader else {
      guard case .header(let header) = record else { return refuse(line, bytes, link, "no header comes before it") }
      return try begin(header, bytes, after: link == .kept ? nil : tieBefore?.sum)
    }
    if link == .kept { isForeign = false }
    switch decide(record, link, at: line.offset) {
    case .keep(_, let losesState) where isJoined(record): join(bytes, line, losesState: losesState)
    case .keep(let seq, let losesState):
      do { try place(bytes, record, as: seq, losesState: losesState, line) } catch {
        guard error.isRepairable else { throw error }
        refuse(line, bytes, link, error.reason)
      }
    case .setAside(let reason): refuse(line, bytes, link, reason)
    }
  }

  // MARK: Segments

  /// Whether a line is the header of a segment that continues the copy's session. The copy is one file and omits it.
  private func isJoined(_ record: JournalRecord) -> Bool {
    guard case .header(let header) = record else { return false }
    return !header.startsSession && header.session == session
  }

  /// Continues with the lines of a segment.
  private mutating func join(_ bytes: [UInt8], _ line: RawLine, losesState: Bool) {
    report.kept += 1
    tie = LineTie(endOf: bytes[...], withTag: key != nil)
    if losesState { loseSegments(before: line) }
    isStateLost = losesState
  }

  /// Notes missing segments between lines that were kept.
  private mutating func loseSegments(before line: RawLine) {
    guard region == nil else { return }
    region = Region(
      first: line.number, last: line.number, count: 0, bytes: line.offset..<line.offset, byteCount: 0,
      reason: "segments before it are missing")
  }

  /// Sets aside a proven line.
  private mutating func refuse(_ line: RawLine, _ bytes: [UInt8], _ link: Link, _ reason: String) {
    reject(line, reason)
    guard link == .kept, hasHeader else { return }
    // The lines that follow it in the chain are proven, too.
    tie = LineTie(endOf: bytes[...], withTag: key != nil)
    let kind = bytes.withUnsafeBytes { LinePrefix($0)?.kind }
    if kind.map({ ["header", "snapshot", "action", "rewind"].contains($0) }) ?? true { isStateLost = true }
  }

  // MARK: Deciding

  private mutating func decide(_ record: JournalRecord, _ link: Link, at offset: Int) -> Decision {
    if case .header(let header) = record {
      guard header.journal == validator.journal else {
        isForeign = true
        return .setAside("it is the header of another journal")
      }
      isForeign = false
      isOfOtherApp = header.app.name != validator.app
      if isOfOtherApp { return .setAside("it is the header of another app") }
      if link == .kept, !isStateLost { return .keep(seq: header.seq - shift) }
      guard header.seq >= seq else { return .setAside("it belongs earlier in the journal") }
      return .keep(seq: validator.seq, losesState: isStateLost || header.seq != seq)
    }
    if isForeign { return .setAside("it follows the header of another journal") }
    if isOfOtherApp { return .setAside("it follows the header of another app") }
    if let earlier = record.target, seqs[earlier] == nil {
      return .setAside("it refers to state \(earlier), which is lost")
    }
    if !isStateLost, link == .kept || isNext(record, at: offset) { return .keep(seq: record.seq - shift) }
    if canStart(with: record) { return .keep(seq: validator.hasState ? validator.seq + 1 : validator.seq) }
    return .setAside("the state that it follows is lost")
  }

  /// Whether a line after damaged ones continues from the last line that was kept.
  ///
  /// Its seq shows that none of them set a state, and its other references fit.
  private func isNext(_ record: JournalRecord, at offset: Int) -> Bool {
    switch record {
    case .action(let action):
      guard validator.hasState, action.seq == seq + 1 else { return false }
      guard let distance = action.base else { return true }
      let start = offset - distance
      return start == base || region?.bytes.contains(start) == true
    case .snapshot(let snapshot):
      return snapshot.seq == seq && (!validator.hasState || hash == snapshot.hash)
    case .header: return false
    default: return record.isStep ? validator.hasState && record.seq == seq + 1 : record.seq == seq
    }
  }

  /// Whether the journal can continue from a record, whatever came before.
  private func canStart(with record: JournalRecord) -> Bool {
    guard case .snapshot(let snapshot) = record, snapshot.seq > seq || !validator.hasState else { return false }
    switch snapshot.content {
    case .state(let node): return snapshot.isWhole && volatile.hash(node) == snapshot.hash
    case .sameAs: return validator.hasState
    }
  }

  // MARK: Placing

  /// Starts the copy.
  ///
  /// - Parameters:
  ///   - header: The header.
  ///   - bytes: Its line.
  ///   - previous: The sum of the line before it, if that and all before are lost.
  /// - Throws: The validator's objection.
  mutating func begin(_ header: HeaderRecord, _ bytes: [UInt8], after previous: ChainSum? = nil) throws(Problem) {
    var changes: [MemberChange] = []
    if let previous {
      // The first state of the header's session is the first of the copy, and has the seq of the header before it.
      changes = [.set("previous", digits: previous.text), .set("seq", header.seq + 1)]
      isStateLost = true
    }
    let text = try copy.line(bytes, changing: changes)
    _ = try validator.accept(text.dropLast(), at: 0)
    output.append(.copied(text))
    report.key = header.key
    report.kept += 1
    tie = LineTie(endOf: bytes[...], withTag: key != nil)
    seq = header.seq
    session = header.session
    volatile = VolatileHasher(of: header.rules)
    if region != nil { try copyRegion(losing: previous == nil ? .nothing : .allBefore) }
  }

  private mutating func place(
    _ bytes: [UInt8], _ record: JournalRecord, as newSeq: Int, losesState: Bool, _ line: RawLine
  ) throws(Problem) {
    // A line that the validator refuses leaves no trace.
    let before = (copy, validator, region, report, output.count)
    // A segment's header becomes its session's if that is lost. Unlike at a session's start, its state is the one
    // before.
    let place = record.seq - (isSegment(record) ? 1 : 0)
    if losesState, isSegment(record) { loseSegments(before: line) }
    do throws(Problem) {
      if region != nil {
        let isKnown = !isStateLost && !losesState && place - shift == newSeq
        try copyRegion(losing: loss(before: record), missing: isKnown ? 0 : nil, shift: place - newSeq)
      }
      let start = copy.offset
      let text = try copy.line(bytes, changing: changes(to: record, seq: newSeq))
      if try validator.accept(text.dropLast(), at: start).setsState {
        seqs.add(record.seq, as: newSeq)
        hash = record.hash
      }
      output.append(.copied(text))
    } catch {
      (copy, validator, region, report) = (before.0, before.1, before.2, before.3)
      output.removeLast(output.count - before.4)
      throw error
    }
    report.kept += 1
    tie = LineTie(endOf: bytes[...], withTag: key != nil)
    seq = place
    shift = place - newSeq
    isStateLost = losesState
    if case .header(let header) = record {
      session = header.session
      volatile = VolatileHasher(of: header.rules)
    }
    if case .snapshot(let snapshot) = record, snapshot.holdsWholeState { base = line.offset }
  }

  /// The members of a record that change if states before it are lost.
  private func changes(to record: JournalRecord, seq newSeq: Int) -> [MemberChange] {
    var changes: [MemberChange] = []
    if newSeq != record.seq { changes.append(.set("seq", newSeq)) }
    switch record {
    case .header(let header):
      if let session = validator.session, header.session != session + 1 { changes.append(.set("session", session + 1)) }
      if !header.startsSession { changes.append(.removed("previous")) }
    case .action(let action):
      if let cause = action.cause, seqs[cause] != cause {
        changes.append(seqs[cause].map { .set("cause", $0) } ?? .removed("cause"))
      }
      // Since when is lost, too, if that state is.
      if let since = action.since, seqs[since] != since { changes.append(.set("since", seqs[since] ?? 0)) }
    default:
      let key = if case .snapshot = record { "same-as" } else { "to" }
      if let to = record.target, let there = seqs[to], there != to { changes.append(.set(key, there)) }
    }
    return changes
  }

  // MARK: Gaps

  private func isSegment(_ record: JournalRecord) -> Bool {
    guard case .header(let header) = record else { return false }
    return !header.startsSession
  }

  private func loss(before record: JournalRecord) -> RepairGap.Loss {
    let first = validator.hasState ? seq + 1 : seq
    var last = record.seq - 1
    if case .header(let header) = record, header.startsSession { last = record.seq }
    return first <= last ? .states(first...last) : .nothing
  }

  /// Adds a gap for the lines that were set aside to the copy.
  mutating func copyRegion(losing loss: RepairGap.Loss, missing: Int? = nil, shift: Int = 0) throws(Problem) {
    guard let region else { return }
    let gap = RepairGap(
      lines: region.first...region.last, count: region.count, byteCount: region.byteCount, reason: region.reason,
      loss: loss, shift: shift)
    try copyGap(why: "repaired: \(gap); sums from here on are new", missing: missing)
    output.append(.gap(gap))
    report.gaps += 1
    self.region = nil
  }

  /// Adds a gap to the copy.
  mutating func copyGap(why: String, missing: Int?, bytes: [UInt8]? = nil) throws(Problem) {
    let start = copy.offset
    let text = try copy.gap(seq: validator.seq, why: why, missing: missing, bytes: bytes)
    _ = try validator.accept(text.dropLast(), at: start)
    output.append(.copied(text))
  }
}
