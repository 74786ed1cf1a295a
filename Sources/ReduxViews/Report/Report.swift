package import CommandLineKit
package import JSONQuery
package import ReducerIsolation
package import ReduxInspection
package import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// A journal as one HTML file: `docs/reference/report.md` describes its data.
package struct Report {
  private let file: JournalFile
  private let seqs: ClosedRange<Int>
  private let verification: Verification
  private let toolVersion: String
  private let texts: EventText
  private(set) var verdict: Verdict

  private var rows = ReportRows()
  private var steps = ReportSteps()
  private var watches: ReportWatches
  private var states: ReportStates
  private var sessions: [ReportHead.Session] = []
  private var found: [TimelineProblem] = []
  private var returns = SessionReturns()
  private var comparison: ReportComparison?
  /// The status of each state, in runs.
  private var statuses: [(first: Int, last: Int, status: StateStatus)] = []

  /// The columns for an action's arguments.
  private static let argumentColumns = 160

  /// Creates a report, beside another journal if a comparison is given.
  package init(
    of file: JournalFile, showing seqs: ClosedRange<Int>, watching expressions: [ValueExpression] = [],
    _ verification: Verification, _ apps: AppCatalog, against comparison: ReportComparison? = nil,
    in context: CommandContext
  ) {
    self.file = file
    self.comparison = comparison
    self.seqs = seqs
    self.verification = verification
    toolVersion = context.toolVersion
    texts = EventText(times: .namedUTC, lastSeq: 0, columns: 200)
    verdict = Verdict(verification, isSelfContained: file.isSelfContained)
    states = ReportStates(of: file, from: seqs.lowerBound, apps, verdict)
    watches = ReportWatches(expressions, in: file.path)
  }

  /// Writes the report. O(n) in the size of the journal.
  package mutating func write(onStep: (Int) throws -> Void, _ write: @escaping JournalPage.Write) throws {
    let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
    let page = JournalPage(title: "\(name) – reduxlog", for: .report, write: write)
    try page.begin()
    let tail = try read(page, onStep: onStep)
    if let block = steps.takeBlock(isLast: true) { try add(block, to: page) }
    verdict = Verdict(verification, isSelfContained: file.isSelfContained, found: found)
    try page.add(compressing: rows.json(bases: steps.bases, recorded: steps.recorded), id: "rows")
    if !watches.texts.isEmpty { try page.add(compressing: watches.json, id: "watches") }
    let head = ReportHead(
      name: name, tool: "reduxlog \(toolVersion)", verdict: verdict, verification: verification, tail: tail,
      comparison: comparison, rows: rows.rows, sessions: sessions, statuses: statuses, steps: steps.blocks,
      watches: watches.texts)
    try page.add(json: head.json, id: "head")
    try page.end(content: ReportOutline(head).html)
  }

  /// The outcome in a line.
  package var summary: String { "\(actions.counted("action")); \(comparison?.headline ?? verdict.headline)" }

  /// The watched expressions that select nothing in any state, once it is written.
  package var watchesWithoutValues: [String] { watches.withoutValues }

  /// The last session that it shows.
  var lastSession: HeaderRecord? { sessions.last?.header }

  /// The number of actions that it shows.
  var actions: Int { rows.rows.count { $0.type != nil && $0.kind != .elsewhere } }

  private func add(_ block: [UInt8], to page: JournalPage) throws {
    try page.add(compressing: block, id: "steps-\(steps.blocks.count - 1)")
  }

  /// Reads the records up to the end of the journal, or to its first damage.
  private mutating func read(_ page: JournalPage, onStep: (Int) throws -> Void) throws -> JournalTail? {
    do {
      var events = try file.events()
      while let entry = try events.next() {
        var step = ReportStates.Step()
        if seqs.contains(entry.seq) { step = try states.step(of: entry) } else { states.skip(entry) }
        if entry.setsState, seqs.contains(entry.seq) { try addElsewhere(before: entry.seq) }
        if entry.isInHistory { take(entry, step) }
        if entry.setsState, seqs.contains(entry.seq) {
          try comparison?.take(entry, step, row: rows.rows.count - 1)
        }
        if let problem = returns.take(entry), seqs.contains(entry.seq) { found.append(problem) }
        if entry.setsState {
          note(entry.seq, isKnown: states.isKnown)
          try watch(entry.seq, step)
          try onStep(entry.seq)
        } else if let recorded = step.recorded {
          steps.add(recorded: recorded)
        } else if case .snapshot(let snapshot) = entry.record, seqs.contains(entry.seq),
          let state = try states.stateIfUnknown(in: snapshot)
        {
          steps.add(state: state)
          noteHeld(entry.seq)
          try watch(entry.seq, ReportStates.Step(state: state))
        } else if case .seal = entry.record, !sessions.isEmpty {
          sessions[sessions.count - 1].end = "closed"
        }
        if let block = steps.takeBlock() { try add(block, to: page) }
      }
      try addElsewhere(before: .max)
      let tail = events.tail
      if let end = events.event(for: tail) { take(end, ReportStates.Step()) }
      return tail
    } catch let error as JournalError {
      let failure = CommandFailure(error)
      let last = rows.rows.last
      let place = failure.line.map { "line \($0): " } ?? ""
      rows.add(
        TimelineRow(endAt: last?.seq ?? 0, time: last?.time ?? 0, text: "damaged: \(place)\(failure.reason)"), nil,
        ReportStates.Step())
      steps.add(nil, ReportStates.Step())
      found.append(TimelineProblem(seq: last?.seq ?? 0, kind: .damage, text: "\(place)\(failure.reason)"))
      return nil
    }
  }

  private mutating func take(_ event: JournalEvent, _ step: ReportStates.Step) {
    let row = TimelineRow(event, after: rows.rows.last?.seq ?? 0, texts, columns: Report.argumentColumns)
    guard seqs.contains(row.seq) || event.startsSession && row.seq < seqs.lowerBound else { return }
    if event.startsSession, let header = event.session?.header {
      // Of the sessions before the range, the last one is that of its first state.
      sessions.append(ReportHead.Session(header, row: rows.rows.count))
      if row.seq < seqs.lowerBound { sessions = sessions.suffix(1) }
    }
    guard seqs.contains(row.seq) else { return }
    rows.add(row, event, step)
    steps.add(event, step)
    if let problem = TimelineProblem(row, event) { found.append(problem) }
    if row.kind == .interrupted, !sessions.isEmpty { sessions[sessions.count - 1].end = "interrupted" }
  }

  private mutating func watch(_ seq: Int, _ step: ReportStates.Step) throws {
    guard seqs.contains(seq) else { return }
    try watches.note(row: rows.rows.count - 1, seq: seq, step) { try states.values($0, at: seq, step) }
  }

  /// Adds the steps that only the other journal has. Their rows set no state of this one.
  private mutating func addElsewhere(before seq: Int) throws {
    for (event, step) in try comparison?.insertions(before: seq) ?? [] {
      let last = rows.rows.last
      var row = TimelineRow(event, after: 0, texts, columns: Report.argumentColumns)
      (row.kind, row.seq, row.time) = (.elsewhere, last?.seq ?? 0, last?.time ?? 0)
      (row.target, row.cause) = (event.seq, nil)
      let shown = ReportStates.Step(changes: step.changes)
      rows.add(row, event, shown)
      steps.add(event, shown)
      comparison?.note(event, row: rows.rows.count - 1, after: row.seq)
    }
  }

  /// Notes that a snapshot holds the last state, which was unknown so far.
  private mutating func noteHeld(_ seq: Int) {
    guard let last = statuses.last, last.last == seq, last.status == .notProven else { return }
    statuses.removeLast()
    if last.first < seq { statuses.append((last.first, seq - 1, last.status)) }
    note(seq, isKnown: true)
  }

  private mutating func note(_ seq: Int, isKnown: Bool) {
    guard seqs.contains(seq) else { return }
    var status = verdict.status(of: seq)
    if status == .converted, !isKnown { status = .notProven }
    if [.recorded, .notProven].contains(status) { status = isKnown ? .recorded : .notProven }
    if let last = statuses.last, last.status == status, last.last + 1 == seq {
      statuses[statuses.count - 1].last = seq
    } else {
      statuses.append((seq, seq, status))
    }
  }
}

extension TimelineProblem {
  /// The problem that a row shows by itself, if any.
  init?(_ row: TimelineRow, _ event: JournalEvent) {
    switch (row.kind, event.record) {
    case (.interrupted, .torn(let torn)) where torn.beingWritten: return nil
    case (.interrupted, _):
      let ending = event.action?.ending ?? ActionRecord.ending(afterReturning: false)
      self.init(seq: row.seq, kind: .inFlight, text: "\(row.type ?? "") \(ending)")
    case (.gap, _): self.init(seq: row.seq, kind: .gap, text: String(row.text.trimmingPrefix("gap: ")))
    case (.end, .torn(let torn)) where !torn.beingWritten && !torn.isWhole:
      self.init(seq: row.seq, kind: .torn, text: String(row.text.trimmingPrefix("torn: ")))
    default: return nil
    }
  }
}
