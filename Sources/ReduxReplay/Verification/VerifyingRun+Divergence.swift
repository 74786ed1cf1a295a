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
  ///   - before: The state before the action; `nil` if the replay ends here.
  ///   - found: The hash of the state after it, if it was computed.
  /// - Throws: `NeedsSequentialReplay` if several threads share the replay, `ReplayError` for a state that can't be encoded.
  mutating func diverge(
    _ kind: Divergence.Kind, at line: JournalLine, _ action: PlainAction, from before: App.State?,
    _ found: ReplayedHash?
  ) throws {
    // A sequential replay must confirm the divergence, and reports more about it.
    if isParallel { throw NeedsSequentialReplay() }
    let record = try replayer.record(of: line)
    if let before { return try follow(kind, record, action, from: before, found, at: line) }
    let members = try replayer.differingMembers(record, at: line, since: progress.provenSeq ?? line.seq - 1)
    try note(kind, at: [(nil, false)], members, record, action, line: line)
  }

  /// Records a divergent action and its places.
  ///
  /// A divergence that redaction may explain doesn't end the replay: a state derived from a stand-in differs from the one
  /// derived from the secret. Then no state can be rebuilt up to the next snapshot.
  mutating func note(
    _ kind: Divergence.Kind, at places: [Following.Place], _ members: [Divergence.Member], _ record: ActionRecord,
    _ action: PlainAction, line: JournalLine
  ) throws {
    if places.isEmpty { return }
    let since = progress.provenSeq ?? line.seq - 1
    // An impure value, such as a clock's, isn't a redacted one.
    let mayBeRedaction =
      try !places.contains(where: \.isImpure)
      && replayer.holdsSecrets(action, at: line, since: since, after: held?.state)
    if progress.report.divergence == nil || mayBeRedaction {
      let place = replayer.file.location(ofLine: line.line, at: line.offset)
      let divergence = Divergence(
        seq: line.seq, since: since, path: place.path, line: place.line, type: record.type, kind: kind,
        members: members, mayBeRedaction: mayBeRedaction)
      if mayBeRedaction {
        progress.report.redacted.append(divergence)
        following?.forget()
        return markUnproven(.secrets, hash: action.hash)
      }
      progress.report.divergence = divergence
    }
    following?.diverge()
    if following?.search.keepsGoing == true {
      progress.report.divergences.add(
        DivergentLocation.Action(seq: line.seq, type: record.type.shortenedToKeep), at: places)
    }
  }
}
