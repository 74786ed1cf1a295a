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
  let rows: [TimelineRow]
  let sessions: [Session]
  let statuses: [(first: Int, last: Int, status: StateStatus)]
  let steps: [ClosedRange<Int>]

  /// How the journal ends, in words.
  var end: String {
    switch tail {
    case nil: "damaged"
    case .closed: "closed"
    case .notClosed: "not closed"
    case .torn(let torn): torn.beingWritten ? "being written" : "torn"
    }
  }

  /// The verification's warnings, but for those of gaps and actions that are problems already.
  private var warnings: [String] {
    let known = Set(Verification(path: verification.path, verification.report).warnings.map(\.message))
    return verification.warnings.map(\.message).filter { !known.contains($0) }
  }

  func count(_ kinds: TimelineRow.Kind...) -> Int { rows.count { kinds.contains($0.kind) } }

  /// The head as JSON text.
  var json: [UInt8] {
    var text = JSONText()
    text.object { object in
      object.member("format", 1)
      object.member("tool", tool)
      object.member("file", name)
      if let app = sessions.last?.header.app { object.add(app) }
      object.member("first", statuses.first?.first ?? 0)
      object.member("last", statuses.last?.last ?? 0)
      object.member("actions", count(.action, .refused, .interrupted))
      object.member("refused", count(.refused))
      object.member("rewinds", count(.rewind))
      object.member("end", end)
      object.add(verdict)
      if let seq = Verdict.opening(verdict.problems) { object.member("open", seq) }
      object.member("problems", verdict.problems) { list, problem in
        list.object {
          $0.member("seq", problem.seq)
          $0.member("kind", problem.kind.rawValue)
          $0.member("text", problem.text)
        }
      }
      object.member("warnings", warnings) { $0.add($1) }
      object.member("states", statuses) { list, run in
        list.array {
          $0.add(run.first)
          $0.add(run.last)
          $0.add(run.status.rawValue)
        }
      }
      if case .diverged(let divergence) = verification.outcome {
        object.add(divergence, verification.report.divergences)
      }
      object.member("sessions", sessions) { $0.add($1) }
      object.member("steps", steps) { list, block in
        list.array {
          $0.add(block.lowerBound)
          $0.add(block.upperBound)
        }
      }
    }
    return text.bytes
  }
}

extension JSONText {
  fileprivate mutating func add(_ app: AppIdentity) {
    key("app")
    object {
      $0.member("name", app.name)
      $0.member("version", app.version)
    }
  }

  fileprivate mutating func add(_ verdict: Verdict) {
    key("verdict")
    object {
      $0.member("status", verdict.status)
      $0.member("judgement", verdict.judgement.rawValue)
      $0.member("headline", verdict.headline)
      $0.member("text", verdict.sentences)
      $0.member("seq", verdict.seq)
    }
  }

  fileprivate mutating func add(_ session: ReportHead.Session) {
    let header = session.header
    object {
      $0.member("number", header.session)
      $0.member("row", session.row)
      $0.member("started", header.started.microseconds)
      $0.member("version", header.app.version)
      $0.member("platform", header.platform)
      $0.member("end", session.end)
      $0.member("secrets", header.rules.isOn ? "redacted" : "not redacted")
      $0.member("volatile", header.rules.volatile) { $0.add($1.description) }
    }
  }

  /// Adds what today's app does differently, as far as it is known.
  fileprivate mutating func add(_ divergence: Divergence, _ others: DivergentLocations) {
    let later = Dictionary(
      grouping: others.locations.flatMap(\.examples).filter { $0.pointer != nil }, by: \.action.seq
    )
    .filter { $0.key != divergence.seq }.sorted { $0.key < $1.key }
    key("today")
    array { list in
      list.object { object in
        object.member("seq", divergence.seq)
        object.member("members", divergence.members) { list, member in
          list.object {
            $0.member("place", member.pointer)
            $0.add(member.recorded, member.values.recorded, of: "recorded")
            $0.add(member.replayed, member.values.replayed, of: "today")
          }
        }
        if case .error(let recorded, let replayed) = divergence.kind {
          object.key("error")
          object.object {
            $0.member("recorded", recorded)
            $0.member("today", replayed)
          }
        }
      }
      for (seq, examples) in later {
        list.object { object in
          object.member("seq", seq)
          object.member("members", examples) { list, example in
            list.object {
              $0.member("place", example.pointer)
              $0.add(example.values?.recorded, of: "recorded")
              $0.add(example.values?.replayed, of: "today")
            }
          }
        }
      }
    }
  }

  /// Adds a value, if it is known.
  private mutating func add(_ value: JSONValue?, of side: String) {
    guard let value else { return }
    key(side)
    object {
      $0.member("effect", "set")
      $0.member("value", value.compact)
    }
  }

  private mutating func add(_ effect: Divergence.Effect, _ value: JSONValue?, of side: String) {
    key(side)
    object {
      switch effect {
      case .unchanged: $0.member("effect", "unchanged")
      case .removed: $0.member("effect", "removed")
      case .set(let hash):
        $0.member("effect", "set")
        $0.member("hash", hash)
      }
      // As a text, because a browser's own numbers lose digits.
      $0.member("value", value?.compact)
    }
  }
}

/// The content of a report in a browser without scripts, such as in a CI server that forbids them.
struct ReportOutline {
  /// The rows on each side of a problem, and those of all problems together.
  private static let rowsAround = 50
  private static let mostRows = 500

  private let head: ReportHead
  private let times: TimeFormat

  init(_ head: ReportHead, times: TimeFormat) {
    self.head = head
    self.times = times
  }

  var html: HTMLText {
    let app = head.sessions.last?.header.app
    return """
      <header><h1>\(head.name)</h1>
      <p>\([app?.name, app?.version].compactMap(\.self).joined(separator: " ")) · \(head.count(.action, .refused, .interrupted)) actions · \
      \(head.sessions.count) sessions · \(head.end) · \(head.tool)</p></header>
      <section><h2>\(head.verdict.headline)</h2><p>\(head.verdict.sentences).</p>
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
    guard !head.verdict.problems.isEmpty else { return "" }
    let items = head.verdict.problems.map { "<li>\($0.seq) \($0.kind.rawValue): \($0.text)</li>" as HTMLText }
    return "<ul>\(HTMLText.joined(items))</ul>"
  }

  private func row(_ session: ReportHead.Session) -> HTMLText {
    let started = times.display(Timestamp(microseconds: Int64(session.header.started.microseconds)))
    return """
      <tr><td>\(session.header.session)</td><td>\(started)</td><td>\(session.header.app.version ?? "")</td>\
      <td>\(session.header.platform)</td><td>\(session.end)</td></tr>
      """
  }

  private func row(_ row: TimelineRow) -> HTMLText {
    let seq = row.kind == .session || row.kind == .end ? "" : String(row.seq)
    let time = DurationFormat.elapsed(microseconds: Int64(row.time))
    let event: HTMLText = row.type.map { "<b>\($0)</b> \(row.text)" } ?? HTMLText(row.text)
    return "<tr><td class=\"number\">\(seq)</td><td class=\"number\">\(time)</td><td>\(event)</td></tr>"
  }

  /// The rows around the problems; without one, the last rows.
  private var shownRows: [TimelineRow] {
    var shown: Set<Int> = []
    let seqs = head.verdict.problems.isEmpty ? [head.rows.last?.seq ?? 0] : head.verdict.problems.map(\.seq)
    for seq in seqs where shown.count < Self.mostRows {
      let index = head.rows.firstIndex { $0.seq >= seq } ?? head.rows.endIndex - 1
      let range = max(0, index - Self.rowsAround)..<min(head.rows.count, index + Self.rowsAround + 1)
      shown.formUnion(range.prefix(Self.mostRows - shown.count))
    }
    return shown.sorted().map { head.rows[$0] }
  }
}
