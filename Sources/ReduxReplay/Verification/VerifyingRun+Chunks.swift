import ReduxJournal

/// Joining chunks that were replayed apart.
extension VerifyingRun {
  /// Appends the finding of the next chunk.
  ///
  /// - Returns: The chunk's end; `nil` if the chunk doesn't begin with the current state.
  mutating func join(_ finding: ChunkFinding, at place: JournalCursor) -> JournalCursor? {
    guard let end = place.following(from: finding.start, to: finding.end) else { return nil }
    if let entry = finding.entry, !entry.setsState {
      guard progress.isKnown, progress.hash == entry.hash else { return nil }
    }
    // Beyond the limit, a sequential replay of the chunk finds the rewind that exceeds it.
    let limit = replayer.limit.at(progress.report.lastSeq ?? 0)
    guard finding.progress.repeated == 0 || progress.repeated + finding.progress.repeated <= limit else { return nil }
    progress.add(finding.progress, after: place.line - finding.start.line)
    if let rules = finding.progress.rules { redact(by: rules) }
    // If the chunk ends in an unknown state, the next snapshot is a new start.
    release(isEntering: progress.isKnown)
    // The states that a single thread would have kept are unknown. With none, costs are counted too high, which is safe:
    // beyond the limit, one thread replays everything. Stale states would make them too low.
    kept.removeAll()
    return end
  }
}
