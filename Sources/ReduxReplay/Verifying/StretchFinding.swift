import ReduxJournal
import StateTree

/// What was found in a stretch of a journal that was folded by itself, from the snapshot with which it begins.
struct StretchFinding: Sendable {
  /// Where it begins, as far as could be told without the lines before it.
  let start: JournalPlace
  /// Where it ends.
  let end: JournalPlace
  /// The snapshot with which it begins: whether it sets its state, and the state's hash. `nil` at the journal's start.
  let entry: (setsState: Bool, hash: StateHash)?
  let progress: VerifyingProgress
}

/// A stretch can't be judged without what comes before it.
struct NotByItself: Error {}

extension StretchFinding {
  /// Folds a stretch.
  ///
  /// - Returns: What was found; `nil` if anything is not as it should be, or can't be told without the lines before:
  ///   then a fold that knows these must say what it is.
  init?<App: ReplayableApp>(
    in stretch: StretchQueue.Stretch, by replayer: Replayer<App>, for queue: StretchQueue
  ) {
    let file = replayer.file
    do {
      start = stretch.start == 0 ? file.start : try file.place(atOffset: stretch.start)
      var run = VerifyingRun(replayer: replayer, isShared: true, startsInTheMiddle: stretch.start > 0)
      let reader = file.entries(from: start)
      var first: (setsState: Bool, hash: StateHash)?
      while reader.offset < stretch.end {
        guard !queue.isStopped, let line = try reader.nextLine() else { return nil }
        if stretch.start > 0, first == nil, let hash = line.entry?.record.hash { first = (line.setsState, hash) }
        try run.take(line)
      }
      guard reader.offset == stretch.end, let end = reader.place else { return nil }
      self.end = end
      entry = first
      progress = run.progress
    } catch {
      return nil
    }
  }
}
