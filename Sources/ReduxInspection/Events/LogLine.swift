package import ReduxJournal

/// A line of the log: an event in a recorded session.
package struct LogLine {
  /// The event.
  package enum Event {
    /// A record.
    case record(JournalEntry)
    /// The bytes after the last line end: most often an action in flight.
    case torn(TornLine)
    /// The end of a session without a seal.
    case notClosed
  }

  package var event: Event
  /// The session of the event.
  package var session: HeaderRecord
  /// The time of the event, or of the event before it, in microseconds since 1970.
  package var time: Int
  /// The line in the file, if lines are counted.
  package var line: Int?
  /// Whether the line was selected by a place that its action may not have changed.
  package var isUncertain = false
  /// The branch of a tree that connects the line to that of its cause.
  package var branch = ""

  package init(event: Event, session: HeaderRecord, time: Int, line: Int? = nil) {
    (self.event, self.session, self.time, self.line) = (event, session, time, line)
  }

  /// Whether the line is the start of a session.
  package var startsSession: Bool {
    if case .record(let entry) = event, case .header = entry.record { true } else { false }
  }

  /// The event's name in JSON documents.
  package var kind: String {
    switch event {
    case .notClosed: return "not-closed"
    case .torn(let torn): return torn.action == nil ? "torn" : "in-flight"
    case .record(let entry):
      switch entry.record {
      case .action, .rewind, .mark, .gap: return entry.record.kind
      case .snapshot: return "state"
      case .header, .seal, .unknown: return "unknown"
      }
    }
  }

  /// The action, complete or in flight.
  package var action: ActionRecord? {
    switch event {
    case .record(let entry): if case .action(let action) = entry.record { action } else { nil }
    case .torn(let torn): torn.action
    case .notClosed: nil
    }
  }
}

/// Creates the lines of the log from the records of a journal, in order.
package struct LogScanner {
  private var session: HeaderRecord
  private var time: Int
  private var isSealed = false
  private var line: Int?

  /// Creates a scanner that begins inside a session. `line` is the line before the first record, if lines are counted.
  package init(session: HeaderRecord, line: Int?) {
    self.session = session
    self.line = line
    time = session.started.microseconds
  }

  /// Returns the lines for a record; none for records that only serve the file.
  package mutating func take(_ entry: JournalEntry) -> [LogLine] {
    line = line.map { $0 + 1 }
    defer { if case .seal = entry.record { isSealed = true } else { isSealed = false } }
    if let at = entry.record.at {
      let (sum, overflow) = session.started.microseconds.addingReportingOverflow(at)
      if !overflow { time = sum }
    }
    switch entry.record {
    case .header(let header) where !header.startsSession && header.session == session.session && entry.offset > 0:
      return []
    case .header(let header):
      // A session's first line shows how the previous session ended; the journal's first line has no predecessor.
      let unclosed = isSealed || header.session <= session.session ? [] : [make(.notClosed, line: nil)]
      session = header
      time = header.started.microseconds
      return unclosed + [make(.record(entry), line: line)]
    case .seal: return []
    case .snapshot where !entry.setsState: return []
    default: return [make(.record(entry), line: line)]
    }
  }

  /// Returns the line for the end of the journal, if it isn't closed.
  package func end(_ tail: JournalTail) -> LogLine? {
    switch tail {
    case .closed: nil
    case .notClosed: make(.notClosed, line: nil)
    case .torn(let torn): make(.torn(torn), line: line.map { $0 + 1 })
    }
  }

  private func make(_ event: LogLine.Event, line: Int?) -> LogLine {
    var time = time
    if case .torn(let torn) = event, let action = torn.action {
      let (sum, overflow) = session.started.microseconds.addingReportingOverflow(action.at)
      if !overflow { time = sum }
    }
    return LogLine(event: event, session: session, time: time, line: line)
  }
}

/// The location of a log line in the file, for reading it again: lines can be long.
package struct LogPlace {
  /// The offset of its session's header.
  var session: Int
  /// The offset of the record; `nil` for a session without a seal, which has no record.
  var record: Int?
  /// The seq of the state that the record set or follows.
  package var seq: Int
  /// The time of the event, in microseconds since 1970.
  var time: Int
  /// The line in the file.
  var line: Int?

  /// Reads the line of the log.
  package func read(from file: JournalFile) throws(JournalError) -> LogLine? {
    guard case .header(let session) = try file.entry(atOffset: session).record else { return nil }
    let event: LogLine.Event =
      if let record { .record(try file.entry(atOffset: record)) } else { .notClosed }
    return LogLine(event: event, session: session, time: time, line: line)
  }
}

/// Reads adjacent lines of the log again, in order. Finding the start may require reading the file from far before; the
/// reader does that once for all of them.
struct LogPlaceReader {
  private let file: JournalFile
  private var reader: JournalReader?
  private var session: (offset: Int, header: HeaderRecord)?

  init(_ file: JournalFile) { self.file = file }

  /// Returns the line of the log at a location after the previous ones.
  mutating func line(at place: LogPlace) throws(JournalError) -> LogLine? {
    if session?.offset != place.session {
      guard case .header(let header) = try file.entry(atOffset: place.session).record else { return nil }
      session = (place.session, header)
    }
    guard let header = session?.header else { return nil }
    guard let record = place.record else {
      return LogLine(event: .notClosed, session: header, time: place.time, line: place.line)
    }
    if reader == nil { reader = try file.entries(fromOffset: record) }
    while let entry = try reader?.next(), entry.offset <= record {
      guard entry.offset == record else { continue }
      return LogLine(event: .record(entry), session: header, time: place.time, line: place.line)
    }
    return nil
  }
}
