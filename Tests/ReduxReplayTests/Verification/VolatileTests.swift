import Expectations
import Foundation
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection
@testable import ReduxJournal
@testable import ReduxReplay

/// Volatile places: a reducer fills them from a clock.
struct VolatileTests {
  let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func options(
    _ states: RecordedStates = .snapshots, _ rules: RedactionRules = .usual, retention: Retention? = nil
  ) -> RecorderOptions {
    RecorderOptions(states: states, rules: rules, volatile: FilmApp.volatile, retention: retention)
  }

  private func verify(_ path: String? = nil, jobs: Int = 1) throws -> VerifyReport {
    try Replayer<FilmApp>(path: path ?? file.path).verify(jobs: jobs)
  }

  private func patched(_ path: String? = nil) throws -> Replayer<PatchedStates> {
    Replayer<PatchedStates>(file: try JournalFile(path: path ?? file.path))
  }

  @Test func `a clock in a reducer makes a replay diverge`() throws {
    try FilmApp.record(to: file.path, RecorderOptions(rules: .off))
    let divergence = try #require(try verify().divergence)
    #expect((divergence.seq, divergence.type) == (1, "add"))
    expectEqual(divergence.members.map(\.pointer), ["/films/entities/a"])
  }

  @Test(arguments: [RedactionRules.usual, .off, RedactionRules(redacting: ["/films/entities/*/addedToList"])])
  func `a volatile place doesn't make a replay diverge`(rules: RedactionRules) throws {
    try FilmApp.record(to: file.path, options(.snapshots, rules))
    for jobs in [1, 3] {
      let report = try verify(jobs: jobs)
      expectEqual(report.divergence, nil)
      #expect(report.redacted.isEmpty)
      #expect((report.proven, report.actions) == (13, 12))
    }
  }

  @Test func `the page on stores declares it volatile`() throws {
    let path = file.path
    // docs/guides/stores.md: volatile
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: "films"),
      options: RecorderOptions(volatile: ["/films/entities/*/addedToList", "/lastOpened"]))
    // docs/guides/stores.md: end
    let reduce = recorder.recording(FilmApp.reduce)
    var state = FilmState()
    for action in FilmApp.session { try reduce(&state, action) }
    recorder.close()
    try expectEqual(verify().proven, 13)
  }

  @Test func `the header lists it and names another hash function`() throws {
    try FilmApp.record(to: file.path)
    let header = try JournalFile(path: file.path).header
    expectEqual(header.rules.volatile, FilmApp.volatile)
    expectEqual(header.hash, "siphash-tree/1+volatile")
    try FilmApp.record(to: file.path + "2", RecorderOptions())
    try expectEqual(JournalFile(path: file.path + "2").header.hash, "siphash-tree/1")
  }

  @Test(arguments: [
    (#""hash":"siphash-tree/1+volatile""#, #""hash":"siphash-tree/1""#),
    (#""volatile":["/films/entities/*/addedToList","/lastOpened"]"#, #""volatile":[]"#),
  ])
  func `a header whose hash function contradicts its rules is damage`(old: String, new: String) throws {
    try FilmApp.record(to: file.path)
    var lines = try file.lines()
    #expect(lines[0].contains(old))
    lines[0].replace(old, with: new)
    try file.writeResealed(lines)
    let error = #expect(throws: JournalError.self) { try JournalFile(path: file.path) }
    guard error?.line == 1, case .damaged(let reason)? = error?.problem else {
      Issue.record("the error is \(error as Any)")
      return
    }
    #expect(reason.hasPrefix("the header's hash is ") && reason.hasSuffix(", as the rules say"))
  }

  @Test func `actions don't list it as changed`() throws {
    try FilmApp.record([.add("a"), .open, .close, .see("a")], to: file.path)
    let reader = try JournalFile(path: file.path).entries(fromOffset: 0)
    var changed: [[String]] = []
    while let entry = try reader.next() {
      if case .action(let action) = entry.record { changed.append(action.changed.map(\.pointer)) }
    }
    expectEqual(changed, [["/films/ids", "/films/entities"], ["/opened"], [], ["/films/entities"]])
  }

  @Test func `a self-contained journal holds all its values`() throws {
    let states = try FilmApp.record(to: file.path, options(.patches, .off))
    let replayer = try patched()
    try expectEqual(replayer.verify().divergence, nil)
    try expectEqual(replayer.verify().proven, states.count)
    var cursor = StateCursor(replayer)
    for (seq, state) in states.enumerated() {
      let tree = try StateEncoder().tree(state)
      try expectEqual(replayer.state(at: seq), tree)
      try expectEqual(cursor.state(at: seq), tree)
    }
    try expectEqual(verify().divergence, nil)
  }

  @Test func `a rebuilt state has the replay's value, a snapshot the recorded one`() throws {
    let states = try FilmApp.record(to: file.path)
    let replayer = try Replayer<FilmApp>(path: file.path)
    try expectEqual(replayer.state(at: 0), states[0])
    let rebuilt = try replayer.state(at: 12)
    #expect(rebuilt.lastOpened ?? 0 > states[12].lastOpened ?? 0)
    expectEqual(rebuilt.log, states[12].log)
    try FilmApp.record(to: file.path + "2", RecorderOptions(rules: .off))
    let error = #expect(throws: ReplayError.self) { try Replayer<FilmApp>(path: file.path + "2").state(at: 12) }
    guard case .diverges? = error?.problem else {
      Issue.record("the error is \(error as Any)")
      return
    }
  }

  @Test func `a value computed from it still diverges`() throws {
    try FilmApp.record([.open, .write("x"), .check, .write("y")], to: file.path)
    let divergence = try #require(try verify().divergence)
    #expect((divergence.seq, divergence.type) == (3, "check"))
    expectEqual(divergence.members.map(\.pointer), ["/checked"])
  }

  @Test func `copies of the journal are proven`() throws {
    let states = try FilmApp.record(to: file.path, options(.patches))
    let replayer = try Replayer<FilmApp>(path: file.path)

    func copy(_ name: String, _ body: (String, ([UInt8]) throws -> Void) throws -> Void) throws -> String {
      let path = "\(file.path).\(name)"
      var bytes: [UInt8] = []
      try body(path) { bytes += $0 }
      if !bytes.isEmpty {
        try String(decoding: bytes, as: UTF8.self).write(toFile: path, atomically: true, encoding: .utf8)
      }
      return path
    }

    let copies = try [
      copy("index") { try _ = replayer.index(every: 1, onStep: { _ in }, write: $1) },
      copy("bake") { try _ = replayer.bake(onStep: { _ in }, write: $1) },
      copy("bake-of-index") { _, write in
        let index = try Replayer<FilmApp>(path: file.path + ".index")
        try _ = index.bake(onStep: { _ in }, write: write)
      },
      copy("redact") { path, _ in
        let writer = try JournalWriter.open(path: path)
        try _ = replayer.redact(by: RedactionRules(names: ["log"]), to: writer) { _ in }
        try writer.close()
      },
      copy("redact-of-index") { path, _ in
        let writer = try JournalWriter.open(path: path)
        let index = try Replayer<FilmApp>(path: file.path + ".index")
        try _ = index.redact(by: RedactionRules(names: ["log"]), to: writer) { _ in }
        try writer.close()
      },
      copy("slice") { _, write in
        var slice = JournalSlice(of: replayer.file, seqs: 4...9)
        let patches = try patched()
        try _ = slice.run(
          state: { seq in
            (try StateEncoder().encode(patches.state(at: seq)), try #require(try patches.recordedHash(at: seq)))
          }, write: write)
      },
    ]
    for path in copies {
      let file = try JournalFile(path: path)
      expectEqual(file.header.rules.volatile, FilmApp.volatile)
      try expectEqual(verify(path).divergence, nil, "\(path)")
      let replayer = try patched(path)
      try expectEqual(replayer.verify().divergence, nil, "\(path)")
      for seq in 0...states.count where try file.entry(settingSeq: seq) != nil {
        #expect(throws: Never.self, "\(path)@\(seq)") { try replayer.state(at: seq) }
      }
    }
  }

  @Test func `a repair proves snapshots without it`() throws {
    try FilmApp.record(to: file.path)
    try FilmApp.record(to: file.path, from: FilmState(lastOpened: 7))
    var lines = try file.lines()
    lines[5].replace(#""type":"#, with: #""tipe":"#)
    try (lines.joined(separator: "\n") + "\n").write(toFile: file.path, atomically: true, encoding: .utf8)
    var copy: [UInt8] = []
    let repair = try JournalRepair(path: file.path)
    let report = try repair.run(write: { copy += $0 }, setAside: { _ in })
    #expect(report.setAside > 0)
    try String(decoding: copy, as: UTF8.self).write(toFile: file.path, atomically: true, encoding: .utf8)
    let verified = try verify()
    expectEqual(verified.divergence, nil)
    expectEqual(verified.sessions, 2)
    expectEqual(verified.proven, 13 + 4)
  }

  @Test func `sessions with and without it continue each other`() throws {
    var state = FilmState()
    for options in [options(), RecorderOptions(), options(.patches), options(), options(.snapshots, .off)] {
      let actions: [FilmAction] = options.volatile.isEmpty ? [.write("x"), .close] : FilmApp.session
      // Here, equal hashes don't mean equal states.
      state.lastOpened = TestClock.now()
      state = try #require(try FilmApp.record(actions, to: file.path, from: state, options).last)
    }
    #expect(try !file.lines().contains { $0.contains("same-as") })
    for jobs in [1, 2] {
      let report = try verify(jobs: jobs)
      expectEqual(report.divergence, nil)
      #expect((report.sessions, report.proven) == (5, 4 * 13 + 3))
    }
  }

  @Test func `segments and rewinds preserve it`() throws {
    let recorder = try Recorder(
      path: file.path, app: AppIdentity(FilmApp.self),
      options: options(.patches, retention: Retention(bytes: 40 << 10)))
    var state = FilmState()
    var states = [state]
    recorder.start(state)
    for round in 0..<12 {
      for action in FilmApp.session {
        let recorded = recorder.begin(action, in: state)
        try FilmApp.reduce(&state, action)
        recorder.finish(recorded, in: state)
        states.append(state)
      }
      if round % 3 == 2 {
        state = states[states.count - 8]
        try recorder.recordRewind(to: states.count - 8, state: state)
        states.append(state)
      }
    }
    recorder.close()
    #expect(JournalFile.olderSegmentPaths(of: file.path).count > 1)
    try expectEqual(verify().divergence, nil)
    let replayer = try patched()
    try expectEqual(replayer.verify().divergence, nil)
    for seq in (try #require(try replayer.file.firstStateSeq))..<states.count {
      try expectEqual(replayer.state(at: seq), StateEncoder(rules: .usual).tree(states[seq]))
    }
  }
}
