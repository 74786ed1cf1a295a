package import CommandLineKit
import ReducerIsolation
import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// Something that is wrong in made sessions, with the few actions that show it.
package struct ExploreFinding: Sendable {
  /// The oracle that saw it. The raw value is its name in JSON documents and in files' names.
  package enum Kind: String, Sendable {
    case crash, difference, check, loss, impurity
  }

  package let kind: Kind
  /// What is wrong, in a sentence.
  package let sentence: String
  /// The type of the action after which it shows.
  package let type: String?
  /// The place in the state, where it has one.
  package let place: String?
  /// The number of sessions in which actions of this type failed in this way.
  package fileprivate(set) var sessions = 1
  /// The number of the first of them.
  package let session: Int
  /// The journal of the few actions.
  package let path: String
  package let actions: Int
  /// Whether each of its actions was recorded, with these values.
  package let isOfRecordedActions: Bool
  /// Whether leaving out any other action makes it go away; otherwise the journal has the whole session.
  package let isMinimal: Bool
}

/// Collects what the batches of a run found, in their order, and makes it small.
package struct ExploreFindings {
  private static let mostFindings = 50

  private let plan: ExploreRun.Plan
  /// The folder for journals.
  private let folder: String
  private let context: CommandContext
  private struct Recorded: Hashable {
    let label: String
    let payload: JSONValue

    init(_ action: ActionRecord) { (label, payload) = (action.type, action.action.value) }
  }

  private let recorded: Set<Recorded>
  private let collections: Set<String>
  private var tries: [String: Int] = [:]
  /// The places of findings, by kind and type, and the findings' indexes.
  private var places: [String: (places: VaryingPlaces, findings: [Int])] = [:]
  package private(set) var findings: [ExploreFinding] = []
  package private(set) var sessions = 0
  package private(set) var actions = 0
  package private(set) var refused = 0
  package private(set) var undecodable = 0
  /// The candidates that didn't fail again.
  package private(set) var unconfirmed = 0

  package init(
    _ plan: ExploreRun.Plan, _ learned: ExploreRun.Learned, in folder: String, context: CommandContext
  ) throws {
    collections = learned.collections
    self.plan = plan
    self.folder = folder
    var context = context
    // Each try that crashes would print Swift's message.
    context.reducerStreams = .nothing
    self.context = context
    var recorded: Set<Recorded> = []
    for path in plan.source.journals {
      let reader = try JournalFile(path: path, options: plan.options).entries(fromOffset: 0)
      while let entry = try reader.next() {
        if case .action(let action) = entry.record { recorded.insert(Recorded(action)) }
      }
    }
    self.recorded = recorded
  }

  /// Adds a batch, and removes its journals.
  package mutating func add(_ batch: PlayedBatch) throws {
    defer { batch.paths.forEach(Platform.removeFile) }
    sessions += batch.sessions
    actions += batch.actions
    refused += batch.refused
    undecodable += batch.undecodable
    for candidate in batch.candidates where findings.count < Self.mostFindings { try add(candidate) }
  }

  private mutating func add(_ candidate: PlayedBatch.Candidate) throws {
    let file = try JournalFile(path: candidate.path, options: plan.options)
    let type = try file.actionInFlight(candidate.seq)?.type ?? Self.type(of: candidate.seq, in: file)
    let key = "\(candidate.kind.name.rawValue)\n\(candidate.kind.detail)\n\(type ?? "")"
    let known = places[key]
    guard tries[key, default: 0] < candidate.kind.mostTries else {
      if let last = known?.findings.last { findings[last].sessions += 1 }
      return
    }
    tries[key, default: 0] += 1
    guard let small = try minimized(candidate, in: file) else {
      if candidate.kind == .impurity {
        try report(candidate, whole: file, type: type, key: key)
      } else {
        unconfirmed += 1
      }
      return
    }
    let (found, sentence) = words(for: candidate.kind, small.found)
    let place = try found.map(general)
    var group = known ?? (VaryingPlaces(), [])
    // Impure reducers differ at other places each time.
    let pointer = candidate.kind == .impurity ? nil : try place.map { try JSONPointer($0) }
    if let index = group.places.index(of: pointer) {
      places[key] = group
      findings[group.findings[index]].sessions += 1
      return
    }
    group.places.append(pointer)
    group.findings.append(findings.count)
    places[key] = group
    let path = try write(small, of: candidate, in: file)
    findings.append(
      ExploreFinding(
        kind: candidate.kind.name, sentence: sentence, type: type, place: place, session: candidate.session, path: path,
        actions: small.found.seqs.count, isOfRecordedActions: try isRecorded(path),
        isMinimal: small.found.ending == .minimal))
  }

  /// A place with `*` for the keys of collections.
  private func general(_ place: String) throws -> String {
    try JSONPointer(place).tokens.reduce(JSONPointer.root) { pointer, token in
      pointer.appending(collections.contains(pointer.description) ? "*" : token)
    }.description
  }

  private static func type(of seq: Int, in file: JournalFile) throws -> String? {
    guard case .action(let action)? = try file.entry(settingSeq: seq)?.record else { return nil }
    return action.type
  }

  // MARK: Making small

  private typealias Small = (found: MinimizedHistory, target: Int)

  /// The few actions that fail in the same way, in a process of their own; `nil` if the session doesn't fail again.
  private func minimized(_ candidate: PlayedBatch.Candidate, in file: JournalFile) throws -> Small? {
    let isolation = ReducerIsolation(in: context, timeout: plan.timeout)
    let run = MinimizeRun(
      file: file, symptom: candidate.kind.symptom, target: candidate.seq, isolation: isolation, context: context,
      findsTimeout: false, shrinksPayloads: true, deadline: nil)
    do { return (try run.run(), candidate.seq) } catch is CommandFailure { return nil } catch is ReplayError {
      return nil
    }
  }

  private func write(_ small: Small, of candidate: PlayedBatch.Candidate, in file: JournalFile) throws -> String {
    let path = self.path(of: candidate.kind)
    var actions = try context.apps.app(of: file).tries(to: small.target, in: file)
    let writer = try JournalWriter.open(path: path, durability: .buffered(bytes: 1 << 20))
    try actions.write(
      small.found.seqs, from: small.found.start, with: small.found.payloads, crashes: candidate.kind.name == .crash,
      to: writer)
    try writer.close()
    return path
  }

  private func path(of kind: PlayedBatch.Candidate.Kind) -> String {
    "\(folder)/\(findings.count + 1)-\(kind.name.rawValue).jsonl"
  }

  /// Reports a session that can't be made small: two runs of an impure reducer seldom differ in the same way.
  private mutating func report(
    _ candidate: PlayedBatch.Candidate, whole file: JournalFile, type: String?, key: String
  ) throws {
    if let index = places[key]?.findings.first {
      findings[index].sessions += 1
      return
    }
    var actions = try context.apps.app(of: file).tries(to: candidate.seq, in: file)
    let listing = try actions.listing(onStep: { _ in })
    let path = self.path(of: candidate.kind)
    let writer = try JournalWriter.open(path: path, durability: .buffered(bytes: 1 << 20))
    try actions.write(listing.seqs, from: listing.start, with: [:], crashes: false, to: writer)
    try writer.close()
    places[key] = (VaryingPlaces(), [findings.count])
    places[key]?.places.append(nil)
    findings.append(
      ExploreFinding(
        kind: .impurity, sentence: "the same actions lead to another state in another process", type: type, place: nil,
        session: candidate.session, path: path, actions: listing.seqs.count, isOfRecordedActions: try isRecorded(path),
        isMinimal: false))
  }

  /// Whether each action of a journal was recorded.
  private func isRecorded(_ path: String) throws -> Bool {
    let reader = try JournalFile(path: path, options: plan.options).entries(fromOffset: 0)
    while let entry = try reader.next() {
      if case .action(let action) = entry.record, !recorded.contains(Recorded(action)) { return false }
    }
    return true
  }

  // MARK: Words

  private func words(
    for kind: PlayedBatch.Candidate.Kind, _ found: MinimizedHistory
  ) -> (place: String?, sentence: String) {
    switch found.evidence {
    case .crash(let failure): (nil, failure.cause)
    case .divergence(let place):
      (place, kind == .impurity ? "the same actions lead to another state in another process" : "the builds differ")
    case .loss(let place, let reason):
      (
        place,
        reason.map { "the state can't be restored: \($0)" } ?? "the state, restored from its JSON, is another one"
      )
    case .bisected:
      if case .broken(let expectation) = kind { (nil, expectation.failure) } else { (nil, "a condition fails") }
    }
  }
}

extension PlayedBatch.Candidate.Kind {
  fileprivate var name: ExploreFinding.Kind {
    switch self {
    case .crash: .crash
    case .broken: .check
    case .difference: .difference
    case .loss: .loss
    case .impurity: .impurity
    }
  }

  /// What tells it from others of its name.
  fileprivate var detail: String {
    switch self {
    case .crash(let site): site ?? ""
    case .broken(let expectation): expectation.text
    case .difference, .loss, .impurity: ""
    }
  }

  /// The sessions that are made small. A crash at one place in the code is one crash.
  fileprivate var mostTries: Int { name == .crash ? 1 : 3 }

  fileprivate var symptom: Symptom {
    switch self {
    case .crash: .crash
    case .broken(let expectation): .condition(expectation)
    case .difference(let tool): .divergence(tool: tool)
    case .loss: .restoring
    case .impurity: .impurity
    }
  }
}
