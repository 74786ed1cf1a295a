import Foundation
import RecordingChild
import ReduxJournal
import StateTree
import Testing

/// Row 13: what a state's hash is does not depend on the process, where sets and dictionaries come in another order.
@Suite struct FreshProcessTests {
  private static let actions = 10_000

  @Test func `every process finds the same hashes`() async throws {
    try await Soak.run {
      let inspector = Inspector(scratch: try Scratch())
      let lines = try (0..<Self.actions).map { try StateEncoder().encode(MixedApp.action($0)) + [0x0a] }
      try Data(lines.joined()).write(to: URL(fileURLWithPath: inspector.scratch.folder + "/actions"))
      var hashes: Set<[StateHash?]> = []
      var states: Set<String> = []
      var seeds: Set<String> = []
      let processes = Soak.count(4, soak: 100)
      for process in 0..<processes {
        let journal = process == 0 ? "first" : "other"
        #expect(try inspector.run("record -o DIR/\(journal) --app mixed --actions DIR/actions --force").status == 0)
        hashes.insert(try Self.hashes(in: inspector.scratch.folder + "/" + journal))
        let verified = try inspector.run("verify DIR/first")
        #expect(
          verified
            == Inspector.Result(
              status: 0, output: "ok DIR/first: 10000 actions, 10001 states proven, 1 session, closed\n", errors: ""))
        states.insert(try inspector.run("replay DIR/first").output)
        seeds.formUnion(try ChildProcess.run(["seed"]).said.filter { $0.hasPrefix("seed") })
      }
      #expect(hashes.count == 1)
      #expect(hashes.first?.count == Self.actions + 1)
      #expect(hashes.first?.contains(nil) == false)
      #expect(states.count == 1)
      #expect(states.first?.isEmpty == false)
      #expect(seeds.count == processes)
      Soak.tell(
        "fresh processes: \(processes) times 10,000 actions recorded, verified and replayed: \(hashes.count) list of "
          + "hashes, \(states.count) last state")
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
