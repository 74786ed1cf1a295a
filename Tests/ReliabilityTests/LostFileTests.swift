import Expectations
import Foundation
import RecordingChild
import ReduxJournal
import SystemSupport
import TestSupport
import Testing

/// A journal that another process removes, moves, replaces or truncates while it is open.
@Suite(.timeLimit(.minutes(20))) struct LostFileTests {
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case removed, renamed, replaced, emptied, halved
    case cutByAByte = "cut by a byte"
    case lengthened

    var testDescription: String { rawValue }

    /// The recorder's report.
    var report: String {
      switch self {
      case .removed, .renamed: "no such file; check the path"
      case .replaced: "another file replaced it; open the journal again"
      default: "damaged: another program changed the file while it was open"
      }
    }

    func happen(to scratch: TemporaryFile) throws {
      let manager = FileManager.default
      switch self {
      case .removed: try manager.removeItem(atPath: scratch.path)
      case .renamed: try manager.moveItem(atPath: scratch.path, toPath: scratch.folder + "/away")
      case .replaced:
        try manager.removeItem(atPath: scratch.path)
        try scratch.write(Array("mine\n".utf8))
      case .emptied: #expect(Platform.truncate(scratch.path, to: 0))
      case .halved: #expect(Platform.truncate(scratch.path, to: scratch.byteCount / 2))
      case .cutByAByte: #expect(Platform.truncate(scratch.path, to: scratch.byteCount - 1))
      case .lengthened: try scratch.append(Array("mine\n".utf8))
      }
    }
  }

  /// Takes seconds: the writer checks its file once a second.
  @Test(arguments: Change.allCases)
  func `the writer reports the change once, at the first action a second later`(change: Change) async throws {
    let scratch = try TemporaryFile()
    try await onOwnThread {
      let child = try ChildProcess()
      _ = child.ask("open process 0 \(scratch.path)", "opened")
      // Write more than afterwards, so that new records can't hide a cut.
      _ = child.ask("act 20", "done 19")
      let before = try scratch.bytes()
      try change.happen(to: scratch)
      // Dispatch two actions within the second, then one after it.
      _ = child.ask("act 2", "done 21")
      Platform.sleep(.microseconds(1_050_000))
      for line in ["act 1", "flush", "act 2"] { child.send(line) }
      let report = child.next("failure ")
      expectEqual(report?.hasPrefix("failure \(scratch.path): \(change.report)"), true)
      child.send("close")
      expectEqual(child.finish(), 0)
      expectEqual(child.said.count { $0.hasPrefix("failure ") }, 1)
      expectEqual(child.said.count { $0.hasPrefix("done ") }, 25)
      #expect(child.said.contains { $0.hasPrefix("failed \(scratch.path)") })
      try LostFileTests.check(change, scratch, before)
    }
  }

  /// Expects that no damaged file looks whole, and that the recorder leaves a foreign file unchanged.
  private static func check(_ change: Change, _ scratch: TemporaryFile, _ before: [UInt8]) throws {
    switch change {
    case .removed: #expect(!FileManager.default.fileExists(atPath: scratch.path))
    case .replaced: try expectEqual(scratch.bytes(), Array("mine\n".utf8))
    case .renamed:
      let journal = try SurvivingJournal(scratch.folder + "/away")
      #expect(journal.completed == Array(0..<22) && journal.isProven && !journal.isClosed)
    default:
      let after = try scratch.bytes()
      let kept = zip(before, after).prefix { $0 == $1 }.count
      let lines = before[..<kept].count { $0 == 0x0a }
      let error = #expect(throws: JournalError.self) {
        let reader = try JournalReader(path: scratch.path)
        while try reader.next() != nil {}
      }
      #expect(error?.line == lines + 1 && error?.path == scratch.path)
    }
  }

  @Test
  func `recording resumes in a file that comes back, with a gap`() async throws {
    let scratch = try TemporaryFile()
    try await onOwnThread {
      let child = try ChildProcess()
      _ = child.ask("open process 0 \(scratch.path)", "opened")
      _ = child.ask("act 2", "done 1")
      try FileManager.default.moveItem(atPath: scratch.path, toPath: scratch.folder + "/away")
      _ = child.ask("flush", "failed ")
      _ = child.ask("act 3", "done 4")
      try FileManager.default.moveItem(atPath: scratch.folder + "/away", toPath: scratch.path)
      for line in ["act 2", "close"] { child.send(line) }
      expectEqual(child.finish(), 0)
      let journal = try SurvivingJournal(scratch.path)
      #expect(journal.completed == [0, 1, 5, 6] && journal.missing == 3)
      #expect(journal.isProven && journal.isClosed && journal.state == StepsApp.state(before: 7))
    }
  }

  // MARK: Reading

  /// Records a journal too long for a reader's buffer.
  private func long(_ scratch: TemporaryFile, actions: Int) async throws {
    let path = scratch.path
    let (_, status) = try await onOwnThread {
      try ChildProcess.run(["open process 0 \(path)", "act \(actions)", "close"])
    }
    expectEqual(status, 0)
  }

  @Test(arguments: [Change.removed, .renamed, .replaced])
  func `a reader continues in a file that was removed, moved or replaced`(change: Change) async throws {
    let scratch = try TemporaryFile()
    try await long(scratch, actions: 300)
    let reader = try JournalReader(path: scratch.path)
    _ = try reader.next()
    let file = try JournalFile(path: scratch.path)
    try change.happen(to: scratch)
    var actions = 0
    while let entry = try reader.next() {
      if case .action = entry.record { actions += 1 }
    }
    expectEqual(actions, 300)
    try expectEqual(file.entry(settingSeq: 300)?.record.kind, "action")
  }

  @Test
  func `a reader of a truncated file throws or ends, and reads nothing past the cut`() async throws {
    let scratch = try TemporaryFile()
    try await long(scratch, actions: 500)
    let whole = try scratch.bytes()
    var random = SeededGenerator(seed: 1)
    var thrown = 0
    for _ in 0..<Soak.count(20, soak: 2000) {
      try scratch.write(whole)
      let file = try JournalFile(path: scratch.path)
      let reader = try JournalReader(path: scratch.path)
      for _ in 0..<Int.random(in: 0...400, using: &random) { _ = try reader.next() }
      let cut = Int.random(in: 0..<whole.count, using: &random)
      #expect(Platform.truncate(scratch.path, to: cut))
      let seq = Int.random(in: 0...500, using: &random)
      do {
        if let entry = try file.entry(settingSeq: seq) { #expect(entry.offset + entry.byteCount <= cut) }
      } catch { thrown += 1 }
      do {
        while try reader.next() != nil {}
        #expect(reader.offset <= cut)
        if case .closed = reader.tail { Issue.record("cut at \(cut), and closed") }
      } catch { thrown += 1 }
    }
    Soak.report("a file cut under its readers: \(thrown) errors, nothing read that was not there, no signal")
    #expect(thrown > 0)
  }
}
