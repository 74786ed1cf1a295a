package import CommandLineKit
import ReducerIsolation
package import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// Something that is wrong in made sessions, with the few actions that show it.
package struct ExploreFinding: Sendable {
  /// Where the payloads of its actions come from. The raw values are names in JSON documents.
  package enum Payloads: String, Sendable {
    /// Each was recorded.
    case recorded
    /// Each of their texts and numbers was recorded at its place.
    case recombined
    /// Some values weren't recorded.
    case new
  }

  /// The oracle that saw it.
  package let kind: ExploreResult.Kind
  /// What is wrong, in a sentence.
  package let sentence: String
  /// The type of the action after which it shows.
  package let type: String?
  /// The place in the state, where it has one.
  package let place: String?
  /// The number of sessions in which actions of this type failed in this way, those after the first ones at any place.
  package fileprivate(set) var sessions = 1
  /// The number of the first of them.
  package let session: Int
  /// The journal of the few actions.
  package let path: String
  package let actions: Int
  package let payloads: Payloads
  /// Whether leaving out any other action makes it go away.
  package let isMinimal: Bool
}

/// Collects what the batches of a run found, in their order, and makes it small.
package struct ExploreFindings {
  private static let mostFindings = 50
  private static let mostSuspicions = 10
  private static let mostUnconfirmed = 5
  /// A set of two has the same order in half of the processes.
  private static let purityTries = 8
  /// A reducer that doesn't return within its time limit may be slow, or the machine busy. So many times the limit decides.
  private static let patience = 10

  private let plan: ExploreRun.Plan
  /// The folder for journals.
  private let folder: String
  private let context: CommandContext
  private struct Recorded: Hashable {
    let label: String
    let payload: JSONValue
  }

  private struct RecordedScalar: Hashable {
    let label: String
    let place: String
    let value: JSONValue
  }

  private let recorded: Set<Recorded>
  private let recordedScalars: Set<RecordedScalar>
  /// When to stop making findings small; `nil` for never.
  private let deadline: ContinuousClock.Instant?
  private let collections: Set<String>
  /// The last finding of each kind and type as it was noticed.
  private var lastFindings: [String: Int] = [:]
  /// How many candidates failed again, and how many didn't, by kind and type.
  private var confirmed: [String: Int] = [:]
  private var unconfirmedTries: [String: Int] = [:]
  /// The conditions that the app's initial state breaks.
  package private(set) var brokenAtFirst: [Expectation] = []
  /// The number of conditions that a recorded state breaks.
  private let brokenBefore: Int
  /// The number of conditions that are broken without any made action, and aren't judged.
  package var leftOut: Int { brokenBefore + brokenAtFirst.count }
  /// The sessions that weren't compared, because the other process crashed, or didn't return in time, in one of their batch.
  package private(set) var uncompared = 0
  /// The places of findings, by kind and type, and the findings' indexes.
  private var places: [String: (places: VaryingPlaces, findings: [Int])] = [:]
  package private(set) var findings: [ExploreFinding] = []
  /// What is wrong.
  package var errors: [ExploreFinding] { findings.filter { $0.kind != .suspicion } }
  /// What may be wrong.
  package var suspicions: [ExploreFinding] { findings.filter { $0.kind == .suspicion } }
  package private(set) var sessions = 0
  package private(set) var actions = 0
  package private(set) var refused = 0
  package private(set) var undecodable = 0
  /// The candidates that didn't fail again.
  package private(set) var unconfirmed = 0
  /// The sessions that ended their process outside of a reducer.
  package private(set) var ended = 0
  /// How the first process ended outside of a reducer.
  package private(set) var firstEnd: String?
  /// The candidates that weren't looked at, because there were enough findings.
  package private(set) var ignored = 0

  package init(
    _ plan: ExploreRun.Plan, _ learned: ExploreRun.Learned, in folder: String, until deadline: ContinuousClock.Instant?,
    brokenBefore: Int, context: CommandContext
  ) {
    self.brokenBefore = brokenBefore
    self.deadline = deadline
    collections = learned.words.collections
    self.plan = plan
    self.folder = folder
    var context = context
    // Each try that crashes would print Swift's message.
    context.reducerStreams = .nothing
    self.context = context
    var recorded: Set<Recorded> = []
    var scalars: Set<RecordedScalar> = []
    for action in learned.words.sessions.joined() {
      let label = learned.words.words[action.word].label
      guard recorded.insert(Recorded(label: label, payload: action.payload)).inserted else { continue }
      action.payload.forEachScalar { place, value in
        scalars.insert(RecordedScalar(label: label, place: place, value: value))
      }
    }
    self.recorded = recorded
    recordedScalars = scalars
  }

  /// Adds a batch, and removes its journals.
  package mutating func add(_ batch: PlayedBatch) throws {
    defer { batch.paths.forEach(Platform.removeFile) }
    sessions += batch.sessions
    actions += batch.actions
    refused += batch.refused
    undecodable += batch.undecodable
    ended += batch.ended
    firstEnd = firstEnd ?? batch.firstEnd
    uncompared += batch.uncompared
    for candidate in batch.candidates { try add(candidate) }
  }

  /// Whether there are enough findings of a kind.
  private func isFull(_ kind: ExploreResult.Kind) -> Bool {
    kind == .suspicion ? suspicions.count >= Self.mostSuspicions : errors.count >= Self.mostFindings
  }

  private mutating func add(_ candidate: PlayedBatch.Candidate) throws {
    let file = try JournalFile(path: candidate.path, options: plan.madeOptions)
    let type = try Self.type(of: candidate.seq, in: file)
    var kind = candidate.kind
    // The state before any action can't be made small, and says nothing about the reducers.
    if type == nil, case .broken(let expectation) = kind {
      if !brokenAtFirst.contains(expectation) { brokenAtFirst.append(expectation) }
      return
    }
    let key = group(kind, type)
    guard confirmed[key, default: 0] < kind.mostConfirmed, unconfirmedTries[key, default: 0] < Self.mostUnconfirmed
    else {
      if let last = lastFindings[key] { findings[last].sessions += 1 } else { ignored += 1 }
      return
    }
    guard !isFull(kind.name) else {
      ignored += 1
      return
    }
    let smaller: Small?
    do { smaller = try minimized(candidate, in: file) } catch let error as FailedReplay {
      // A condition's code may crash in a state that this search makes. Otherwise the same reducers lead elsewhere.
      let isCrash = if case .crashed = error.verification.outcome { true } else { false }
      if !isCrash { kind = .impurity }
      smaller = nil
    }
    guard let small = smaller else {
      if kind == .impurity {
        confirmed[key, default: 0] += 1
        try report(candidate, whole: file, type, group(kind, type))
        lastFindings[key] = places[group(kind, type)]?.findings.last
      } else {
        unconfirmedTries[key, default: 0] += 1
        unconfirmed += 1
      }
      return
    }
    confirmed[key, default: 0] += 1
    switch kind {
    case .difference, .loss, .inequality:
      // What an impure reducer draws anew differs in any comparison.
      if try isImpure(small, in: file) { kind = .impurity }
    case .crash, .broken, .suspicious, .impurity: break
    }
    let (found, sentence) = words(for: kind, small.found)
    let place = try found.map(general)
    // Impure reducers differ at other places each time.
    let pointer = kind == .impurity ? nil : try place.map { try JSONPointer($0) }
    let shown = try self.type(of: small, as: kind, in: file, noticed: type)
    let group = group(kind, shown)
    defer { lastFindings[key] = places[group]?.findings.last }
    guard !isKnown(pointer, in: group) else { return }
    let path = try write(small, as: kind, in: file)
    try add(
      ExploreFinding(
        kind: kind.name, sentence: sentence, type: kind.name == .suspicion ? try lastType(in: path) : shown,
        place: place, session: candidate.session, path: path, actions: small.found.seqs.count,
        payloads: payloads(in: path),
        isMinimal: small.found.ending == .minimal), at: pointer, in: group)
    if small.found.ending == .interrupted { throw Interrupted() }
  }

  /// What tells findings apart, beside their places.
  private func group(_ kind: PlayedBatch.Candidate.Kind, _ type: String?) -> String {
    // A suspicion is the same, whichever type of action breaks it, and so is a property that isn't encoded.
    let type = kind.name == .suspicion || kind == .inequality ? nil : type
    return "\(kind.name.rawValue)\n\(kind.detail)\n\(type ?? "")"
  }

  /// Whether there is a finding at a place, which then has one more session.
  private mutating func isKnown(_ pointer: JSONPointer?, in group: String) -> Bool {
    guard let index = places[group]?.places.index(of: pointer), let finding = places[group]?.findings[index] else {
      return false
    }
    findings[finding].sessions += 1
    return true
  }

  private mutating func add(_ finding: ExploreFinding, at pointer: JSONPointer?, in group: String) {
    places[group, default: (VaryingPlaces(), [])].places.append(pointer)
    places[group]?.findings.append(findings.count)
    findings.append(finding)
  }

  /// A place with `*` for the keys of collections.
  private func general(_ place: String) throws -> String {
    try JSONPointer(place).tokens.reduce(JSONPointer.root) { pointer, token in
      pointer.appending(collections.contains(pointer.description) ? "*" : token)
    }.description
  }

  private static func type(of seq: Int, in file: JournalFile) throws -> String? {
    if let action = try file.actionInFlight(seq) { return action.type }
    guard case .action(let action)? = try file.entry(settingSeq: seq)?.record else { return nil }
    return action.type
  }

  /// The type of the action after which a state loses something, which may be noticed later; `nil` for the first state, and where the
  /// type doesn't matter.
  private func type(
    of small: Small, as kind: PlayedBatch.Candidate.Kind, in file: JournalFile, noticed type: String?
  ) throws -> String? {
    switch small.found.evidence {
    case .loss(_, _, let isFirstState) where kind == .loss:
      isFirstState ? nil : try small.found.seqs.last.flatMap { try Self.type(of: $0, in: file) }
    case .loss where kind == .inequality: nil
    case .loss, .crash, .bisected, .divergence: type
    }
  }

  /// The type of a journal's last action. A suspicion may be noticed some actions after it became true.
  private func lastType(in path: String) throws -> String? {
    let file = try JournalFile(path: path, options: plan.madeOptions)
    return try file.lastStateSeq.flatMap { try Self.type(of: $0, in: file) }
  }

  // MARK: Making small

  private typealias Small = (found: MinimizedHistory, target: Int)

  /// The few actions that fail in the same way, in a process of their own; `nil` if the session doesn't fail again.
  private func minimized(_ candidate: PlayedBatch.Candidate, in file: JournalFile) throws -> Small? {
    let isolation = ReducerIsolation(in: context, timeout: plan.timeout)
    let run = try MinimizeRun(
      file: file, symptom: candidate.kind.symptom, target: candidate.seq, isolation: isolation, context: context,
      findsTimeout: false, shrinksPayloads: true, deadline: deadline)
    let small: Small
    do { small = (try run.run(), candidate.seq) } catch is CommandFailure { return nil } catch is ReplayError {
      return nil
    }
    if case .crash(let failure) = small.found.evidence, case .hung(let limit) = failure.fate {
      guard try failsToReturn(small, in: file, within: limit * Self.patience) else { return nil }
    }
    return small
  }

  /// Whether the few actions, alone on the machine as far as this command goes, don't return within a longer time.
  private func failsToReturn(_ small: Small, in file: JournalFile, within limit: Duration) throws -> Bool {
    let trial = StatesTrial(input: JobInput(file), target: small.target, part: part(of: small))
    if case .failure = try ReducerIsolation(in: context, timeout: limit).perform(trial) { return true }
    return false
  }

  private func part(of small: Small) -> TriedPart {
    TriedPart(
      ActionSubset(prefix: small.found.seqs.count, rest: []), of: small.found.seqs, from: small.found.start,
      with: small.found.payloads)
  }

  /// Whether the few actions lead to other states in another process with the same reducers.
  private func isImpure(_ small: Small, in file: JournalFile) throws -> Bool {
    let part = part(of: small)
    var first: String?
    for _ in 0..<Self.purityTries {
      let isolation = ReducerIsolation(in: context, timeout: plan.timeout)
      let trial = StatesTrial(input: JobInput(file), target: small.target, part: part)
      guard case .answer(let states, _) = try isolation.perform(trial), let state = states?.after else { return false }
      if let first, try MinimizeRun.firstDifference(of: first, and: state, in: file, context) != nil { return true }
      first = first ?? state
    }
    return false
  }

  private func write(_ small: Small, as kind: PlayedBatch.Candidate.Kind, in file: JournalFile) throws -> String {
    let path = self.path(of: kind)
    var actions = try context.apps.app(of: file).tries(to: small.target, in: file)
    try write(
      &actions, small.found.seqs, from: small.found.start, with: small.found.payloads, crashes: kind.name == .crash,
      to: path)
    return path
  }

  private func write(
    _ actions: inout any AppTries, _ seqs: [Int], from start: Int, with payloads: [Int: JSONValue], crashes: Bool,
    to path: String
  ) throws {
    let writer = try JournalWriter.open(
      path: path, durability: .buffered(bytes: 1 << 20), maximumLineBytes: plan.madeOptions.maximumLineBytes)
    try actions.write(seqs, from: start, with: payloads, crashes: crashes, to: writer)
    try writer.close()
  }

  private func path(of kind: PlayedBatch.Candidate.Kind) -> String {
    // Suspicions are listed after all others, with numbers of their own.
    let number = 1 + findings.count { ($0.kind == .suspicion) == (kind.name == .suspicion) }
    return "\(folder)/\(number)-\(kind.name.rawValue).jsonl"
  }

  /// Reports an impure session that can't be made small: two runs of an impure reducer seldom differ in the same way.
  private mutating func report(
    _ candidate: PlayedBatch.Candidate, whole file: JournalFile, _ type: String?, _ group: String
  ) throws {
    guard !isKnown(nil, in: group) else { return }
    var actions = try context.apps.app(of: file).tries(to: candidate.seq, in: file)
    let listing = try actions.listing(onStep: { _ in })
    let path = self.path(of: .impurity)
    try write(&actions, listing.seqs, from: listing.start, with: [:], crashes: false, to: path)
    try add(
      ExploreFinding(
        kind: .impurity, sentence: Self.impure, type: type, place: nil, session: candidate.session, path: path,
        actions: listing.seqs.count, payloads: payloads(in: path), isMinimal: false), at: nil, in: group)
  }

  private func payloads(in path: String) throws -> ExploreFinding.Payloads {
    let reader = try JournalFile(path: path, options: plan.madeOptions).entries(fromOffset: 0)
    var payloads = ExploreFinding.Payloads.recorded
    while let entry = try reader.next() {
      guard case .action(let action) = entry.record,
        !recorded.contains(Recorded(label: action.type, payload: action.action.value))
      else { continue }
      if payloads == .recorded { payloads = .recombined }
      action.action.value.forEachScalar { place, value in
        let scalar = RecordedScalar(label: action.type, place: place, value: value)
        if !recordedScalars.contains(scalar) { payloads = .new }
      }
    }
    return payloads
  }

  // MARK: Words

  private static let impure = "the same actions lead to another state in another process"

  private func words(
    for kind: PlayedBatch.Candidate.Kind, _ found: MinimizedHistory
  ) -> (place: String?, sentence: String) {
    switch found.evidence {
    case .crash(let failure): (nil, failure.cause)
    case .divergence(let difference):
      (difference.place, kind == .impurity ? Self.impure : difference.sentence)
    case .loss(let place, let sentence, _):
      (place, kind == .impurity ? Self.impure : sentence ?? RestoredLoss.restored("is another one"))
    case .bisected:
      switch kind {
      case .broken(let expectation): (nil, expectation.failure)
      case .suspicious(let expectation): (nil, "\(expectation.text) held in all recorded states")
      case .crash, .difference, .loss, .inequality, .impurity: (nil, "a condition fails")
      }
    }
  }
}

extension ExploreFindings {
  /// What a job of a batch found.
  ///
  /// - Parameters:
  ///   - path: The path of the job.
  ///   - seed: Its seed.
  ///   - app: The app's name.
  ///   - keepsJournals: Whether the findings' journals stay.
  ///   - warnings: What the job warns of.
  /// - Returns: What the job's line says.
  package func result(
    path: String, seed: Int, app: String, keepsJournals: Bool, warnings: [Verification.Warning]
  ) -> ExploreResult {
    ExploreResult(
      path: path, seed: seed, app: app, sessions: sessions, actions: actions, uncompared: uncompared, ended: ended,
      leftOut: leftOut,
      findings: findings.map {
        ExploreResult.Finding(
          kind: $0.kind, type: $0.type, place: $0.place, message: $0.sentence, actions: $0.actions,
          journal: keepsJournals ? $0.path : nil)
      },
      warnings: warnings)
  }
}

extension ProcessDifference {
  fileprivate var sentence: String {
    switch self {
    case .place: "the builds differ"
    case .noReturn: "only this build's reducer returns"
    case .unencodable: "only this build's state can be encoded"
    }
  }
}

extension PlayedBatch.Candidate.Kind {
  fileprivate var name: ExploreResult.Kind {
    switch self {
    case .crash: .crash
    case .broken: .check
    case .suspicious: .suspicion
    case .difference: .difference
    case .loss, .inequality: .loss
    case .impurity: .impurity
    }
  }

  /// What tells it from others of its name.
  fileprivate var detail: String {
    switch self {
    case .crash(let site): site ?? ""
    case .broken(let expectation), .suspicious(let expectation): expectation.text
    case .inequality: "=="
    case .difference, .loss, .impurity: ""
    }
  }

  /// The sessions that are made small. A crash at one place in the code is one crash.
  fileprivate var mostConfirmed: Int {
    switch name {
    case .crash, .suspicion: 1
    case .difference, .check, .loss, .impurity: 3
    }
  }

  fileprivate var symptom: Symptom {
    switch self {
    case .crash: .crash
    case .broken(let expectation), .suspicious(let expectation): .condition(expectation)
    case .difference(let tool): .divergence(tool: tool)
    case .loss: .restoring
    case .inequality: .inequality
    case .impurity: .impurity
    }
  }
}
