import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// The head of a report: the verdict, the sessions and what is proven.
struct ReportHead {
  /// A session of the journal.
  struct Session {
    let header: HeaderRecord
    /// The row of its start.
    let row: Int
    /// How it ended: `closed`, `not closed` or `interrupted`.
    var end = "not closed"

    init(_ header: HeaderRecord, row: Int) {
      self.header = header
      self.row = row
    }
  }

  let name: String
  let tool: String
  let verdict: Verdict
  let verification: Verification
  /// How the journal ends; `nil` if it is damaged.
  let tail: JournalTail?
  /// The journal beside this one.
  let comparison: ReportComparison?
  let rows: [TimelineRow]
  let sessions: [Session]
  let statuses: [(first: Int, last: Int, status: StateStatus)]
  let steps: [ClosedRange<Int>]
  /// The watched expressions.
  let watches: [String]

  /// How the journal ends, in words.
  var end: String {
    switch tail {
    case nil: "damaged"
    case .closed: "closed"
    case .notClosed: "not closed"
    case .torn(let torn): torn.beingWritten ? "being written" : "torn"
    }
  }

  /// The outcome in a few words.
  fileprivate var headline: String { comparison?.headline ?? verdict.headline }

  /// The outcome in sentences without the last full stop.
  fileprivate var sentences: String { comparison?.sentences ?? verdict.sentences }

  /// The problems of the journal, or what differs from the other one, with their rows if a state may have several.
  fileprivate var problems: [(seq: Int, kind: String, text: String, row: Int?)] {
    comparison?.differences.map { ($0.seq, $0.kind.rawValue, $0.text, $0.row) }
      ?? verdict.problems.map { ($0.seq, $0.kind.rawValue, $0.text, nil) }
  }

  private var judgement: Verdict.Judgement {
    comparison.map { $0.judgement } ?? verdict.judgement
  }

  /// The verification's warnings, but for those of gaps and actions that are problems already.
  private var warnings: [String] {
    let known = Set(Verification(path: verification.path, verification.report).warnings.map(\.message))
    // On a terminal, the file's name stands before a warning.
    return verification.warnings.map(\.message).filter { !known.contains($0) }.map { message in
      let text = message.trimmingPrefix("risky: ")
      return text.hasPrefix("it ") ? "The journal \(text.dropFirst(3))" : String(text)
    }
  }

  func count(_ kinds: JournalEvent.Kind...) -> Int { rows.count { kinds.contains($0.kind) } }

  /// The head as JSON text.
  var json: [UInt8] {
    let app = sessions.last?.header.app
    var text: [UInt8] = []
    JSONReport.object([
      "format": 1, "tool": tool, "file": name,
      "app": app.map { JSONReport.object(["name": $0.name, "version": $0.version]) },
      "first": statuses.first?.first ?? 0, "last": statuses.last?.last ?? 0,
      "actions": count(.action, .refused, .interrupted), "refused": count(.refused), "rewinds": count(.rewind),
      "end": end,
      "verdict": JSONReport.object([
        "status": verdict.status, "judgement": judgement.rawValue, "headline": headline, "text": sentences,
        "seq": comparison.map { $0.differences.first?.seq } ?? verdict.seq,
      ]), "open": comparison.map { $0.differences.first?.seq } ?? Verdict.opening(verdict.problems),
      "problems": problems.map {
        JSONReport.object(["seq": $0.seq, "kind": $0.kind, "text": $0.text, "row": $0.row])
      }, "warnings": warnings, "against": comparison?.json,
      "states": statuses.map { [$0.first.json, $0.last.json, $0.status.rawValue.json] },
      "today": comparison?.members ?? today,
      "sessions": sessions.map(\.json), "steps": steps.map { [$0.lowerBound, $0.upperBound] },
      "watches": watches.isEmpty ? nil : watches,
    ]).appendCompact(to: &text)
    return text
  }

  /// The differences of today's app, as far as they are known.
  private var today: [JSONValue]? {
    guard case .diverged(let divergence) = verification.outcome else { return nil }
    // As a text, because a browser's own numbers lose digits.
    func side(_ effect: String, hash: String? = nil, _ value: JSONValue?) -> JSONValue {
      JSONReport.object(["effect": effect, "hash": hash, "value": value?.compact])
    }
    func side(_ effect: Divergence.Effect, _ value: JSONValue?) -> JSONValue {
      switch effect {
      case .unchanged: side("unchanged", value)
      case .removed: side("removed", value)
      case .set(let hash): side("set", hash: hash, value)
      }
    }
    var error: JSONValue?
    var hash: String?
    switch divergence.kind {
    case .error(let recorded, let replayed): error = JSONReport.object(["recorded": recorded, "today": replayed])
    case .state(_, let replayed): hash = replayed.description
    }
    let first = JSONReport.object([
      "seq": divergence.seq,
      "members": divergence.members.map {
        JSONReport.object([
          "place": $0.pointer, "recorded": side($0.recorded, $0.values.recorded),
          "today": side($0.replayed, $0.values.replayed),
        ])
      }, "error": error, "hash": hash,
    ])
    let examples = verification.report.divergences.locations.flatMap(\.examples).filter { $0.pointer != nil }
    let later = Dictionary(grouping: examples, by: \.action.seq).filter { $0.key != divergence.seq }
    return [first]
      + later.sorted { $0.key < $1.key }.map { seq, examples in
        JSONReport.object([
          "seq": seq,
          "members": examples.map {
            JSONReport.object([
              "place": $0.pointer, "recorded": $0.values?.recorded.map { side("set", $0) },
              "today": $0.values?.replayed.map { side("set", $0) },
            ])
          },
        ])
      }
  }
}

extension ReportHead.Session {
  fileprivate var json: JSONValue {
    JSONReport.object([
      "number": header.session, "row": row, "started": header.started.microseconds, "version": header.app.version,
      "platform": header.platform, "end": end, "secrets": header.rules.isOn ? "redacted" : "not redacted",
      "volatile": header.rules.volatile.map(\.description),
      "identity": header.identity.isEmpty ? nil : header.identity.map(\.description),
      // As a text, because a browser's own numbers lose digits.
      "context": header.context.isEmpty ? nil : JSONValue.object(header.context).compact,
    ])
  }
}

/// The content of a report in a browser without scripts, such as in a CI server that forbids them.
struct ReportOutline {
  /// The rows on each side of a problem, and those of all problems together.
  private static let rowsAround = 50
  private static let mostRows = 500

  private let head: ReportHead

  init(_ head: ReportHead) { self.head = head }

  var html: HTMLText {
    let app = head.sessions.last?.header.app
    return """
      <header><h1>\(head.name)</h1>
      <p>\([app?.name, app?.version].compactMap(\.self).joined(separator: " ")) · \(head.count(.action, .refused, .interrupted).counted("action")) · \
      \(head.sessions.count.counted("session")) · \(head.end) · \(head.tool)</p></header>
      <section><h2>\(head.headline)</h2><p>\(head.sentences).</p>
      \(problems)</section>
      <section><h2>Sessions</h2>
      <table><thead><tr><th scope="col">Session</th><th scope="col">Started</th><th scope="col">Version</th>\
      <th scope="col">Platform</th><th scope="col">End</th></tr></thead><tbody>\(HTMLText.joined(head.sessions.map(row)))</tbody></table></section>
      <section><h2>Actions</h2><p>This browser runs no scripts. Open the file in one that does, to see each state.</p>
      <table><thead><tr><th scope="col" class="number">State</th><th scope="col" class="number">Time</th><th scope="col">Event</th></tr></thead>\
      <tbody>\(HTMLText.joined(shownRows.map(row)))</tbody></table></section>
      """
  }

  private var problems: HTMLText {
    guard !head.problems.isEmpty else { return "" }
    let items = head.problems.map { problem -> HTMLText in
      let kind = problem.kind == "differs" ? "" : "\(problem.kind): "
      return "<li>\(problem.seq) \(kind)\(problem.text)</li>"
    }
    return "<ul>\(HTMLText.joined(items))</ul>"
  }

  private func row(_ session: ReportHead.Session) -> HTMLText {
    let started = TimeFormat.namedUTC.display(Timestamp(microseconds: Int64(session.header.started.microseconds)))
    return """
      <tr><td>\(session.header.session)</td><td>\(started)</td><td>\(session.header.app.version ?? "")</td>\
      <td>\(session.header.platform)</td><td>\(session.end)</td></tr>
      """
  }

  private func row(_ row: TimelineRow) -> HTMLText {
    let seq = [.session, .end, .elsewhere].contains(row.kind) ? "" : String(row.seq)
    let time = DurationFormat.elapsed(microseconds: Int64(row.time))
    var event: HTMLText = row.type.map { "<b>\($0)</b> \(row.text)" } ?? HTMLText(row.text)
    if row.kind == .elsewhere, let names = head.comparison?.names { event += " (only in \(names.there))" }
    return "<tr><td class=\"number\">\(seq)</td><td class=\"number\">\(time)</td><td>\(event)</td></tr>"
  }

  /// The rows around the problems; without one, the last rows.
  private var shownRows: [TimelineRow] {
    var shown: Set<Int> = []
    let seqs = head.problems.isEmpty ? [head.rows.last?.seq ?? 0] : head.problems.map(\.seq)
    for seq in seqs where shown.count < Self.mostRows {
      let index = head.rows.firstIndex { $0.seq >= seq } ?? head.rows.endIndex - 1
      let range = max(0, index - Self.rowsAround)..<min(head.rows.count, index + Self.rowsAround + 1)
      shown.formUnion(range.prefix(Self.mostRows - shown.count))
    }
    return shown.sorted().map { head.rows[$0] }
  }
}
