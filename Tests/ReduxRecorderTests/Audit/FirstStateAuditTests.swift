import Expectations
import Observation
import ReduxDiagnostics
import ReduxJournal
import ReduxRecorder
import StateTree
import Synchronization
import TestSupport
import Testing

struct FirstStateAuditTests {
  /// Collects the reported audits.
  private final class AuditCollector: Sendable {
    private let audits = Mutex<[StateAudit]>([])

    var options: RecorderOptions { .debugging { audit in self.audits.withLock { $0.append(audit) } } }

    /// Waits until at least `count` audits have arrived, and a little for unexpected ones.
    func settled(_ count: Int) async throws -> [StateAudit] {
      for _ in 0..<500 where audits.withLock(\.count) < count { try await Task.sleep(for: .milliseconds(10)) }
      try await Task.sleep(for: .milliseconds(30))
      return audits.withLock { $0 }
    }
  }

  private enum Action: Codable { case add }

  @Observable fileprivate final class Model { var count = 0 }

  @Test func `an audit is reported once per process and state type`() async throws {
    struct Cached: Codable {
      var count = 0
      var cache = [0]
      enum CodingKeys: CodingKey { case count }
    }
    struct Started: Encodable { var count = 0 }
    let collector = AuditCollector()
    for _ in 0..<3 {
      let file = try TemporaryFile()
      let recorder = try Recorder(path: file.path, app: counter, options: collector.options)
      let reduce = recorder.recording { (state: inout Cached, _: Action) in state.count += 1 }
      var state = Cached()
      for _ in 0..<3 { reduce(&state, .add) }
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: collector.options)
    recorder.start(Started())
    let heard = try await collector.settled(2)
    expectEqual(heard.map(\.stateType), ["FirstStateAuditTests.Cached", "FirstStateAuditTests.Started"])
    expectEqual(
      heard.map(\.findings),
      [
        [
          .membersLeftOut(
            at: .root, members: [.init(name: "cache", type: "Array<Int>")], encoded: 1, of: 2)
        ], [.notDecodable],
      ])
  }

  @Test func `an audit finds a missing conformance with each way to record`() async throws {
    struct Forgotten { var count = 0 }
    struct Projected { var count = 0 }
    let collector = AuditCollector()
    let files = try (0..<3).map { _ in try TemporaryFile() }
    let recorders = try files.map { try Recorder(path: $0.path, app: counter, options: collector.options) }
    var forgotten = Forgotten()
    recorders[0].recording { (state: inout Forgotten, _: Action) in state.count += 1 }(&forgotten, .add)
    let model = Model()
    let recorded = recorders[1].begin(Action.add, reflecting: model)
    model.count += 1
    recorders[1].finish(recorded, reflecting: model)
    var projected = Projected()
    recorders[2].recording({ (state: inout Projected, _: Action) in state.count += 1 }, projecting: \.count)(
      &projected, .add)
    let heard = try await collector.settled(2)
    expectEqual(heard.map(\.stateType).sorted(), ["FirstStateAuditTests.Forgotten", "FirstStateAuditTests.Model"])
    expectEqual(Set(heard.flatMap(\.findings)), [.notEncodable, .object])
  }

  @Test func `a state without findings or a listener isn't reported`() async throws {
    struct Whole: Codable, Equatable { var count = 0 }
    struct Unheard { var count = 0 }
    let collector = AuditCollector()
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: collector.options)
    recorder.start(Whole())
    let silent = try TemporaryFile()
    let deaf = try Recorder(path: silent.path, app: counter, options: RecorderOptions())
    var unheard = Unheard()
    deaf.recording { (state: inout Unheard, _: Action) in state.count += 1 }(&unheard, .add)
    #expect(try await collector.settled(0).isEmpty)
  }

  @Test func `decoding in an audit may use the recorder`() async throws {
    /// A state that marks the journal when it is decoded.
    struct Marking: Codable {
      static let recorder = Mutex<Recorder?>(nil)
      var count = 0
      init() {}
      init(from decoder: any Decoder) throws { Marking.recorder.withLock { $0?.mark("decoded") } }
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: AuditCollector().options)
    Marking.recorder.withLock { $0 = recorder }
    defer { Marking.recorder.withLock { $0 = nil } }
    var state = Marking()
    recorder.recording { (state: inout Marking, _: Action) in state.count += 1 }(&state, .add)
    recorder.close()
    #expect(try file.kinds().contains("mark"))
  }

  @Test func `a recorder audits any state on request`() throws {
    struct Player { var onEnd: () -> Void = {} }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter)
    expectEqual(
      recorder.audit(Player()).findings,
      [
        .notEncodable, .opaque(at: JSONPointer(tokens: ["onEnd"]), type: "() -> ()"),
      ])
    expectEqual(recorder.audit(CounterApp.State()).findings, [])
  }

  @Test func `a recorder without diagnostics has no observer`() {
    #expect(RecorderOptions().makeObserver == nil)
    #expect(RecorderOptions.debugging().makeObserver != nil)
  }
}
