import CommandLineKit
import Expectations
import Foundation
import ReduxJournal
import ReduxLogTool
import ReportJournals
import TestSupport
import Testing

struct ReportedBugTests {
  @Test(arguments: ReportedBug.all)
  func `a bug's journal is its recording, baked with the reducers of its version`(_ bug: ReportedBug) throws {
    let baked = Data(try bug.baked())
    if Updating.isOn { try baked.write(to: URL(filePath: bug.path)) }
    try expectEqual(Data(contentsOf: URL(filePath: bug.path)), baked)
  }

  @Test(arguments: ReportedBug.all)
  func `a bug's journal is intact, and names the action that explains the complaint`(_ bug: ReportedBug) throws {
    let output = BufferSink()
    let code = InspectorTool.run(
      ["verify", "--no-replay", bug.path], apps: [], output: output, errorOutput: output, input: InputSource.buffer(""),
      environment: [:])
    expectEqual(code, .fine, "\(output.text)")
    let reader = try JournalReader(path: bug.path)
    var action: String?
    while let entry = try reader.next() {
      if entry.seq == bug.seq, case .action(let record) = entry.record { action = record.type }
    }
    expectEqual(action, bug.action)
  }
}
