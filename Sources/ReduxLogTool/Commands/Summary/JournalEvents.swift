import CommandLineKit
import ReduxJournal
import StateCoding

/// The most important facts of a journal: its sessions, and the locations of the last events.
///
/// It keeps only locations, so it doesn't grow with the number or the length of records.
struct JournalEvents {
  /// The kinds of events that a summary lists.
  enum Kind: String, CaseIterable {
    /// Actions whose reducers never returned.
    case interrupted
    /// Actions at which reducers threw an error.
    case refused
    /// Gaps with their reasons.
    case gaps
    /// Rewinds to earlier states.
    case rewinds
    /// Actions without a state hash.
    case unhashed
  }

  /// One run of the app.
  struct Session {
    /// How a session ended.
    enum End: Hashable {
      /// With a seal.
      case closed
      /// Without a seal.
      case notClosed
      /// In the reducer of the action with this seq.
      case interrupted(Int)
    }

    var number: Int
    /// When it started, in microseconds since 1970.
    var started: Int
    /// Its length in microseconds.
    var length = 0
    var actions = 0
    /// The start of the app's version.
    var version: String?
    var end = End.notClosed
  }

  /// The number of sessions, and of events of each kind, to keep.
  static let keptCount = 5

  /// The last lines of the log.
  private(set) var lines: Recent<LogPlace>
  private(set) var kinds: [Kind: Recent<LogPlace>] = [:]
  /// The sessions before the last.
  private(set) var earlierSessions = Recent<Session>(limit: keptCount - 1)
  private(set) var lastSession: Session
  /// The header of the last session.
  private(set) var header: HeaderRecord
  /// Whether each session is self-contained, and whether each redacts secrets.
  private(set) var areSelfContained = true
  private(set) var areRedacted = true

  private var scanner: LogScanner
  private var sessionOffset = 0
  /// Records added while the file is read are counted, but can't be read again.
  private let end: Int

  /// Creates the events of a journal before reading, to keep so many lines of the log.
  init(of file: JournalFile, lineCount: Int) {
    header = file.header
    lastSession = Session(file.header)
    lines = Recent(limit: lineCount)
    scanner = LogScanner(session: file.header, line: 0)
    end = file.byteCount
  }

  /// The last events of a kind.
  subscript(kind: Kind) -> Recent<LogPlace> { kinds[kind] ?? Recent(limit: Self.keptCount) }

  /// Returns the line of the log for the end of the journal, if it isn't closed.
  func line(of tail: JournalTail) -> LogLine? { scanner.end(tail) }

  /// Takes the next record.
  mutating func take(_ entry: JournalEntry) {
    for line in scanner.take(entry) {
      if line.startsSession {
        startSession(line.session, at: entry.offset)
        continue
      }
      var record: Int?
      if case .record = line.event { record = entry.offset }
      guard entry.offset < end else { continue }
      let place = LogPlace(
        session: sessionOffset, record: record, seq: entry.seq, time: line.time, line: line.line)
      lines.append(place)
      for kind in Kind.kinds(of: line.event) { kinds[kind, default: Recent(limit: Self.keptCount)].append(place) }
    }
    if let at = entry.record.at { lastSession.length = max(lastSession.length, at) }
    switch entry.record {
    case .header(let header):
      self.header = header
      if !header.recordsPatches { areSelfContained = false }
      if !header.rules.isOn { areRedacted = false }
    case .action(let action):
      lastSession.actions += 1
      lastSession.end = action.interrupted ? .interrupted(action.seq) : .notClosed
    case .seal: lastSession.end = .closed
    case .snapshot where entry.setsState, .rewind: lastSession.end = .notClosed
    default: break
    }
  }

  private mutating func startSession(_ header: HeaderRecord, at offset: Int) {
    if offset > 0 { earlierSessions.append(lastSession) }
    sessionOffset = offset
    lastSession = Session(header)
  }
}

extension JournalEvents.Session {
  fileprivate init(_ header: HeaderRecord) {
    self.init(
      number: header.session, started: header.started.microseconds,
      version: header.app.version?.excerpt(columns: 40))
  }
}

extension JournalEvents.Kind {
  /// Returns the kinds under which an event is listed.
  fileprivate static func kinds(of event: LogLine.Event) -> [JournalEvents.Kind] {
    guard case .record(let entry) = event else { return [] }
    switch entry.record {
    case .action(let action):
      if action.interrupted { return [.interrupted] }
      return (action.error == nil ? [] : [.refused]) + (action.unhashed == nil ? [] : [.unhashed])
    case .gap: return [.gaps]
    case .rewind: return [.rewinds]
    default: return []
    }
  }
}
