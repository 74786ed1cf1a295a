import Expectations
import Foundation
import ReduxReplay
import ReduxStore
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxJournal
@testable import ReduxRecorder

/// A disk that can be full.
private final class Disk: Sendable {
  private let full = Mutex(false)

  var isFull: Bool {
    get { full.withLock { $0 } }
    set { full.withLock { $0 = newValue } }
  }
}

struct FailureTests {
  let file: TemporaryFile
  let reports = Reports()

  init() throws { file = try TemporaryFile() }

  private func failure(at path: String) async throws -> [String] {
    let recorder = Recorder(ifPossibleAt: URL(filePath: path), app: counter) { [reports] in reports.append($0) }
    var state = CounterApp.State()
    for _ in 0..<3 { recorder.recording(CounterApp.reduceQuietly)(&state, .add(1)) }
    recorder.mark("x")
    recorder.close()
    expectEqual(state.count, 3)
    expectEqual(recorder.lastSeq, nil)
    return try await reports.settled(1).map { "\($0)".replacing(path, with: "PATH") }
  }

  @Test func `a missing folder is a failure`() async throws {
    #expect(
      try await failure(at: file.folder + "/no/such.jsonl") == ["PATH: no such folder; create it, or check the path"])
  }

  @Test func `a folder in place of a file is a failure`() async throws {
    let failures = try await failure(at: file.folder)
    expectEqual(failures.count, 1)
    expectEqual(failures.first?.contains("a folder, not a journal"), true)
  }

  @Test(.enabled(if: NSUserName() != "root", "root may write everywhere")) func `a read-only folder is a failure`()
    async throws
  {
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: file.folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.folder) }
    #expect(
      try await failure(at: file.path) == ["PATH: permission denied; check the owner of the file and its folder"])
  }

  @Test func `a journal of another app isn't changed`() async throws {
    _ = try Recorder(path: file.path, app: AppIdentity(name: "other"))
    let before = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(
      try await failure(at: file.path) == ["PATH: it holds sessions of the app 'other'; record to another file"])
    try expectEqual(String(contentsOfFile: file.path, encoding: .utf8), before)
  }

  @Test func `a file that isn't a journal isn't changed`() async throws {
    try "a shopping list\n".write(toFile: file.path, atomically: true, encoding: .utf8)
    let failures = try await failure(at: file.path)
    expectEqual(failures.count, 1)
    expectEqual(failures.first?.contains("not a journal"), true)
    try expectEqual(file.text(), "a shopping list\n")
  }

  // MARK: While it records

  private func recorder(on disk: Disk) throws -> Recorder {
    let writer = try JournalWriter.open(path: file.path)
    let write = writer.writeOnce
    writer.writeOnce = { bytes, offset throws(JournalError) in
      // Write what fits, like a disk that fills up.
      guard disk.isFull else { return try write(bytes, offset) }
      if bytes.count > 40 { _ = try write(bytes.prefix(20), offset) }
      throw JournalError(.io(operation: "write", reason: "No space left on device"), path: "J")
    }
    return try Recorder(writer: writer, app: counter, options: unhurried) { [reports] in reports.append($0) }
  }

  @Test func `a disk failure during a pause is reported at once, and the gap names both`() async throws {
    let disk = Disk()
    let recorder = try recorder(on: disk)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    recorder.pause()
    reduce(&state, .add(1))
    disk.isFull = true
    recorder.resume()
    for _ in 0..<2 { reduce(&state, .add(1)) }
    recorder.pause()
    for _ in 0..<3 { reduce(&state, .add(1)) }
    disk.isFull = false
    reduce(&state, .add(1))
    recorder.resume()
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [7])
    try expectEqual(file.gaps().map(\.why), ["paused; write failed: No space left on device; paused"])
    #expect(try await reports.settled(1).map(\.description) == ["J: write failed: No space left on device"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    #expect(try replayer.verify().proven == 4 && replayer.state(at: 3) == state)
  }

  @Test func `a gap whose fsync fails counts missing actions once`() async throws {
    for failing in 1...3 {
      let file = try TemporaryFile()
      let writer = try JournalWriter.open(path: file.path, durability: .power())
      let synchronize = writer.synchronizeFile
      let left = Mutex(Int.max)
      writer.synchronizeFile = { () throws(JournalError) in
        guard
          left.withLock({
            $0 -= 1; return $0 > 0
          })
        else {
          throw JournalError(.io(operation: "fsync", reason: "Input/output error"), path: "J")
        }
        try synchronize()
      }
      let recorder = try Recorder(writer: writer, app: counter, options: unhurried) { [reports] in reports.append($0) }
      let reduce = recorder.recording(CounterApp.reduceQuietly)
      var state = CounterApp.State()
      reduce(&state, .add(1))
      recorder.pause()
      for _ in 0..<3 { reduce(&state, .add(1)) }
      left.withLock { $0 = failing }
      recorder.resume()
      for _ in 0..<4 { reduce(&state, .add(1)) }
      recorder.close()
      try expectEqual(file.gaps().compactMap(\.missing).reduce(0, +), 4 - (failing == 3 ? 1 : 0), "\(failing)")
      let replayer = try Replayer<CounterApp>(path: file.path)
      let report = try replayer.verify()
      #expect(report.divergence == nil && report.actions == 4 + (failing == 3 ? 1 : 0), "\(failing)")
      try expectEqual(replayer.state(at: try #require(report.lastSeq)), state)
    }
  }

  @Test func `a full disk is reported once, and recording resumes after a gap`() async throws {
    let disk = Disk()
    let recorder = try recorder(on: disk)
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    for _ in 0..<3 { reduce(&state, .add(1)) }
    disk.isFull = true
    for _ in 0..<5 { reduce(&state, .add(10)) }
    recorder.mark("while it was full")
    disk.isFull = false
    for _ in 0..<2 { reduce(&state, .add(100)) }
    expectEqual(state.count, 253)
    recorder.close()
    try expectEqual(
      file.kinds(),
      [
        "header", "snapshot", "action", "action", "action", "gap", "snapshot", "mark", "action", "action", "seal",
      ])
    try expectEqual(file.gaps().map(\.missing), [5])
    expectEqual(Set(try file.gaps().map(\.why)), ["write failed: No space left on device"])
    #expect(try await reports.settled(1).map(\.description) == ["J: write failed: No space left on device"])
    let replayer = try Replayer<CounterApp>(path: file.path)
    let report = try replayer.verify()
    #expect((report.proven, report.divergence == nil, report.tail.isClosed) == (7, true, true))
    try expectEqual((0...6).map { try replayer.state(at: $0).count }, [0, 1, 2, 3, 53, 153, 253])
  }

  @Test func `an action whose end is written late isn't missing`() async throws {
    let disk = Disk()
    let recorder = try recorder(on: disk)
    var state = CounterApp.State()
    let reduce = recorder.recording { (state: inout CounterApp.State, action: CounterApp.Action) in
      if action == .reset { disk.isFull = true }
      state.count += 1
    }
    reduce(&state, .add(1))
    reduce(&state, .reset)
    disk.isFull = false
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "action", "seal"])
    #expect(try await reports.settled(1).count == 1)
    enum Counting: ReplayableApp {
      static let name = "counter"
      static var initialState: CounterApp.State { .init() }
      static func reduce(_ state: inout CounterApp.State, _ action: CounterApp.Action) { state.count += 1 }
    }
    try expectEqual(Replayer<Counting>(path: file.path).verify().proven, 4)
  }

  @Test(arguments: 0..<40) func `journals stay valid on a disk that is full at times`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = try TemporaryFile()
    let writer = try JournalWriter.open(path: file.path)
    let write = writer.writeOnce
    let budget = Mutex(0)
    writer.writeOnce = { bytes, offset throws(JournalError) in
      let count = budget.withLock { budget in
        let count = min(budget, bytes.count)
        budget -= count
        return count
      }
      if count > 0 { return try write(bytes.prefix(count), offset) }
      throw JournalError(.io(operation: "write", reason: "No space left on device"), path: "J")
    }
    budget.withLock { $0 = 4000 }
    let recorder = try Recorder(writer: writer, app: counter, options: unhurried) { _ in }
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    var seen: [Int: CounterApp.State] = [:]
    for step in 0..<200 {
      if random.next() % 6 == 0 { budget.withLock { $0 = Int(random.next() % 1500) } }
      let before = recorder.lastSeq
      reduce(&state, random.next() % 9 == 0 ? .reset : .note("k\(random.next() % 30)", step))
      if let seq = recorder.lastSeq, seq != before { seen[seq] = state }
      if random.next() % 20 == 0 { recorder.mark("step \(step)") }
    }
    budget.withLock { $0 = .max }
    reduce(&state, .add(1))
    recorder.close()
    let replayer = try Replayer<CounterApp>(path: file.path)
    let report = try replayer.verify()
    #expect(report.divergence == nil && report.tail.isClosed, "seed \(seed)")
    let missing = try file.gaps().map { $0.missing ?? 0 }.reduce(0, +)
    expectEqual(report.actions + missing, 201, "seed \(seed)")
    let last = try #require(report.lastSeq)
    try expectEqual(replayer.state(at: last), state, "seed \(seed)")
  }

  @Test func `a renamed file is reported, and used again once it is back`() async throws {
    let recorder = try Recorder(path: file.path, app: counter) { [reports] in reports.append($0) }
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    let away = file.folder + "/away"
    try FileManager.default.moveItem(atPath: file.path, toPath: away)
    #expect(throws: JournalError(.noSuchFile, path: file.path)) { try recorder.flush(toDisk: true) }
    for _ in 0..<4 { reduce(&state, .add(10)) }
    let error = #expect(throws: JournalError.self) { try recorder.flush() }
    expectEqual(error?.problem, .stopped)
    try FileManager.default.moveItem(atPath: away, toPath: file.path)
    reduce(&state, .add(100))
    recorder.close()
    try expectEqual(file.gaps().map(\.missing), [4])
    #expect(try await reports.settled(1).map(\.description) == ["\(file.path): no such file; check the path"])
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 3).count, 141)
  }

  @Test func `marks without a state are reported`() async throws {
    let recorder = try Recorder(path: file.path, app: counter) { [reports] in reports.append($0) }
    for number in 0..<102 { recorder.mark("m\(number)") }
    recorder.close()
    #expect(
      try await reports.settled(2).map(\.description) == [
        "1 mark couldn't be written: there was no state to mark",
        "100 marks couldn't be written: there was no state to mark",
      ])
  }

  /// Takes the second between two checks of the file.
  @Test func `a removed file is reported without a flush`() async throws {
    let recorder = try Recorder(path: file.path, app: counter) { [reports] in reports.append($0) }
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    var state = CounterApp.State()
    reduce(&state, .add(1))
    try FileManager.default.removeItem(atPath: file.path)
    try await Task.sleep(for: .milliseconds(1100))
    for _ in 0..<3 { reduce(&state, .add(1)) }
    expectEqual(state.count, 4)
    #expect(try await reports.settled(1).map(\.description) == ["\(file.path): no such file; check the path"])
  }

  @Test func `a file removed before the end is reported at the end`() async throws {
    let recorder = try Recorder(path: file.path, app: counter) { [reports] in reports.append($0) }
    var state = CounterApp.State()
    recorder.recording(CounterApp.reduceQuietly)(&state, .add(1))
    try FileManager.default.removeItem(atPath: file.path)
    recorder.close()
    #expect(try await reports.settled(1).map(\.description) == ["\(file.path): no such file; check the path"])
  }

  @Test func `a report may dispatch`() async throws {
    let disk = Disk()
    let storage = Mutex<Store<CounterApp.State, CounterApp.Action>?>(nil)
    let writer = try JournalWriter.open(path: file.path)
    let write = writer.writeOnce
    writer.writeOnce = { bytes, offset throws(JournalError) in
      if disk.isFull { throw JournalError(.io(operation: "write", reason: "full"), path: "J") }
      return try write(bytes, offset)
    }
    let recorder = try Recorder(writer: writer, app: counter, options: unhurried) { _ in
      disk.isFull = false
      storage.withLock { $0 }?.dispatch(.write("failed"))
    }
    let store = Store(
      initialState: CounterApp.State(),
      reducer: Reducer(recorder.recording { @Sendable state, action in CounterApp.reduceQuietly(&state, action) }))
    storage.withLock { $0 = store }
    store.dispatch(.add(1))
    disk.isFull = true
    store.dispatch(.add(1))
    for _ in 0..<500 where store.state.log.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    expectEqual(store.state, CounterApp.State(count: 2, log: ["failed"]))
    recorder.close()
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().divergence, nil)
    storage.withLock { $0 = nil }
  }

  @Test func `an action too long for any line is missing, and recording continues`() async throws {
    let writer = try JournalWriter.open(path: file.path, maximumLineBytes: 20_000)
    let recorder = try Recorder(writer: writer, app: counter, options: unhurried) { [reports] in reports.append($0) }
    var state = CounterApp.State()
    let reduce = recorder.recording { (state: inout CounterApp.State, _: CounterApp.Action) in state.count += 1 }
    reduce(&state, .add(1))
    reduce(&state, .write(String(repeating: "x", count: 30_000)))
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.gaps().map(\.missing), [1])
    #expect(try await reports.settled(1).count == 1)
  }

  @Test func `a state too long for any line ends the recording without further gaps`() async throws {
    let writer = try JournalWriter.open(path: file.path, maximumLineBytes: 20_000)
    let recorder = try Recorder(writer: writer, app: counter, options: unhurried) { [reports] in reports.append($0) }
    var state = CounterApp.State(log: [String(repeating: "x", count: 30_000)])
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    for _ in 0..<10 { reduce(&state, .add(1)) }
    recorder.close()
    expectEqual(state.count, 10)
    let reported = try await reports.settled(1).map(\.description)
    expectEqual(reported.count, 1)
    #expect(reported[0].hasSuffix(" bytes, more than the limit of 20000; raise the limit"), "\(reported)")
    try expectEqual(file.kinds(), ["header", "seal"])
  }

  @Test func `a rewind to a missing state is refused and changes nothing`() async throws {
    let recorder = try Recorder(path: file.path, app: counter) { [reports] in reports.append($0) }
    var state = CounterApp.State()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    reduce(&state, .add(1))
    let error = #expect(throws: JournalError.self) { try recorder.recordRewind(to: 7, state: state) }
    expectEqual(error?.problem, .misuse("a rewind to state 7, which doesn't exist"))
    reduce(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "seal"])
    #expect(try await reports.settled(0).isEmpty)
  }
}
