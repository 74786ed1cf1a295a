package import ReduxJournal
package import ReduxReplay
import StateTree

/// The statistics of a journal. They grow with the number of types and marks, but not with the number or length of
/// records: very long names that share a start count as one.
package struct JournalStats {
  private static let slowestCount = 5

  /// A reducer's longest run.
  package struct SlowAction {
    package var seq: Int
    package var type: String
    package var microseconds: Int
  }

  /// A mark at its final position.
  package struct Mark {
    package var name: String
    package var seq: Int
    package var text: String?
  }

  package let header: HeaderRecord
  package private(set) var bytes = 0
  package private(set) var records = 0
  package private(set) var lastSeq: Int?
  package private(set) var sessions = 0
  /// The number of files.
  package let segments: Int
  package private(set) var kinds: [String: Int] = [:]
  /// The number of changes outside of actions.
  package private(set) var outside = 0
  private(set) var types: [String: Int] = [:]
  package private(set) var replayability: [ActionRecord.Replayability: Int] = [:]
  /// The number of actions of each type that could be replayed if it were `Codable`; an app's single action type has no
  /// name.
  private(set) var uncoded: [String?: Int] = [:]
  /// The number of those actions that left the state as it was, such as a thunk that only dispatches others.
  private var idle: [String?: Int] = [:]
  private var lastHash: StateHash?
  /// The number of actions that record their changes to the state.
  package private(set) var patched = 0
  package private(set) var interrupted = 0
  package private(set) var refused = 0
  package private(set) var unhashed = 0
  package private(set) var snapshotBytes = 0
  /// Whether a snapshot holds a state that can't be decoded, such as one made by reflection.
  package private(set) var hasPartialStates = false
  /// The number of missing actions, as gaps state it.
  package private(set) var missing = 0
  package private(set) var marks: [Mark] = []
  package private(set) var slowest: [SlowAction] = []
  /// The total length of the sessions, in microseconds.
  package private(set) var duration = 0
  package private(set) var tail = JournalTail.notClosed
  /// The event for the journal's end, unless it is closed.
  private(set) var end: JournalEvent?
  /// The compatibility with the app, if the tool contains it.
  package var fit: SchemaCompatibility?
  private var sessionEnd = 0
  private var markPositions: [String: Int] = [:]

  /// Creates the statistics of a journal before reading.
  package init(of file: JournalFile) {
    header = file.header
    segments = file.segmentPaths.count
  }

  /// Reads the whole journal, and passes on each event, with the number of bytes up to its end.
  package mutating func read(_ file: JournalFile, onEvent: (JournalEvent, _ bytes: Int) throws -> Void) throws {
    defer { endSession() }
    var events = try file.events()
    while let event = try events.next() {
      if event.byteCount > 0 { take(event) }
      try onEvent(event, bytes)
    }
    tail = events.tail
    end = events.event(for: tail)
    if case .torn(let torn) = tail { bytes += torn.bytes.count }
  }

  /// The number of actions of each type, the most frequent first.
  package var typesByCount: [(type: String, count: Int)] {
    types.map { ($0.key, $0.value) }.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  /// The number of actions, without changes outside of them.
  package var actions: Int { (kinds["action"] ?? 0) - outside }

  /// Changes outside of actions in words; `nil` if there are none.
  package static func text(ofOutsideChanges count: Int) -> String? {
    count == 0 ? nil : count == 1 ? "1 change outside an action" : "\(count) changes outside actions"
  }

  /// The number of actions that can't be replayed.
  package var unreplayable: Int { actions - (replayability[.replayable] ?? 0) }

  /// Whether all actions were recorded for reading only.
  package var isInspectOnly: Bool { actions > 0 && replayability[.inspectOnly] == actions }

  /// A type whose actions can't be replayed.
  package struct UncodedType {
    /// Its name; `nil` for an app's single action type.
    package var name: String?
    /// The number of its actions.
    package var count: Int
    /// Whether none of them changes the state.
    var isIdle: Bool

    /// The advice that makes the actions replayable, before and after the type's name.
    package var advice: (before: String, after: String) {
      isIdle ? ("keep ", " from the recorder, because it changes no state") : ("make ", " Codable")
    }
  }

  /// The types whose actions can't be replayed, those with the most actions first.
  package var uncodedByCount: [UncodedType] {
    uncoded.map { UncodedType(name: $0.key, count: $0.value, isIdle: $0.key != nil && idle[$0.key] == $0.value) }
      .sorted { $0.count == $1.count ? $0.name ?? "" < $1.name ?? "" : $0.count > $1.count }
  }

  private mutating func take(_ entry: JournalEvent) {
    records += 1
    bytes += entry.byteCount
    if entry.setsState { lastSeq = entry.seq }
    defer { if entry.setsState { lastHash = entry.record.hash } }
    if let at = entry.record.at { sessionEnd = max(sessionEnd, at) }
    kinds[entry.record.kind, default: 0] += 1
    switch entry.record {
    case .header:
      guard entry.startsSession else { break }
      sessions += 1
      endSession()
    case .action(let action): take(action)
    case .snapshot(let snapshot):
      snapshotBytes += entry.byteCount
      if !snapshot.isWhole { hasPartialStates = true }
    case .mark(let mark): take(mark)
    case .gap(let gap):
      missing = JournalStats.sum(missing, gap.missing ?? 0)
    default: break
    }
  }

  private mutating func endSession() {
    duration = JournalStats.sum(duration, sessionEnd)
    sessionEnd = 0
  }

  /// A journal may claim anything, so sums of its claims saturate.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? Int.max : sum
  }

  private mutating func take(_ action: ActionRecord) {
    if action.isOutsideStep {
      outside += 1
      return
    }
    let type = action.type.shortenedToKeep
    types[type, default: 0] += 1
    replayability[action.replayability, default: 0] += 1
    // A conformance doesn't help if the action was cut for its length, wasn't to be recorded, or is none.
    if action.replayability != .replayable, action.action.member("bytes") == nil,
      header.detail != "names"
    {
      let type = action.swiftType?.shortenedToKeep
      uncoded[type, default: 0] += 1
      if action.hash != nil, action.hash == lastHash { idle[type, default: 0] += 1 }
    }
    if action.patch != nil { patched += 1 }
    if action.interrupted { interrupted += 1 }
    if action.error != nil { refused += 1 }
    if action.hash == nil, !action.interrupted { unhashed += 1 }
    guard let time = action.reducerMicroseconds else { return }
    guard slowest.count < Self.slowestCount || slowest.last.map({ $0.microseconds < time }) ?? true else { return }
    let position = slowest.firstIndex { $0.microseconds < time } ?? slowest.count
    slowest.insert(SlowAction(seq: action.seq, type: type, microseconds: time), at: position)
    if slowest.count > Self.slowestCount { slowest.removeLast() }
  }

  /// For each name, the last mark counts.
  private mutating func take(_ record: MarkRecord) {
    let mark = Mark(name: record.name.shortenedToKeep, seq: record.to, text: record.text?.shortenedToKeep)
    if let position = markPositions[mark.name] {
      marks[position] = mark
    } else {
      markPositions[mark.name] = marks.count
      marks.append(mark)
    }
  }
}
