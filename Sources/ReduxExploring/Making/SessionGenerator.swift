import ReduxInspection
import ReduxReplay
import StateTree

/// Makes the actions of one session, out of what journals show.
///
/// It takes stretches of recorded sessions, changes them, and goes on with actions whose values come from the state that the
/// session has reached. Sessions are made in different ways, because no single way finds all bugs.
struct SessionGenerator {
  /// The names of the ways and of what is invented.
  static let parts =
    Mode.allCases.map(\.rawValue) + Invention.allCases.filter(\.isUsual).map(\.rawValue)

  /// What new actions have beside recorded values.
  enum Invention: String, CaseIterable {
    /// Ids that the state has, that it had, or that are new.
    case ids
    /// Members that only some recorded actions have.
    case optionals
    /// Parts of recorded texts, and numbers next to recorded ones.
    case neighbours
    /// Empty arrays where their lengths vary, and empty texts where users type.
    case empty
    /// Numbers that grow, where those of each recorded session did.
    case forward
    /// Sessions in which only a few types of actions occur, so that each occurs more often.
    case focus
    /// Empty texts anywhere, 0, -1, and the largest integers.
    case edges

    /// Whether it is on if the user doesn't say so. Edges find overflows that no user of a sound app meets.
    var isUsual: Bool { self != .edges }
  }

  /// The ways to make a session.
  enum Mode: String, CaseIterable {
    /// The start of a recorded session, and then new actions.
    case goOn = "go-on"
    /// A stretch of a recorded session in which actions are left out, doubled, swapped and changed.
    case edit
    /// New actions, each one that often followed the one before.
    case follow
    /// New actions, each type as likely as any other.
    case uniform
    /// A few recorded actions, again and again with other values, and then new actions.
    case again

    /// How many of a hundred sessions are made in this way.
    var weight: Int {
      switch self {
      case .goOn: 30
      case .edit: 20
      case .follow: 30
      case .uniform: 10
      case .again: 10
      }
    }
  }

  private static let length = 4...40
  /// The actions that are done again and again, and how often.
  private static let longestRound = 4
  private static let rounds = 3...12
  /// The texts and arrays that are empty, of a hundred.
  private static let empty = 10
  /// The seconds between two actions.
  private static let mostSeconds = 60

  private let words: ActionVocabulary
  private let mode: Mode
  private let inventions: [Invention]
  private var random: SeededRandom
  /// The actions that come next, before new ones.
  private var script: [Scripted]
  private var rest: Int
  private var played: [Played] = []
  /// The ids that actions of this session brought or removed, by pools, the last ones last.
  private var made: [String: [String]] = [:]
  private var gone: [String: [String]] = [:]
  /// The largest number of this session at each place of each word where numbers grow.
  private var grown: [Int: [String: Double]] = [:]
  private var last: StatePools?
  /// The types of the new actions, for as long as one of them is possible.
  private var focus: Set<Int>?
  /// Whether `last` is that of the state that the session has reached.
  private var isCurrent = false
  private let places: PlaceTree
  /// The time of the next action, in microseconds.
  private var time = 0

  /// An action of a recorded session, to be played here.
  struct Scripted {
    let word: Int
    let payload: JSONValue
    /// The index of its cause among the scripted actions.
    let cause: Int?
    let index: Int
    let isChanged: Bool
  }

  /// An action that this session has played.
  struct Played {
    let word: Int
    let payload: JSONValue
    let seq: Int
    let cause: Int?
    /// Its index in the script.
    let scripted: Int?
    var isAnswered = false
  }

  init(
    _ words: ActionVocabulary, _ places: PlaceTree, mode: Mode, inventing inventions: [Invention], random: SeededRandom
  ) {
    self.words = words
    self.mode = mode
    self.inventions = inventions
    self.random = random
    self.places = places
    script = []
    rest = Self.length.lowerBound + self.random.below(Self.length.count)
    switch mode {
    case .goOn: script = stretch(from: 0)
    case .edit: script = edited(stretch(from: nil))
    case .again: script = repeated(round())
    case .follow, .uniform: break
    }
    script.reverse()
    focus = focused()
  }

  /// A few types with those that their answers need, in some of the sessions.
  ///
  /// Source: Groce and others, "Swarm testing", 2012.
  private mutating func focused() -> Set<Int>? {
    guard inventions.contains(.focus), random.happens(15), words.words.count > 2 else { return nil }
    var chosen: Set<Int> = []
    for _ in 0...random.below(1 + random.below(words.words.count / 2)) {
      let word = random.below(words.words.count)
      chosen.insert(word)
      if words.words[word].isAnswer { chosen.formUnion(words.words[word].causes) }
    }
    return chosen
  }

  /// A stretch of a recorded session, from its start or from anywhere.
  private mutating func stretch(from start: Int?) -> [Scripted] {
    guard let number = random.element(of: Array(words.sessions.indices)) else { return [] }
    let session = words.sessions[number]
    let first = start ?? random.below(session.count)
    let end = min(session.count, first + 1 + random.below(min(session.count, Self.length.upperBound)))
    return scripted(number, first..<max(end, first))
  }

  private func scripted(_ session: Int, _ range: Range<Int>) -> [Scripted] {
    words.sessions[session][range].enumerated().map { index, one in
      Scripted(
        word: one.word, payload: one.payload,
        cause: one.cause.flatMap { $0 >= range.lowerBound ? $0 - range.lowerBound : nil }, index: index,
        isChanged: false)
    }
  }

  /// A few recorded actions that follow each other, of which one has a type that is as likely as any other.
  private mutating func round() -> [Scripted] {
    let word = random.below(words.words.count)
    let places = words.sessions.indices.flatMap { session in
      words.sessions[session].indices.filter { words.sessions[session][$0].word == word }.map { (session, $0) }
    }
    guard let (session, index) = random.element(of: places) else { return [] }
    let start = max(0, index - random.below(Self.longestRound))
    return scripted(session, start..<min(words.sessions[session].count, index + 1 + random.below(2)))
  }

  private mutating func repeated(_ round: [Scripted]) -> [Scripted] {
    (0..<Self.rounds.lowerBound + random.below(Self.rounds.count)).flatMap { number in
      let offset = number * round.count
      return round.map {
        Scripted(
          word: $0.word, payload: $0.payload, cause: $0.cause.map { $0 + offset }, index: $0.index + offset,
          isChanged: true)
      }
    }
  }

  private mutating func edited(_ stretch: [Scripted]) -> [Scripted] {
    var edited: [Scripted] = []
    for one in stretch {
      switch random.below(10) {
      case 0: continue
      case 1: edited += [one, one]
      case 2 where !edited.isEmpty: edited.insert(one, at: edited.count - 1)
      case 3, 4:
        edited.append(
          Scripted(word: one.word, payload: one.payload, cause: one.cause, index: one.index, isChanged: true))
      default: edited.append(one)
      }
    }
    return edited
  }

  // MARK: The next action

  /// Makes the next action.
  ///
  /// - Parameter state: Returns the state that the session has reached.
  /// - Returns: The action, where it comes from, and its cause; `nil` at the session's end.
  /// - Throws: The errors of `state`.
  mutating func next(in state: () throws -> JSONDocument) throws -> (
    action: MadeAction, scripted: Scripted?, word: Int, cause: Int?
  )? {
    if let one = script.popLast() {
      let cause = one.cause.flatMap { index in played.lastIndex { $0.scripted == index } }
      // An answer without its question is no session of the app.
      if cause != nil || !words.words[one.word].isAnswer {
        let payload = one.isChanged ? try changed(one.payload, of: one.word, cause: cause, in: state) : one.payload
        return (action(one.word, payload, cause), one, one.word, cause)
      }
      return try next(in: state)
    }
    guard rest > 0 else { return nil }
    rest -= 1
    guard let (word, cause) = try chosen(in: state), let recorded = random.element(of: words.words[word].payloads)
    else { return nil }
    let payload = try changed(recorded, of: word, cause: cause, in: state)
    return (action(word, payload, cause), nil, word, cause)
  }

  private mutating func action(_ word: Int, _ payload: JSONValue, _ cause: Int?) -> MadeAction {
    time += 100_000 + random.below(Self.mostSeconds * 1_000_000)
    let word = words.words[word]
    return MadeAction(
      label: word.label, swiftType: word.swiftType, module: word.module, payload: payload,
      cause: cause.map { played[$0].seq }, at: time)
  }

  /// Notes that the action was played, and whether it changed the state.
  mutating func note(
    _ word: Int, _ payload: JSONValue, seq: Int, cause: Int?, scripted: Scripted?, changes: Bool
  ) {
    if let cause { played[cause].isAnswered = true }
    if inventions.contains(.forward) { noteGrowth(of: payload, of: word) }
    played.append(Played(word: word, payload: payload, seq: seq, cause: cause, scripted: scripted?.index))
    isCurrent = isCurrent && !changes
  }

  private mutating func noteGrowth(of payload: JSONValue, of word: Int) {
    let growing = words.words[word].growing
    guard !growing.isEmpty else { return }
    payload.forEachScalar { place, value in
      guard growing[place] != nil, case .number(let number) = value else { return }
      grown[word, default: [:]][place] = max(number.double, grown[word]?[place] ?? -.infinity)
    }
  }

  /// Chooses a type of action, and for an answer the action that it answers.
  private mutating func chosen(in state: () throws -> JSONDocument) throws -> (word: Int, cause: Int?)? {
    let followers = played.last.map { words.words[$0.word].followers } ?? [:]
    let follows = mode != .uniform && random.happens(75)
    var possible = Set(words.words.indices.filter { !words.words[$0].isAnswer || question(for: $0) != nil })
    func narrow(_ isWanted: (Int) throws -> Bool) rethrows {
      let wanted = try possible.filter(isWanted)
      if !wanted.isEmpty { possible = wanted }
    }
    if inventions.contains(.ids), random.happens(80) {
      let pools = try currentPools(in: state)
      narrow { words.words[$0].finds(in: pools) }
    }
    if let focus { narrow(focus.contains) }
    let isFollower = possible.contains { followers[$0] != nil }
    let weights = words.words.indices.map { word in
      !possible.contains(word) ? 0 : follows && isFollower ? followers[word] ?? 0 : 1
    }
    guard let word = random.index(byWeight: weights) else { return nil }
    return (word, words.words[word].isAnswer ? question(for: word) : nil)
  }

  /// The last action that a word could answer: one that isn't answered yet, if there is one.
  private func question(for word: Int) -> Int? {
    let causes = words.words[word].causes
    return played.lastIndex { causes.contains($0.word) && !$0.isAnswered }
      ?? played.lastIndex { causes.contains($0.word) }
  }

  // MARK: Payloads

  /// A recorded payload with other values: ids of the state, values recorded elsewhere, members that others have.
  private mutating func changed(
    _ recorded: JSONValue, of word: Int, cause: Int?, in state: () throws -> JSONDocument
  ) throws -> JSONValue {
    let known = words.words[word]
    var pools = try currentPools(in: state)
    if let cause { pools.add(try ActionVocabulary.pools(ofCause: played[cause].payload)) }
    // A text that stands twice in a payload usually does so on purpose.
    var replaced: [String: JSONValue] = [:]
    let crossed = cross(recorded, of: known)
    return crossed.mapScalars { place, value in
      let text = StatePools.text(of: value)
      if let text, let other = replaced[text], random.happens(80) { return other }
      let other = self.value(like: value, at: place, of: known, in: pools)
      if let text { replaced[text] = other }
      return other
    }
  }

  /// Removes optional members, or adds them, and empties arrays.
  private mutating func cross(_ payload: JSONValue, of word: ActionVocabulary.Word, at place: String = "") -> JSONValue
  {
    let optionals = inventions.contains(.optionals) ? word.optionals : []
    let empties = inventions.contains(.empty) && !word.varyingArrays.isEmpty
    guard empties || !optionals.isEmpty else { return payload }
    switch payload {
    case .object(var object):
      for key in object.keys {
        object[key] = object[key].map { cross($0, of: word, at: "\(place)/\(key)") }
      }
      for optional in optionals where optional.object == place && random.happens(25) {
        object[optional.name] = object[optional.name] == nil ? random.element(of: optional.values) : nil
      }
      return .object(object)
    case .array where empties && word.varyingArrays.contains(place) && random.happens(Self.empty): return .array([])
    case .array(let elements): return .array(elements.map { cross($0, of: word, at: "\(place)/*") })
    default: return payload
    }
  }

  private mutating func value(
    like value: JSONValue, at place: String, of word: ActionVocabulary.Word, in pools: StatePools
  ) -> JSONValue {
    let known = word.places[place]
    if known != nil, inventions.contains(.edges), random.happens(10), let edge = edge(like: value) { return edge }
    if inventions.contains(.forward), let growing = word.growing[place], known?.isOfState != true,
      random.happens(90)
    {
      return next(like: value, after: grown[word.number]?[place], growing)
    }
    // Without states, nothing else is known.
    guard let known else { return value }
    guard inventions.contains(.ids) else { return recorded(like: value, known) }
    if known.introducesIds {
      return random.happens(80) ? fresh(like: value, known) : random.element(of: known.values) ?? value
    }
    if let text = reference(known.sources, in: pools, isOpen: known.isOpen && value.string != nil) {
      return typed(text, like: value)
    }
    let segments = PayloadPlace.segments(of: value)
    if !segments.isEmpty, random.happens(75) {
      var changed = segments
      for index in segments.indices {
        let part = word.places[PayloadPlace.segment(place, index, of: segments.count)]
        if let text = reference(part?.sources ?? [], in: pools) { changed[index] = text }
      }
      return .string(changed.joined(separator: "/"))
    }
    return recorded(like: value, known)
  }

  /// A number that is larger than the largest of this session; the recorded one if that is the first.
  private mutating func next(like value: JSONValue, after last: Double?, _ growing: GrowingNumbers) -> JSONValue {
    guard let last, let step = random.element(of: growing.steps) else { return value }
    return GrowingNumbers.number(after: last, by: step).map { .number($0) } ?? value
  }

  /// A recorded value, one next to it, or an empty text.
  private mutating func recorded(like value: JSONValue, _ known: PayloadPlace) -> JSONValue {
    let value = random.happens(40) ? random.element(of: known.values) ?? value : value
    let isTyped = known.isOpen && !known.introducesIds && !known.sources.contains(where: \.holdsIds)
    if inventions.contains(.empty), isTyped, value.string != nil, random.happens(Self.empty) { return "" }
    guard inventions.contains(.neighbours), random.happens(25) else { return value }
    switch value {
    case .string(let text) where known.isOpen && text.allSatisfy({ $0.isLetter || $0 == " " }) && text.count > 1:
      return .string(String(text.prefix(1 + random.below(text.count - 1))))
    case .number(let number):
      guard let integer: Int = number.integer(), (0..<1000).contains(integer) else { return value }
      return .number(JSONNumber(max(0, integer + (random.happens(50) ? 1 : -1))))
    default: return value
    }
  }

  /// A value at the edge of what its type can have; `nil` if there is none.
  private mutating func edge(like value: JSONValue) -> JSONValue? {
    switch value {
    case .string: .string("")
    case .number(let number):
      number.integer(Int.self) == nil
        ? .number(JSONNumber(0)) : random.element(of: [0, -1, Int.max, Int.min]).map { .number(JSONNumber($0)) }
    case .null, .bool, .array, .object: nil
    }
  }

  /// An id of the state, or one that this session made or removed; `nil` to keep the recorded value.
  private mutating func reference(
    _ sources: [PayloadPlace.Source], in pools: StatePools, isOpen: Bool = false
  ) -> String? {
    guard let source = random.element(of: sources) else { return nil }
    // A user types another text than the one that the state has.
    if isOpen, !source.holdsIds, random.happens(50) { return nil }
    let share = random.below(100)
    if share < 15, let text = made[source.place]?.last { return text }
    if share < 25, let text = gone[source.place].flatMap({ random.element(of: $0) }) { return text }
    if share < 85 { return pools[source.place].flatMap { random.element(of: $0.values) } }
    return nil
  }

  private func typed(_ text: String, like value: JSONValue) -> JSONValue {
    if case .number = value { JSONNumber(literal: text).map { .number($0) } ?? value } else { .string(text) }
  }

  /// An id of the same form, which the state seldom has.
  private mutating func fresh(like value: JSONValue, _ known: PayloadPlace) -> JSONValue {
    switch value {
    case .number(let number):
      guard let integer: Int = number.integer() else { return value }
      let largest = known.values.compactMap { if case .number(let one) = $0 { one.integer(Int.self) } else { nil } }
        .max()
      return .number(JSONNumber(max(integer, largest ?? integer) &+ 1 &+ random.below(1000)))
    case .string(let text):
      if text.utf8.count == 36, text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12] {
        return .string(uuid(isLowercase: text == text.lowercased()))
      }
      // An id that begins with another one.
      if random.happens(20), let other = random.element(of: known.values)?.string {
        return .string("\(other)\(random.below(10))")
      }
      var stem = text[...]
      while let end = stem.last, end.isNumber { stem = stem.dropLast() }
      return .string(stem.count < text.count ? "\(stem)\(random.below(10_000))" : "\(text)-\(random.below(10_000))")
    default: return value
    }
  }

  private mutating func uuid(isLowercase: Bool) -> String {
    var digits = Array("\(StateHash(low: random.next(), high: random.next()))".uppercased())
    digits[12] = "4"
    digits[16] = "A"
    let text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    return isLowercase ? text.lowercased() : text
  }

  private mutating func currentPools(in state: () throws -> JSONDocument) throws -> StatePools {
    if isCurrent, let last { return last }
    let pools = StatePools(of: try state().root, at: places)
    noteChanges(to: pools)
    isCurrent = true
    return pools
  }

  /// Compares the ids in the state with the last ones.
  private mutating func noteChanges(to pools: StatePools) {
    defer { last = pools }
    guard let last else { return }
    for pool in pools.pools where pool.holdsIds {
      for value in pool.values where last[pool.place]?.contains(value) != true {
        made[pool.place, default: []].append(value)
      }
    }
    for pool in last.pools where pool.holdsIds {
      for value in pool.values where pools[pool.place]?.contains(value) != true {
        gone[pool.place, default: []].append(value)
      }
    }
  }
}
