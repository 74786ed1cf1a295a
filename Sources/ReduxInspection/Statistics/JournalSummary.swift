import CommandLineKit
package import ReduxJournal
import StateCoding

/// A summary of a journal, for a ticket; of a damaged journal, up to the damage.
package struct JournalSummary {
  package let file: JournalFile
  package let lineCount: Int
  package private(set) var stats: JournalStats
  package private(set) var events: JournalEvents
  /// The problem with the first unreadable line.
  package private(set) var damage: JournalError?

  /// Reads a whole journal and reports the number of bytes read so far.
  package init(of file: JournalFile, lineCount: Int, onRecord: (_ bytes: Int) throws -> Void) throws {
    self.file = file
    self.lineCount = lineCount
    var stats = JournalStats(of: file)
    var events = JournalEvents(of: file, lineCount: lineCount)
    do {
      try stats.read(file) { entry, bytes in
        events.take(entry)
        try onRecord(bytes)
      }
    } catch let error as JournalError {
      damage = error
    }
    self.stats = stats
    self.events = events
  }

  /// The bytes at the end that aren't a whole line, if any.
  package var torn: TornLine? {
    if damage == nil, case .torn(let torn) = stats.tail { torn } else { nil }
  }

  /// The line of the log for the end of a journal that is not closed.
  package var endLine: LogLine? { damage == nil ? events.line(of: stats.tail) : nil }

  /// The number of lines in the journal's log.
  package var logCount: Int { events.lines.count + (endLine == nil ? 0 : 1) }

  /// Reads the last lines of the log again, each with its seq, if any.
  package func readLog(_ body: (LogLine, Int?) -> Void) throws(JournalError) {
    let end = endLine
    let places = events.lines.elements
    var reader = LogPlaceReader(file)
    for place in places.suffix(end == nil ? lineCount : max(0, lineCount - 1)) {
      if let line = try reader.line(at: place) { body(line, place.seq) }
    }
    if let end, lineCount > 0 { body(end, end.action?.seq) }
  }

  /// The action in whose reducer the app died; `nil` if it died elsewhere, or this is unknown.
  package var suspect: Int? {
    if let torn { return torn.beingWritten ? nil : torn.action?.seq }
    if damage == nil, case .interrupted(let seq) = events.lastSession.end { return seq }
    return nil
  }

  /// The next commands to run, for a journal with this name.
  package func nextSteps(name: String) -> [(command: String, why: String)] {
    func word(_ revision: String) -> String { ShellWord.quoted(name + revision) }
    var steps: [(command: String, why: String)] = []
    if damage != nil {
      steps.append(("repair \(word("")) -o \(word(".repaired"))", "saves what can be saved"))
    } else if suspect != nil {
      steps.append(("show \(word("@-1"))", "the state in which it began"))
    }
    if let refused = events[.refused].elements.last {
      steps.append(("show \(word("@\(refused.seq)")) --action", "the last action that was refused"))
    }
    if damage == nil { steps.append(("verify \(word(""))", "whether the reducers still lead to these states")) }
    steps.append(("log \(word(""))", "all that happened"))
    return steps.prefix(2).map { ("reduxlog \($0.command)", $0.why) }
  }
}

/// The most important facts of a journal: its sessions, and the locations of the last events.
///
/// It keeps only locations, so it doesn't grow with the number or the length of records.
package struct JournalEvents {
  /// The kinds of events that a summary lists.
  package enum Kind: String, CaseIterable {
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
  package struct Session {
    /// How a session ended.
    package enum End: Hashable {
      /// With a seal.
      case closed
      /// Without a seal.
      case notClosed
      /// In the reducer of the action with this seq.
      case interrupted(Int)
    }

    package var number: Int
    /// When it started, in microseconds since 1970.
    package var started: Int
    /// Its length in microseconds.
    package var length = 0
    package var actions = 0
    /// The start of the app's version.
    package var version: String?
    package var end = End.notClosed
  }

  /// The number of sessions, and of events of each kind, to keep.
  static let keptCount = 5

  /// The last lines of the log.
  private(set) var lines: Recent<LogPlace>
  private(set) var kinds: [Kind: Recent<LogPlace>] = [:]
  /// The sessions before the last.
  package private(set) var earlierSessions = Recent<Session>(limit: keptCount - 1)
  package private(set) var lastSession: Session
  /// The header of the last session.
  package private(set) var header: HeaderRecord
  /// Whether each session is self-contained, and whether each redacts secrets.
  package private(set) var areSelfContained = true
  package private(set) var areRedacted = true

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
  package subscript(kind: Kind) -> Recent<LogPlace> { kinds[kind] ?? Recent(limit: Self.keptCount) }

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
      let place = LogPlace(session: sessionOffset, record: record, seq: entry.seq, time: line.time, line: line.line)
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
