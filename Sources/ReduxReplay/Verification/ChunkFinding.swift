import ReduxJournal
import StateTree

/// The result of replaying a chunk from its first snapshot.
struct ChunkFinding: Sendable {
  /// The start, as far as it is known without the lines before it.
  let start: JournalCursor
  /// The end.
  let end: JournalCursor
  /// Whether the chunk's first snapshot sets its state, and the state's hash. `nil` at the journal's start.
  let entry: (setsState: Bool, hash: StateHash)?
  let progress: VerifyingProgress
}

/// A chunk can't be verified without the lines before it.
struct NeedsSequentialReplay: Error {}

extension ChunkFinding {
  /// Replays a chunk.
  ///
  /// - Returns: The finding; `nil` if anything is wrong or needs the lines before, which a sequential replay then
  ///   reports.
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
