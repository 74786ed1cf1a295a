import Expectations
import Foundation
import ReduxJournal
import ReduxReplay
import Synchronization
import TestSupport
import Testing

@testable import ReduxRecorder

/// Exports of a journal during its recording.
struct ExportTests {
  let file: TemporaryFile
  let copy: TemporaryFile

  init() throws {
    file = try TemporaryFile()
    copy = try TemporaryFile()
  }

  private var url: URL { URL(fileURLWithPath: copy.path) }

  private func recorder(_ options: RecorderOptions = unhurried) throws -> Recorder {
    try Recorder(path: file.path, app: counter, options: options)
  }

  /// Records actions of more than 10 KB each, so that a snapshot follows every few actions.
  private func record(_ recorder: Recorder, _ state: inout CounterApp.State, _ numbers: Range<Int>) {
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for number in numbers {
      reduce(&state, .note(String(repeating: "x", count: 10_000), number))
    }
  }

  private func seqs(_ file: TemporaryFile) throws -> ClosedRange<Int> {
    let entries = try file.entries()
    return try #require(entries.first).seq...(try #require(entries.last).seq)
  }

  @Test func `a full export is the closed journal, and recording continues`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<20)
    recorder.mark("here")
    let before = try file.text()
    try recorder.exportJournal(to: url)
    let seal = try #require(try copy.lines().last)
    try expectEqual(copy.text(), before + seal + "\n")
    #expect(seal.hasPrefix(#"{"kind":"seal","seq":20,"records":"#))
    let report = try Replayer<CounterApp>(path: copy.path).verify()
    #expect(report.divergence == nil && report.actions == 20)
    record(recorder, &state, 20..<25)
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().actions, 25)
  }

  @Test(arguments: [1, 2, 3, 9, 17, 29, 30, 400, -1])
  func `the last states are exported from a snapshot on`(count: Int) throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<30)
    try recorder.exportJournal(to: url, last: .states(count))
    let found = try seqs(copy)
    #expect(found.upperBound == 30 && found.lowerBound <= max(0, 30 - max(0, count)))
    #expect(try copy.kinds().prefix(2) == ["header", "snapshot"] && copy.kinds().last == "seal")
    // No later snapshot holds as many states.
    let snapshots = try file.entries().filter { $0.record.kind == "snapshot" }.map(\.seq)
    expectEqual(snapshots.last { $0 <= max(0, 30 - max(0, count)) }, found.lowerBound)
    let report = try Replayer<CounterApp>(path: copy.path).verify()
    #expect(report.divergence == nil && report.actions == 30 - found.lowerBound)
    try expectEqual(Replayer<CounterApp>(path: copy.path).state(at: 30), state)
  }

  @Test func `the last seconds are exported`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<30)
    try recorder.exportJournal(to: url, last: .time(.seconds(100_000)))
    try expectEqual(seqs(copy), 0...30)
    try FileManager.default.removeItem(at: url)
    try recorder.exportJournal(to: url, last: .time(.zero))
    let last = try #require(try file.entries().last { $0.record.kind == "snapshot" })
    try expectEqual(seqs(copy), last.seq...30)
  }

  @Test func `an export after a rewind begins at the resumed state`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<20)
    let early = try Replayer<CounterApp>(path: file.path).state(at: 9)
    state = early
    try recorder.recordRewind(to: 9, state: state)
    record(recorder, &state, 20..<22)
    try recorder.exportJournal(to: url, last: .states(1))
    let found = try seqs(copy)
    // A reducer that the system interrupts counts as slow, and gets a snapshot after the rewind.
    let snapshots = try file.entries().filter { $0.record.kind == "snapshot" }.map(\.seq)
    let start = try #require(snapshots.last { $0 <= 9 || (21...22).contains($0) })
    #expect(start > 0 && found == start...23)
    try expectEqual(Replayer<CounterApp>(path: copy.path).verify().rewinds, start <= 9 ? 1 : 0)
  }

  @Test func `an export holds buffered records but no running action`() throws {
    // Without time for snapshots, a reducer that the system interrupts, and so counts as slow, gets none.
    let recorder = try recorder(RecorderOptions(durability: .buffered(bytes: 1 << 20), snapshotBudget: .zero))
    var state = CounterApp.State()
    record(recorder, &state, 0..<3)
    let action = recorder.begin(CounterApp.Action.add(1), in: state)
    try recorder.exportJournal(to: url)
    let kinds = try copy.kinds()
    expectEqual(kinds, ["header", "snapshot", "action", "action", "action", "seal"])
    state.count += 1
    recorder.finish(action, in: state)
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().actions, 4)
  }

  @Test func `an export overwrites no file and leaves none behind`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<3)
    func expectRefusal(at path: String, _ problem: JournalError.Problem) {
      #expect(throws: JournalError(problem, path: path)) {
        try recorder.exportJournal(to: URL(fileURLWithPath: path))
      }
    }
    expectRefusal(at: file.path, .fileExists)
    let link = copy.folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: copy.folder + "/nowhere")
    expectRefusal(at: link, .fileExists)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: copy.folder), ["link"])
    let error = #expect(throws: JournalError.self) {
      try recorder.exportJournal(to: URL(fileURLWithPath: copy.folder + "/none/k.jsonl"))
    }
    expectEqual(error?.problem, .noSuchFolder)
    try recorder.exportJournal(to: url)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: copy.folder).sorted(), ["link", "session.jsonl"])
    let rights = try FileManager.default.attributesOfItem(atPath: copy.path)[.posixPermissions] as? Int
    expectEqual(rights, 0o600)
  }

  @Test(arguments: [ExportedPart.all, .states(3), .time(.seconds(10))])
  func `an export before the first action holds the header`(part: ExportedPart) throws {
    let recorder = try recorder()
    try recorder.exportJournal(to: url, last: part)
    try expectEqual(copy.lines().first, file.lines().first)
    try expectEqual(copy.kinds(), ["header", "seal"])
    let report = try Replayer<CounterApp>(path: copy.path).verify()
    #expect((report.lastSeq, report.actions) == (nil, 0))
    guard case .closed = report.tail else { Issue.record("not closed"); return }
    // Recording goes on.
    var state = CounterApp.State()
    record(recorder, &state, 0..<1)
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 2)
  }

  @Test func `an export before a session's first action holds the earlier sessions`() throws {
    var state = CounterApp.State()
    do { record(try recorder(), &state, 0..<3) }
    let recorder = try recorder()
    try recorder.exportJournal(to: url)
    try expectEqual(Replayer<CounterApp>(path: copy.path).verify().proven, 4)
    recorder.close()
  }

  @Test func `exporting fails after the end, and says so`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<1)
    recorder.close()
    let error = #expect(throws: RecorderUnavailable.self) { try recorder.exportJournal(to: url) }
    expectEqual(error?.description, "the recorder is closed, or its journal couldn't be opened or written")
    #expect(!FileManager.default.fileExists(atPath: copy.path))
  }

  @Test func `a session can refer to the start state of an export`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    record(recorder, &state, 0..<9)
    try recorder.exportJournal(to: url, last: .states(0))
    let first = try seqs(copy).lowerBound
    #expect(first > 0)
    let again = try Recorder(path: copy.path, app: counter, options: unhurried)
    again.start(try Replayer<CounterApp>(path: file.path).state(at: first))
    again.close()
    let report = try Replayer<CounterApp>(path: copy.path).verify()
    #expect(report.divergence == nil && report.sessions == 2)
    #expect(try copy.text().contains(#""same-as":\#(first),"#))
  }

  @Test(arguments: [ExportedPart.all, .states(1), .states(1000), .time(.seconds(100_000)), .time(.zero)])
  func `an export of a segmented journal is one file`(part: ExportedPart) throws {
    let recorder = try recorder(RecorderOptions(snapshotBudget: .seconds(1000), retention: Retention(bytes: 200_000)))
    var state = CounterApp.State()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for number in 0..<60 { reduce(&state, .note(String(repeating: "x", count: 10_000), number)) }
    let journal = try JournalFile(path: file.path)
    let first = try #require(try journal.firstStateSeq)
    #expect(journal.segmentPaths.count > 1 && first > 0)
    try recorder.exportJournal(to: url, last: part)
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: copy.folder), ["session.jsonl"])
    let found = try seqs(copy)
    expectEqual(found.upperBound, 60)
    switch part {
    case .states(1), .time(.zero): #expect(found.lowerBound > first && found.lowerBound <= 60)
    default: expectEqual(found.lowerBound, first)
    }
    let replayer = try Replayer<CounterApp>(path: copy.path)
    let report = try replayer.verify()
    #expect(report.divergence == nil && report.actions == 60 - found.lowerBound)
    try expectEqual(replayer.state(at: 60), state)
    guard case .closed = report.tail else { Issue.record("not closed"); return }
    recorder.close()
  }

  @Test(arguments: [nil, Retention(bytes: 60_000)])
  func `exports are complete while threads dispatch`(retention: Retention?) throws {
    let recorder = try recorder(RecorderOptions(snapshotBudget: .milliseconds(50), retention: retention))
    let store = Mutex(CounterApp.State())
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    let text = String(repeating: "y", count: 2000)
    let running = Atomic(4)
    for thread in 0..<4 {
      onNewThread {
        for number in 0..<150 { store.withLock { reduce(&$0, .note("\(thread) \(text)", number)) } }
        running.subtract(1, ordering: .sequentiallyConsistent)
      }
    }
    var lasts: [Int] = []
    var round = 0
    while running.load(ordering: .sequentiallyConsistent) > 0 || round == 0 {
      guard recorder.lastSeq != nil else { continue }
      let path = copy.folder + "/\(round).jsonl"
      let part: ExportedPart = [.all, .states(10), .time(.milliseconds(20))][round % 3]
      try recorder.exportJournal(to: URL(fileURLWithPath: path), last: part)
      let report = try Replayer<CounterApp>(path: path).verify()
      expectEqual(report.divergence, nil)
      lasts.append(try #require(report.lastSeq))
      try FileManager.default.removeItem(atPath: path)
      round += 1
    }
    expectEqual(lasts, lasts.sorted())
    recorder.close()
    let journal = try JournalFile(path: file.path)
    let first = try #require(try journal.firstStateSeq)
    expectEqual((first > 0), (retention != nil))
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().actions, 600 - first)
  }
}
