import CommandLineKit
import JournalPage
import ReduxJournal
import SystemSupport

/// A folder of reports, with an index that names the failing journals first.
final class ReportFolder {
  private struct Page {
    let path: String
    /// The report's path in the folder; `nil` for a journal without one.
    let name: String?
    /// The number of actions that it shows.
    let actions: Int?
    let verdict: Verdict
    let verification: Verification
  }

  private let path: String
  private let force: Bool
  private let context: CommandContext
  private let options: JournalReader.Options
  private var pages: [Page] = []
  private var names: Set<String> = [ReportFolder.indexName]

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
      return pages.append(
        Page(
          path: verification.path, name: nil, actions: nil, verdict: Verdict(verification, isSelfContained: false),
          verification: verification))
    }
    let name = unusedName(for: verification.path)
    let output = try OutputFile(path: file(name), force: force)
    var report = Report(of: journal, showing: 0 ... .max, verification, context.apps, in: context)
    var progress = context.progress("Writing")
    try report.write(onStep: { try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    try output.commit()
    pages.append(
      Page(
        path: verification.path, name: name, actions: report.actions, verdict: report.verdict,
        verification: verification))
  }

  /// A name for the report of a journal: that of the journal, with a number if it is taken.
  private func unusedName(for path: String) -> String {
    let journal = path.split(separator: "/").last.map(String.init) ?? path
    let base = journal.hasSuffix(".jsonl") ? String(journal.dropLast(6)) : journal
    var name = "\(base).html"
    var number = 2
    while !names.insert(name).inserted {
      name = "\(base)-\(number).html"
      number += 1
    }
    return name
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
      <table><thead><tr><th scope="col">Status</th><th scope="col">Journal</th><th scope="col">Verdict</th>\
      <th scope="col" class="number">Actions</th></tr></thead><tbody>
      \(HTMLText.joined(rows))</tbody></table>
      """
  }

  private func row(_ page: Page) -> HTMLText {
    let link: HTMLText = page.name.map { "<a href=\"\(Self.link($0))\">\(page.path)</a>" } ?? HTMLText(page.path)
    let judgement = page.verdict.judgement
    return """
      <tr class="\(judgement.rawValue)"><td class="status">\(judgement.sign) \(page.verification.status)</td>\
      <td>\(link)</td><td>\(page.verdict.headline). \(page.verdict.text)</td>\
      <td class="number">\(page.actions.map(String.init) ?? "")</td></tr>

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
