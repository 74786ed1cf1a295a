import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport

/// What to make sessions of.
package struct ExploreSource: Codable, Hashable, Sendable {
  /// The paths of the recorded journals.
  package let journals: [String]
  package let seed: Int
  /// The labels of the actions to use; all if it is empty.
  package let only: [String]
  package let except: [String]
  /// The parts that are switched off, of `parts`.
  package let without: [String]
  /// Whether new actions have values at the edges of their types.
  package let edges: Bool

  /// What can be switched off: ways to make sessions, what new actions have, and what is looked for.
  package static let parts = SessionGenerator.parts + [equality, suspicions]
  /// The part that compares restored states by `==`.
  static let equality = "equality"
  /// The part that finds what held in all recorded states.
  package static let suspicions = "suspicions"

  package init(
    journals: [String], seed: Int, only: [String], except: [String], without: [String], edges: Bool
  ) {
    self.edges = edges
    self.journals = journals
    self.seed = seed
    self.only = only
    self.except = except
    self.without = without
  }

  /// Whether restored states are compared by `==`, not only by their JSON.
  var comparesValues: Bool { !without.contains(Self.equality) }

  /// Whether actions with a label are used. A name also means all whose labels begin with it and a dot.
  func includes(_ label: String) -> Bool {
    func isOne(of names: [String]) -> Bool { names.contains { label == $0 || label.hasPrefix($0 + ".") } }
    return (only.isEmpty || isOne(of: only)) && !isOne(of: except)
  }
}

/// Learns what there is to make sessions of, and writes it to a file, for all processes. The answer is the number of types of actions.
struct LearnJob: ReducerJob {
  /// The first journal.
  var input: JobInput
  let source: ExploreSource
  /// The path of the file.
  let output: String

  func answer(on bench: ReducerBench, onStep: (Int) throws -> Void) throws -> (answer: Int, bytes: [UInt8]?) {
    let files = try source.journals.map { try JournalFile(path: $0, options: input.options) }
    let app = try bench.apps.app(of: input.file())
    // Each process begins with this state, read from a journal.
    if let loss = try app.type.lossOfInitialState(app.observer(input.file())) {
      throw CommandFailure(
        loss, advice: "Encode and decode the same. 'explore' needs that to play sessions.", exitCode: .finding)
    }
    let words = try ActionVocabulary(of: files, by: app, where: source.includes)
    let file = try Platform.open(output, for: .creating)
    defer { Platform.closeDescriptor(file) }
    try Platform.writeAll(StateEncoder().encode(words), to: file)
    return (words.words.count, nil)
  }
}

/// Makes sessions, plays and judges them, and writes them to one journal, the path of the input. A mark names the first state of a
/// session that breaks a condition.
struct ExploreJob: ReducerJob {
  static var expectsCrashes: Bool { true }
  var input: JobInput
  /// The path of the file that a `LearnJob` wrote.
  let words: String
  let source: ExploreSource
  /// Conditions that each state should satisfy.
  let expectations: [Expectation]
  /// Conditions that held in all recorded states, and may be no rules of the app.
  let suspicions: [Expectation]
  /// The numbers of the sessions.
  let sessions: Range<Int>

  struct Answer: Codable {
    /// The number of actions that the app couldn't decode.
    let undecodable: Int
    /// The session that led to a state which can't be encoded, the journal's last one, and the seq of its last action.
    let unencodable: Unencodable?

    struct Unencodable: Codable {
      let session: Int
      let seq: Int
    }
  }

  func answer(
    on bench: ReducerBench, onStep: (Int) throws -> Void
  ) throws -> (answer: Answer, bytes: [UInt8]?) {
    let words = try bench.kept(LearnedWords()).read(words)
    let recorded = try JournalFile(path: source.journals[0], options: input.options)
    let app = try bench.apps.app(of: recorded)
    let player = try app.type.player(
      writingTo: input.path, maximumLineBytes: input.options.maximumLineBytes,
      started: WallClock(microseconds: words.started), comparesValues: source.comparesValues,
      observer: app.observer(recorded))
    var exploration = Exploration(words, source, usesInputs: app.type.usesInputs)
    if !expectations.isEmpty { exploration.watches.append(try ConditionWatch(expectations, from: 0, each: 1)) }
    if !suspicions.isEmpty {
      let watch = try ConditionWatch(suspicions, from: expectations.count, each: ConditionWatch.suspicionInterval)
      exploration.watches.append(watch)
    }
    for session in sessions {
      try onStep(session)
      do { try exploration.play(session, by: player) } catch let error as StateNotEncoded {
        let last = Answer.Unencodable(session: session, seq: error.seq)
        return (Answer(undecodable: exploration.undecodable, unencodable: last), nil)
      }
    }
    try player.close()
    return (Answer(undecodable: exploration.undecodable, unencodable: nil), nil)
  }
}

/// The words of the last job.
private final class LearnedWords {
  private var known: (path: String, words: ActionVocabulary)?

  func read(_ path: String) throws -> ActionVocabulary {
    if let known, known.path == path { return known.words }
    let words = try ActionVocabulary(readingFrom: path)
    known = (path, words)
    return words
  }
}

/// Judges the states of made sessions while they are played, and marks the first of each session that breaks a condition.
private struct ConditionWatch {
  /// The distance of the states that are judged for suspicions.
  static let suspicionInterval = 8

  private var search: BreachSearch
  /// The number of the first condition.
  private let first: Int
  /// The distance of the states that are judged, beside the last one of a session that doesn't crash.
  private let interval: Int
  private var count = 0
  private var isJudged = false

  init(_ conditions: [Expectation], from first: Int, each interval: Int) throws {
    search = try BreachSearch(conditions)
    self.first = first
    self.interval = interval
  }

  mutating func startSession(_ player: any AppPlayer) throws {
    search.restart()
    count = 0
    isJudged = false
    try take(player, isChanged: true)
  }

  /// Takes in the next state.
  mutating func take(_ player: any AppPlayer, isChanged: Bool) throws {
    // A check may read what the JSON doesn't have.
    if isChanged || search.question.needsApp { isJudged = false }
    if count % interval == 0 { try judge(player) }
    count += 1
  }

  mutating func endSession(_ player: any AppPlayer) throws { try judge(player) }

  private mutating func judge(_ player: any AppPlayer) throws {
    guard !isJudged, !search.isComplete else { return }
    isJudged = true
    for index in try search.judge(player.answer(search.question)) { try player.markBreach(of: first + index) }
  }
}

/// The sessions that one process makes and plays.
private struct Exploration {
  /// Sessions in which the state is restored before each action, of a hundred.
  private static let restored = 50
  /// The time from the start of a session to that of the next.
  private static let sessionMicroseconds = 3_600_000_000

  private let words: ActionVocabulary
  private let seed: UInt64
  private let usesInputs: Bool
  private let places: PlaceTree
  private let modes: [SessionGenerator.Mode]
  private let inventions: [SessionGenerator.Invention]
  var watches: [ConditionWatch] = []
  /// Made actions that the app couldn't decode.
  private(set) var undecodable = 0

  init(_ words: ActionVocabulary, _ source: ExploreSource, usesInputs: Bool) {
    self.words = words
    seed = UInt64(truncatingIfNeeded: source.seed)
    self.usesInputs = usesInputs
    modes = SessionGenerator.Mode.allCases.filter { !source.without.contains($0.rawValue) }
    inventions = SessionGenerator.Invention.allCases.filter {
      $0.isUsual ? !source.without.contains($0.rawValue) : source.edges
    }
    places = PlaceTree(collections: words.collections, wanted: words.sources)
  }

  mutating func play(_ number: Int, by player: any AppPlayer) throws {
    var random = SeededRandom(seed, part: number)
    let mode = random.index(byWeight: modes.map(\.weight)).map { modes[$0] } ?? .uniform
    let restores = random.happens(Self.restored)
    var generator = SessionGenerator(
      words, places, mode: mode, inventing: inventions, random: SeededRandom(random.next()))
    let start = number * Self.sessionMicroseconds
    try player.startSession(at: start, restoring: restores)
    for index in watches.indices { try watches[index].startSession(player) }
    while let made = try generator.next(in: player.state) {
      let inputs = inputs(at: start + made.action.at, &random)
      guard let played = try player.play(made.action, with: inputs) else {
        undecodable += 1
        continue
      }
      generator.note(
        made.word, made.action.payload, seq: played.seq, cause: made.cause, scripted: made.scripted,
        changes: played.changesState)
      for index in watches.indices { try watches[index].take(player, isChanged: played.changesState) }
    }
    for index in watches.indices { try watches[index].endSession(player) }
  }

  private func inputs(at time: Int, _ random: inout SeededRandom) -> ActionInputs? {
    guard usesInputs else { return nil }
    return ActionInputs(
      now: words.started + time, seed: StateHash(low: random.next(), high: random.next()))
  }
}
