import ReduxJournal

/// The location of a log line in the file, for reading it again: lines can be long.
struct LogPlace {
  /// The offset of its session's header.
  var session: Int
  /// The offset of the record; `nil` for a session without a seal, which has no record.
  var record: Int?
  /// The seq of the state that the record set or follows.
  var seq: Int
  /// The time of the event, in microseconds since 1970.
  var time: Int
  /// The line in the file.
  var line: Int?

  /// Reads the line of the log.
  ///
  /// - Throws: `JournalError` if the file can't be read any more.
  func read(from file: JournalFile) throws(JournalError) -> LogLine? {
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
  ///
  /// - Throws: `JournalError` if the file can't be read any more.
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
