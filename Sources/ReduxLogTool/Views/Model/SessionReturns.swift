import ReduxJournal
import StateCoding
import StateTree

/// Finds sessions that start from an earlier state than the last one before them, as after a save that failed.
///
/// Sessions that start from the journal's first state aren't noted: many apps keep no state.
struct SessionReturns: Sendable {
  /// The last state with each hash.
  private var seqs: [StateHash: Int] = [:]
  /// The hash of the first state.
  private var first: StateHash?
  /// The last state; no action in flight led to it.
  private var last: Int?
  private var rules: RedactionRules?
  private var startsSession = false

  /// The problems of a journal. O(n) in its size.
  ///
  /// - Throws: `JournalError` for a damaged line.
  static func problems(in file: JournalFile) throws(JournalError) -> [TimelineProblem] {
    var (returns, found) = (SessionReturns(), [TimelineProblem]())
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() { if let problem = returns.take(entry) { found.append(problem) } }
    return found
  }

  /// Takes the next entry of the journal. O(1).
  ///
  /// - Returns: The problem, if a session goes back with this entry.
  mutating func take(_ entry: JournalEntry) -> TimelineProblem? {
    if case .header(let header) = entry.record, header.startsSession {
      startsSession = true
      // Hashes under other rules can't be compared.
      if header.rules != rules { (seqs, first) = ([:], nil) }
      rules = header.rules
    }
    guard entry.setsState else { return nil }
    if case .action(let action) = entry.record, action.interrupted { return nil }
    defer {
      last = entry.seq
      startsSession = false
      if let hash = entry.record.hash {
        seqs[hash] = entry.seq
        if first == nil { first = hash }
      }
    }
    guard startsSession, case .snapshot(let snapshot) = entry.record, let last, snapshot.hash != first,
      let equal = seqs[snapshot.hash], equal < last
    else { return nil }
    let lost = equal + 1 == last ? "\(last)" : "\(equal + 1)–\(last)"
    return TimelineProblem(
      seq: entry.seq, kind: .wentBack,
      text: "the session starts from the state after \(equal); what \(lost) changed is lost")
  }
}
