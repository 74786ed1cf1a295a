import ReduxInspection
import ReduxLogTool
public import ReduxReplay
import Testing

/// Checks that a journal's actions lead to a state that satisfies a condition, whatever was recorded.
///
///     @Test func `a coupon never makes the total negative`() throws {
///       try expectState(of: "Journals/coupon.jsonl", as: CartApp.self, satisfies: "$.total >= 0")
///     }
///
/// It replays the actions with today's reducers from the journal's first state, and judges the last one. So a test of a
/// bug fails until the bug is mended; `expectReplays` would fail afterwards, because the mended reducer leads to other
/// states than recorded.
///
/// A condition that is false is one issue at the caller's line. It names the action after which the condition no longer
/// held; the journal and the state are attached.
///
/// - Parameters:
///   - journal: The journal's path, relative to the test's file.
///   - app: The app with today's reducers.
///   - condition: An expression as for `reduxlog bisect --expect`, or `check:NAME` for one of the app's checks.
///   - fileID: The test's file in its module. Use the default.
///   - filePath: The test's file. Use the default.
///   - line: The line of the issue. Use the default.
///   - column: The column of the issue. Use the default.
/// - Throws: `ReplayFailure` outside of Swift Testing, such as in XCTest, where no issue can be recorded.
public func expectState<App: ReplayableApp>(
  of journal: String, as app: App.Type, satisfies condition: String,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  try expectState(
    of: JournalFixture(journal, filePath: filePath), as: app, satisfies: condition, fileID: fileID, filePath: filePath,
    line: line, column: column)
}

/// Checks that the actions of a journal beside the tests lead to a state that satisfies a condition.
///
/// - Parameters:
///   - journal: The journal.
///   - app: The app with today's reducers.
///   - condition: An expression as for `reduxlog bisect --expect`, or `check:NAME` for one of the app's checks.
///   - fileID: The test's file in its module. Use the default.
///   - filePath: The test's file. Use the default.
///   - line: The line of the issue. Use the default.
///   - column: The column of the issue. Use the default.
/// - Throws: `ReplayFailure` outside of Swift Testing, such as in XCTest, where no issue can be recorded.
public func expectState<App: ReplayableApp>(
  of journal: JournalFixture, as app: App.Type, satisfies condition: String,
  fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
) throws {
  let check = ReplayCheck(journal.path, named: journal.name, app: app)
  try check.finding(expecting: condition)?.report(
    at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}
