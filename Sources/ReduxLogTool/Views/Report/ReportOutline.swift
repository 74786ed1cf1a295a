import JournalPage
import ReduxJournal
import ReduxNotation

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
