import ReduxJournal
import StateTree

/// Finds sessions that start from an earlier state than the last one before them, as after a save that failed.
///
/// Sessions that start from the journal's first state aren't noted: many apps keep no state.
struct SessionReturns: Sendable {
  /// The states that have hashes, in order.
  private var states: [(seq: Int, hash: StateHash)] = []
  /// The last state; no action in flight led to it.
  private var last: Int?
  private var rules: RedactionRules?
  private var startsSession = false

  /// The problems of a journal, up to its first damage. O(n) in its size.
  static func problems(in file: JournalFile) -> [TimelineProblem] {
    var (returns, found) = (SessionReturns(), [TimelineProblem]())
    guard let reader = try? file.entries(fromOffset: 0) else { return found }
    while let entry = try? reader.next() { if let problem = returns.take(entry) { found.append(problem) } }
    return found
  }

  /// Takes the next entry of the journal. O(1), but O(n) in the states before for a session's first one.
  ///
  /// - Returns: The problem, if a session goes back with this entry.
  mutating func take(_ entry: JournalEntry) -> TimelineProblem? {
    if case .header(let header) = entry.record, header.startsSession {
      startsSession = true
      // Hashes under other rules can't be compared.
      if header.rules != rules { states = [] }
      rules = header.rules
    }
    guard entry.setsState else { return nil }
    if case .action(let action) = entry.record, action.interrupted { return nil }
    defer {
      last = entry.seq
      startsSession = false
      if let hash = entry.record.hash { states.append((entry.seq, hash)) }
    }
    guard startsSession, case .snapshot(let snapshot) = entry.record, let last, let first = states.first,
      snapshot.hash != first.hash, let equal = states.last(where: { $0.hash == snapshot.hash }), equal.seq < last
    else { return nil }
    let lost = equal.seq + 1 == last ? "\(last)" : "\(equal.seq + 1)–\(last)"
    return TimelineProblem(
      seq: entry.seq, kind: .wentBack,
      text: "the session starts from the state after \(equal.seq); what \(lost) changed is lost")
  }
}
