import ReduxJournal
import StateTree

/// A replay that begins with a snapshot, or with the file, and doesn't know the lines before.
struct ChunkReplay<App: ReplayableApp>: ~Copyable {
  let reader: JournalReader
  private let start: JournalCursor
  private var run: VerifyingRun<App>
  private var entry: (setsState: Bool, hash: StateHash)?

  /// Starts a replay at an offset.
  ///
  /// - Throws: `JournalError` if no line starts there.
  init(from offset: Int, by replayer: Replayer<App>) throws {
    let file = replayer.file
    start = offset == 0 ? file.start : try file.cursor(atOffset: offset)
    reader = file.entries(from: start)
    run = VerifyingRun(replayer: replayer, isParallel: true, startsInTheMiddle: offset > 0)
  }

  /// The state after the lines so far.
  var state: App.State? { run.state }

  /// Takes the next line.
  ///
  /// - Throws: `NeedsSequentialReplay` or another error if anything is wrong or needs the lines before.
  mutating func take(_ line: JournalLine) throws {
    if start.offset > 0, entry == nil, let hash = line.entry?.record.hash { entry = (line.setsState, hash) }
    try run.take(line)
  }

  /// The finding of the lines so far; `nil` before the first line.
  var finding: ChunkFinding? {
    reader.cursor.map { ChunkFinding(start: start, end: $0, entry: entry, progress: run.progress) }
  }
}
