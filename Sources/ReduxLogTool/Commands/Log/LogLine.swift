import ReduxJournal

/// A line of the log: an event in a recorded session.
struct LogLine {
  /// The event.
  enum Event {
    /// A record.
    case record(JournalEntry)
    /// The bytes after the last line end: most often an action in flight.
    case torn(TornLine)
    /// The end of a session without a seal.
    case notClosed
  }

  var event: Event
  /// The session of the event.
  var session: HeaderRecord
  /// The time of the event, or of the event before it, in microseconds since 1970.
  var time: Int
  /// The line in the file, if lines are counted.
  var line: Int?
  /// Whether the line was selected by a place that its action may not have changed.
  var isUncertain = false
  /// The branch of a tree that connects the line to that of its cause.
  var branch = ""

  /// Whether the line is the start of a session.
  var startsSession: Bool {
    if case .record(let entry) = event, case .header = entry.record { true } else { false }
  }

  /// The event's name in JSON documents.
  var kind: String {
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
  var action: ActionRecord? {
    switch event {
    case .record(let entry): if case .action(let action) = entry.record { action } else { nil }
    case .torn(let torn): torn.action
    case .notClosed: nil
    }
  }
}

/// Creates the lines of the log from the records of a journal, in order.
struct LogScanner {
  private var session: HeaderRecord
  private var time: Int
  private var isSealed = false
  private var line: Int?

  /// Creates a scanner that begins inside a session. `line` is the line before the first record, if lines are counted.
  init(session: HeaderRecord, line: Int?) {
    self.session = session
    self.line = line
    time = session.started.microseconds
  }

  /// Returns the lines for a record; none for records that only serve the file.
  mutating func take(_ entry: JournalEntry) -> [LogLine] {
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
  func end(_ tail: JournalTail) -> LogLine? {
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
