import ReduxInspection
public import ReduxJournal
import ReduxLogTool
public import ReduxReplay
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks that today's reducers lead to every recorded state of a journal.
///
///     @Test func `lost items stay found`() throws {
///       try expectReplays("Journals/lost-items.jsonl", as: CartApp.self)
///     }
///
/// A journal that differs is one issue at the caller's line. It names the action and shows the difference; the journal
/// and the states before and after the action are attached.
///
/// After a change that you intended, run the tests once with `REDUXLOG_UPDATE=1` in the environment. It writes the journal
/// again, with the states to which today's reducers lead, and fails the test that did so.
///
/// The reducers run on the calling thread, up to the first divergence. Tests may run in parallel.
///
/// - Parameters:
///   - journal: The journal's path, relative to the test's file.
///   - app: The app with today's reducers.
///   - key: The key with which the journal was recorded, if it has one.
///   - accepted: Differences to accept.
///   - fileID: The test's file in its module. Use the default.
///   - filePath: The test's file. Use the default.
///   - line: The line of the issue. Use the default.
///   - column: The column of the issue. Use the default.
/// - Throws: `ReplayFailure` outside of Swift Testing, such as in XCTest, where no issue can be recorded.
public func expectReplays<App: ReplayableApp>(
  _ journal: String, as app: App.Type, key: JournalKey? = nil, accepting accepted: AcceptedDifferences = [],
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  try expectReplays(
    JournalFixture(journal, filePath: filePath), as: app, key: key, accepting: accepted, fileID: fileID,
    filePath: filePath, line: line, column: column)
}

/// Checks that today's reducers lead to every recorded state of a journal beside the tests.
///
/// - Parameters:
///   - journal: The journal.
///   - app: The app with today's reducers.
///   - key: The key with which the journal was recorded, if it has one.
///   - accepted: Differences to accept.
///   - fileID: The test's file in its module. Use the default.
///   - filePath: The test's file. Use the default.
///   - line: The line of the issue. Use the default.
///   - column: The column of the issue. Use the default.
/// - Throws: `ReplayFailure` outside of Swift Testing, such as in XCTest, where no issue can be recorded.
public func expectReplays<App: ReplayableApp>(
  _ journal: JournalFixture, as app: App.Type, key: JournalKey? = nil, accepting accepted: AcceptedDifferences = [],
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let check = ReplayCheck(
    journal.path, named: journal.name, app: app, key: key, accepting: accepted.accepted)
  guard let finding = check.finding() else { return }
  let accepts = ReplayCheck.acceptsChanges(ProcessInfo.processInfo.environment)
  try (accepts && finding.isUpdatable ? check.update() : finding).report(
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

// Each function has the four parameters of a place: the macro for all of them needs an import of Testing in the caller's
// file, which a test of XCTest lacks.
extension ReplayCheck.Finding {
  /// Records one issue with the attachments, or throws if no test of Swift Testing runs.
  func report(at sourceLocation: SourceLocation) throws {
    guard Test.current != nil else { throw ReplayFailure(description: text) }
    for file in evidence { Attachment.record(file.bytes, named: file.name, sourceLocation: sourceLocation) }
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}
