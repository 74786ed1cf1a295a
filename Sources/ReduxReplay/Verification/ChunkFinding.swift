import ReduxJournal
import StateTree

/// What was found in a chunk of a journal that was folded by itself, from the snapshot with which it begins.
struct ChunkFinding: Sendable {
  /// Where it begins, as far as could be told without the lines before it.
  let start: JournalCursor
  /// Where it ends.
  let end: JournalCursor
  /// The snapshot with which it begins: whether it sets its state, and the state's hash. `nil` at the journal's start.
  let entry: (setsState: Bool, hash: StateHash)?
  let progress: VerifyingProgress
}

/// A chunk can't be judged without what comes before it.
struct NeedsSequentialReplay: Error {}

extension ChunkFinding {
  /// Folds a chunk.
  ///
  /// - Returns: What was found; `nil` if anything is not as it should be, or can't be told without the lines before:
  ///   then a fold that knows these must say what it is.
  init?<App: ReplayableApp>(
    in chunk: ChunkQueue.Chunk, by replayer: Replayer<App>, for queue: ChunkQueue
  ) {
    let file = replayer.file
    do {
      start = chunk.start == 0 ? file.start : try file.cursor(atOffset: chunk.start)
      var run = VerifyingRun(replayer: replayer, isParallel: true, startsInTheMiddle: chunk.start > 0)
      let reader = file.entries(from: start)
      var first: (setsState: Bool, hash: StateHash)?
      while reader.offset < chunk.end {
        guard !queue.isStopped, let line = try reader.nextLine() else { return nil }
        if chunk.start > 0, first == nil, let hash = line.entry?.record.hash { first = (line.setsState, hash) }
        try run.take(line)
      }
      guard reader.offset == chunk.end, let end = reader.cursor else { return nil }
      self.end = end
      entry = first
      progress = run.progress
    } catch {
      return nil
    }
  }
}
