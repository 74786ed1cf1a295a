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
