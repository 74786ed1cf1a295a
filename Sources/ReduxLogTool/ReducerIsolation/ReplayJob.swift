import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// Work that calls an app's reducers, in a form that can be handed to another process.
struct ReplayJob: Codable, Hashable, Sendable {
  /// What is to be done with a journal.
  enum Task: Codable, Hashable, Sendable {
    /// To check and prove all of it.
    case verify
    /// To fold it up to a seq, checking every step.
    case replay(to: Int, fromSnapshot: Bool)
    /// To fold it up to a seq without some actions, checking nothing.
    case rebuild(seq: Int, skipping: [ClosedRange<Int>])
  }

  /// What came of it.
  enum Result {
    case verified(Verification)
    /// The state as JSON text; or where replay and recording part; or neither, if there is no state.
    case rebuilt([UInt8]?, Divergence?)
    /// A reducer came to no end.
    case ended(ReducerFailure)
  }

  let path: String
  let task: Task
  let maximumLineBytes: Int
  /// The key, which no other process gets to see but this one's child.
  private let keyWords: [UInt64]?
  /// Whether states may differ where a secret may be why.
  let acceptsRedacted: Bool
  /// Whether states may have another shape than they had.
  let acceptsSchema: Bool
  /// Whether to go on behind a divergence.
  var keepsGoing: Bool
  /// Where states may differ.
  let ignored: [String]
  /// How many threads may share the work.
  var threads: Int

  init(
    path: String, _ task: Task, options: JournalReader.Options, acceptsRedacted: Bool = false,
    acceptsSchema: Bool = false, keepsGoing: Bool = false, ignored: [RedactionRules.Pointer] = [], threads: Int
  ) {
    self.path = path
    self.task = task
    maximumLineBytes = options.maximumLineBytes
    keyWords = options.key?.words
    self.acceptsRedacted = acceptsRedacted
    self.acceptsSchema = acceptsSchema
    self.keepsGoing = keepsGoing
    self.ignored = ignored.map(\.description)
    self.threads = threads
  }

  var options: JournalReader.Options {
    JournalReader.Options(maximumLineBytes: maximumLineBytes, key: keyWords.flatMap(JournalKey.init(words:)))
  }

  private var search: DivergenceSearch {
    DivergenceSearch(
      keepingGoing: keepsGoing, ignoring: ignored.compactMap { try? RedactionRules.Pointer(parsing: $0) })
  }

  /// Does the work in this process.
  ///
  /// - Parameters:
  ///   - apps: The reducers.
  ///   - onStep: Called now and then with the seq up to which everything is done.
  /// - Returns: What came of it.
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or what `onStep` throws.
  func perform(with apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Result {
    switch task {
    case .verify:
      let verifier = Verifier(
        apps: apps, replays: true, options: options, acceptsRedacted: acceptsRedacted,
        acceptsSchema: acceptsSchema, search: search, jobs: threads)
      return .verified(try verifier.verify(path, onRecord: onStep))
    case .replay(let seq, let fromSnapshot):
      let file = try JournalFile(path: path, options: options)
      let result = try apps.appOrPatches(of: file).replay(
        file, to: seq, fromSnapshot: fromSnapshot, jobs: threads, onStep: onStep)
      if let divergence = result.report.divergence { return .rebuilt(nil, divergence) }
      if !acceptsRedacted, let divergence = result.report.redacted.first { return .rebuilt(nil, divergence) }
      if let schema = SchemaFinding(result.report), !acceptsSchema || schema.differing > 0 {
        throw schema.failure(file: path)
      }
      if let range = result.report.unproven.first {
        let place = range.line.flatMap { file.locations(ofLines: [$0]).first }
        throw CommandFailure(
          "state \(range.seqs.lowerBound) can't be rebuilt: \(range.reason)", file: place?.path ?? path,
          line: place?.line,
          advice: "From the next snapshot on they can: try --from-snapshot, or 'reduxlog show'.")
      }
      if result.state == nil, let divergence = result.report.redacted.last {
        throw CommandFailure(
          divergence.warning, file: divergence.path, line: divergence.line,
          advice: "No state can be rebuilt from there to the next snapshot: try --from-snapshot, or a later state.",
          exitCode: .finding)
      }
      return .rebuilt(result.state, nil)
    case .rebuild(let seq, let skipped):
      let file = try JournalFile(path: path, options: options)
      return .rebuilt(try apps.app(of: file).state(at: seq, skipping: skipped, in: file), nil)
    }
  }
}
