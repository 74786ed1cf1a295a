import Dispatch
import ReduxJournal
import Synchronization

/// The chunks of a journal, taken in order by threads that replay them, and their findings.
final class ChunkQueue: Sendable {
  /// A part of the file that begins with a snapshot, or with the file.
  struct Chunk: Hashable, Sendable {
    let index: Int
    let start: Int
    let end: Int
  }

  /// The progress of a chunk.
  enum Progress: Sendable {
    case isOpen
    /// Its finding; `nil` if it needs a sequential replay.
    case isDone(Chunk, ChunkFinding?)
  }

  private struct Content {
    var nextStart = 0
    var handedOut = 0
    var done: [Int: (Chunk, ChunkFinding?)] = [:]
  }

  private let file: JournalFile
  private let limit: Int
  private let byteCount: @Sendable (_ rest: Int) -> Int
  private let content = Mutex(Content())
  private let stopped = Atomic(false)
  private let changes = DispatchSemaphore(value: 0)

  /// Creates the queue of the chunks up to a limit.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - limit: The last offset at which a chunk may end.
  ///   - byteCount: Returns the minimum size of the next chunk, except for the last, when so many bytes of the file
  ///     haven't been taken.
  init(file: JournalFile, limit: Int, byteCount: @escaping @Sendable (_ rest: Int) -> Int) {
    self.file = file
    self.limit = limit
    self.byteCount = byteCount
  }

  /// Takes the next chunk; `nil` if none is left.
  func take() -> Chunk? {
    content.withLock { content in
      guard !isStopped, content.nextStart < limit else { return nil }
      let start = content.nextStart
      // Unreadable bytes end the chunks: the sequential replay after them reports the damage.
      let least = byteCount(file.byteCount - start)
      let end = try? file.nextSnapshot(from: min(start + least, limit) - 1, before: limit + 1)
      content.nextStart = end ?? limit
      guard let end else { return nil }
      defer { content.handedOut += 1 }
      return Chunk(index: content.handedOut, start: start, end: end)
    }
  }

  /// Stores the finding of a chunk.
  func finish(_ chunk: Chunk, _ finding: ChunkFinding?) {
    content.withLock { $0.done[chunk.index] = (chunk, finding) }
    changes.signal()
  }

  /// The progress of a chunk, which is removed if it is done; `nil` if no thread has taken it.
  func collect(_ index: Int) -> Progress? {
    content.withLock { content in
      guard index < content.handedOut else { return nil }
      return content.done.removeValue(forKey: index).map { .isDone($0.0, $0.1) } ?? .isOpen
    }
  }

  /// Waits for a finding.
  func wait() { changes.wait() }

  /// Makes all threads stop.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Whether findings are no longer needed.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }
}
