import CommandLineKit
import Dispatch
import ReduxJournal
import ReduxNotation
import StateTree
import Synchronization
import SystemSupport

/// Jobs from standard input, which threads do, with a result line for each on standard output.
///
/// A thread reads the next job when it has done the last, so that whoever writes the jobs may wait for results. Results come
/// in order of completion.
final class Batch: Sendable {
  /// The commands that do jobs.
  static let commands = ["verify", "assert", "coverage", "drift"]

  /// The line of a job, counted from 1.
  private typealias Line = (number: Int, bytes: [UInt8])

  private let command: String
  private let context: CommandContext
  /// How to read the sessions of journals for an index; `nil` for a command without one.
  private let sessions: JournalReader.Options?
  private let lineLimit: Int
  /// The number of lines that were read.
  private let read = Mutex(0)
  /// Held while a line is written.
  private let writing = Mutex(())
  /// The first error that ended the batch.
  private let failure = Mutex<(any Error)?>(nil)

  /// Creates a batch of a command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - sessions: How to read the sessions of journals for an index; `nil` for a command without one.
  ///   - lineLimit: The most bytes of a line.
  ///   - context: The command's context.
  init(
    of command: String, indexing sessions: JournalReader.Options? = nil, lineLimit: Int = ResultLine.byteLimit,
    in context: CommandContext
  ) {
    self.command = command
    self.lineLimit = lineLimit
    self.sessions = sessions
    self.context = context
  }

  /// Does all jobs.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - thread: What each thread does: it calls `work`.
  /// - Throws: `InputError` and `OutputError` after the jobs that were begun; `Interrupted`.
  func run(threads: Int, _ thread: @escaping @Sendable (Batch) -> Void) throws {
    let group = DispatchGroup()
    for _ in 0..<threads {
      group.enter()
      Platform.onNewThread { [self] in
        thread(self)
        group.leave()
      }
    }
    group.wait()
    if let failure = failure.withLock(\.self) { throw failure }
  }

  /// Does jobs on this thread until there are no more.
  ///
  /// - Parameter check: Checks a journal. An error other than an interruption is the job's result.
  func work<Result: JournalResult>(_ check: (JournalFinder.Found, _ onStep: (Int) throws -> Void) throws -> Result) {
    do {
      while failure.withLock({ $0 == nil }), let line = try next() { try write(result(of: line, check)) }
    } catch {
      failure.withLock { $0 = $0 ?? error }
    }
  }

  /// The next line that isn't blank; `nil` at the end.
  private func next() throws -> Line? {
    try read.withLock { number in
      while let bytes = try context.input.readLine() {
        number += 1
        if !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { return (number, bytes) }
      }
      return nil
    }
  }

  private func result<Result: JournalResult>(
    of line: Line, _ check: (JournalFinder.Found, (Int) throws -> Void) throws -> Result
  ) throws -> JSONValue {
    let job: BatchJob
    do { job = try BatchJob(parsing: line.bytes) } catch {
      var failure = error
      (failure.file, failure.line) = (SpooledJournal.name, line.number)
      return ResultLine.json(Verification(path: SpooledJournal.name, outcome: .failed(failure)), of: command, id: nil)
    }
    do {
      let result = try check(JournalFinder.Found(path: job.path)) { _ in try context.interruption.check() }
      let session = sessions.flatMap { ResultLine.session(ofJournalAt: job.path, options: $0) }
      return ResultLine.limited(result, of: command, id: job.id, session: session, byteLimit: lineLimit)
    } catch let error as Interrupted {
      throw error
    } catch let error as UnusableTool {
      // Every other job would fail, too.
      throw error
    } catch {
      let failure = CommandFailure(error, tool: context.toolName)
      return ResultLine.json(Verification(path: job.path, outcome: .failed(failure)), of: command, id: job.id)
    }
  }

  private func write(_ line: JSONValue) throws {
    let bytes = JSONPrinter.bytes(of: line, layout: .compact, isColored: context.output.isColored)
    try writing.withLock { _ in
      try context.output.data(bytes + [UInt8(ascii: "\n")])
      try context.output.flush()
    }
  }
}
