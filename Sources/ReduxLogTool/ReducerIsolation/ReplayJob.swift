import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateCoding

/// Work that calls an app's reducers, in a form that can be sent to another process.
struct ReplayJob: Codable, Hashable, Sendable {
  /// The task for a journal.
  enum Task: Codable, Hashable, Sendable {
    /// Check and prove all of it.
    case verify
    /// Replay it up to a seq, checking every step.
    case replay(to: Int, fromSnapshot: Bool)
    /// Replay it up to a seq, perhaps with other actions, checking nothing.
    case rebuild(seq: Int, with: ActionEdits)
    /// Answer a question about many states.
    case answer(Inquiry)
    /// Look at states, near those of the last look.
    case look(StateLook)
    /// Try some of the actions that lead to a state.
    case trial(Trial)
  }

  var path: String
  let task: Task
  let maximumLineBytes: Int
  /// The key, which only this process's child receives.
  private let keyWords: [UInt64]?
  /// Whether to accept divergences that redaction may explain.
  let acceptsRedacted: Bool
  /// Whether to accept states that have changed shape.
  let acceptsSchema: Bool
  /// Whether to accept states that can't be proven.
  let acceptsUnproven: Bool
  /// Whether to continue after a divergence.
  var keepsGoing: Bool
  /// The pointers at which states may differ.
  let ignored: [String]
  /// The seq of the first action that must not be reduced with other values in place of redacted ones; `nil` for none.
  var firstUnvaried: Int?
  /// The number of threads that may share the work.
  var threads: Int

  init(
    path: String, _ task: Task, options: JournalReader.Options, acceptsRedacted: Bool = false,
    acceptsSchema: Bool = false, acceptsUnproven: Bool = false, keepsGoing: Bool = false,
    ignored: [RedactionRules.Pointer] = [], threads: Int
  ) {
    self.path = path
    self.task = task
    maximumLineBytes = options.maximumLineBytes
    keyWords = options.key?.words
    self.acceptsRedacted = acceptsRedacted
    self.acceptsSchema = acceptsSchema
    self.acceptsUnproven = acceptsUnproven
    self.keepsGoing = keepsGoing
    self.ignored = ignored.map(\.description)
    self.threads = threads
  }

  var options: JournalReader.Options {
    JournalReader.Options(maximumLineBytes: maximumLineBytes, key: keyWords.flatMap(JournalKey.init(words:)))
  }

  /// The job without other values in place of redacted ones from an action on.
  func varying(before seq: Int) -> ReplayJob {
    var job = self
    job.firstUnvaried = seq
    return job
  }

  /// Whether an action may be reduced with other values in place of redacted ones.
  func varies(_ seq: Int) -> Bool { firstUnvaried.map { seq < $0 } ?? true }

  private var search: DivergenceSearch {
    DivergenceSearch(
      keepingGoing: keepsGoing, ignoring: ignored.compactMap { try? RedactionRules.Pointer(parsing: $0) },
      passingSecrets: true, varyingBefore: firstUnvaried)
  }

  /// Does the job in this process.
  ///
  /// - Parameters:
  ///   - apps: The apps with their reducers.
  ///   - looked: The journal of the last look.
  ///   - tried: The journal of the last try.
  ///   - onStep: Called from time to time with the seq up to which everything is done.
  /// - Returns: The reply, and the state as JSON text if the reply has one.
  /// - Throws: The errors of `onStep`; errors of the job are replies.
  func perform(
    with apps: AppCatalog, looking looked: LookedJournal, trying tried: TriedJournal, onStep: (Int) throws -> Void
  ) throws -> (reply: ReplayReply, state: [UInt8]?) {
    do {
      switch task {
      case .verify:
        let verifier = Verifier(
          apps: apps, replays: true, options: options, acceptsRedacted: acceptsRedacted,
          acceptsSchema: acceptsSchema, acceptsUnproven: acceptsUnproven, search: search, jobs: threads)
        return (.verified(try verifier.verify(path, onRecord: onStep)), nil)
      case .replay(let seq, let fromSnapshot):
        let file = try JournalFile(path: path, options: options)
        let result = try apps.appOrPatches(of: file).replay(
          file, to: seq, fromSnapshot: fromSnapshot, DivergenceSearch(varyingBefore: firstUnvaried), jobs: threads,
          onStep: onStep)
        if let divergence = result.report.divergence ?? (acceptsRedacted ? nil : result.report.redacted.first) {
          return (.rebuilt(hasState: false, divergence: divergence), nil)
        }
        if let failure = failure(of: result.report, hasState: result.state != nil, in: file) { throw failure }
        return (.rebuilt(hasState: result.state != nil, divergence: nil), result.state)
      case .rebuild(let seq, let edits):
        let file = try JournalFile(path: path, options: options)
        let state = try apps.app(of: file).state(at: seq, with: edits, in: file)
        return (.rebuilt(hasState: true, divergence: nil), state)
      case .answer(let inquiry):
        let file = try JournalFile(path: path, options: options)
        return (.answered(try inquiry.answer(file, apps, onStep: onStep)), nil)
      case .look(let look):
        return try looked.answer(look, about: path, options: options, with: apps, onStep: onStep)
      case .trial(let trial):
        return (.tried(try tried.answer(trial, about: path, options: options, with: apps, onStep: onStep)), nil)
      }
    } catch {
      guard let reply = ReplayReply(error) else { throw error }
      return (reply, nil)
    }
  }

  /// The reason why a replay without divergence has not proven its state; `nil` if it has.
  private func failure(of report: VerifyReport, hasState: Bool, in file: JournalFile) -> CommandFailure? {
    if report.hasReshapedStates, !acceptsSchema || report.differing > 0 { return report.schemaFailure(file: path) }
    if let range = hasState && acceptsUnproven ? nil : report.unproven.first {
      let place = range.line.flatMap { file.locations(ofLines: [$0]).first }
      let seq = range.seqs.lowerBound
      let advice =
        hasState
        ? "A later snapshot holds the state: add --from-snapshot, or accept the gap with --allow-unproven."
        : "No snapshot follows it before the state: add --skip \(seq) to replay without this action, or record with states: .patches."
      return CommandFailure(
        "state \(seq) can't be rebuilt: \(range.reason)", file: place?.path ?? path, line: place?.line, advice: advice)
    }
    if !hasState, let divergence = report.redacted.last {
      return CommandFailure(
        divergence.warning, file: divergence.path, line: divergence.line,
        advice: "No state can be rebuilt from there to the next snapshot: try --from-snapshot, or a later state.",
        exitCode: .finding)
    }
    return nil
  }
}
