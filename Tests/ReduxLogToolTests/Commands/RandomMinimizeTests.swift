import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateCoding
import StateTree
import TestSupport
import Testing

/// Minimizes random sessions of documents, and tries each result without each of its actions and parts of payloads.
struct RandomMinimizeTests {
  /// An action as it is recorded.
  private struct Act {
    var type: String
    var json: String
    var cause: Int?
    var isRefused = false
  }

  /// A session in which some actions together make a condition false, among others of all kinds.
  private struct Plant {
    var acts: [Act] = []
    /// The parts of a condition, each of which is false in a state; the condition holds unless one is.
    var parts: [[String: Int]] = []

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let keys = (0..<8).shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random))
        parts.append(Dictionary(uniqueKeysWithValues: keys.map { ("k\($0)", Int.random(in: 1...2, using: &random)) }))
      }
      var state: JSONValue = [:]
      for place in 0..<Int.random(in: 1...60, using: &random) {
        var act = Act(type: ["set", "put", "fire"].randomElement(using: &random) ?? "set", json: "")
        let key = "k\(random.next() % 8)"
        switch random.next() % 10 {
        case 0: act.json = #"{"patch":[{"op":"remove","path":"/\#(key)"}]}"#
        case 1: act.json = #"{"patch":[{"op":"test","path":"/\#(key)","value":1},{"op":"add","path":"/x","value":1}]}"#
        case 2: act.json = #"{"patch":[{"op":"copy","from":"/\#(key)","path":"/k\#(random.next() % 8)"}]}"#
        default: act.json = #"{"merge":{"\#(key)":\#(random.next() % 3)}}"#
        }
        if place > 0, random.next() % 5 == 0 { act.cause = Int.random(in: 0..<place, using: &random) }
        act.isRefused = !Plant.reduce(&state, act)
        acts.append(act)
      }
    }

    var condition: String {
      parts.map { part in
        "!(" + part.sorted { $0.key < $1.key }.map { "$.\($0.key) == \($0.value)" }.joined(separator: " && ") + ")"
      }.joined(separator: " && ")
    }

    private func holds(_ state: JSONValue) -> Bool {
      !parts.contains { part in part.allSatisfy { state[$0.key] == .number(JSONNumber($0.value)) } }
    }

    /// Whether an action is accepted.
    private static func reduce(_ state: inout JSONValue, _ act: Act) -> Bool {
      do {
        try JSONApp.reduce(&state, StateDecoder().decode(JSONAction.self, from: Array(act.json.utf8)))
        return true
      } catch { return false }
    }

    /// The type of the action that makes the condition false as the last of some; `nil` if none does, or another one is
    /// newly refused.
    func failure(_ acts: [Act]) -> String? {
      var state: JSONValue = [:]
      var held = true
      var type: String?
      for act in acts {
        let isAccepted = Plant.reduce(&state, act)
        guard isAccepted || act.isRefused else { return nil }
        let holds = holds(state)
        type = held && !holds ? act.type : nil
        held = holds
      }
      return type
    }

    func write(to path: String) throws {
      let journal = try SampleJournal(path, initial: [:])
      for (place, act) in acts.enumerated() {
        try journal.act(act.json, type: act.type, at: place, cause: act.cause.map { $0 + 1 })
      }
      try journal.close()
    }
  }

  /// The actions of a result, which keep whether they were refused.
  private func acts(in path: String, of plant: Plant, _ left: [Int]) throws -> [Act] {
    try left.enumerated().map { index, place in
      guard case .action(let record)? = try JournalFile(path: path).entry(settingSeq: index + 1)?.record else {
        throw CancellationError()
      }
      var act = plant.acts[place]
      act.json = record.action.value.compact
      act.cause = record.cause.map { $0 - 1 }
      return act
    }
  }

  /// The action without each one of the members that it merges.
  private func smaller(_ act: Act) throws -> [Act] {
    guard let merged = try JSONValue(parsing: act.json)["merge"]?.object else { return [] }
    return merged.keys.map { key in
      var (members, act) = (merged, act)
      members[key] = nil
      act.json = JSONValue.object(JSONObject([("merge", .object(members))])).compact
      return act
    }
  }

  /// Takes seconds: it tries hundreds of sessions.
  @Test(arguments: [true, false])
  func `each action of a result is needed, and the result fails in the same way`(keepsPayloads: Bool) throws {
    let folder = try TemporaryFolder()
    var (minimized, limited) = (0, 0)
    var seed: UInt64 = 0
    while minimized < Soak.count(keepsPayloads ? 6 : 4, soak: 5000) {
      seed += 1
      let plant = Plant(seed: seed)
      let (path, out) = (folder.path(of: "j\(seed)"), folder.path(of: "k\(seed)"))
      try plant.write(to: path)
      let arguments = ["--expect", plant.condition]
      let bisected = try JSONValue(
        parsing: Array(reduxlog(["bisect", path, "--format", "json"] + arguments).output.utf8))
      let result = reduxlog(
        ["minimize", path, "-o", out, "--format", "json"] + arguments + (keepsPayloads ? ["--keep-payloads"] : []))
      guard bisected["result"] == "found", let bad = bisected["bad"]?.integer else {
        #expect(result.code != .fine && !folder.exists("k\(seed)"), "seed \(seed): \(result)")
        continue
      }
      minimized += 1
      expectEqual(result.code, .fine, "seed \(seed): \(result)")
      let report = try JSONValue(parsing: Array(result.output.utf8))
      let left = report["left"]?.array?.compactMap { $0["seq"]?.integer.map { $0 - 1 } } ?? []
      let type = plant.acts[bad - 1].type
      let acts = try acts(in: out, of: plant, left)
      #expect(left.count <= bad && plant.failure(acts) == type, "seed \(seed): \(left)")
      for place in acts.indices.dropLast() {
        var withoutIt: [Int] = []
        for later in acts.indices where later != place {
          if let cause = acts[later].cause, !withoutIt.contains(cause) { continue }
          withoutIt.append(later)
        }
        #expect(
          plant.failure(withoutIt.map { acts[$0] }) != type || withoutIt.last != acts.count - 1,
          "seed \(seed): \(left) without \(place)")
      }
      if report["payloads"] == "limited" { limited += 1 }
      for (place, act) in acts.enumerated() {
        #expect(act.json.utf8.count <= plant.acts[left[place]].json.utf8.count, "seed \(seed)")
        for smaller in try report["payloads"] == "minimal" ? smaller(act) : [] {
          var others = acts
          others[place] = smaller
          #expect(plant.failure(others) != type, "seed \(seed): \(act.json) as \(smaller.json)")
        }
      }
      let verified = reduxlog("verify", out)
      expectEqual(verified.code, .fine, "seed \(seed): \(verified)")
      let again = try JSONValue(parsing: Array(reduxlog(["bisect", out, "--format", "json"] + arguments).output.utf8))
      expectEqual(again["result"], "found", "seed \(seed): \(again)")
      let file = try JournalFile(path: out)
      expectEqual(file.header.origin?.actions, left.map { $0 + 1 }, "seed \(seed)")
    }
    #expect(limited * 10 <= minimized, "\(limited) of \(minimized)")
  }
}

extension TemporaryFolder {
  fileprivate func exists(_ name: String) -> Bool { (try? JournalFile(path: path(of: name))) != nil }
}
