import ReduxJournal

/// Where a line of the log is in the file, to be read again: lines can be long.
struct LogPlace {
  /// Where the header of its session starts.
  var session: Int
  /// Where the record starts; `nil` for a session that has no seal, which no record tells.
  var record: Int?
  /// The seq of the state that the record set or follows.
  var seq: Int
  /// When it happened, in microseconds since 1970.
  var time: Int
  /// The line in the file.
  var line: Int?

  /// The line of the log.
  ///
  /// - Throws: `JournalError` if the file can't be read any more.
  func read(from file: JournalFile) throws(JournalError) -> LogLine? {
    guard case .header(let session) = try file.entry(atOffset: session).record else { return nil }
    let event: LogLine.Event =
      if let record { .record(try file.entry(atOffset: record)) } else { .notClosed }
    return LogLine(event: event, session: session, time: time, line: line)
  }
}

/// Reads lines of the log again that stand together, in their order. To find where to begin, a file may have to be read
/// from far before; that is done once for all of them.
struct LogPlaceReader {
  private let file: JournalFile
  private var reader: JournalReader?
  private var session: (offset: Int, header: HeaderRecord)?

  init(_ file: JournalFile) { self.file = file }

  /// The line of the log at a place behind those that were asked for before.
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
