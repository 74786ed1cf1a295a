import Expectations
import Foundation
import RecordingChild
import ReduxJournal
import StateCoding
import StateTree
import TestSupport
import Testing

/// Row 13: state hashes don't depend on the process, although sets and dictionaries have another order in each.
struct FreshProcessTests {
  /// Takes a second: it starts processes in turn.
  @Test func `every process computes the same hashes`() async throws {
    try await onOwnThread {
      let inspector = Inspector(scratch: try TemporaryFile())
      let folder = inspector.scratch.folder
      let actions = Soak.count(300, soak: 10_000)
      let processes = Soak.count(4, soak: 100)
      let lines = try (0..<actions).map { try StateEncoder().encode(MixedApp.action($0)) + [0x0a] }
      try Data(lines.joined()).write(to: URL(fileURLWithPath: folder + "/actions"))
      var seeds: Set<String> = []
      var hashes: Set<[StateHash?]> = []
      var states: Set<String> = []
      for process in 0..<processes {
        seeds.formUnion(try ChildProcess.run(["seed"]).said.filter { $0.hasPrefix("seed ") })
        if process % 10 < 2 {
          // Recording the actions again must yield the same hashes; replaying compares them too.
          let journal = process == 0 ? "first" : "other"
          let line = "record -o DIR/\(journal) --app mixed --actions DIR/actions --force"
          try expectEqual(inspector.run(line).status, 0)
          hashes.insert(try Self.hashes(in: "\(folder)/\(journal)"))
        }
        let replayed = try inspector.run("replay DIR/first")
        #expect((replayed.status, replayed.errors) == (0, ""))
        states.insert(replayed.output)
      }
      expectEqual(seeds.count, processes)
      expectEqual(hashes.count, 1)
      expectEqual(hashes.first?.count, actions + 1)
      expectEqual(hashes.first?.contains(nil), false)
      // The hash is the same in debug and release builds, on every machine.
      let last = Soak.isOn ? "68575aa7a513c66be773185c50f4a6ec" : "af25e12dc9461a653c3ccf08d35f19ab"
      expectEqual(hashes.first?.last??.description, last)
      expectEqual(states.count, 1)
      expectEqual(states.first?.isEmpty, false)
      Soak.report(
        "fresh processes: \(processes) replayed \(actions) actions with \(seeds.count) hash seeds: every hash the same, "
          + "\(states.count) last state")
    }
  }

  /// Takes 2 to 9 seconds, in three processes at once.
  @Test func `random states of all kinds survive coding, with the same hash in every process and time zone`()
    async throws
  {
    try await onOwnThread {
      let count = Soak.count(40, soak: 1_000)
      let hash = Soak.isOn ? "1834c2c42febe170807016fc7e85f787" : "824b0c56431dbe91e156c31fd497f7e3"
      let settings = [("America/New_York", "en_US.UTF-8"), ("Asia/Kathmandu", "ne_NP.UTF-8"), ("UTC", "C")]
      let children = try settings.map { try ChildProcess(under: Self.settings($0, $1)) }
      for child in children {
        child.patience = .seconds(600)
        child.send("states 36 \(count)")
      }
      for child in children {
        expectEqual(child.finish(), 0)
        expectEqual(child.said, ["ready", "states \(hash)"])
      }
      Soak.report("fresh processes: \(count) random states survive coding, with one hash in 3 time zones")
    }
  }

  private static func settings(_ zone: String, _ locale: String) -> [String] {
    ["env", "TZ=\(zone)", "LANG=\(locale)", "LC_ALL=\(locale)"]
  }

  /// Takes a second: it starts a process for each setting.
  @Test func `a journal of a machine's settings verifies under other ones`() async throws {
    try await onOwnThread {
      let inspector = Inspector(scratch: try TemporaryFile())
      let actions: [SettingsApp.Action] = [
        .step(Date(timeIntervalSince1970: 1_700_000_000)), .restart(.autoupdatingCurrent), .step(.distantPast),
      ]
      let lines = try actions.map { try StateEncoder().encode($0) + [0x0a] }
      try Data(lines.joined()).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/actions"))
      let record = "record -o DIR/journal --app settings --actions DIR/actions --self-contained"
      try expectEqual(inspector.run(record, under: Self.settings("America/New_York", "en_US.UTF-8")).status, 0)
      for (zone, locale) in [("Asia/Tokyo", "ja_JP.UTF-8"), ("Europe/Berlin", "de_DE.UTF-8"), ("UTC", "C")] {
        let result = try inspector.run("verify DIR/journal", under: Self.settings(zone, locale))
        #expect((result.status, result.report) == (0, ""), "\(zone)")
        expectEqual(result.output, "ok DIR/journal: 3 actions, 4 states proven, 1 session, closed\n")
      }
    }
  }

  private static func hashes(in journal: String) throws -> [StateHash?] {
    let reader = try JournalReader(path: journal)
    var hashes: [StateHash?] = []
    while let entry = try reader.next() {
      if entry.setsState { hashes.append(entry.record.hash) }
    }
    return hashes
  }
}
