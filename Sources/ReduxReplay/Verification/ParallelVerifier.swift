import Dispatch
import ReduxJournal
import SystemSupport

/// Verifies a journal with several threads.
///
/// Each thread replays chunks from their own snapshots and returns only hashes and counts. The calling thread joins
/// them in file order and checks that each chunk begins with the state at the end of the previous one. It replays a
/// chunk itself if anything in it is wrong, or if it needs the lines before it.
struct ParallelVerifier<App: ReplayableApp> {
  let replayer: Replayer<App>
  let jobs: Int
  /// The record at which the replay ends; `nil` for the whole journal.
  let goal: JournalEntry?
  /// The minimum size of a chunk in bytes; `nil` for a default that depends on the journal.
  let chunkByteCount: Int?

  private var file: JournalFile { replayer.file }

  /// Replays the journal.
  ///
  /// - Returns: The last state and the report; `nil` if one thread must replay it from the start, because it is a
  ///   single chunk, or a divergence must be confirmed with states that come from no snapshot.
  /// - Throws: `JournalError` for the first damaged line, and the errors of `onStep`.
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
    queue.finish(first, ChunkFinding(in: first, by: replayer, for: queue))
    do {
      return try join(queue, onStep: onStep)
    } catch is NeedsSequentialReplay {
      return nil
    } catch is ReplayError {
      return nil
    }
  }

  /// The last offset at which a chunk may end. The calling thread replays the rest.
  private var lastStart: Int? {
    // The replay reports damage when it gets there.
    if let goal { return (try? file.baseSnapshot(of: goal))?.offset ?? goal.offset }
    return (try? file.lastBase()) ?? file.byteCount
  }

  private func standardByteCount(_ limit: Int) -> Int { min(max(limit / (8 * jobs), 256 << 10), 32 << 20) }

  private func help(_ queue: ChunkQueue, in workers: DispatchGroup, thread: Int) {
    workers.enter()
    Platform.onNewThread { [file, observer = replayer.observer, limit = replayer.limit] in
      var replayer = Replayer<App>(file: file, observer: observer, thread: thread)
      replayer.limit = limit
      while let chunk = queue.take() {
        queue.finish(chunk, ChunkFinding(in: chunk, by: replayer, for: queue))
      }
      workers.leave()
    }
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
          let reader = file.entries(from: place)
          try run.take(reader, through: goal, to: chunk.end) { seq, _ in try onStep(seq) }
          place = reader.cursor ?? place
        }
      case let fate:
        if let chunk = queue.take() {
          queue.finish(chunk, ChunkFinding(in: chunk, by: replayer, for: queue))
        } else if fate != nil {
          queue.wait()
        } else {
          break chunks
        }
      }
    }
    let reader = file.entries(from: place)
    try run.take(reader, through: goal) { seq, _ in try onStep(seq) }
    var report = run.report
    if goal == nil { report.tail = VerifyReport.Tail(reader.tail) }
    return (run.state, report)
  }
}
