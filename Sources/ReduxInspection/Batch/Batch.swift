package import CommandLineKit
import Dispatch
import ReducerIsolation
package import ReduxJournal
import ReduxNotation
package import StateTree
import Synchronization
import SystemSupport

/// Jobs from standard input, which threads do, with a result line for each on standard output.
///
/// A thread reads the next job when it has done the last, so that whoever writes the jobs may wait for results. Results come
/// in order of completion.
package final class Batch: Sendable {
  /// The commands that do jobs.
  static let commands = ["verify", "assert", "coverage", "drift", "explore"]

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
  package init(
    of command: String, indexing sessions: JournalReader.Options? = nil, lineLimit: Int = ResultLine.byteLimit,
    in context: CommandContext
  ) {
    self.command = command
    self.lineLimit = lineLimit
    self.sessions = sessions
    self.context = context
  }

  /// Does all jobs.
  package func run(threads: Int, _ thread: @escaping @Sendable (Batch) -> Void) throws {
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

  /// Does jobs on this thread until there are no more. An error of a check other than an interruption is the job's result.
  package func work(_ check: (BatchJob, _ onStep: (Int) throws -> Void) throws -> JournalResult) {
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

  private func result(
    of line: Line, _ check: (BatchJob, (Int) throws -> Void) throws -> JournalResult
  ) throws -> JSONValue {
    let job: BatchJob
    do { job = try BatchJob(parsing: line.bytes, hasSeed: command == "explore") } catch {
      var failure = error
      (failure.file, failure.line) = (ShellWord.standardInput, line.number)
      // With its id, merging knows the job.
      let id = BatchJob.id(in: line.bytes)
      return ResultLine.json(.failed(failure, of: ShellWord.standardInput), of: command, id: id)
    }
    do {
      let result = try check(job) { _ in try context.interruption.check() }
      let session = sessions.flatMap { ResultLine.session(ofJournalAt: job.path, options: $0) }
      return ResultLine.limited(result, of: command, id: job.id, session: session, byteLimit: lineLimit)
    } catch let error as Interrupted {
      throw error
    } catch let error as UnusableTool {
      // Every other job would fail, too.
      throw error
    } catch {
      let failure = CommandFailure(error, tool: context.toolName)
      return ResultLine.json(.failed(failure, of: job.path), of: command, id: job.id)
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

/// A job line: `{"id": "17", "path": "sessions/17.jsonl"}`, for `explore` with a `"seed": 7`.
package struct BatchJob: Hashable, Sendable {
  /// The most bytes of an id or a path, so that a result line, which repeats them, stays short.
  private static let byteLimit = 4096

  /// The name under which the result is known.
  let id: String
  /// The path of the journal.
  package let path: String
  /// The seed of a job of `explore`; `nil` if it has none.
  package let seed: Int?

  /// The journal at the path.
  package var journal: JournalFinder.Found { JournalFinder.Found(path: path) }

  /// Parses a line. It may have other members; a seed counts only if jobs have one.
  init(parsing line: [UInt8], hasSeed: Bool) throws(CommandFailure) {
    let root: JSONNode
    do { root = try JSONDocument(line).root } catch {
      throw BatchJob.failure("not JSON: \(error)")
    }
    guard let job = root.value.object, let id = job["id"]?.string, let path = job["path"]?.string else {
      throw BatchJob.failure("expected an object with the texts 'id' and 'path'")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw BatchJob.failure("'path' is no path of a file") }
    guard id.utf8.count <= BatchJob.byteLimit, path.utf8.count <= BatchJob.byteLimit else {
      throw BatchJob.failure("'id' or 'path' has more than \(BatchJob.byteLimit) bytes")
    }
    guard path != "-" else {
      throw BatchJob.failure("'path' is '-', but standard input has the jobs; './-' is a file of that name")
    }
    if hasSeed, let seed = job["seed"], !(0...Int.max).contains(seed.integer ?? -1) {
      throw BatchJob.failure("'seed' is no whole number from 0")
    }
    self.id = id
    self.path = path
    seed = hasSeed ? job["seed"]?.integer : nil
  }

  /// The id in a line that is no job; `nil` if it has none.
  static func id(in line: [UInt8]) -> String? {
    let id = (try? JSONDocument(line))?.root.value["id"]?.string
    return id.flatMap { $0.utf8.count <= byteLimit ? $0 : nil }
  }

  private static func failure(_ message: String) -> CommandFailure {
    CommandFailure(message, advice: #"A job is a line such as {"id": "17", "path": "sessions/17.jsonl"}."#)
  }
}

/// A journal's result in a line of JSON, from which `merge` makes reports.
package enum ResultLine {
  static let schema = "reduxlog.result/1"
  /// The most bytes of a line.
  static let byteLimit = 8 << 20

  /// The members that a line has besides those of the command's JSON document.
  static let ownMembers = [
    "schema", "command", "id", "exit-code", "summary", "problems", "notes", "verdict", "session",
  ]

  /// The line of a result.
  package static func json(
    _ result: JournalResult, of command: String, id: String?, session: JSONValue? = nil
  ) -> JSONValue {
    var line = JSONObject(members: [("schema", schema), ("command", command), ("id", id)])
    if let members = result.json.object {
      for (key, value) in zip(members.keys, members.values) { line[key] = value }
    }
    let verdict = result.verdict.map { verdict in
      JSONReport.object([
        "judgement": verdict.judgement.rawValue, "headline": verdict.headline, "text": verdict.sentences,
      ])
    }
    let members: [(String, (any JSONConvertible)?)] = [
      ("exit-code", Int(result.exitCode.rawValue)), ("summary", result.summary),
      ("problems", result.problems.isEmpty ? nil : result.problems),
      ("notes", result.notes.isEmpty ? nil : result.notes), ("verdict", verdict), ("session", session),
    ]
    for case (let key, let value?) in members { line[key] = value.json }
    return .object(line)
  }

  /// The line of a result, or of a failure if that would be longer than a line may be.
  package static func limited(
    _ result: JournalResult, of command: String, id: String, session: JSONValue?, byteLimit: Int = byteLimit
  ) -> JSONValue {
    let line = json(result, of: command, id: id, session: session)
    guard line.compact.utf8.count > byteLimit else { return line }
    let failure = CommandFailure(
      "the result has more than \(byteLimit) bytes", file: result.path,
      advice: "'reduxlog \(command) \(ShellWord.quoted(result.path))' prints it.")
    return json(.failed(failure, of: result.path), of: command, id: id)
  }

  /// The last session of a journal; `nil` if its header can't be read.
  package static func session(ofJournalAt path: String, options: JournalReader.Options) -> JSONValue? {
    guard let header = try? JournalFile(path: path, options: options).lastHeader().header else { return nil }
    return JSONReport.object([
      "app": header.app.name, "version": header.app.version,
      "started": JSONValue(microsecondsSince1970: header.started.microseconds),
    ])
  }
}
