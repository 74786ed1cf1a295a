import ReduxJournal

/// The common part of two histories, and the place where they part.
struct HistoryComparison {
  /// The first two states that differ although all steps before them are equal.
  struct StateFork: Equatable {
    var old: RecordedHistory.State
    var new: RecordedHistory.State
    /// The seqs of the last two states before them that are known to be equal; `nil` if the histories begin with a
    /// difference.
    var equal: (old: Int, new: Int)?

    /// Whether exactly one step led from the equal states to these.
    var isOfOneStep: Bool { equal.map { $0.old + 1 == old.seq && $0.new + 1 == new.seq } ?? false }

    static func == (a: StateFork, b: StateFork) -> Bool {
      a.old == b.old && a.new == b.new && a.equal?.old == b.equal?.old && a.equal?.new == b.equal?.new
    }
  }

  let old: RecordedHistory
  let new: RecordedHistory
  let alignment: HistoryAlignment
  let stateFork: StateFork?
  /// How many states were compared in the common beginning: those whose records tell whether they are equal.
  let comparedStates: Int

  init(_ old: RecordedHistory, _ new: RecordedHistory) {
    self.old = old
    self.new = new
    alignment = HistoryAlignment(old: old.steps, new: new.steps)
    var compared = 0
    var equal: (old: Int, new: Int)?
    var fork: StateFork?
    let beginning = alignment.commonPrefix
    for (mine, other) in zip([old.start] + old.states[..<beginning], [new.start] + new.states[..<beginning]) {
      guard let isEqual = mine.isEqual(to: other) else { continue }
      compared += 1
      guard isEqual else {
        fork = StateFork(old: mine, new: other, equal: equal)
        break
      }
      equal = (mine.seq, other.seq)
    }
    stateFork = fork
    comparedStates = compared
  }

  /// Whether all steps are equal, and so are all states that could be compared.
  var isEqual: Bool { alignment.hunks.isEmpty && stateFork == nil }

  /// The seqs of the first steps that differ; `nil` for a history that has ended by then. Both are `nil` if no step differs.
  var actionFork: (old: Int?, new: Int?) {
    guard !alignment.hunks.isEmpty else { return (nil, nil) }
    let index = alignment.commonPrefix
    return (
      index < old.states.count ? old.states[index].seq : nil, index < new.states.count ? new.states[index].seq : nil
    )
  }

  /// The number of steps that only the first history has, that only the second one has, and whose content differs.
  var counts: (removed: Int, added: Int, changed: Int) {
    var counts = (removed: 0, added: 0, changed: 0)
    for hunk in alignment.hunks {
      counts.removed += hunk.old.count - hunk.changes.count
      counts.added += hunk.new.count - hunk.changes.count
      counts.changed += hunk.changes.count
    }
    return counts
  }

  /// The number of equal steps.
  var commonCount: Int { old.steps.count - alignment.hunks.reduce(0) { $0 + $1.old.count } }
}

extension RecordedHistory.State {
  /// Whether another history's state is the same, by hash and error; `nil` if the records don't tell.
  fileprivate func isEqual(to other: Self) -> Bool? {
    if isOfAction, other.isOfAction, (error == nil) != (other.error == nil) { return false }
    guard rules.volatile == other.rules.volatile, let hash, let otherHash = other.hash else { return nil }
    if hash == otherHash { return true }
    // Other rules redact other values.
    return rules == other.rules ? false : nil
  }
}
