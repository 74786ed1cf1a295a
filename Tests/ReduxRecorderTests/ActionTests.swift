import Dispatch
import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

private struct Trouble: Error, CustomStringConvertible {
  var description: String { "no way" }
}

struct ActionTests {
  let file: TemporaryFile
  let reports = Reports()

  init() throws { file = try TemporaryFile() }

  private func recorder(_ options: RecorderOptions = RecorderOptions()) throws -> Recorder {
    try Recorder(path: file.path, app: counter, options: options) { [reports] in reports.append($0) }
  }

  /// The contents of an action's record.
  private func record(_ action: some Any, _ options: RecorderOptions = RecorderOptions()) throws -> [String] {
    let recorder = try recorder(options)
    recorder.finish(recorder.begin(action, in: 0), in: 1)
    return try file.actions().map { record in
      "\(record.type) \(record.replayability.rawValue) " + String(decoding: record.action.bytes, as: UTF8.self)
    }
  }

  private enum Inner: Codable {
    case create(title: String)
    case clear
  }

  private enum Outer: Codable {
    case tasks(Inner)
    case rename(String, to: String)
    case optional(Inner?)
  }

  private enum Named: String, Codable, CustomStringConvertible {
    case first, second
    var description: String { "number one or two" }
  }

  @Test func `an enum is named after the path of its cases`() throws {
    try expectEqual(
      record(Outer.tasks(.create(title: "x"))),
      [
        #"tasks.create replayable {"tasks":{"_0":{"create":{"title":"x"}}}}"#
      ])
  }

  @Test(arguments: [
    (Outer.tasks(.clear), "tasks.clear"), (.rename("a", to: "b"), "rename"),
  ])
  private func `a path ends at a case that holds no enum`(action: Outer, type: String) throws {
    _ = try record(action)
    try expectEqual(file.actions().map(\.type), [type])
  }

  @Test func `an action that isn't Codable is recorded by reflection`() throws {
    struct Login {
      var user = "mira"
      var password = "1234"
      var then: () -> Void = {}
      var kind = Kind.renewed(after: 2)
      enum Kind { case first, renewed(after: Int) }
    }
    try expectEqual(
      record(Login()),
      [
        #"ActionTests.Login inspect-only {"user":"mira","password":"redacted","then":{"$opaque":"() -> ()"},"#
          + #""kind":{"renewed":{"after":2}}}"#
      ])
    let report = try Replayer<IntApp>(path: file.path).verify()
    #expect(report.unproven.map(\.seqs) == [1...1] && report.proven == 1)
  }

  @Test func `an action without reflection is recorded by name only`() throws {
    try expectEqual(record({ () -> Int in 1 }), [#"() -> Swift.Int opaque {"$opaque":"() -> Swift.Int"}"#])
    let report = try Replayer<IntApp>(path: file.path).verify()
    #expect(report.unproven.map(\.seqs) == [1...1] && report.proven == 1)
  }

  private enum IntApp: ReplayableApp {
    static let name = "counter"
    static var initialState: Int { 0 }
    static func reduce(_ state: inout Int, _ action: Int) { state += 1 }
  }

  @Test func `an action that is only Encodable is recorded for inspection`() async throws {
    struct Half: Encodable { var x = 1 }
    try expectEqual(record(Half()), [#"ActionTests.Half inspect-only {"x":1}"#])
    let replayer = try Replayer<IntApp>(path: file.path)
    try expectEqual(
      replayer.verify().unproven,
      [
        UnprovenRange(line: 3, seqs: 1...1, actions: 1, type: "ActionTests.Half", replayability: .inspectOnly)
      ])
    // A snapshot holds the state.
    try expectEqual(replayer.state(at: 1), 1)
    #expect(try await reports.settled(0).isEmpty)
  }

  @Test func `without a snapshot, the state after such an action is unknown`() throws {
    struct Half: Encodable { var x = 1 }
    _ = try record(Half(), RecorderOptions(snapshotBudget: .zero))
    let error = #expect(throws: ReplayError.self) { try Replayer<IntApp>(path: file.path).state(at: 1) }
    expectEqual(error?.seq, 1)
    expectEqual(
      error?.description.hasSuffix(
        "was recorded for reading only; to replay it, make its type Codable. If the type holds closures or services, it "
          + "can't be Codable: keep its actions from the recorder if they change no state, or record with states: .patches. "
          + "'reduxlog replay --skip 1' rebuilds later states without this one"), true)
  }

  @Test func `a failed encoding is reported once per type, and the action is reflected`() async throws {
    struct Unwilling: Codable {
      var mood = "bad"
      init() {}
      init(from decoder: any Decoder) throws {}
      func encode(to encoder: any Encoder) throws { throw Trouble() }
    }
    let recorder = try recorder()
    for seq in 0..<3 { recorder.finish(recorder.begin(Unwilling(), in: seq), in: seq + 1) }
    let reports = try await reports.settled(1).map(\.description)
    expectEqual(reports.count, 1)
    expectEqual(reports.first?.contains("can't be encoded: no way; it is recorded by reflection"), true)
    try expectEqual(file.actions().map(\.replayability), [.inspectOnly, .inspectOnly, .inspectOnly])
    #expect(try file.actions().allSatisfy { $0.action.value.compact == #"{"mood":"bad"}"# })
  }

  @Test func `control characters in an action don't break its line`() throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    let hostile = "line\nfeed \u{1b}[31m \u{202e} \u{0} \" \\ \u{2028} 🧨"
    try recorder.recording(CounterApp.reduce)(&state, .write(hostile))
    recorder.mark(hostile, text: hostile)
    recorder.close()
    try expectEqual(file.lines().count, 5)
    #expect(!(try file.text().unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }))
    try expectEqual(Replayer<CounterApp>(path: file.path).state(at: 1).log, [hostile])
  }

  /// An action that nests actions.
  private indirect enum Nested: Codable {
    case end
    case more(Nested)

    static func nested(_ levels: Int) -> Nested { (0..<levels).reduce(.end) { inner, _ in .more(inner) } }
  }

  @Test(arguments: [
    (2, "more.more.end", true), (200, Array(repeating: "more", count: 12).joined(separator: "."), true),
    (300, Array(repeating: "more", count: 12).joined(separator: "."), false),
  ])
  func `an action nested deeply is named by its first twelve cases`(levels: Int, name: String, isWhole: Bool) throws {
    let recorder = try recorder()
    let reduce = recorder.recording { (count: inout Int, _: Nested) in count += 1 }
    var state = 0
    reduce(&state, .nested(levels))
    recorder.close()
    let action = try #require(file.actions().first)
    expectEqual(action.type, name)
    expectEqual(action.replayability == .replayable, isWhole)
  }

  // MARK: States

  /// A state that can't always be encoded.
  private struct Moody: Codable, Equatable {
    var value: Int
    init(_ value: Int) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int.self) }
    func encode(to encoder: any Encoder) throws {
      if value % 10 == 3 { throw Trouble() }
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  private enum MoodyApp: ReplayableApp {
    static let name = "moody"
    static var initialState: Moody { Moody(0) }
    static func reduce(_ state: inout Moody, _ action: Int) { state.value += action }
  }

  @Test func `a state that can't be encoded has no hash and is reported once`() async throws {
    let recorder = try recorder()
    let reduce = recorder.recording(MoodyApp.reduce)
    var state = Moody(0)
    for step in [2, 1, 1, 9, 1] { reduce(&state, step) }
    recorder.close()
    try expectEqual(file.actions().map { $0.hash == nil }, [false, true, false, true, false])
    try expectEqual(file.actions().map(\.unhashed), [nil, "Trouble", nil, "Trouble", nil])
    #expect(
      try await reports.settled(1).map(\.description) == [
        "the state can't be encoded: no way; it is recorded without a hash or, at the start, by reflection, which can't be restored"
      ])
    let report = try Replayer<MoodyApp>(path: file.path).verify()
    #expect((report.unhashed, report.proven, report.divergence == nil) == (2, 4, true))
    try expectEqual(Replayer<MoodyApp>(path: file.path).state(at: 4), Moody(13))
  }

  @Test func `a session that starts with a state that can't be encoded is recorded by reflection until one can`()
    async throws
  {
    let recorder = try recorder()
    let reduce = recorder.recording(MoodyApp.reduce)
    var state = Moody(3)
    for step in [10, 1, 1] { reduce(&state, step) }
    expectEqual(recorder.lastSeq, 3)
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "snapshot", "action", "seal"])
    try expectEqual(file.snapshots().map(\.isWhole), [false, true])
    #expect(try await reports.settled(1).count == 1)
    let replayer = try Replayer<MoodyApp>(path: file.path)
    try expectEqual(replayer.state(at: 3), Moody(15))
    try expectEqual(replayer.verify().proven, 1)
  }

  /// A member whose encoding fails, as those of some types of Foundation do.
  private struct Screen: Codable {
    var n = 0
    var rows: [String: Row] = ["a": Row(), "b": Row(link: Link())]

    struct Row: Codable { var link: Link? }
    struct Link: Codable {
      var host = "example.org"
      init() {}
      init(from _: any Decoder) throws {}
      func encode(to _: any Encoder) throws { throw Trouble() }
    }
  }

  @Test func `a member that can't be encoded is reflected, and the others are recorded`() async throws {
    let recorder = try recorder()
    let reduce = recorder.recording { (state: inout Screen, step: Int) in
      state.n += step
      if step == 3 { state.rows["b"]?.link?.host = "example.com" }
    }
    var state = Screen()
    for step in [1, 3] { reduce(&state, step) }
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "seal"])
    let snapshot = try #require(file.snapshots().first)
    expectEqual(snapshot.isWhole, false)
    guard case .state(let written) = snapshot.content else {
      Issue.record("\(snapshot.content)")
      return
    }
    expectEqual(written.value, ["n": 0, "rows": ["a": [:], "b": ["link": ["host": "example.org"]]]])
    try expectEqual(
      file.actions().map { $0.changed.map(\.pointer).sorted() }, [["/n"], ["/n", "/rows/b"]])
    #expect(
      try await reports.settled(1).map(\.description) == [
        "the state can't be encoded: at /rows/b/link: no way; it is recorded without a hash or, at the start, by reflection, which can't be restored"
      ])
  }

  @Test func `what changed since a state without a hash isn't claimed to be known`() throws {
    let recorder = try recorder()
    let reduce = recorder.recording(MoodyApp.reduce)
    var state = Moody(0)
    for step in [2, 1, 1] { reduce(&state, step) }
    recorder.close()
    let lines = try file.lines().filter { $0.contains(#""kind":"action""#) }
    expectEqual(lines.map { $0.contains(#""changed""#) }, [true, true, false])
  }

  // MARK: The pair of calls

  @Test func `an action that is never finished is interrupted, reported, and followed by a gap`() async throws {
    let recorder = try recorder()
    var state = CounterApp.State()
    let reduce = recorder.recording(CounterApp.reduceQuietly)
    reduce(&state, .add(1))
    do { _ = recorder.begin(CounterApp.Action.add(5), in: state) }
    state.count = 40
    reduce(&state, .add(2))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.actions().map(\.interrupted), [false, true, false])
    #expect(
      try await reports.settled(1).map(\.description) == [
        "the action add was begun but never finished; call finish(_:in:) after each begin, or use record(_:in:)"
      ])
    let replayer = try Replayer<CounterApp>(path: file.path)
    try expectEqual(replayer.state(at: 4).count, 42)
    let report = try replayer.verify()
    expectEqual(report.interrupted.map(\.seq), [2])
    expectEqual(report.interrupted.map(\.line), [4])
    #expect((report.proven, report.divergence == nil) == (4, true))
  }

  @Test func `only the outer of two nested recorded reducers records`() async throws {
    let recorder = try recorder()
    let inner = recorder.recording(CounterApp.reduceQuietly)
    let outer = recorder.recording { (state: inout CounterApp.State, action: CounterApp.Action) in inner(&state, action)
    }
    var state = CounterApp.State()
    for _ in 0..<3 { outer(&state, .add(1)) }
    recorder.close()
    try expectEqual(file.actions().count, 3)
    #expect(try await reports.settled(1).count == 1)
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 4)
  }

  @Test func `two actions at the same time leave a gap`() async throws {
    // The first action waits for the second, long enough for a snapshot to be due.
    let recorder = try recorder(RecorderOptions(snapshotBudget: .zero))
    overlap(recorder)
    var state = CounterApp.State(count: 3)
    recorder.recording(CounterApp.reduceQuietly)(&state, .add(1))
    recorder.close()
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "gap", "snapshot", "action", "seal"])
    try expectEqual(file.gaps().map(\.why), ["two actions were reduced at the same time"])
    try expectEqual(file.gaps().map(\.missing), [1])
    #expect(try await reports.settled(1).count == 1)
    try expectEqual(Replayer<CounterApp>(path: file.path).verify().proven, 4)
  }

  /// Reduces an action on another thread during one on this thread.
  ///
  /// The outer one waits: if it ended earlier, its end could be attributed to the other.
  private func overlap(_ recorder: Recorder) {
    let first = recorder.begin(CounterApp.Action.add(1), in: CounterApp.State())
    let isDone = DispatchSemaphore(value: 0)
    onNewThread {
      let second = recorder.begin(CounterApp.Action.add(2), in: CounterApp.State())
      recorder.finish(second, in: CounterApp.State(count: 2))
      isDone.signal()
    }
    isDone.wait()
    recorder.finish(first, in: CounterApp.State(count: 1))
  }
}
