import ReduxJournal
import ReduxReplay
import StateTree

/// What a journal holds, in numbers. It grows with the number of types and marks, not with that of records, nor with how
/// long they are: of names that are too long for people, those with one start count as one.
struct JournalStats {
  private static let slowestCount = 5

  /// A reducer's longest run.
  struct SlowAction {
    var seq: Int
    var type: String
    var microseconds: Int
  }

  /// A mark as it stands at the end.
  struct Mark {
    var name: String
    var seq: Int
    var text: String?
  }

  let header: HeaderRecord
  private(set) var bytes = 0
  private(set) var records = 0
  private(set) var lastSeq: Int?
  private(set) var sessions = 0
  /// How many files there are.
  let segments: Int
  private(set) var kinds: [String: Int] = [:]
  private(set) var types: [String: Int] = [:]
  private(set) var replayability: [ActionRecord.Replayability: Int] = [:]
  /// How many actions of each type could be replayed if that were `Codable`; the app's one type of actions has no name.
  private(set) var uncoded: [String?: Int] = [:]
  /// How many actions record their changes to the state.
  private(set) var patched = 0
  private(set) var interrupted = 0
  private(set) var refused = 0
  private(set) var unhashed = 0
  private(set) var snapshotBytes = 0
  /// Actions that gaps say are missing.
  private(set) var missing = 0
  private(set) var marks: [Mark] = []
  private(set) var slowest: [SlowAction] = []
  /// The sessions' lengths added up, in microseconds.
  private(set) var duration = 0
  private(set) var tail = JournalTail.notClosed
  /// How well it goes with the app, if the tool holds that.
  var fit: SchemaCompatibility?
  private var sessionEnd = 0
  private var markPositions: [String: Int] = [:]

  /// The numbers of a journal of which nothing was read yet.
  init(of file: JournalFile) {
    header = file.header
    segments = file.segmentPaths.count
  }

  /// Reads the journal through, and shows each record, with the number of bytes up to its end.
  ///
  /// - Throws: `JournalError` for the first damaged line, and the numbers are those of what stands before it; or what
  ///   `onRecord` throws.
  mutating func read(_ file: JournalFile, onRecord: (JournalEntry, _ bytes: Int) throws -> Void) throws {
    defer { endSession() }
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() {
      take(entry)
      try onRecord(entry, bytes)
    }
    tail = reader.tail
    if case .torn(let torn) = tail { bytes += torn.bytes.count }
  }

  /// How often each type was dispatched, the most frequent first.
  var typesByCount: [(type: String, count: Int)] {
    types.map { ($0.key, $0.value) }.sorted { $0.1 == $1.1 ? $0.0 < $1.0 : $0.1 > $1.1 }
  }

  /// The types that would gain most by being `Codable`, and how many of their actions there are.
  var uncodedByCount: [(type: String?, count: Int)] {
    uncoded.map { ($0.key, $0.value) }.sorted { $0.1 == $1.1 ? $0.0 ?? "" < $1.0 ?? "" : $0.1 > $1.1 }
  }

  private mutating func take(_ entry: JournalEntry) {
    records += 1
    bytes += entry.byteCount
    if entry.setsState { lastSeq = entry.seq }
    if let at = entry.record.at { sessionEnd = max(sessionEnd, at) }
    kinds[entry.record.kind, default: 0] += 1
    switch entry.record {
    case .header(let header):
      if header.startsSession || entry.offset == 0 {
        sessions += 1
        endSession()
      }
    case .action(let action): take(action)
    case .snapshot: snapshotBytes += entry.byteCount
    case .mark(let mark): take(mark)
    case .gap(let gap):
      missing = JournalStats.sum(missing, gap.missing ?? 0)
    case .rewind, .seal, .unknown: break
    }
  }

  private mutating func endSession() {
    duration = JournalStats.sum(duration, sessionEnd)
    sessionEnd = 0
  }

  /// A journal may claim anything, so sums of what it claims stop at the largest number.
  private static func sum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? Int.max : sum
  }

  private mutating func take(_ action: ActionRecord) {
    let type = action.type.shortenedToKeep
    types[type, default: 0] += 1
    replayability[action.replayability, default: 0] += 1
    // What is cut for its length, or not to be written at all, no conformance would bring back.
    if action.replayability != .replayable, action.action.member("bytes") == nil, header.detail != "names" {
      uncoded[action.swiftType?.shortenedToKeep, default: 0] += 1
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

  /// Of marks with one name the last counts.
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
