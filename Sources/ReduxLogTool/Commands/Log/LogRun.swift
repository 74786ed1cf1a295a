import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// One listing of a journal, from where it is to begin to its end, and on as it grows.
struct LogRun {
  private var file: JournalFile
  private let options: JournalReader.Options
  private let filter: LogFilter
  private let limit: Int?
  private var printer: any LogPrinter
  /// What knows the states, if what changed in them is to be shown.
  private let apps: AppCatalog?
  private let interruption: Interruption

  private var states: (any AppStates)?
  private var scanner: LogScanner
  private var offset: Int
  /// Whether a session is shown that has no line of its own: not while only the last lines are wanted.
  private var showsBareSessions: Bool
  private var shownSession: Int?
  private var shownTorn: Int?

  init(
    file: JournalFile, options: JournalReader.Options, filter: LogFilter, limit: Int?, printer: any LogPrinter,
    apps: AppCatalog?, interruption: Interruption
  ) {
    self.file = file
    self.options = options
    self.filter = filter
    self.limit = limit
    self.printer = printer
    self.apps = apps
    self.interruption = interruption
    showsBareSessions = limit == nil
    offset = 0
    scanner = LogScanner(session: file.header, line: 0)
  }

  /// Prints what is there now; `untilItEnds` tells whether the end of the journal is the end of the listing.
  ///
  /// What stands before a damaged line, or one whose change can't be known, is printed before the error is thrown.
  mutating func list(untilItEnds: Bool) throws {
    do {
      try listLines(untilItEnds: untilItEnds)
    } catch  where error is JournalError || error is ReplayError {
      try printer.finish()
      throw error
    }
    if untilItEnds { try printer.finish() }
  }

  private mutating func listLines(untilItEnds: Bool) throws {
    try start()
    states = try apps?.states(of: file)
    if let limit { try skip(toLast: limit, untilItEnds: untilItEnds) }
    let tail = try read()
    if let line = scanner.end(tail), untilItEnds || isDead(tail), limit != 0 { try take(line) }
    noteTorn(tail)
    showsBareSessions = true
  }

  /// Prints what was added since.
  mutating func goOn() throws {
    // The journal is opened again: what was a torn line may have been written over.
    let now = try JournalFile(path: file.path, options: options)
    guard now.journalID == file.journalID else { throw JournalError(.replaced, path: file.path) }
    // Where its segment was dropped, all that is here came later.
    offset = try now.offset(of: offset, in: file) ?? 0
    guard now.byteCount >= offset else {
      throw JournalError(
        .damaged("the file was cut to \(now.byteCount) bytes after \(offset) were read"), path: file.path)
    }
    file = now
    guard file.byteCount > offset else { return try showTorn(file.tail) }
    states = try apps?.states(of: file)
    try showTorn(read())
  }

  private mutating func showTorn(_ tail: JournalTail) throws {
    if isDead(tail), let line = scanner.end(tail) { try take(line) }
    noteTorn(tail)
  }

  /// Whether a journal ends in a torn line that nobody will complete, and that was not shown yet.
  private func isDead(_ tail: JournalTail) -> Bool {
    if case .torn(let torn) = tail { !torn.beingWritten && shownTorn != torn.offset } else { false }
  }

  private mutating func noteTorn(_ tail: JournalTail) {
    if case .torn(let torn) = tail, !torn.beingWritten { shownTorn = torn.offset }
  }

  // MARK: Reading

  /// Finds the first line that can be wanted, without reading those before it.
  private mutating func start() throws {
    var first = filter.seqs.lowerBound
    // The last lines of a journal lie behind as many states at most.
    if let limit, !filter.looksAtRecords, let last = try? file.lastStateSeq {
      let end = min(last, filter.seqs.upperBound)
      first = max(first, end - min(limit, end))
    }
    guard first > file.header.seq + 1 else { return }
    offset = try file.entry(settingSeq: first)?.offset ?? file.byteCount
    let line = printer is JSONLogPrinter ? file.lineNumber(atOffset: offset).map { $0 - 1 } : nil
    scanner = LogScanner(session: try file.lastHeader(before: offset).header, line: line)
  }

  /// Goes to the first of the last lines that are wanted. Only where lines start is kept on the way: they can be long.
  private mutating func skip(toLast limit: Int, untilItEnds: Bool) throws {
    var starts = Recent<(offset: Int, scanner: LogScanner)>(limit: limit)
    var here = (offset: offset, scanner: scanner)
    do {
      let reader = try file.entries(fromOffset: offset)
      // What is added meanwhile comes on top.
      while here.offset < file.byteCount, let entry = try reader.next(), entry.seq <= filter.seqs.upperBound {
        try interruption.check()
        let start = here
        if here.scanner.take(entry).contains(where: { !$0.startsSession && filter.matches($0) }) {
          starts.append(start)
        }
        here.offset = reader.offset
      }
      let tail = here.offset == file.byteCount ? try file.tail : .closed
      if let end = here.scanner.end(tail), untilItEnds || isDead(tail), filter.matches(end) { starts.append(here) }
    } catch is JournalError {
      // The listing comes to it again, behind the lines that it shows.
    }
    (offset, scanner) = starts.elements.first ?? here
  }

  private mutating func read() throws -> JournalTail {
    let reader = try file.entries(fromOffset: offset)
    while let entry = try reader.next() {
      try interruption.check()
      if entry.seq > filter.seqs.upperBound { return .closed }
      for line in scanner.take(entry) { try take(line) }
      offset = reader.offset
    }
    return reader.tail
  }

  // MARK: Choosing

  private mutating func take(_ line: LogLine) throws {
    guard filter.matches(line) else { return }
    if line.startsSession {
      if filter.isEmpty, showsBareSessions { try show(line) }
    } else {
      try show(line)
    }
  }

  // MARK: Printing

  private mutating func show(_ line: LogLine) throws {
    if shownSession != line.session.session {
      shownSession = line.session.session
      try printer.session(line)
    }
    if !line.startsSession { try printer.line(line, change: change(of: line)) }
  }

  /// What a line's action did to the state; `nil` if that is not wanted or can't be known.
  private mutating func change(of line: LogLine) throws -> LogChange? {
    guard case .record(let entry) = line.event, let action = line.action, !action.interrupted else { return nil }
    do {
      guard let before = try states?.state(at: entry.seq - 1), let after = try states?.state(at: entry.seq) else {
        return nil
      }
      return LogChange(from: before, to: after)
    } catch let error as ReplayError {
      switch error.problem {
      // What follows an action that never ended has no state before it.
      case .interrupted: return nil
      // The line itself names the places.
      case .noPatch: return nil
      default: throw error
      }
    }
  }
}
