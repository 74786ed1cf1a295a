import CommandLineKit
package import ReduxJournal
import StateCoding

/// A summary of a journal, for a ticket; of a damaged journal, up to the damage.
package struct JournalSummary {
  package let file: JournalFile
  package let lineCount: Int
  package private(set) var stats: JournalStats
  package private(set) var events: JournalFacts
  /// The problem with the first unreadable line.
  package private(set) var damage: JournalError?

  /// Reads a whole journal and reports the number of bytes read so far.
  package init(of file: JournalFile, lineCount: Int, onRecord: (_ bytes: Int) throws -> Void) throws {
    self.file = file
    self.lineCount = lineCount
    var stats = JournalStats(of: file)
    var events = JournalFacts(of: file, lineCount: lineCount)
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

  /// The size of the journal, with all segments.
  package var bytes: Int { damage == nil ? stats.bytes : file.byteCount }

  /// The bytes at the end that aren't a whole line, if any.
  package var torn: TornLine? {
    if damage == nil, case .torn(let torn) = stats.tail { torn } else { nil }
  }

  /// The event for the end of a journal that isn't closed.
  package var end: JournalEvent? { damage == nil ? stats.end : nil }

  /// The number of lines in the journal's log.
  package var logCount: Int { events.lines.count + (end == nil ? 0 : 1) }

  /// Reads the last lines of the log again, each with its seq, if any.
  package func readLog(_ body: (JournalEvent, Int?) -> Void) throws {
    let end = end
    let places = events.lines.elements.suffix(end == nil ? lineCount : max(0, lineCount - 1))
    try file.forEachEvent(at: Array(places)) { body($0, $0.seq) }
    if let end, lineCount > 0 { body(end, end.action?.seq) }
  }

  /// The action in whose reducer the app died; `nil` if it died elsewhere, or this is unknown.
  package var suspect: Int? {
    if let torn { return torn.beingWritten || torn.action?.hadReturned == true ? nil : torn.action?.seq }
    if damage == nil, case .interrupted(let seq) = events.lastSession.end { return seq }
    return nil
  }

  /// The next commands of a tool to run, for a journal with this name.
  package func nextSteps(name: String, tool: String) -> [(command: String, why: String)] {
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
    return steps.prefix(2).map { ("\(tool) \($0.command)", $0.why) }
  }
}

/// The most important facts of a journal: its sessions, and the locations of the last events.
///
/// It keeps only locations, so it doesn't grow with the number or the length of records.
package struct JournalFacts {
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
  private(set) var lines: Recent<EventPlace>
  private(set) var kinds: [Kind: Recent<EventPlace>] = [:]
  /// The sessions before the last.
  package private(set) var earlierSessions = Recent<Session>(limit: keptCount - 1)
  package private(set) var lastSession: Session
  /// The header of the last session.
  package private(set) var header: HeaderRecord
  /// Whether each session is self-contained, and whether each redacts secrets.
  package private(set) var areSelfContained = true
  package private(set) var areRedacted = true
  /// Whether all sessions redact by the rules of the last one.
  package private(set) var haveSameRules = true

  /// Records added while the file is read are counted, but can't be read again.
  private let end: Int

  /// Creates the events of a journal before reading, to keep so many lines of the log.
  init(of file: JournalFile, lineCount: Int) {
    header = file.header
    lastSession = Session(file.header)
    lines = Recent(limit: lineCount)
    end = file.byteCount
  }

  /// The last events of a kind.
  package subscript(kind: Kind) -> Recent<EventPlace> { kinds[kind] ?? Recent(limit: Self.keptCount) }

  /// Takes the next event.
  mutating func take(_ entry: JournalEvent) {
    if entry.startsSession, let header = entry.session?.header {
      startSession(header, at: entry.offset)
    } else if entry.isInHistory, entry.offset < end {
      let place = EventPlace(entry)
      lines.append(place)
      for kind in Kind.kinds(of: entry.record) { kinds[kind, default: Recent(limit: Self.keptCount)].append(place) }
    }
    if let at = entry.record.at { lastSession.length = max(lastSession.length, at) }
    switch entry.record {
    case .header(let header):
      if header.rules != self.header.rules { haveSameRules = false }
      self.header = header
      if !header.recordsPatches { areSelfContained = false }
      if !header.rules.isOn { areRedacted = false }
    case .action(let action):
      if !action.isOutsideStep { lastSession.actions += 1 }
      lastSession.end = action.interrupted && !action.hadReturned ? .interrupted(action.seq) : .notClosed
    case .seal: lastSession.end = .closed
    case .snapshot where entry.setsState, .rewind: lastSession.end = .notClosed
    default: break
    }
  }

  private mutating func startSession(_ header: HeaderRecord, at offset: Int) {
    if offset > 0 { earlierSessions.append(lastSession) }
    lastSession = Session(header)
  }
}

extension JournalFacts.Session {
  fileprivate init(_ header: HeaderRecord) {
    self.init(
      number: header.session, started: header.started.microseconds,
      version: header.app.version?.excerpt(columns: 40))
  }
}

extension JournalFacts.Kind {
  /// Returns the kinds under which an event is listed.
  fileprivate static func kinds(of record: JournalRecord) -> [JournalFacts.Kind] {
    switch record {
    case .action(let action):
      if action.interrupted { return [.interrupted] }
      return (action.error == nil ? [] : [.refused]) + (action.unhashed == nil ? [] : [.unhashed])
    case .gap: return [.gaps]
    case .rewind: return [.rewinds]
    default: return []
    }
  }
}
