import ReduxJournal
import StateTree

/// Taking up earlier states.
extension VerifyingRun {
  /// Restores an earlier state.
  mutating func takeUp(_ seq: Int, hash recorded: StateHash, at entry: JournalEvent) throws {
    if try replayer.isDropped(seq) {
      // Its snapshot comes next.
      release()
      return progress.expect(recorded)
    }
    // Only the records before know whether the state at which this part begins is proven.
    if seq == enteredSeq { throw NeedsSequentialReplay() }
    if entry.seq - 1 != seq || held == nil || progress.hash != recorded {
      // Release the abandoned state before rebuilding the earlier one.
      release(isEntering: isEntering)
      do { hold(try earlierState(seq, for: entry)) } catch let error as ReplayError {
        if following != nil, error.isOfDivergence { return markUnproven(behindDivergence: recorded) }
        guard let (type, replayability) = error.problem.unfolded else { throw error }
        release()
        return progress.markUnproven(
          of: UnprovenRange(
            line: entry.line, seqs: entry.seq...entry.seq, actions: 0, type: type, replayability: replayability),
          hash: recorded)
      }
    }
    let isReshaped = isReshaped(at: entry.offset)
    guard let held, try isReshaped || held.hash(seq: entry.seq, as: upgrade(at: entry.offset)) == recorded else {
      // The lineage may include a state that could not be rebuilt.
      if progress.report.hasDifferences { return markUnproven(behindDivergence: recorded) }
      throw replayer.error(.wrongReference(to: seq), at: entry, seq: entry.seq)
    }
    kept.keep(held.state, as: seq)
    kept.keep(held.state, as: entry.seq)
    let unproven = progress.report.unproven.last { $0.seqs.contains(seq) }
    let differs = [progress.report.divergence, progress.report.redacted.first].contains { ($0?.seq ?? .max) <= seq }
    try resume(from: held, recorded, seq: entry.seq, counts: !isReshaped && unproven == nil && !differs)
    if var unproven {
      (unproven.line, unproven.seqs, unproven.actions) = (entry.line, entry.seq...entry.seq, 0)
      progress.report.unproven.add(unproven)
    }
    noteWritten(at: entry)
  }

  private mutating func earlierState(_ seq: Int, for entry: JournalEvent) throws -> App.State {
    var search = Lineage.Search(for: seq)
    guard let lineage = search.follow(progress.landmarks, known: kept.seqs) else {
      if startsInTheMiddle { throw NeedsSequentialReplay() }
      let state = try replayer.state(at: seq, countingLines: &progress.repeated)
      try checkRepeated(at: entry)
      return state
    }
    progress.repeated += lineage.cost
    try checkRepeated(at: entry)
    return try replayer.state(along: lineage, from: kept[lineage.start])
  }

  private func checkRepeated(at entry: JournalEvent) throws {
    let limit = replayer.limit.at(entry.seq)
    guard progress.repeated <= limit else {
      throw replayer.error(.tooManyRewinds(limit: limit), at: entry, seq: entry.seq)
    }
  }

  /// Continues without a state after a rewind whose replayed target differs from the recorded one.
  private mutating func markUnproven(behindDivergence hash: StateHash) {
    following?.forget()
    if !progress.report.redacted.isEmpty { return markUnproven(.secrets, hash: hash) }
    progress.countUnknown()
    markUnproven(.divergence, hash: hash)
  }
}

extension VerifyReport {
  /// Whether a state differed from the recorded one, reported or not.
  fileprivate var hasDifferences: Bool {
    divergence != nil || !redacted.isEmpty || excused + undecided > 0
  }
}
