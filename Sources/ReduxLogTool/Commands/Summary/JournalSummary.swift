import CommandLineKit
import ReduxJournal

/// A summary of a journal, for a ticket; of a damaged journal, up to the damage.
struct JournalSummary {
  let file: JournalFile
  let lineCount: Int
  private(set) var stats: JournalStats
  private(set) var events: JournalEvents
  /// The problem with the first unreadable line.
  private(set) var damage: JournalError?

  /// Reads a whole journal and reports the number of bytes read so far.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - lineCount: The number of log lines to keep.
  ///   - onRecord: Called with the number of bytes read so far.
  /// - Throws: The errors of `onRecord`.
  init(of file: JournalFile, lineCount: Int, onRecord: (_ bytes: Int) throws -> Void) throws {
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
  var torn: TornLine? {
    if damage == nil, case .torn(let torn) = stats.tail { torn } else { nil }
  }

  /// The line of the log for the end of a journal that is not closed.
  var endLine: LogLine? { damage == nil ? events.line(of: stats.tail) : nil }

  /// The number of lines in the journal's log.
  var logCount: Int { events.lines.count + (endLine == nil ? 0 : 1) }

  /// Reads the last lines of the log again, each with its seq, if any.
  ///
  /// - Throws: `JournalError` if the file can't be read any more.
  func readLog(_ body: (LogLine, Int?) -> Void) throws(JournalError) {
    let end = endLine
    let places = events.lines.elements
    var reader = LogPlaceReader(file)
    for place in places.suffix(end == nil ? lineCount : max(0, lineCount - 1)) {
      if let line = try reader.line(at: place) { body(line, place.seq) }
    }
    if let end, lineCount > 0 { body(end, end.action?.seq) }
  }

  /// The action in whose reducer the app died; `nil` if it died elsewhere, or this is unknown.
  var suspect: Int? {
    if let torn { return torn.beingWritten ? nil : torn.action?.seq }
    if damage == nil, case .interrupted(let seq) = events.lastSession.end { return seq }
    return nil
  }

  /// The next commands to run, for a journal with this name.
  func nextSteps(name: String) -> [(command: String, why: String)] {
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
