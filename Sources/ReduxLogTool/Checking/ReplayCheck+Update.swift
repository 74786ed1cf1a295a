import CommandLineKit
import ReduxJournal
import SystemSupport

/// Accepting an intended change in a test's journal.
extension ReplayCheck {
  /// Whether tests should accept intended changes.
  package static func acceptsChanges(_ environment: [String: String]) -> Bool { environment["REDUXLOG_UPDATE"] == "1" }

  /// Writes the journal again with the states to which today's reducers lead.
  ///
  /// - Returns: What changed, or why the journal stays as it is: the test fails either way.
  package func update() -> Finding {
    do { return try updated() } catch { return finding(error) }
  }

  private func updated() throws -> Finding {
    guard JournalFile.olderSegmentPaths(of: path).isEmpty else {
      throw CommandFailure(
        "the journal has several segments, so it can't be replaced", file: path,
        advice: "Write a copy in one file: reduxlog verify --update -o OUT")
    }
    let rights = try Platform.status(of: path).rights
    let output = try OutputFile(path: path, force: true)
    let isolation = ReducerIsolation(in: context, timeout: nil)
    switch try JournalUpdate(path: path, apps: apps, job: job, isolation: isolation).run(into: output) {
    case .refused(let verification):
      throw verification.failure ?? CommandFailure("the journal can't be updated", file: path)
    case .updated(let report):
      try Platform.setRights(rights, of: output.temporaryPath)
      try output.commit()
      let lines =
        ["\(name.escapedForTerminal): written again: \(report.summary)"] + report.lines.map { "  \($0.plain)" }
      let next = "  Read the difference in your version control, and run the tests again without REDUXLOG_UPDATE."
      return Finding(text: (lines + [next]).joined(separator: "\n"), evidence: [], isUpdatable: false)
    }
  }
}
