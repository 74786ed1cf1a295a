import Dispatch
import ReduxJournal

/// A fold over a journal in which every step is checked, shared by several threads.
///
/// Each chunk from one snapshot to another is folded by itself: its thread decodes the state at its start, and only
/// hashes and counts leave it. They are joined in the order of the file, where it is checked that a chunk begins with
/// what the one before it ended with. A chunk that isn't right, or can't be judged by itself, is folded once more
/// by the one thread that joins them and knows all that came before.
struct ParallelVerifier<App: ReplayableApp> {
  let replayer: Replayer<App>
  let jobs: Int
  /// The record with which the fold ends; `nil` for the whole journal.
  let goal: JournalEntry?
  /// How many bytes a chunk has at least; `nil` to choose.
  let chunkByteCount: Int?

  private var file: JournalFile { replayer.file }

  /// Folds the journal.
  ///
  /// - Returns: The state that was reached, and what was found; `nil` if one thread must fold it from the start,
  ///   because there is only one chunk, or its findings must be confirmed by states that come from no snapshot.
  /// - Throws: `JournalError` naming the first damaged line, and what `onStep` throws.
  func run(onStep: (Int) throws -> Void) throws -> (state: App.State?, report: VerifyReport)? {
    guard let limit = lastStart else { return nil }
    let queue = ChunkQueue(file: file, limit: limit, byteCount: chunkByteCount ?? standardByteCount(limit))
    guard let first = queue.take() else { return nil }
    let workers = DispatchGroup()
    for thread in 1..<jobs { help(queue, in: workers, thread: thread) }
    defer {
      queue.stop()
      workers.wait()
    }
    queue.finish(first, finding(in: first, for: queue))
    do {
      return try join(queue, onStep: onStep)
    } catch is NeedsSequentialReplay {
      return nil
    } catch is ReplayError {
      return nil
    }
  }

  /// The last place at which a chunk may end: what follows it is left to the thread that joins them.
  private var lastStart: Int? {
    // What can't be read here is reported in its turn.
    if let goal { return (try? file.baseSnapshot(of: goal))?.offset ?? goal.offset }
    return (try? file.lastBase()) ?? file.byteCount
  }

  private func standardByteCount(_ limit: Int) -> Int { min(max(limit / (8 * jobs), 256 << 10), 32 << 20) }

  private func help(_ queue: ChunkQueue, in workers: DispatchGroup, thread: Int) {
    DispatchQueue.global().async(group: workers) { [file, observer = replayer.observer, limit = replayer.limit] in
      var replayer = Replayer<App>(file: file, observer: observer, thread: thread)
      replayer.limit = limit
      while let chunk = queue.take() {
        queue.finish(chunk, ChunkFinding(in: chunk, by: replayer, for: queue))
      }
    }
  }

  private func finding(in chunk: ChunkQueue.Chunk, for queue: ChunkQueue) -> ChunkFinding? {
    ChunkFinding(in: chunk, by: replayer, for: queue)
  }

  // MARK: Joining

  private func join(
    _ queue: ChunkQueue, onStep: (Int) throws -> Void
  ) throws -> (state: App.State?, report: VerifyReport) {
    var run = VerifyingRun(replayer: replayer, isParallel: true)
    var place = file.start
    var index = 0
    chunks: while true {
      switch queue.collect(index) {
      case .isDone(let chunk, let finding):
        index += 1
        if let finding, let end = run.join(finding, at: place) {
          place = end
          if let seq = run.report.lastSeq { try onStep(seq) }
        } else {
          place = try fold(&run, from: place, to: chunk.end, onStep: onStep).cursor ?? place
        }
      case let fate:
        if let chunk = queue.take() {
          queue.finish(chunk, finding(in: chunk, for: queue))
        } else if fate != nil {
          queue.wait()
        } else {
          break chunks
        }
      }
    }
    let reader = try fold(&run, from: place, to: nil, onStep: onStep)
    var report = run.report
    if goal == nil { report.tail = VerifyReport.Tail(reader.tail) }
    return (run.state, report)
  }

  /// Folds on to the end of a chunk, or of all.
  private func fold(
    _ run: inout VerifyingRun<App>, from place: JournalCursor, to end: Int?, onStep: (Int) throws -> Void
  ) throws -> JournalReader {
    let reader = file.entries(from: place)
    while end.map({ reader.offset < $0 }) ?? true, let line = try reader.nextLine() {
      if let goal, line.seq > goal.seq { break }
      try run.take(line)
      if run.hasState(of: line) { try onStep(line.seq) }
    }
    return reader
  }
}
