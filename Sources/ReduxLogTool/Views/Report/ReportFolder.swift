import CommandLineKit
import JournalPage
import ReduxJournal
import ReduxNotation
import SystemSupport

/// A folder of reports, with an index that names the failing journals first.
final class ReportFolder {
  private struct Page {
    let path: String
    /// The report's path in the folder; `nil` for a journal without one.
    var name: String?
    /// The number of actions that it shows.
    var actions: Int?
    /// The last session that it shows.
    var session: HeaderRecord?
    let verdict: Verdict
  }

  private let path: String
  private let force: Bool
  private let context: CommandContext
  private let options: JournalReader.Options
  private var pages: [Page] = []
  private var names = UnusedNames(besides: [ReportFolder.indexName])

  private static let indexName = "index.html"

  /// Creates the folder, unless it exists.
  ///
  /// - Throws: `CommandFailure` if it can't be created, or has an index that `force` doesn't allow to replace.
  init(at path: String, force: Bool, options: JournalReader.Options, in context: CommandContext) throws {
    self.path = path.hasSuffix("/") ? String(path.dropLast()) : path
    self.force = force
    self.options = options
    self.context = context
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
  ///
  /// - Throws: `OutputFileError`, or `Interrupted`.
  func add(_ verification: Verification) throws {
    guard let journal = try? JournalFile(path: verification.path, options: options) else {
      let verdict = Verdict(verification, isSelfContained: false)
      return pages.append(Page(path: verification.path, verdict: verdict))
    }
    let name = names.name(for: verification.path, extension: ".html")
    let output = try OutputFile(path: file(name), force: force)
    var report = Report(of: journal, showing: 0 ... .max, verification, context.apps, in: context)
    var progress = context.progress("Writing")
    try report.write(onStep: { try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    try output.commit()
    pages.append(
      Page(
        path: verification.path, name: name, actions: report.actions, session: report.lastSession,
        verdict: report.verdict))
  }

  /// Writes the index.
  ///
  /// - Returns: The index's path.
  /// - Throws: `OutputFileError`.
  func finish() throws -> String {
    let output = try OutputFile(path: file(Self.indexName), force: force)
    let page = JournalPage(title: "Journals – reduxlog", for: .index) { try output.write($0) }
    try page.begin()
    try page.end(content: content)
    try output.commit()
    return output.path
  }

  /// The outcome in a line.
  var summary: String {
    let failing = pages.count { $0.verdict.judgement != .fine }
    return failing == 0 ? "nothing is wrong" : "\(failing) of \(pages.count) need a look"
  }

  private var content: HTMLText {
    let rows = [Verdict.Judgement.wrong, .open, .fine].flatMap { judgement in
      pages.filter { $0.verdict.judgement == judgement }.map(row)
    }
    return """
      <header><h1>\(pages.count == 1 ? "1 journal" : "\(pages.count) journals")</h1><p>\(summary) · reduxlog \(context.toolVersion)</p></header>
      <table><thead><tr><th scope="col">Verdict</th><th scope="col">Journal</th><th scope="col">Details</th>\
      <th scope="col">App</th><th scope="col">Last session</th></tr></thead><tbody>
      \(HTMLText.joined(rows))</tbody></table>
      """
  }

  private func row(_ page: Page) -> HTMLText {
    let path = HTMLText.joined(
      page.path.split(separator: "/", omittingEmptySubsequences: false).enumerated().map {
        // A long path breaks between its parts.
        $0 == 0 ? HTMLText($1) : "/<wbr>\(HTMLText($1))"
      })
    let link: HTMLText = page.name.map { "<a href=\"\(Self.link($0))\">\(path)</a>" } ?? path
    let app = [page.session?.app.name, page.session?.app.version].compactMap(\.self).joined(separator: " ")
    let started = page.session.map {
      context.times.display(Timestamp(microseconds: Int64($0.started.microseconds)))
    }
    let actions = page.actions.map { $0 == 1 ? ". 1 action" : ". \($0) actions" }
    return """
      <tr class="\(page.verdict.judgement.rawValue)">\
      <td class="status">\(page.verdict.judgement.sign) \(page.verdict.headline)</td><td>\(link)</td>\
      <td>\(page.verdict.sentences)\(actions ?? "")</td><td>\(app)</td><td>\(started ?? "")</td></tr>

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
