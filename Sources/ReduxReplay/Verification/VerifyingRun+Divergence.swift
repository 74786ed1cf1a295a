import ReduxJournal
import StateTree

/// Recording divergences.
extension VerifyingRun {
  /// Records a divergence, and continues after it as the search allows.
  ///
  /// - Parameters:
  ///   - kind: How the replay differs.
  ///   - line: The action's line.
  ///   - action: The action.
  ///   - before: The state before the action; `nil` if the replay isn't prepared to continue.
  ///   - found: The hash of the state after it, if it was computed.
  /// - Throws: `NeedsSequentialReplay` if several threads share the replay, `ReplayError` for a state that can't be encoded.
  mutating func diverge(
    _ kind: Divergence.Kind, at line: JournalLine, _ action: PlainAction, from before: App.State?,
    _ found: ReplayedHash?
  ) throws {
    // A sequential replay must confirm the divergence, and reports more about it.
    if isParallel { throw NeedsSequentialReplay() }
    let record = try replayer.record(of: line)
    if following != nil, let before = before ?? (try? replayer.state(at: line.seq - 1)) {
      return try follow(kind, record, action, from: before, found, at: line)
    }
    let since = progress.provenSeq ?? line.seq - 1
    let members = try replayer.differingMembers(record, at: line, since: since)
    // Afterwards the replay ends, follows, or waits for the next snapshot, so it doesn't often go back.
    let start = try? replayer.state(at: since)
    var places = members.map { DivergentPlace(pointer: (try? JSONPointer($0.pointer)) ?? .root) }
    if case .error = kind { places.append(DivergentPlace(pointer: nil)) }
    if places.isEmpty { places = [DivergentPlace(pointer: .root)] }
    let judged = try judge(kind, at: places, of: action, at: line, since: since, from: start)
    if judged.redaction == .possible, search.passesSecrets, action.hash != nil, let start,
      let before = since == line.seq - 1 ? start : try? replayer.state(at: line.seq - 1)
    {
      var known = Following(search)
      known.agree()
      following = known
      // What unhashed actions changed counts for this one, too.
      if since < line.seq - 1 { keepUnhashed(start, seq: since) }
      return try follow(kind, record, action, from: before, nil, at: line)
    }
    let recorded = try start.flatMap { since == line.seq - 1 ? try recordedState(record, from: $0, at: line) : nil }
    let evidence = ValueEvidence(of: record, at: line, (start, recorded?.state, held?.state), by: replayer)
    let differing = try recorded.flatMap { recorded in
      try held.map { try pointers(from: recorded.state, to: $0.state) }
    }
    try note(kind, at: judged.places, judged.redaction, record, line: line, evidence) {
      evidence.members(members, at: differing ?? [])
    }
    if judged.redaction == .possible { markUnproven(.secrets, hash: action.hash) }
    try strayAnywhere(found, action, at: line)
  }

  /// Goes on after a difference whose place isn't known, because a reducer with hidden state doesn't lead to the state before it
  /// again.
  private mutating func strayAnywhere(_ found: ReplayedHash?, _ action: PlainAction, at line: JournalLine) throws {
    guard following != nil, let held, let recorded = action.hash, found?.hash != recorded else { return }
    let outline = try found?.outline ?? replayer.outline(of: held.state, seq: line.seq, as: upgrade(at: line.offset))
    following?.begin()
    _ = following?.stray(nil, impure: [], outline)
    progress.hash = recorded
  }

  /// Records a divergent action and its places. A place that redaction may explain is reported once.
  mutating func note(
    _ kind: Divergence.Kind, at places: [DivergentPlace], _ redaction: Divergence.Redaction, _ record: ActionRecord,
    line: JournalLine, _ evidence: ValueEvidence<App>, members: () -> [Divergence.Member]
  ) throws {
    if places.isEmpty { return }
    let action = DivergentLocation.Action(seq: line.seq, type: record.type.shortenedToKeep)
    let isExcused = redaction == .possible
    let isNew = isExcused ? following?.excused.add(action, at: places) ?? true : progress.report.divergence == nil
    if isNew {
      let place = replayer.file.location(ofLine: line.line, at: line.offset)
      let divergence = Divergence(
        seq: line.seq, since: progress.provenSeq ?? line.seq - 1, path: place.path, line: place.line,
        type: record.type, kind: kind, members: members(), redaction: redaction)
      if isExcused {
        progress.report.redacted.append(divergence)
      } else {
        progress.report.divergence = divergence
      }
    }
    following?.diverge()
    if following?.search.keepsGoing == true {
      progress.report.divergences.add(action, at: places, values: evidence.values)
    }
  }
}
