import CommandLineKit
import JSONQuery
import ReduxInspection
import ReduxJournal
import ReduxNotation
import StateTree

/// A filter for the lines of a log.
struct LogFilter {
  /// The seqs of the states.
  var seqs = 0...Int.max
  /// The moments, in microseconds since 1970.
  var times = Int.min...Int.max
  /// Parts of the action's type, one of which must match.
  var types: [TextFinder] = []
  /// Places in the state, one of which the action must have changed.
  var places: [JSONPointer] = []
  /// Whether records name the places of an older schema.
  var isReshaped = false
  /// Whether actions changed one of the places, by their seqs, where their records don't say it.
  var decided: [Int: PlaceMatch] = [:]
  /// Texts that the action's type or JSON must contain.
  var texts: [TextFinder] = []

  /// The condition that the record must satisfy.
  var condition: RecordCondition?

  /// Whether the conditions exclude each other, so that no line matches.
  var isContradictory = false

  /// Whether only actions can match.
  var isAboutActions: Bool { !types.isEmpty || !places.isEmpty || !texts.isEmpty }
  /// Whether any condition needs more than the seqs.
  var looksAtRecords: Bool { isAboutActions || condition != nil || times != Int.min...Int.max }
  /// Whether every line matches.
  var isEmpty: Bool { !looksAtRecords && !isContradictory && seqs == 0...Int.max }

  /// Limits the filter to a range of states.
  mutating func limit(from first: Int? = nil, to last: Int? = nil) {
    let lower = max(seqs.lowerBound, first ?? 0)
    let upper = min(seqs.upperBound, last ?? Int.max)
    if lower <= upper { seqs = lower...upper } else { isContradictory = true }
  }

  /// Limits the filter to a range of moments.
  mutating func limit(since first: Int = Int.min, until last: Int = Int.max) {
    let lower = max(times.lowerBound, first)
    let upper = min(times.upperBound, last)
    if lower <= upper { times = lower...upper } else { isContradictory = true }
  }

  /// Whether an event of a journal matches.
  mutating func matches(_ event: JournalEvent, of file: JournalFile) throws -> PlaceMatch {
    let match = matches(event)
    guard match != .no, condition != nil else { return match }
    guard event.byteCount > 0 else { return .no }
    return try condition?.holds(for: event, in: file) == true ? match : .no
  }

  private func matches(_ event: JournalEvent) -> PlaceMatch {
    guard !isContradictory, times.contains(event.time) else { return .no }
    if event.byteCount > 0 || event.isInFlight, !seqs.contains(event.seq) { return .no }
    guard isAboutActions else { return .yes }
    guard let action = event.action else { return .no }
    return matches(action)
  }

  private func matches(_ action: ActionRecord) -> PlaceMatch {
    guard types.isEmpty || types.contains(where: { $0.isIn(action.type) }) else { return .no }
    guard texts.allSatisfy({ $0.isIn(action.type) || $0.isIn(action.action) }) else { return .no }
    if places.isEmpty { return .yes }
    // The values before and after an action don't show that a secret changed.
    return decided[action.seq].map { max($0, PlaceMatch(ofSecretsIn: action, with: places)) }
      ?? PlaceMatch(of: action, with: places)
  }

  /// Whether an event matches but for its places, which only the states before and after its action decide.
  func leavesOpen(_ event: JournalEvent, isSilent: Bool) -> Bool {
    guard event.setsState, let action = event.action, !action.interrupted else { return false }
    var rest = self
    rest.places = []
    guard rest.matches(event) != .no else { return false }
    if action.patch == nil, isSilent || !action.hasKnownChanges { return true }
    return PlaceMatch(of: action, with: places) == .perhaps
  }
}

/// Whether an action changed the value at a place, as far as its record tells.
enum PlaceMatch: Int, Comparable {
  case no
  /// The record names only a value around the place, or an array whose elements moved.
  case perhaps
  case yes

  static func < (left: PlaceMatch, right: PlaceMatch) -> Bool { left.rawValue < right.rawValue }

  /// Matches an action's patch, or, without one, the places that it changed, with places of which one must match.
  init(of action: ActionRecord, with places: [JSONPointer]) {
    if let patch = action.patch, let operations = try? JSONPatch(json: patch.value).operations {
      self = PlaceMatch.best(operations, places) { PlaceMatch(of: $0, with: $1) }
    } else {
      let changed = action.changed.compactMap { try? JSONPointer($0.pointer) }
      self = PlaceMatch.best(changed, places) { PlaceMatch(of: $0, with: $1) }
      // Other actions may have made the changes, or the record doesn't list them.
      if !action.hasKnownChanges, self == .yes || changed.isEmpty { self = .perhaps }
    }
    self = max(self, PlaceMatch(ofSecretsIn: action, with: places))
  }

  /// Matches the secrets that an action changed behind their stand-ins.
  init(ofSecretsIn action: ActionRecord, with places: [JSONPointer]) {
    self = PlaceMatch.best(action.changedSecrets, places) { PlaceMatch(ofSecret: $0, with: $1) }
  }

  /// Matches the place of a secret, in which `*` stands for some keys or indexes.
  private init(ofSecret secret: JSONPointer, with place: JSONPointer) {
    let isInside = secret.tokens.count >= place.tokens.count
    let shared = zip(secret.tokens, place.tokens)
    guard isInside, secret.tokens.contains("*"), shared.allSatisfy({ $0 == "*" || $0 == $1 }) else {
      self.init(of: secret, with: place)
      return
    }
    self = secret.tokens.prefix(place.tokens.count).contains("*") ? .perhaps : .yes
  }

  private static func best<Change>(
    _ changes: [Change], _ places: [JSONPointer], _ match: (Change, JSONPointer) -> PlaceMatch
  ) -> PlaceMatch {
    var best = PlaceMatch.no
    for change in changes {
      for place in places where best != .yes { best = max(best, match(change, place)) }
    }
    return best
  }

  /// Matches a place that changed, somewhere inside or as a whole.
  private init(of changed: JSONPointer, with place: JSONPointer) {
    self = place.isPrefix(of: changed) ? .yes : changed.isPrefix(of: place) ? .perhaps : .no
  }

  private init(of operation: JSONPatch.Operation, with place: JSONPointer) {
    switch operation {
    case .test: self = .no
    case .replace(let path, _), .copy(_, let path): self.init(of: path, with: place)
    case .remove(let path): self = max(PlaceMatch(of: path, with: place), PlaceMatch(ofShiftAt: path, with: place))
    case .move(let from, let path):
      self =
        [from, path].map { max(PlaceMatch(of: $0, with: place), PlaceMatch(ofShiftAt: $0, with: place)) }.max()
        ?? .no
    case .add(let path, let value):
      var match = PlaceMatch(of: path, with: place)
      if match == .perhaps {
        let inner = JSONPointer(tokens: Array(place.tokens.dropFirst(path.tokens.count)))
        let isNewMember = path.tokens.last.map { Int($0) == nil } ?? false
        match = value[inner] != nil ? .yes : isNewMember ? .no : .perhaps
      }
      self = max(match, PlaceMatch(ofShiftAt: path, with: place))
    }
  }

  /// Matches a place behind an element that an array gained or lost.
  private init(ofShiftAt path: JSONPointer, with place: JSONPointer) {
    let parent = JSONPointer(tokens: path.tokens.dropLast())
    guard parent.isPrefix(of: place), place.tokens.count >= path.tokens.count, let token = path.tokens.last,
      let index = Int(token), let other = Int(place.tokens[path.tokens.count - 1])
    else {
      self = .no
      return
    }
    self = other > index ? .perhaps : .no
  }
}

/// A condition on the records of a journal, as their lines are written.
struct RecordCondition {
  private let expression: JSONExpression
  private var usage = QueryUsage()
  /// The offset of the last record that counts: a listing of the last lines reads them twice.
  private var countedTo = -1

  init(_ expression: JSONExpression) { self.expression = expression }

  /// Whether a record satisfies the condition. O(n) in its line.
  mutating func holds(for entry: JournalEvent, in file: JournalFile) throws -> Bool {
    let record = try JSONDocument(file.bytes(of: entry)).root
    var used = usage
    defer {
      if entry.offset > countedTo { (usage, countedTo) = (used, entry.offset) }
    }
    do { return try expression.holds(in: record, noting: &used) } catch let error as QueryLimitError {
      throw CommandFailure(
        error.explanation, file: file.path, line: entry.line ?? file.lineNumber(atOffset: entry.offset))
    }
  }

  /// The queries that were evaluated and selected nothing.
  var queriesWithoutResults: [EmptyQuery] { expression.queries(withoutResultsIn: usage) }
}
