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
    do {
      var replay = try ChunkReplay(from: chunk.start, by: replayer)
      while replay.reader.offset < chunk.end {
        guard !queue.isStopped, let line = try replay.reader.nextLine() else { return nil }
        try replay.take(line)
      }
      guard replay.reader.offset == chunk.end, let finding = replay.finding else { return nil }
      self = finding
    } catch {
      return nil
    }
  }
}
