import CommandLineKit
import ReduxJournal

/// What happened in a journal, for a ticket: what was read of it, also where the rest of it is damaged.
struct JournalSummary {
  let file: JournalFile
  let lineCount: Int
  private(set) var stats: JournalStats
  private(set) var events: JournalEvents
  /// What is wrong with the first line that could not be read.
  private(set) var damage: JournalError?

  /// Reads a journal through, and tells how many bytes were read so far.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - lineCount: How many lines of the log are wanted.
  ///   - onRecord: Is told how far the reading came.
  /// - Throws: What `onRecord` throws.
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

  /// The bytes at the end that make no whole line, if there are any.
  var torn: TornLine? {
    if damage == nil, case .torn(let torn) = stats.tail { torn } else { nil }
  }

  /// The line of the log for the end of a journal that is not closed.
  var endLine: LogLine? { damage == nil ? events.line(of: stats.tail) : nil }

  /// How many lines a log of the journal has.
  var logCount: Int { events.lines.count + (endLine == nil ? 0 : 1) }

  /// Reads last lines of the log again, one after the other, each with the seq that it has, if any.
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

  /// The action in whose reducer the app came to its end; `nil` if it came to it elsewhere, or nobody knows.
  var suspect: Int? {
    if let torn { return torn.beingWritten ? nil : torn.action?.seq }
    if damage == nil, case .interrupted(let seq) = events.lastSession.end { return seq }
    return nil
  }

  /// What to look at next: a command or two, for a journal of this name.
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
