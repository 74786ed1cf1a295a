import CommandLineKit
import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReportJournals
import TestSupport
import Testing
import Tracker

struct HardJournalTests {
  @Test func `the hard journal is the same in every run`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "hard.jsonl")
    try HardJournal.write(to: path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    if Updating.isOn { try bytes.write(to: URL(filePath: HardJournal.path)) }
    try expectEqual(Data(contentsOf: URL(filePath: HardJournal.path)), bytes)
  }

  @Test func `the hard journal holds everything that is hard to show`() throws {
    var kinds: [String: Int] = [:]
    var rewinds: [String] = []
    var last = 0
    let reader = try JournalReader(path: HardJournal.path)
    while let entry = try reader.next() {
      last = entry.seq
      kinds["\(entry.record.kind)", default: 0] += 1
      switch entry.record {
      case .action(let action):
        if action.error != nil { kinds["refused", default: 0] += 1 }
        if action.cause != nil { kinds["caused", default: 0] += 1 }
        if action.interrupted { kinds["interrupted", default: 0] += 1 }
        if action.replayability != .replayable { kinds[action.replayability.rawValue, default: 0] += 1 }
        if action.patch != nil { kinds["patched", default: 0] += 1 }
      case .rewind(let rewind): rewinds.append("\(entry.seq) to \(rewind.to)")
      default: break
      }
    }
    expectEqual(last, 53)
    expectEqual(rewinds, ["21 to 18", "23 to 16"], "one inside what the other abandons")
    expectEqual(
      kinds,
      [
        "header": 3, "snapshot": 6, "action": 48, "patched": 33, "refused": 3, "caused": 3, "interrupted": 1,
        "opaque": 1, "inspect-only": 1, "rewind": 2, "mark": 1, "gap": 1, "seal": 2,
      ])
  }

  @Test func `the strange journal is intact`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "strange.jsonl")
    try StrangeJournal.write(to: path, length: 3000)
    let output = BufferSink()
    let code = InspectorTool.run(
      ["verify", path], apps: [], output: output, errorOutput: output, input: InputSource.buffer(""),
      environment: [:])
    expectEqual(code, .reducer)
    #expect(output.text.contains("its 25 states match the recorded changes, but no reducer ran"), "\(output.text)")
  }

  @Test func `verify proves the hard journal but for two actions that it can't replay`() throws {
    let output = BufferSink()
    let errors = BufferSink()
    let code = InspectorTool.run(
      ["verify", HardJournal.path], apps: [TrackerApp.self], output: output, errorOutput: errors,
      input: InputSource.buffer(""), environment: [:])
    let name = HardJournal.path
    expectEqual(
      output.text.replacing(name, with: "hard.jsonl"),
      """
      unproven hard.jsonl: 48 actions, 3 refused, 46 states proven, 7 actions not proven, 2 rewinds, 3 sessions, closed

      """)
    expectEqual(
      errors.text.replacing(name, with: "hard.jsonl"),
      """
      hard.jsonl:39: warning: a gap: 3 actions are missing: no space left on the disk
      hard.jsonl:44: warning: action 38 (project.delete) was in flight when the process died; it led to no state
      hard.jsonl:50: warning: states 43 to 48 are not proven: only the name of the action import was recorded
      hard.jsonl:60: warning: state 52 is not proven: the action sort was recorded for reading only
      hard.jsonl: error: 7 of 48 actions could not be proven
        46 states are proven. Accept the others with --allow-unproven, or record with states: .patches, which prove such \
      actions.

      """)
    expectEqual(code, .trouble)
  }
}
