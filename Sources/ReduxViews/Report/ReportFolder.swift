package import CommandLineKit
package import JSONQuery
import ReducerIsolation
package import ReduxInspection
package import ReduxJournal
package import ReduxNotation
import SystemSupport

/// A folder of reports, with an index that names the failing journals first.
package final class ReportFolder {
  private let path: String
  private let force: Bool
  private let context: CommandContext
  private let options: JournalReader.Options
  private let watches: [ValueExpression]
  private var index: ReportIndex
  private var names = UnusedNames(besides: [ReportFolder.indexName])

  private static let indexName = "index.html"

  /// Creates the folder, unless it exists.
  package init(
    at path: String, force: Bool, options: JournalReader.Options, watching watches: [ValueExpression] = [],
    in context: CommandContext
  ) throws {
    self.watches = watches
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.force = force
    self.options = options
    self.context = context
    index = ReportIndex(toolVersion: context.toolVersion)
    if !Platform.isFolder(path) {
      do { try Platform.makeFolder(path) } catch {
        throw CommandFailure("can't create the folder '\(path)': \(error)")
      }
    }
    if !force, Platform.exists(file(Self.indexName)) {
      throw CommandFailure(
        "'\(file(Self.indexName))' already exists; use --force to replace the reports in that folder", exitCode: .usage)
    }
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes the report of a journal. A journal whose header can't be read gets none, only its line in the index.
  package func add(_ verification: Verification) throws {
    guard let journal = try? JournalFile(path: verification.path, options: options) else {
      return index.add(ReportIndex.Row(verification.path, Verdict(verification, isSelfContained: false)))
    }
    let name = names.name(for: verification.path, extension: ".html")
    let output = try OutputFile(path: file(name), force: force)
    var report = Report(of: journal, showing: 0 ... .max, watching: watches, verification, context.apps, in: context)
    var progress = context.progress("Writing")
    try report.write(onStep: { try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    try output.commit()
    var row = ReportIndex.Row(verification.path, report.verdict)
    row.page = name
    row.actions = report.actions
    row.set(report.lastSession)
    index.add(row)
  }

  /// Writes the index.
  package func finish() throws -> String {
    let output = try OutputFile(path: file(Self.indexName), force: force)
    try index.write { try output.write($0) }
    try output.commit()
    return output.path
  }

  /// The outcome in a line.
  package var summary: String { index.summary }
}

/// A page with a row for each of many journals, the failing ones first.
package struct ReportIndex {
  /// A journal.
  package struct Row {
    let path: String
    let judgement: Verdict.Judgement
    /// The outcome in a few words.
    let headline: String
    /// The outcome in sentences, without the last full stop.
    let details: String
    /// The number of its actions.
    package var actions: Int?
    /// The path of its page, relative to the index; `nil` without one.
    var page: String?
    /// The name and the version of the app in the last session.
    package var app: String?
    /// When the last session started.
    package var started: Timestamp?

    package init(path: String, judgement: Verdict.Judgement, headline: String, details: String) {
      self.path = path
      self.judgement = judgement
      self.headline = headline
      self.details = details
    }
  }

  let toolVersion: String
  private(set) var rows: [Row] = []

  /// Creates an index without rows.
  package init(toolVersion: String) { self.toolVersion = toolVersion }

  package mutating func add(_ row: Row) { rows.append(row) }

  /// The outcome in a line.
  var summary: String {
    let failing = rows.count { $0.judgement != .fine }
    return failing == 0 ? "nothing is wrong" : "\(failing) of \(rows.count) need a look"
  }

  /// Writes the page.
  package func write(_ write: @escaping JournalPage.Write) throws {
    let page = JournalPage(title: "Journals – reduxlog", for: .index, write: write)
    try page.begin()
    try page.end(content: content)
  }

  private var content: HTMLText {
    let sorted = [Verdict.Judgement.wrong, .open, .fine].flatMap { judgement in
      rows.filter { $0.judgement == judgement }.map(html)
    }
    return """
      <header><h1>\(rows.count == 1 ? "1 journal" : "\(rows.count) journals")</h1><p>\(summary) · reduxlog \(toolVersion)</p></header>
      <table><thead><tr><th scope="col">Verdict</th><th scope="col">Journal</th><th scope="col">Details</th>\
      <th scope="col">App</th><th scope="col">Last session</th></tr></thead><tbody>
      \(HTMLText.joined(sorted))</tbody></table>
      """
  }

  private func html(_ row: Row) -> HTMLText {
    let path = HTMLText.joined(
      row.path.split(separator: "/", omittingEmptySubsequences: false).enumerated().map {
        // A long path breaks between its parts.
        $0 == 0 ? HTMLText($1) : "/<wbr>\(HTMLText($1))"
      })
    let link: HTMLText = row.page.map { "<a href=\"\(Self.link($0))\">\(path)</a>" } ?? path
    let actions = row.actions.map { $0 == 1 ? ". 1 action" : ". \($0) actions" }
    return """
      <tr class="\(row.judgement.rawValue)">\
      <td class="status">\(row.judgement.sign) \(row.headline)</td><td>\(link)</td>\
      <td>\(row.details)\(actions ?? "")</td><td>\(row.app ?? "")</td>\
      <td>\(row.started.map { TimeFormat.namedUTC.display($0) } ?? "")</td></tr>

      """
  }

  /// A relative link to a file, whose name may hold anything.
  private static func link(_ name: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._".utf8)
    return "./"
      + name.utf8.map {
        plain.contains($0) ? String(UnicodeScalar($0)) : "%" + String(0x100 + Int($0), radix: 16).suffix(2)
      }
      .joined()
  }
}

extension ReportIndex.Row {
  /// The row of a verdict.
  init(_ path: String, _ verdict: Verdict) {
    self.init(path: path, judgement: verdict.judgement, headline: verdict.headline, details: verdict.sentences)
  }

  /// Sets the app and the start of a session.
  mutating func set(_ session: HeaderRecord?) {
    app = session.map { [$0.app.name, $0.app.version].compactMap(\.self).joined(separator: " ") }
    started = session.map { Timestamp(microseconds: Int64($0.started.microseconds)) }
  }
}
