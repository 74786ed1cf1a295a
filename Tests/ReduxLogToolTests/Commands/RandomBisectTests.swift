import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// Compares `bisect` with a look at every state, in random journals with rewinds, sessions, outages and unknown states.
struct RandomBisectTests {
  /// The app `json` with a check.
  enum CheckedApp: ReplayableApp {
    static let name = "json"
    static var initialState: JSONValue { JSONApp.initialState }
    static var checks: [Check<JSONValue>] { [Check("not bad") { $0["bad"] == nil }] }

    static func reduce(_ state: inout JSONValue, _ action: JSONAction) throws { try JSONApp.reduce(&state, action) }
  }

  /// The last good and the first bad state of a history, and the number of unknown ones between them.
  private func expected(_ journal: PlantedJournal) -> JSONValue {
    let known = journal.history.filter { if case .some = journal.states[$0] { true } else { false } }
    guard let bad = known.first(where: { journal.states[$0]?["bad"] != nil }) else { return ["result": "holds"] }
    guard let good = known.last(where: { $0 < bad }) else { return ["result": "bad-from-start"] }
    let isSure = journal.history.allSatisfy { $0 <= good || $0 >= bad || journal.interrupted.contains($0) }
    return [
      "result": .string(isSure ? "found" : "candidates"), "good": .number(JSONNumber(good)),
      "bad": .number(JSONNumber(bad)),
    ]
  }

  private func found(_ path: String, _ condition: [String]) throws -> JSONValue {
    let result = reduxlog(["bisect", path, "--format", "json"] + condition, apps: [CheckedApp.self])
    try #require(!result.output.isEmpty, "\(path) \(condition): \(result)")
    let document = try JSONValue(parsing: Array(result.output.utf8))
    var members: [(String, JSONValue)] = [("result", document["result"] ?? .null)]
    if document["result"] != "holds" {
      if document["result"] != "bad-from-start" { members.append(("good", document["good"] ?? .null)) }
      if document["result"] != "bad-from-start" { members.append(("bad", document["bad"] ?? .null)) }
    }
    return .object(JSONObject(members))
  }

  /// Takes seconds: it replays a journal some twenty times for each search, and starts a command for each state in some.
  @Test func `bisect finds what a look at every state finds`() throws {
    let folder = try TemporaryFolder()
    for seed in 0..<UInt64(Soak.count(20, soak: 1000)) {
      let path = folder.path(of: "\(seed).jsonl")
      let journal = try PlantedJournal(
        path, records: Int(20 + seed % 5 * 40), seed: seed, snapshots: seed % 2 == 0 ? 0 : 6,
        cuts: seed % 3 == 0 ? 1 : 0)
      let expected = expected(journal)
      try expectEqual(found(path, ["--expect", "$.bad != true"]), expected, "seed \(seed)")
      try expectEqual(found(path, ["--expect", "check:not bad"]), expected, "seed \(seed)")
      if seed % 10 == 0 { try expectEqual(found(path, ["run", "grep", "-vq", "bad"]), expected, "seed \(seed)") }
    }
  }
}
