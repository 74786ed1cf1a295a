package import CommandLineKit
import ReducerIsolation
package import ReduxInspection
package import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// Explores an app: makes sessions out of recorded ones, plays them, and looks for what breaks.
///
/// The sessions are numbered, and each depends on its number and the seed alone. So the findings don't depend on the machine or
/// the number of threads.
package final class ExploreRun: Sendable {
  /// The sessions that one process makes one after the other.
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
    /// Conditions that held in all recorded states, and may be no rules of the app.
    package var suspicions: [Expectation] = []
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

    /// How to read the made journals, which have no key.
    package var madeOptions: JournalReader.Options { JournalReader.Options(maximumLineBytes: options.maximumLineBytes) }
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
  ///   - context: The command's. The reducers' processes print nothing.
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
    let words: ActionVocabulary

    /// What was learned, in lines for people.
    package var explanation: [String] { words.explanation }
    /// The paths of journals whose states can't be rebuilt.
    package var unknown: [String] { words.unknown }
    /// A warning for each journal of an older schema with an action that can't be upgraded.
    package var unreadable: [(path: String, message: String)] {
      words.unreadable.map { ($0.path, "\($0.type) can't be upgraded, and is left out: \($0.reason)") }
    }
    /// What held in the states that were looked at, and may be rules of the app.
    package var rules: [Expectation] { words.rules.map { Expectation(.expression($0), at: nil) } }
  }

  /// Learns from the journals.
  ///
  /// - Throws: `UnusableTool`; `CommandFailure` if nothing can be learned, or a reducer crashes at a recorded action.
  package func learn(_ file: JournalFile) throws -> Learned {
    if let tool = plan.tool { try ReducerIsolation(in: context, timeout: nil, tool: tool).start() }
    let job = LearnJob(input: JobInput(file), source: plan.source, output: words)
    switch try ReducerIsolation(in: context, timeout: plan.timeout).perform(job) {
    case .failure(let failure): throw failure.failure
    case .answer(let types, _):
      let learned = Learned(words: try ActionVocabulary(readingFrom: words))
      if types > 0 { return learned }
      if let first = learned.unreadable.first { throw CommandFailure(first.message, file: first.path) }
      let only = plan.source.only.joined(separator: ", ")
      throw CommandFailure(
        "the journals show no action \(only.isEmpty ? "" : "of the type \(only) ")that can be played again",
        advice: plan.source.only.isEmpty && plan.source.except.isEmpty
          ? "Record sessions in which actions occur, with Codable actions and states."
          : "Choose other actions with --only and --except. Without both, --explain lists the types.")
    }
  }

  /// Finds the conditions that a recorded state breaks already.
  ///
  /// - Parameters:
  ///   - expectations: The conditions.
  ///   - files: The journals that were learned from.
  /// - Returns: The conditions, each with the first such state, and the queries that select nothing in any state looked at.
  /// - Throws: Errors of reading, and of the conditions.
  package func broken(
    _ expectations: [Expectation], in files: [JournalFile]
  ) throws -> (conditions: [(expectation: Expectation, path: String, seq: Int)], emptyQueries: Set<String>) {
    let isolation = ReducerIsolation(in: context, timeout: plan.timeout)
    var left = expectations
    var broken: [(expectation: Expectation, path: String, seq: Int)] = []
    var emptyQueries: Set<String>?
    for file in files where !left.isEmpty {
      guard try file.firstStateSeq != nil else { continue }
      do {
        // Today's reducers may lead to other states than the recorded ones.
        let answer = try isolation.answer(BreachInquiry(conditions: left), about: file, onStep: { _ in })
        emptyQueries = emptyQueries?.intersection(answer.emptyQueries) ?? answer.emptyQueries
        for (expectation, seq) in zip(left, answer.seqs) {
          if let seq { broken.append((expectation, file.path, seq)) }
        }
        left.removeAll { one in broken.contains { $0.expectation == one } }
      } catch let error as FailedReplay {
        // Its states can't be rebuilt.
        if case .crashed = error.verification.outcome { throw error }
      }
    }
    return (broken, emptyQueries ?? [])
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
    let end = min(plan.sessions, (number + 1) * Self.batchSize)
    var batch = PlayedBatch()
    var next = number * Self.batchSize
    while next < end {
      let path = "\(folder)/\(number)-\(next).jsonl"
      let job = ExploreJob(
        input: JobInput(path: path, options: plan.madeOptions), words: words, source: plan.source,
        expectations: plan.expectations, suspicions: plan.suspicions, sessions: next..<end)
      batch.paths.append(path)
      let result = try processes.player.perform(job, onStep: onStep)
      let file = try JournalFile(path: path, options: plan.madeOptions)
      let made = try MadeSessions(in: file, from: next)
      batch.add(made)
      switch result {
      case .answer(let answer, _):
        batch.undecodable += answer.undecodable
        if let last = answer.unencodable {
          batch.candidates.append(.init(kind: .loss, path: path, seq: last.seq, session: last.session))
        }
        next = answer.unencodable.map { $0.session + 1 } ?? end
      case .failure(let failure):
        if let seq = made.inFlight, failure.isReducing {
          batch.candidates.append(
            .init(kind: .crash(site: failure.site.map { "\($0)" }), path: path, seq: seq, session: failure.reached))
        } else if failure.isReducing, let seq = failure.seq {
          // The action itself returned: the restored copy didn't.
          batch.candidates.append(.init(kind: .loss, path: path, seq: seq, session: failure.reached))
        } else {
          batch.noteEnd(failure)
        }
        next = max(next, failure.reached) + 1
      }
      try check(made, in: file, isSampled: number % Self.purityInterval == 0, processes, &batch)
    }
    return batch
  }

  // MARK: Oracles

  private func check(
    _ made: MadeSessions, in file: JournalFile, isSampled: Bool, _ processes: Processes, _ batch: inout PlayedBatch
  ) throws {
    for session in made.sessions {
      var found: [(kind: PlayedBatch.Candidate.Kind, seq: Int)] = []
      if let seq = session.loss { found.append((.loss, seq)) }
      if let seq = session.inequality { found.append((.inequality, seq)) }
      found += session.breaches.compactMap { number, seq in kind(ofBreach: number).map { ($0, seq) } }
      for (kind, seq) in found {
        batch.candidates.append(.init(kind: kind, path: file.path, seq: seq, session: session.number))
      }
    }
    // This process has nothing to compare itself with.
    guard plan.tool != nil || isSampled && context.isolatesReducers else { return }
    try compare(made, in: file, by: processes.other, &batch)
  }

  /// The kind of a condition by the number that an `ExploreJob` gives it.
  private func kind(ofBreach number: Int) -> PlayedBatch.Candidate.Kind? {
    let (expectations, suspicions) = (plan.expectations, plan.suspicions)
    if expectations.indices.contains(number) { return .broken(expectations[number]) }
    let place = number - expectations.count
    return suspicions.indices.contains(place) ? .suspicious(suspicions[place]) : nil
  }

  /// Compares the states with those to which the reducers of another process lead.
  private func compare(
    _ made: MadeSessions, in file: JournalFile, by other: ReducerIsolation, _ batch: inout PlayedBatch
  ) throws {
    let kind: PlayedBatch.Candidate.Kind = if let tool = plan.tool { .difference(tool: tool) } else { .impurity }
    let hashes: [UInt64]
    do { hashes = try other.answer(HashInquiry(), about: file, onStep: { _ in }).hashes } catch let error
      as FailedReplay
    {
      switch error.verification.outcome {
      case .crashed(let failure):
        guard let seq = failure.seq, let session = made.sessions.first(where: { $0.seqs.contains(seq) }) else {
          throw error
        }
        if plan.tool == nil, case .hung = failure.fate {
          // These reducers returned in time in the first process. The machine is busy.
          batch.uncompared += made.sessions.count
          return
        }
        batch.candidates.append(.init(kind: kind, path: file.path, seq: seq, session: session.number))
        batch.uncompared += made.sessions.count - 1
      case .diverged, .failed, .impure:
        if let tool = plan.tool {
          throw CommandFailure(
            "\(tool) restores the app's initial state as another one",
            advice: "Builds with states of different shapes can't be compared: raise the app's schema version.")
        }
        // An impure reducer, which only this process sees.
        if let session = made.sessions.first {
          batch.candidates.append(
            .init(kind: kind, path: file.path, seq: session.seqs.upperBound, session: session.number))
        }
      default: throw error
      }
      return
    } catch let failure as CommandFailure {
      guard let tool = plan.tool, failure.exitCode == .reducer else { throw failure }
      // It names the made sessions, and its advice is about this tool.
      throw CommandFailure(
        "\(tool) can't play the sessions: \(failure.message)",
        advice: "Pass a tool with the reducers of the app to --against.", exitCode: failure.exitCode)
    }
    var index = 0
    for session in made.sessions {
      defer { index += session.seqs.count }
      let difference = session.hashes.enumerated().first { offset, hash in
        guard let hash, index + offset < hashes.count else { return false }
        // The inquiry has the first half of each hash.
        return hash.low.byteSwapped != hashes[index + offset]
      }
      if let seq = difference.map({ session.seqs.lowerBound + $0.offset }) {
        batch.candidates.append(.init(kind: kind, path: file.path, seq: seq, session: session.number))
      }
    }
  }
}

/// What the journal of a process says that it has played.
private struct MadeSessions {
  struct Session {
    let number: Int
    var seqs: ClosedRange<Int>
    /// The hash of each state, where the journal has one.
    var hashes: [StateHash?]
    /// The seq of the first action that a restored state didn't survive.
    var loss: Int?
    /// The seq of the first action before which a restored state wasn't equal.
    var inequality: Int?
    /// The numbers of the conditions that it breaks, each with the seq of the first state that does.
    var breaches: [(number: Int, seq: Int)] = []
  }

  private(set) var sessions: [Session] = []
  private(set) var actions = 0
  private(set) var refused = 0
  /// The seq of an action whose reducer didn't return.
  private(set) var inFlight: Int?

  init(in file: JournalFile, from first: Int) throws {
    let reader = try file.entries(fromOffset: 0)
    while let line = try reader.nextLine() {
      switch line.content {
      case .record(.snapshot(let snapshot)):
        sessions.append(Session(number: first + sessions.count, seqs: line.seq...line.seq, hashes: [snapshot.hash]))
      case .action(let action): add(line.seq, action.hash, isRefused: action.error != nil)
      case .record(.action(let action)): add(line.seq, action.hash, isRefused: action.error != nil)
      case .record(.mark(let mark)) where !sessions.isEmpty:
        let last = sessions.count - 1
        switch mark.name {
        case SessionPlayerMark.loss: sessions[last].loss = line.seq
        case SessionPlayerMark.inequality: sessions[last].inequality = line.seq
        case SessionPlayerMark.breach:
          if let number = mark.text.flatMap({ Int($0) }) { sessions[last].breaches.append((number, line.seq)) }
        default: break
        }
      default: break
      }
    }
    if case .torn(let torn) = try file.tail { inFlight = torn.action?.seq }
  }

  private mutating func add(_ seq: Int, _ hash: StateHash?, isRefused: Bool) {
    guard let last = sessions.indices.last else { return }
    actions += 1
    if isRefused { refused += 1 }
    sessions[last].seqs = sessions[last].seqs.lowerBound...seq
    sessions[last].hashes.append(hash)
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
      /// A condition that held in all recorded states.
      case suspicious(Expectation)
      case difference(tool: String)
      case loss
      /// A restored state that isn't equal by `==`, though its JSON is the same.
      case inequality
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
  /// The sessions that ended their process outside of a reducer, such as in an `init(from:)`, in `==` or in a check.
  package fileprivate(set) var ended = 0
  /// How the first process ended outside of a reducer.
  fileprivate(set) var firstEnd: String?
  /// The sessions that weren't compared, because the other process crashed, or didn't return in time, in another one.
  fileprivate(set) var uncompared = 0
  fileprivate(set) var candidates: [Candidate] = []
  /// The journals.
  fileprivate(set) var paths: [String] = []

  fileprivate mutating func noteEnd(_ failure: ReducerFailure) {
    ended += 1
    firstEnd = firstEnd ?? failure.cause
  }

  fileprivate mutating func add(_ made: MadeSessions) {
    sessions += made.sessions.count
    actions += made.actions
    refused += made.refused
  }
}
