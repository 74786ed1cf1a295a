import Dispatch
import ReduxJournal
import Synchronization

/// The chunks of a journal, handed out in order to whoever has time, and what was found in them.
final class ChunkQueue: Sendable {
  /// A part of the file that begins with a snapshot, or with the file.
  struct Chunk: Hashable, Sendable {
    let index: Int
    let start: Int
    let end: Int
  }

  /// How far a chunk has come.
  enum Progress: Sendable {
    case isOpen
    /// What was found in it; `nil` if it can't be judged by itself.
    case isDone(Chunk, ChunkFinding?)
  }

  private struct Content {
    var nextStart = 0
    var handedOut = 0
    var done: [Int: (Chunk, ChunkFinding?)] = [:]
  }

  private let file: JournalFile
  private let limit: Int
  private let byteCount: Int
  private let content = Mutex(Content())
  private let stopped = Atomic(false)
  private let changes = DispatchSemaphore(value: 0)

  /// Creates the queue of the chunks up to a limit.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - limit: The last place at which a chunk may end.
  ///   - byteCount: How many bytes a chunk has at least, except for the last.
  init(file: JournalFile, limit: Int, byteCount: Int) {
    self.file = file
    self.limit = limit
    self.byteCount = byteCount
  }

  /// The next chunk that nobody has taken; `nil` if there is none.
  func take() -> Chunk? {
    content.withLock { content in
      guard !isStopped, content.nextStart < limit else { return nil }
      let start = content.nextStart
      // What can't be read ends the chunks: whoever reads on from there will say why.
      let end = try? file.nextSnapshot(from: min(start + byteCount, limit) - 1, before: limit + 1)
      content.nextStart = end ?? limit
      guard let end else { return nil }
      defer { content.handedOut += 1 }
      return Chunk(index: content.handedOut, start: start, end: end)
    }
  }

  /// Hands in what was found in a chunk.
  func finish(_ chunk: Chunk, _ finding: ChunkFinding?) {
    content.withLock { $0.done[chunk.index] = (chunk, finding) }
    changes.signal()
  }

  /// How far a chunk has come, and forgets it if it is done; `nil` if nobody has taken a chunk with that number.
  func collect(_ index: Int) -> Progress? {
    content.withLock { content in
      guard index < content.handedOut else { return nil }
      return content.done.removeValue(forKey: index).map { .isDone($0.0, $0.1) } ?? .isOpen
    }
  }

  /// Waits until something was handed in.
  func wait() { changes.wait() }

  /// Makes those who work on chunks come to an end.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Whether what is still to be found is of no use any more.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }
}
