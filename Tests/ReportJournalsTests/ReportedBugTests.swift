import Foundation
import ReduxJournal
import ReduxLogTool
import ReportJournals
import TestSupport
import Testing

struct ReportedBugTests {
  /// `UPDATE_JOURNALS=1` writes the journals again, such as after a new recording.
  private static let updates = ProcessInfo.processInfo.environment["UPDATE_JOURNALS"] == "1"

  @Test(arguments: ReportedBug.all)
  func `a bug's journal is its recording, baked with the reducers of its version`(_ bug: ReportedBug) throws {
    let baked = Data(try bug.baked())
    if ReportedBugTests.updates { try baked.write(to: URL(filePath: bug.path)) }
    #expect(try Data(contentsOf: URL(filePath: bug.path)) == baked)
  }

  @Test(arguments: ReportedBug.all)
  func `a bug's journal is intact, and names the action that explains the complaint`(_ bug: ReportedBug) throws {
    #expect(InspectorTool.run(["verify", "--no-replay", bug.path], apps: []) == .fine)
    let reader = try JournalReader(path: bug.path)
    var action: String?
    while let entry = try reader.next() {
      if entry.seq == bug.seq, case .action(let record) = entry.record { action = record.type }
    }
    #expect(action == bug.action)
  }
}
