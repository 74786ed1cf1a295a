import CommandLineKit
import ReduxJournal
import SystemSupport

/// A folder of reports, with an index that names the failing journals first.
final class ReportFolder {
  private let path: String
  private let force: Bool
  private let context: CommandContext
  private let options: JournalReader.Options
  private var index: ReportIndex
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
    index = ReportIndex(toolVersion: context.toolVersion, times: context.times)
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
      return index.add(ReportIndex.Row(verification.path, Verdict(verification, isSelfContained: false)))
    }
    let name = names.name(for: verification.path, extension: ".html")
    let output = try OutputFile(path: file(name), force: force)
    var report = Report(of: journal, showing: 0 ... .max, verification, context.apps, in: context)
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
  ///
  /// - Returns: The index's path.
  /// - Throws: `OutputFileError`.
  func finish() throws -> String {
    let output = try OutputFile(path: file(Self.indexName), force: force)
    try index.write { try output.write($0) }
    try output.commit()
    return output.path
  }

  /// The outcome in a line.
  var summary: String { index.summary }
}
