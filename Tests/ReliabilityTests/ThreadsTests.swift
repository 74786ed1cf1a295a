import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import Synchronization
import TestSupport
import Testing

/// Many threads dispatch to a store that is recorded in segments, while another shows past states, resumes from them,
/// and pauses the recorder.
struct ThreadsTests {
  private static let threads = 8

  /// Takes a second: eight threads dispatch to one store.
  @Test(arguments: [nil, 64 << 10])
  func `actions of many threads have one order, and every hash is correct`(bytes: Int?) async throws {
    try await onOwnThread {
      let scratch = try TemporaryFile()
      let perThread = Soak.count(300, soak: 100_000 / Self.threads)
      // However much a pause leaves out, what follows it doesn't fit into the kept segments.
      let after = bytes == nil ? 1 : 1000
      let total = Self.threads * perThread + after
      var options = RecorderOptions()
      options.retention = bytes.map { Retention(bytes: $0) }
      let recorder = try Recorder(path: scratch.path, app: AppIdentity(name: RelayApp.name), options: options)
      let store = Store(
        initialState: RelayApp.initialState,
        reducer: Reducer(recorder.recording { @Sendable state, action in RelayApp.reduce(&state, action) }))
      recorder.start(store.state)
      let timeline = ReplayTimeline<RelayApp>(
        store: store, recorder: recorder, path: scratch.path, changes: .reduced)
      let shown = Mutex(0)
      let subscription = store.subscribe({ $0.steps }) { _ in shown.withLock { $0 += 1 } }
      var traveller = Traveller(timeline: timeline, recorder: recorder, path: scratch.path)

      let running = Atomic(Self.threads)
      let done = DispatchGroup()
      for thread in 0..<Self.threads {
        Thread {
          for number in 0..<perThread { store.dispatch(.pass(thread: thread, number: number)) }
          running.subtract(1, ordering: .releasing)
          done.leave()
        }.start(in: done)
      }
      var generator = SeededGenerator(seed: 4)
      while running.load(ordering: .acquiring) > 0 || !traveller.hasDoneAll { try traveller.step(using: &generator) }
      done.wait()
      // The next action writes the gap for the actions of a pause.
      recorder.resume()
      for number in 0..<after { store.dispatch(.pass(thread: 0, number: perThread + number)) }
      timeline.returnToHead()
      subscription.cancel()
      let head = store.state
      recorder.close()
      #expect(recorder.firstFailure == nil)

      let replayer = try Replayer<RelayApp>(path: scratch.path)
      for jobs in [1, 2] {
        let report = try replayer.verify(jobs: jobs)
        expectEqual(report.divergence, nil)
        let missing = report.gaps.reduce(0) { $0 + ($1.missing ?? 0) }
        #expect(report.gaps.allSatisfy { $0.why == "paused" } && report.gaps.count <= traveller.pauses)
        if bytes == nil {
          expectEqual(report.actions + missing, total)
          expectEqual(report.rewinds, traveller.resumed)
        } else {
          #expect(report.actions + missing < total)
          #expect(replayer.file.segmentPaths.count > 1)
        }
        #expect(report.proven >= report.actions + report.rewinds)
        #expect((report.unhashed, report.refused) == (0, 0))
        if case .closed = report.tail {} else { Issue.record("the journal ends \(report.tail)") }
        try expectEqual(replayer.state(at: try #require(report.lastSeq)), head)
      }
      try expectOrder(in: scratch.path)
      #expect(shown.withLock { $0 } > 0)
      #expect(traveller.resumed > 0)
      #expect(traveller.peeks > 0)
      #expect(traveller.pauses > 0)
      Soak.report(
        """
        threads: \(Self.threads) dispatched \(total) actions\(bytes == nil ? "" : ", in segments"), \
        another peeked \(traveller.peeks) times, resumed \(traveller.resumed) times, paused \(traveller.pauses) times: \
        all proven
        """)
    }
  }

  /// Expects each thread's actions in the order of dispatch, each once.
  private func expectOrder(in journal: String) throws {
    var next = Array(repeating: 0, count: Self.threads)
    var lastSeq: Int?
    var isInOrder = true
    let reader = try JournalReader(path: journal)
    while let entry = try reader.next() {
      if entry.setsState {
        isInOrder = isInOrder && lastSeq.map { entry.seq == $0 + 1 } != false
        lastSeq = entry.seq
      }
      guard case .action(let record) = entry.record else { continue }
      let action = try StateDecoder().decode(RelayApp.Action.self, from: record.action)
      guard case .pass(let thread, let number) = action else { continue }
      isInOrder = isInOrder && number >= next[thread]
      next[thread] = number + 1
    }
    #expect(isInOrder)
  }
}

extension Thread {
  fileprivate func start(in group: DispatchGroup) {
    group.enter()
    start()
  }
}

/// Randomly shows past states, resumes from them, returns, marks, flushes and pauses.
private struct Traveller: ~Copyable {
  let timeline: ReplayTimeline<RelayApp>
  let recorder: Recorder
  let path: String
  var peeks = 0
  var resumed = 0
  var pauses = 0
  var hasDoneAll: Bool { peeks > 0 && resumed > 0 && pauses > 0 }

  mutating func step(using generator: inout SeededGenerator) throws {
    let last = try timeline.lastSeq
    let seq = Int.random(in: max(0, last - 200)...last, using: &generator)
    do {
      try step(seq, using: &generator)
    } catch is RecorderUnavailable {
      // The recorder is paused, or no action followed the pause.
    } catch let error as ReplayError {
      // The state may have been dropped with its segment.
      guard try JournalFile(path: path).firstStateSeq.map({ seq < $0 }) == true else { throw error }
    }
  }

  private mutating func step(_ seq: Int, using generator: inout SeededGenerator) throws {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...3:
      try timeline.peek(at: seq)
      peeks += 1
    case 4: timeline.returnToHead()
    case 5...6:
      try timeline.resume(from: seq)
      resumed += 1
    case 9:
      recorder.pause()
      pauses += 1
    case 10...11: recorder.resume()
    case 7: recorder.mark("at \(seq)")
    case 8: try recorder.flush(toDisk: Bool.random(using: &generator))
    default: Thread.sleep(forTimeInterval: 0.001)
    }
  }
}

/// An app whose state depends on the order of all actions.
private enum RelayApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var steps = 0
    var digest = 1
    var last: [Int: Int] = [:]
  }

  enum Action: Codable, Sendable {
    case pass(thread: Int, number: Int)
  }

  static let name = "relay"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    guard case .pass(let thread, let number) = action else { return }
    state.steps += 1
    state.digest = (state.digest * 31 + thread * 7 + number) % 1_000_003
    state.last[thread] = number
  }
}
