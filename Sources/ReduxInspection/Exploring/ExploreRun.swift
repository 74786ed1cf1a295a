package import CommandLineKit
import ReducerIsolation
package import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// Explores an app: makes sessions out of recorded ones, plays them, and looks for what breaks.
///
/// The sessions are numbered, and each depends on its number and the seed alone, or on others of its batch. So the findings don't
/// depend on the machine or the number of threads.
package final class ExploreRun: Sendable {
  /// The sessions that one process makes one after the other, with those that did something new to begin with.
  private static let batchSize = 100
  /// One of so many batches is played again in another process.
  private static let purityInterval = 4

  /// What to explore, and what to look for.
  package struct Plan: Sendable {
    package var source: ExploreSource
    package var sessions: Int
    /// Another tool with the app, whose reducers should lead to the same states.
    package var tool: String?
    /// Conditions that each state should satisfy.
    package var expectations: [Expectation]
    package var options: JournalReader.Options
    package var timeout: Duration?

    package init(
      source: ExploreSource, sessions: Int, against tool: String?, expectations: [Expectation],
      options: JournalReader.Options, timeout: Duration?
    ) {
      self.source = source
      self.sessions = sessions
      self.tool = tool
      self.expectations = expectations
      self.options = options
      self.timeout = timeout
    }
  }

  private let plan: Plan
  /// The folder of the batches' journals.
  private let folder: String
  private let context: CommandContext

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - plan: What to do.
  ///   - folder: An empty folder for journals, which the run removes again.
  ///   - context: The command's, for processes whose output nobody wants to see.
  package init(_ plan: Plan, in folder: String, context: CommandContext) {
    self.plan = plan
    self.folder = folder
    var context = context
    context.reducerStreams = .nothing
    self.context = context
  }

  /// The number of batches.
  package var batches: Int { (plan.sessions + Self.batchSize - 1) / Self.batchSize }

  /// The processes of one thread.
  package struct Processes {
    fileprivate let player: ReducerIsolation
    /// The other tool's, or another process with the same reducers.
    fileprivate let other: ReducerIsolation
  }

  private var words: String { "\(folder)/words.json" }

  /// What the journals show.
  package struct Learned: Sendable {
    /// In lines for people.
    package let explanation: [String]
    package let leftOut: [LeftOutJournal]
    /// The places of the state's collections.
    let collections: Set<String>
  }

  /// Learns from the journals.
  ///
  /// - Throws: `CommandFailure` if nothing can be learned, or a reducer crashes at a recorded action.
  package func learn(_ file: JournalFile) throws -> Learned {
    let job = LearnJob(input: JobInput(file), source: plan.source, output: words)
    switch try ReducerIsolation(in: context, timeout: plan.timeout).perform(job) {
    case .failure(let failure): throw failure.failure
    case .answer(let answer, _):
      guard answer.types == 0 else {
        let journals = plan.source.journals.count - answer.leftOut.count
        let head =
          "learned from \(journals.counted("journal")): \(answer.actions.counted("action")) of \(answer.types.counted("type"))"
        return Learned(
          explanation: [head] + answer.explanation, leftOut: answer.leftOut, collections: answer.collections)
      }
      let reason = answer.leftOut.first.map { "; \($0.path) is left out: \($0.reason)" }
      throw CommandFailure(
        "the journals show no action that can be played again\(reason ?? "")",
        advice: plan.source.only.isEmpty && plan.source.except.isEmpty
          ? "Record sessions with Codable actions and states of today's schema."
          : "Choose other actions with --only and --except.")
    }
  }

  /// Returns the conditions that a recorded state breaks already, with the first such state.
  package func broken(in files: [JournalFile]) throws -> [(expectation: Expectation, path: String, seq: Int)] {
    let isolation = ReducerIsolation(in: context, timeout: plan.timeout)
    return try plan.expectations.compactMap { expectation in
      let inquiry = AssertInquiry(assertions: [.init(mode: .always, expectation: expectation)], isOverSteps: false)
      for file in files {
        do {
          let answer = try isolation.answer(inquiry, about: file, onStep: { _ in })
          if let seq = answer.violations.first?.seq { return (expectation, file.path, seq) }
        } catch is FailedReplay {
          // Its states aren't the recorded ones any more, which 'verify' says.
        }
      }
      return nil
    }
  }

  /// Removes what the run needs.
  package func finish() { Platform.removeFile(words) }

  /// Creates the processes of a thread.
  package func processes() -> Processes {
    Processes(
      player: ReducerIsolation(in: context, timeout: plan.timeout),
      other: ReducerIsolation(in: context, timeout: plan.timeout, tool: plan.tool))
  }

  /// Plays a batch.
  package func play(_ number: Int, by processes: Processes, onStep: (Int) throws -> Void) throws -> PlayedBatch {
    let all = number * Self.batchSize..<min(plan.sessions, (number + 1) * Self.batchSize)
    var played = PlayedBatch()
    var next = all.lowerBound
    while next < all.upperBound {
      let path = "\(folder)/\(number)-\(next).jsonl"
      let job = ExploreJob(
        input: JobInput(path: path, options: plan.options), journal: plan.source.journals[0], words: words,
        seed: plan.source.seed,
        without: plan.source.without, sessions: next..<all.upperBound)
      played.paths.append(path)
      switch try processes.player.perform(job, onStep: onStep) {
      case .answer(let answer, _):
        played.add(answer)
        try check(answer, in: path, isSampled: number % Self.purityInterval == 0, processes, &played)
        next = all.upperBound
      case .failure(let failure):
        // The batch's own report is lost with its process. Its journal isn't.
        let batch = try Self.batch(in: path, from: next, options: plan.options)
        played.add(batch.whole)
        // An action that was finished crashed in the restored copy.
        guard let seq = batch.crashed ?? failure.seq else { throw failure.failure }
        let kind: PlayedBatch.Candidate.Kind = batch.crashed == nil ? .loss : .crash(site: failure.site.map { "\($0)" })
        played.candidates.append(.init(kind: kind, path: path, seq: seq, session: failure.reached))
        try check(batch.whole, in: path, isSampled: false, processes, &played)
        next = max(next, failure.reached) + 1
      }
    }
    return played
  }

  /// What the journal of a crashed process holds: its whole sessions, and the action in flight.
  private static func batch(
    in path: String, from first: Int, options: JournalReader.Options
  ) throws -> (whole: ExploredBatch, crashed: Int?) {
    let file = try JournalFile(path: path, options: options)
    var batch = ExploredBatch()
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() {
      switch entry.record {
      case .snapshot:
        batch.sessions.append(
          .init(number: first + batch.sessions.count, mode: "", first: entry.seq, last: entry.seq))
      case .action(let action):
        batch.actions += 1
        if action.error != nil { batch.refused += 1 }
        if !batch.sessions.isEmpty { batch.sessions[batch.sessions.count - 1].last = entry.seq }
      default: break
      }
    }
    guard case .torn(let torn) = try file.tail, let action = torn.action else { return (batch, nil) }
    return (batch, action.seq)
  }

  // MARK: Oracles

  private func check(
    _ batch: ExploredBatch, in path: String, isSampled: Bool, _ processes: Processes, _ played: inout PlayedBatch
  ) throws {
    for session in batch.sessions {
      guard let seq = session.loss else { continue }
      played.candidates.append(.init(kind: .loss, path: path, seq: seq, session: session.number))
    }
    let file = try JournalFile(path: path, options: plan.options)
    for expectation in plan.expectations {
      let assertion = AssertInquiry.Assertion(mode: .always, expectation: expectation)
      let answer = try processes.player.answer(
        AssertInquiry(assertions: [assertion], isOverSteps: false), about: file, onStep: { _ in })
      if let seq = answer.violations.first?.seq, let session = batch.session(of: seq) {
        played.candidates.append(
          .init(kind: .broken(expectation), path: path, seq: seq, session: session.number))
      }
    }
    guard plan.tool != nil || isSampled else { return }
    try compare(batch, in: file, by: processes.other, &played)
  }

  /// Compares the states with those to which the reducers of another process lead.
  private func compare(
    _ batch: ExploredBatch, in file: JournalFile, by other: ReducerIsolation, _ played: inout PlayedBatch
  ) throws {
    let kind: PlayedBatch.Candidate.Kind = if let tool = plan.tool { .difference(tool: tool) } else { .impurity }
    let hashes: [UInt64]
    do { hashes = try other.answer(HashInquiry(), about: file, onStep: { _ in }).hashes } catch let error
      as FailedReplay
    {
      guard case .crashed(let failure) = error.verification.outcome, let seq = failure.seq,
        let session = batch.session(of: seq)
      else { throw error }
      played.candidates.append(.init(kind: kind, path: file.path, seq: seq, session: session.number))
      return
    }
    var index = 0
    for session in batch.sessions {
      let seqs = session.first...session.last
      defer { index += seqs.count }
      for (offset, seq) in seqs.enumerated() where index + offset < hashes.count {
        guard let hash = try file.entry(settingSeq: seq)?.record.hash, hash.low.byteSwapped != hashes[index + offset]
        else {
          continue
        }
        played.candidates.append(.init(kind: kind, path: file.path, seq: seq, session: session.number))
        break
      }
    }
  }
}

/// What the sessions of a batch did, and what may be wrong in them.
package struct PlayedBatch: Sendable {
  /// A session in which something may be wrong.
  struct Candidate: Sendable {
    enum Kind: Hashable, Sendable {
      /// With the place in the code, if it is known.
      case crash(site: String?)
      case broken(Expectation)
      case difference(tool: String)
      case loss
      case impurity
    }

    let kind: Kind
    let path: String
    /// The seq of the state, or of the action in flight.
    let seq: Int
    /// The number of the session.
    let session: Int
  }

  package fileprivate(set) var sessions = 0
  package fileprivate(set) var actions = 0
  package fileprivate(set) var refused = 0
  package fileprivate(set) var undecodable = 0
  var candidates: [Candidate] = []
  /// The journals.
  var paths: [String] = []

  fileprivate mutating func add(_ batch: ExploredBatch) {
    sessions += batch.sessions.count
    actions += batch.actions
    refused += batch.refused
    undecodable += batch.undecodable
  }
}

extension ExploredBatch {
  /// The session with a state.
  fileprivate func session(of seq: Int) -> Session? { sessions.first { ($0.first...$0.last).contains(seq) } }
}
