import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// A listing of a journal, from its start point to the end, and on as the journal grows.
struct LogRun {
  var file: JournalFile
  var filter: LogFilter
  private let limit: Int?
  private var writer: any FormatWriter<LogEntry>
  private let isForPeople: Bool
  /// Provides the states, if their changes are shown.
  private let apps: AppCatalog?
  let interruption: Interruption
  /// Whether the user stopped the command before each action was decided.
  var isStopped = false
  /// Where states are compared; `nil` if no place is given or the states can't be rebuilt.
  let isolation: ReducerIsolation?
  /// Why some lines couldn't be decided, if a reducer failed.
  var failure: CommandFailure?

  private var states: (any AppStates)?
  private var dates: LogDates?
  /// The places of stand-ins in the states so far.
  private var redacted = RedactedPlaces()
  /// Whether the states come from patches, which show what was recorded; reducers may compute other values today.
  private var showsRecordedStates = false
  /// The action that can't be replayed, after which states are unknown up to the next snapshot.
  private var obstacle: ReplayError?
  /// The obstacles so far, each with the number of actions whose changes it hides.
  private(set) var hidden: [(obstacle: ReplayError, actions: Int)] = []
  /// The place of the next line to list.
  var place = JournalPlace.start
  /// Whether to show sessions without lines of their own: not while only the last lines are wanted.
  private var showsBareSessions: Bool
  /// The lines so far, if they are shown as a tree.
  private var tree: CauseTree?
  /// Whether the tree shows no causes.
  private(set) var hasFlatTree = false
  /// Whether a bad line follows the listed states.
  private(set) var endsBeforeBadLine = false
  private var shownSession: Int?
  private var shownTorn: Int?
  /// Whether the filter left no line.
  var isEmpty: Bool { !hasLines && !filter.isEmpty }
  private var hasLines = false
  /// The number of lines whose actions may not have changed the places of the filter.
  private(set) var uncertain = 0
  /// The queries of the filter's condition that selected nothing in the records looked at.
  var queriesWithoutResults: [EmptyQuery] { filter.condition?.queriesWithoutResults ?? [] }

  init(
    file: JournalFile, filter: LogFilter, limit: Int?, writer: any FormatWriter<LogEntry>, isForPeople: Bool,
    apps: AppCatalog?, isTree: Bool, interruption: Interruption, isolation: ReducerIsolation?
  ) {
    tree = isTree && isForPeople ? CauseTree() : nil
    self.file = file
    self.filter = filter
    self.limit = limit
    self.writer = writer
    self.isForPeople = isForPeople
    self.apps = apps
    self.interruption = interruption
    self.isolation = isolation
    showsBareSessions = limit == nil
  }

  /// Whether the journal is listed as it grows.
  private var isGrowing = false

  /// Prints the current lines; `untilItEnds` means that the end of the journal ends the listing.
  ///
  /// It prints the lines before a damaged line, or before a line whose change can't be determined, and then throws the
  /// error.
  mutating func list(untilItEnds: Bool) throws {
    isGrowing = !untilItEnds
    do {
      try listLines(untilItEnds: untilItEnds)
    } catch  where error is JournalError || error is ReplayError {
      try showTree()
      try writer.finish()
      throw error
    }
    try showTree()
    if untilItEnds || isStopped { try writer.finish() }
    if isStopped { throw Interrupted() }
  }

  private mutating func showTree() throws {
    guard let tree = tree.take() else { return }
    hasFlatTree = tree.isFlat
    try tree.forEach(of: file) { line in
      try interruption.check()
      try show(line)
    }
  }

  private mutating func listLines(untilItEnds: Bool) throws {
    try start()
    try openStates()
    try decidePlaces()
    if let limit { try skip(toLast: limit, untilItEnds: untilItEnds) }
    let tail = try read()
    if untilItEnds || isDead(tail), limit != 0 { try take(end: tail) }
    noteTorn(tail)
    showsBareSessions = true
  }

  /// Prints the lines added since.
  mutating func listAppended() throws {
    (file, place.offset) = try file.reopened(after: place.offset)
    guard file.byteCount > place.offset else { return try showTorn(file.tail) }
    try openStates()
    try decidePlaces()
    try showTorn(read())
  }

  private mutating func openStates() throws {
    states = try apps?.states(of: file)
    dates = apps.map { LogDates(StateLookup(file: file, apps: $0)) }
    if isForPeople, apps != nil { try findRedactedPlaces() }
    showsRecordedStates = states != nil && file.isSelfContained
  }

  /// Finds the redacted places in the state before the first line.
  private mutating func findRedactedPlaces() throws {
    var events = try file.events(from: place)
    guard let first = try events.next(), first.seq > 0 else { return }
    redacted = file.redactedPlaces(at: first.seq - 1)
  }

  private mutating func showTorn(_ tail: JournalTail) throws {
    if isDead(tail) { try take(end: tail) }
    noteTorn(tail)
  }

  private mutating func take(end tail: JournalTail) throws {
    if let event = try file.events(from: place).event(for: tail) { try take(event) }
  }

  /// Whether a journal ends in a torn line that no writer will complete, and that was not shown yet.
  private func isDead(_ tail: JournalTail) -> Bool {
    if case .torn(let torn) = tail { !torn.beingWritten && shownTorn != torn.offset } else { false }
  }

  private mutating func noteTorn(_ tail: JournalTail) {
    if case .torn(let torn) = tail, !torn.beingWritten { shownTorn = torn.offset }
  }

  // MARK: Reading

  /// Finds the first line that may match, without reading the lines before it.
  private mutating func start() throws {
    var first = filter.seqs.lowerBound
    // The last N lines are among the last N states.
    if let limit, !filter.looksAtRecords, let last = try? file.lastStateSeq {
      let end = min(last, filter.seqs.upperBound)
      first = max(first, end - min(limit, end))
    }
    guard first > file.header.seq + 1 else { return }
    place = try file.place(atOffset: file.entry(settingSeq: first)?.offset ?? file.byteCount)
    if !isForPeople { place.line = file.lineNumber(atOffset: place.offset) }
  }

  /// Moves to the first of the last matching lines. It keeps only line starts on the way, because lines can be long.
  private mutating func skip(toLast limit: Int, untilItEnds: Bool) throws {
    var starts = Recent<JournalPlace>(limit: limit)
    var here = place
    do {
      var events = try file.events(from: place, through: filter.seqs.upperBound)
      // Lines added meanwhile come on top.
      while here.offset < file.byteCount, let event = try events.next(), event.seq <= filter.seqs.upperBound {
        try interruption.check()
        here = events.place
        if try isLine(event) && filter.matches(event, of: file) != .no { starts.append(events.start) }
      }
      let tail = here.offset == file.byteCount ? try file.tail : .closed
      if let end = events.event(for: tail), untilItEnds || isDead(tail), try filter.matches(end, of: file) != .no {
        starts.append(here)
      }
    } catch is JournalError {
      // The listing repeats it after the shown lines.
    }
    place = starts.elements.first ?? here
  }

  private func isLine(_ event: JournalEvent) -> Bool { event.isInHistory && !event.startsSession }

  private mutating func take(_ event: JournalEvent) throws {
    guard event.isInHistory, !event.startsSession || filter.isEmpty && showsBareSessions else { return }
    let match = try filter.matches(event, of: file)
    if match == .no { return }
    try show(LogLine(event: event, isUncertain: match == .perhaps))
  }

  private mutating func read() throws -> JournalTail {
    var events = try file.events(from: place, through: filter.seqs.upperBound)
    while let event = try events.next() {
      try interruption.check()
      if event.seq > filter.seqs.upperBound { return .closed }
      if event.action == nil { obstacle = nil }
      redacted.add(statesOf: event.record)
      try take(event)
      place = events.place
    }
    endsBeforeBadLine = events.endsBeforeBadLine
    return events.tail
  }

  // MARK: Printing

  private mutating func show(_ line: LogLine) throws {
    hasLines = true
    if tree != nil {
      tree?.add(line)
      return
    }
    let event = line.event
    if let header = event.session?.header, shownSession != header.session {
      shownSession = header.session
      // Actions that are still to come may be replayable.
      let isInspectOnly = isForPeople && !isGrowing && file.isInspectOnly(sessionOf: event)
      try writer.add(.session(header, line: event.startsSession ? event.line : nil, isInspectOnly: isInspectOnly))
    }
    if line.isUncertain { uncertain += 1 }
    if !event.startsSession { try writer.add(.line(line, change: change(of: event))) }
  }

  /// Returns an action's changes to the state; `nil` if unwanted or unknown.
  private mutating func change(of event: JournalEvent) throws -> LogChange? {
    guard event.setsState, let action = event.action, !action.interrupted else { return nil }
    if let obstacle {
      hide(behind: obstacle)
      return nil
    }
    do {
      guard let changes = try states?.changes(at: event.seq) else { return nil }
      guard isForPeople else { return LogChange(patch: changes.patch, list: ChangeList([])) }
      let header = event.session?.header
      let identity = PointerPatterns(header?.identity ?? [])
      let told = try ReshapedArrays.joined(changes, by: identity) { try states?.state(at: event.seq) ?? .null }
      var list = ChangeList(told, by: identity)
      if !showsRecordedStates { list.volatile = PointerPatterns(header?.rules.volatile ?? []) }
      var change = LogChange(patch: changes.patch, list: list)
      try dates?.note(in: &change, at: event.seq)
      change.mask(redacted, secrets: action.changedSecrets)
      return change
    } catch let error as ReplayError {
      switch error.problem {
      // After an action that never returned, the previous state is unknown.
      case .interrupted: return nil
      // The line itself lists the places.
      case .noPatch: return nil
      case .unencodableState:
        hide(behind: error)
        return nil
      case .notReplayable:
        // The state before is unknown, so the next one is, too, unless a snapshot holds it.
        obstacle = error
        hide(behind: error)
        return nil
      default: throw error
      }
    }
  }

  private mutating func hide(behind obstacle: ReplayError) {
    if let last = hidden.indices.last, hidden[last].obstacle.seq == obstacle.seq {
      hidden[last].actions += 1
    } else {
      hidden.append((obstacle, 1))
    }
  }
}

/// Deciding which actions changed a place, where their records don't say it.
extension LogRun {
  /// Compares the states before and after the actions from here on whose records leave it open.
  mutating func decidePlaces() throws {
    guard let isolation else { return }
    let seqs = try undecidedActions()
    guard !seqs.isEmpty else { return }
    let inquiry = TouchInquiry(places: filter.places.map(\.description), seqs: seqs)
    do {
      let answer = try isolation.answer(inquiry, about: file, showing: "Comparing", of: seqs.last)
      for seq in seqs { filter.decided[seq] = .no }
      for seq in answer.yes { filter.decided[seq] = .yes }
      for seq in answer.unknown { filter.decided[seq] = .perhaps }
      if let seq = answer.stoppedAt {
        filter.limit(to: seq - 1)
        isStopped = true
      }
    } catch let failure as CommandFailure {
      self.failure = failure
    } catch let error as FailedReplay {
      failure = error.verification.failure
    }
  }

  private func undecidedActions() throws -> [Int] {
    var seqs: [Int] = []
    var changes = RecordedChanges(of: file)
    do {
      var events = try file.events(from: place, through: filter.seqs.upperBound)
      while let event = try events.next(), event.seq <= filter.seqs.upperBound {
        try interruption.check()
        let isSilent =
          try changes.mayBeIncomplete(in: event) || filter.isReshaped || filter.isVolatile(in: event.session?.header)
        if filter.leavesOpen(event, isSilent: isSilent) { seqs.append(event.seq) }
      }
    } catch is JournalError {
      // The listing repeats it after the lines before.
    }
    return seqs
  }
}

extension LogFilter {
  /// Whether a place has a part that is left out of hashes.
  fileprivate func isVolatile(in session: HeaderRecord?) -> Bool {
    let patterns = (session?.rules.volatile ?? []).compactMap { try? JSONPointer($0.description) }
    return patterns.contains { pattern in places.contains { $0.mayOverlap(pattern) } }
  }
}

/// The places of dates in the states of a log, as far as the app's types say so.
///
/// Elements of an empty collection have no types yet, so it looks again at the state in which a number appears at a new place.
struct LogDates {
  /// A place without indices and keys of its ancestors, which differ between elements.
  private struct Shape: Hashable {
    let depth: Int
    let name: String?
  }

  /// The most states that it looks into.
  private static let limit = 64

  private let lookup: StateLookup
  private var places = PointerPatterns.none
  private var known: Set<Shape> = []

  init(_ lookup: StateLookup) { self.lookup = lookup }

  /// Notes the dates in the changes of an action.
  mutating func note(in change: inout LogChange, at seq: Int) throws {
    let shapes = change.list.possibleDates.map { place in
      Shape(depth: place.tokens.count, name: place.tokens.last { Int($0) == nil })
    }
    if known.count < LogDates.limit, !known.isSuperset(of: shapes) {
      known.formUnion(shapes)
      places = places.united(with: lookup.dates(in: try lookup.node(at: seq, nil)))
    }
    change.note(places)
  }
}
