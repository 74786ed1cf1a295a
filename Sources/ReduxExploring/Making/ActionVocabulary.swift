import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport

/// What journals show of an app's actions: their types, what stands in their payloads, and what follows what.
struct ActionVocabulary: Codable {
  /// A type of action.
  struct Word: Codable {
    /// Its index.
    let number: Int
    let label: String
    let swiftType: String?
    let module: String?
    /// Distinct payloads.
    fileprivate(set) var payloads: [JSONValue] = []
    /// The number of recorded actions.
    fileprivate(set) var count = 0
    /// The number of those that were compared with states.
    fileprivate(set) var learned = 0
    /// The number of those that no other action caused.
    fileprivate(set) var uncaused = 0
    /// The words that caused such an action, each once.
    fileprivate(set) var causes: [Int] = []
    /// The number of times that another word followed.
    fileprivate(set) var followers: [Int: Int] = [:]
    fileprivate(set) var places: [String: PayloadPlace] = [:]
    /// The members of objects in the payload that some actions lack: values by the place.
    fileprivate(set) var optionals: [OptionalMember] = []
    /// The numbers that only grow in a session, by their places.
    fileprivate(set) var growing: [String: GrowingNumbers] = [:]
    /// The places of arrays that have different numbers of elements.
    fileprivate(set) var varyingArrays: Set<String> = []
    /// For each place that all actions have and whose values always came from the state, the places there.
    fileprivate(set) var needs: [[String]] = []

    /// Whether each recorded action of this type answers another one.
    var isAnswer: Bool { uncaused == 0 && count > 0 }

    /// Whether a state has something for each place of the payload whose values always came from the state.
    func finds(in pools: StatePools) -> Bool {
      needs.allSatisfy { sources in sources.contains { pools[$0]?.values.isEmpty == false } }
    }
  }

  /// A member that isn't in all objects of a place.
  struct OptionalMember: Codable {
    /// The place of the object.
    let object: String
    let name: String
    fileprivate(set) var values: [JSONValue]
  }

  /// A recorded action.
  struct Recorded: Codable {
    let word: Int
    let payload: JSONValue
    /// The index of the action in its session that caused it.
    let cause: Int?
  }

  private static let mostPayloads = 64
  private static let mostActions = 20_000
  /// States are looked at for so many actions.
  private static let mostStates = 4000

  private(set) var words: [Word] = []
  private(set) var sessions: [[Recorded]] = []
  /// The places of the state's collections.
  private(set) var collections: Set<String> = []
  /// The places in which values come from, by which their pools are found.
  var sources: Set<String> {
    Set(words.flatMap { $0.places.values.flatMap { $0.sources.map(\.place) } })
  }
  /// The start of the first journal.
  let started: Int
  /// The start of the year 3000, so that the times of made sessions can be written, too.
  private static let latestStart = 32_503_680_000_000_000
  /// The paths of journals whose states can't be rebuilt.
  private(set) var unknown: [String] = []
  /// An action that the app's schema changes can't read.
  struct Unreadable: Codable {
    let path: String
    let type: String
    let reason: String
  }
  /// The first such action of each journal.
  private(set) var unreadable: [Unreadable] = []
  /// Expressions that held in the states.
  private(set) var rules: [String] = []
  private var numbers: [String: Int] = [:]
  private var statesLeft = mostStates
  /// The number of actions that were read.
  private(set) var count = 0
  /// Whether the journals have more.
  var isCut: Bool { count >= Self.mostActions }

  /// The number of journals that were read.
  private(set) var journals: Int

  /// Reads journals.
  ///
  /// - Parameters:
  ///   - files: The journals, all of one app.
  ///   - app: The app.
  ///   - isIncluded: Whether actions with a label are used.
  /// - Throws: `JournalError`.
  init(of files: [JournalFile], by app: AppCatalog.App, where isIncluded: (String) -> Bool) throws {
    journals = files.count
    started = min(files.first?.header.started.microseconds ?? 0, Self.latestStart)
    let places = PlaceTree()
    var samples = StateSamples()
    for file in files { try read(file, app.replayer(of: file), places, &samples, where: isIncluded) }
    collections = places.collections
    rules = RuleSearch(in: samples, with: collections).rules()
    findOptionals()
    for index in words.indices {
      for place in words[index].places.keys { words[index].places[place]?.findSources() }
      words[index].growing = words[index].growing.filter(\.value.goOn)
      words[index].varyingArrays = Self.varyingArrays(in: words[index].payloads)
      let learned = words[index].learned
      words[index].needs = words[index].places.values.filter { $0.trials == learned }.map(\.certainSources).filter {
        !$0.isEmpty && !$0.contains { $0.contains(Self.causePrefix) }
      }
    }
  }

  /// Reads what a `LearnJob` has written.
  ///
  /// - Throws: Errors of reading, and of decoding another file.
  init(readingFrom path: String) throws {
    self = try StateDecoder().decode(ActionVocabulary.self, from: InputSource(path: path).readAll(limit: Int.max - 1))
  }

  /// A recorded session, as far as it is read.
  private struct Reading {
    var actions: [Recorded] = []
    /// The actions' indexes, by their seqs.
    var indexes: [Int: Int] = [:]
    /// The last number at each place of each word.
    var numbers: [Int: [String: Double]] = [:]
    /// The seqs of actions that aren't used. What they caused doesn't happen without them.
    var excluded: Set<Int> = []
  }

  private mutating func read(
    _ file: JournalFile, _ replayer: any AppReplayer, _ places: PlaceTree, _ samples: inout StateSamples,
    where isIncluded: (String) -> Bool
  ) throws {
    var session = Reading()
    var before: (seq: Int, pools: StatePools)?
    let reader = try file.entries(fromOffset: 0)
    func readEntries(upTo seq: Int, _ after: StatePools?) throws {
      while count < Self.mostActions, let entry = try reader.next() {
        let isLast = entry.setsState && entry.seq >= seq
        let old = before.flatMap { $0.seq == entry.seq - 1 ? $0.pools : nil }
        try read(
          entry, of: file.path, by: replayer, into: &session, from: old, to: isLast ? after : nil, where: isIncluded)
        if isLast { return }
      }
    }
    var states = replayer.states
    do {
      // Today's reducers may lead to other states than the recorded ones, and learn from those.
      try states.forEach(.values(.whole), along: History.Way(everythingIn: file), proves: false) { seq, text in
        guard statesLeft > 0, count < Self.mostActions else { return false }
        statesLeft -= 1
        let document = try text.map { try JSONDocument($0) }
        if let document { samples.add(document) }
        let after = document.map { StatePools(of: $0.root, at: places) }
        try readEntries(upTo: seq, after)
        before = after.map { (seq, $0) }
        return true
      }
    } catch is ReplayError { unknown.append(file.path) }
    try readEntries(upTo: .max, nil)
    end(&session)
  }

  /// Ends a session, and begins the next.
  private mutating func end(_ session: inout Reading) {
    if !session.actions.isEmpty { sessions.append(session.actions) }
    for (word, numbers) in session.numbers {
      for (place, number) in numbers { words[word].growing[place, default: GrowingNumbers()].noteEnd(number) }
    }
    session = Reading()
  }

  private mutating func read(
    _ entry: JournalEvent, of path: String, by replayer: any AppReplayer, into session: inout Reading,
    from old: StatePools?, to new: StatePools?, where isIncluded: (String) -> Bool
  ) throws {
    if case .header = entry.record { end(&session) }
    guard case .action(let recorded) = entry.record else { return }
    guard recorded.replayability == .replayable, !recorded.interrupted,
      let action = upgraded(recorded, at: entry.offset, by: replayer, in: path), isIncluded(action.type),
      action.cause.map(session.excluded.contains) != true
    else {
      session.excluded.insert(recorded.seq)
      return
    }
    let payload = action.action.value
    let word = word(of: action)
    let cause = action.cause.flatMap { session.indexes[$0] }
    note(payload, at: word, cause: cause.map { session.actions[$0] }, after: session.actions.last?.word)
    learnGrowth(of: payload, of: word, in: &session)
    if var old, let new, action.error == nil {
      if let cause { old.add(try Self.pools(ofCause: session.actions[cause].payload)) }
      words[word].learned += 1
      learn(payload, of: word, from: old, to: new)
    }
    session.indexes[action.seq] = session.actions.count
    session.actions.append(Recorded(word: word, payload: payload, cause: cause))
    count += 1
  }

  /// The beginning of the places of values in the payload of an action's cause.
  private static let causePrefix = "cause:"

  /// The values in the payload of an action's cause.
  static func pools(ofCause payload: JSONValue) throws -> StatePools {
    StatePools(of: try JSONDocument(Array(payload.compact.utf8)).root, at: PlaceTree(below: causePrefix))
  }

  private mutating func word(of action: ActionRecord) -> Int {
    let key = [action.type, action.swiftType ?? "", action.module ?? ""].joined(separator: "\n")
    if let known = numbers[key] { return known }
    numbers[key] = words.count
    words.append(
      Word(number: words.count, label: action.type, swiftType: action.swiftType, module: action.module))
    return words.count - 1
  }

  private mutating func note(_ payload: JSONValue, at word: Int, cause: Recorded?, after last: Int?) {
    words[word].count += 1
    if let cause {
      if !words[word].causes.contains(cause.word) { words[word].causes.append(cause.word) }
    } else {
      words[word].uncaused += 1
    }
    if words[word].payloads.count < Self.mostPayloads, !words[word].payloads.contains(payload) {
      words[word].payloads.append(payload)
    }
    if let last { words[last].followers[word, default: 0] += 1 }
  }

  private mutating func learn(_ payload: JSONValue, of word: Int, from old: StatePools, to new: StatePools) {
    payload.forEachScalar { place, value in
      for (part, text) in PayloadPlace.parts(of: value, at: place) {
        words[word].places[part, default: PayloadPlace()].note(text, from: old, to: new)
      }
      words[word].places[place, default: PayloadPlace()].note(value)
    }
  }

  /// The action as the app's schema has it; `nil` if its schema changes can't read it.
  private mutating func upgraded(
    _ recorded: ActionRecord, at offset: Int, by replayer: any AppReplayer, in path: String
  ) -> ActionRecord? {
    do { return try replayer.upgraded(recorded, at: offset) } catch {
      if unreadable.last?.path != path {
        unreadable.append(Unreadable(path: path, type: recorded.type, reason: error.explanation))
      }
      return nil
    }
  }

  private mutating func learnGrowth(of payload: JSONValue, of word: Int, in session: inout Reading) {
    payload.forEachScalar { place, value in
      // The elements of an array are several numbers of one time.
      guard case .number(let number) = value, !place.contains("/*") else { return }
      let next = number.double
      if let last = session.numbers[word, default: [:]].updateValue(next, forKey: place) {
        words[word].growing[place, default: GrowingNumbers()].note(last, then: next)
      }
    }
  }

  private static func varyingArrays(in payloads: [JSONValue]) -> Set<String> {
    var counts: [String: Int] = [:]
    var varying: Set<String> = []
    for payload in payloads {
      payload.forEachValue { place, value in
        guard case .array(let elements) = value else { return }
        if let count = counts.updateValue(elements.count, forKey: place), count != elements.count {
          varying.insert(place)
        }
      }
    }
    return varying
  }

  /// Finds the members that only some of the objects of a place have.
  private mutating func findOptionals() {
    for index in words.indices {
      var counts: [(object: String, count: Int, members: [(name: String, count: Int, values: [JSONValue])])] = []
      for payload in words[index].payloads {
        payload.forEachValue { place, value in
          // A case is an object with one member, whose name isn't optional.
          guard case .object(let object) = value, !place.isEmpty || object.count > 1 else { return }
          let position = counts.firstIndex { $0.object == place } ?? counts.count
          if position == counts.count { counts.append((place, 0, [])) }
          counts[position].count += 1
          for (name, value) in object {
            if let known = counts[position].members.firstIndex(where: { $0.name == name }) {
              counts[position].members[known].count += 1
              let values = counts[position].members[known].values
              if values.count < Self.mostPayloads, !values.contains(value) {
                counts[position].members[known].values.append(value)
              }
            } else {
              counts[position].members.append((name, 1, [value]))
            }
          }
        }
      }
      words[index].optionals = counts.flatMap { place in
        place.members.filter { $0.count < place.count }.map {
          OptionalMember(object: place.object, name: $0.name, values: $0.values)
        }
      }
    }
  }
}
