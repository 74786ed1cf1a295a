import Dispatch
import ReduxJournal
import SystemSupport

/// Verifies a journal with several threads.
///
/// Each thread replays chunks from their own snapshots and returns only hashes and counts. Meanwhile the calling thread
/// replays the lines from the last snapshot on, whose state it keeps. Then it joins all in file order and checks that
/// each chunk begins with the state at the end of the previous one. It replays a chunk again if anything in it is
/// wrong, or if it needs the lines before it.
///
/// Entering a chunk costs decoding and hashing a whole state, which with few snapshots is as much as replaying
/// thousands of actions. So the chunks are as large as the threads allow: each takes its share of the rest. A journal
/// with less than eight snapshots' bytes before the last one isn't shared.
struct ParallelVerifier<App: ReplayableApp> {
  let replayer: Replayer<App>
  let jobs: Int
  /// The record at which the replay ends; `nil` for the whole journal.
  let goal: JournalEvent?
  /// The minimum size of a chunk in bytes; `nil` for a default that depends on the journal.
  let chunkByteCount: Int?

  private var file: JournalFile { replayer.file }

  /// Replays the journal.
  ///
  /// - Returns: The last state and the report; `nil` if one thread must replay it from the start, because it is a
  ///   single chunk, or a divergence must be confirmed with states that come from no snapshot.
  /// - Throws: `JournalError` for the first damaged line, and the errors of `onStep`.
  func run(onStep: (Int) throws -> Void) throws -> (state: App.State?, report: VerifyReport)? {
    let lastSnapshot = lastSnapshot
    let limit = lastSnapshot?.offset ?? goal?.offset ?? file.byteCount
    let least = max(ParallelVerifier.leastByteCount, 8 * (lastSnapshot?.byteCount ?? 0))
    guard limit >= chunkByteCount ?? least else { return nil }
    let queue = ChunkQueue(file: file, limit: limit) { [jobs, chunkByteCount] rest in
      chunkByteCount ?? max(min(rest / jobs, ParallelVerifier.mostByteCount), least)
    }
    let workers = DispatchGroup()
    for thread in 1..<jobs { help(queue, in: workers, thread: thread) }
    defer {
      queue.stop()
      workers.wait()
    }
    let end = try lastSnapshot.flatMap { try replayEnd(from: $0.offset, onStep: onStep) }
    do {
      return try join(queue, with: end, onStep: onStep)
    } catch is NeedsSequentialReplay {
      return nil
    } catch is ReplayError {
      return nil
    }
  }

  /// The last snapshot that the replay needs; `nil` if it can't be found easily.
  private var lastSnapshot: JournalEvent? {
    // The replay reports damage when it gets there.
    if let goal { return try? file.baseSnapshot(of: goal) }
    return try? file.lastBase()
  }

  /// The least size of a chunk that is worth a thread.
  private static var leastByteCount: Int { 256 << 10 }
  /// The most bytes of a chunk whose size isn't given. Progress is reported by chunks.
  private static var mostByteCount: Int { 32 << 20 }

  private func help(_ queue: ChunkQueue, in workers: DispatchGroup, thread: Int) {
    workers.enter()
    Platform.onNewThread { [file, observer = replayer.observer, limit = replayer.limit] in
      let replayer = ParallelVerifier.replayer(of: file, observer, limit, thread: thread)
      while let chunk = queue.take() {
        queue.finish(chunk, ChunkFinding(in: chunk, by: replayer, for: queue))
      }
      workers.leave()
    }
  }

  private static func replayer(
    of file: JournalFile, _ observer: (any ReducerObserver)?, _ limit: Lineage.Limit, thread: Int
  ) -> Replayer<App> {
    var replayer = Replayer<App>(file: file, observer: observer, thread: thread)
    replayer.limit = limit
    return replayer
  }

  /// The calling thread's replayer for lines ahead of those that are joined. A reducer that crashes there may not be the
  /// first, so it has a number of its own.
  private var replayerAhead: Replayer<App> {
    ParallelVerifier.replayer(of: file, replayer.observer, replayer.limit, thread: jobs)
  }

  // MARK: The end

  /// The finding of the lines from the last snapshot on, and the state after them.
  private typealias End = (finding: ChunkFinding, state: App.State?)

  /// Replays the lines from the last snapshot on, ahead of the others.
  ///
  /// - Returns: The finding; `nil` if anything is wrong or needs the lines before.
  /// - Throws: The errors of `onStep`.
  private func replayEnd(from start: Int, onStep: (Int) throws -> Void) throws -> End? {
    var interruption: (any Error)?
    do {
      var replay = try ChunkReplay(from: start, by: replayerAhead)
      if let goal { replay.reader.stop(after: goal.seq, in: file) }
      while let line = try replay.reader.nextLine() {
        if let goal, line.seq > goal.seq { break }
        try replay.take(line)
        do { try onStep(0) } catch {
          interruption = error
          throw error
        }
      }
      return replay.finding.map { ($0, replay.state) }
    } catch {
      if let interruption { throw interruption }
      return nil
    }
  }

  // MARK: Joining

  private func join(
    _ queue: ChunkQueue, with end: End?, onStep: (Int) throws -> Void
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
          queue.finish(chunk, ChunkFinding(in: chunk, by: replayerAhead, for: queue))
        } else if fate != nil {
          queue.wait()
        } else {
          break chunks
        }
      }
    }
    let joined = end.flatMap { run.join($0.finding, at: place) }
    if joined != nil, goal != nil { return (end?.state, run.report) }
    // After a joined end, it only finds how the journal ends.
    let reader = file.entries(from: joined ?? place)
    try run.take(reader, through: goal) { seq, _ in try onStep(seq) }
    var report = run.report
    if goal == nil { report.tail = VerifyReport.Tail(reader.tail) }
    return (joined == nil ? run.state : end?.state, report)
  }
}
