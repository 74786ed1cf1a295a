import Expectations
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTree

/// States that are trees, whose large collections are followed like those of other values.
struct FollowedTreeTests {
  @Test(arguments: [
    ("append", #"[{"op":"add","path":"/tasks/100","value":{"id":1000}}]"#),
    ("insert at the front", #"[{"op":"add","path":"/tasks/0","value":{"id":1000}}]"#),
    ("remove", #"[{"op":"remove","path":"/tasks/40"}]"#),
    ("move to the back", #"[{"op":"move","from":"/tasks/0","path":"/tasks/99"}]"#),
    ("move to the front", #"[{"op":"move","from":"/tasks/99","path":"/tasks/0"}]"#),
    ("swap neighbours", #"[{"op":"move","from":"/tasks/7","path":"/tasks/6"}]"#),
    ("change an element", #"[{"op":"replace","path":"/tasks/5/title","value":"new"}]"#),
    ("append a word", #"[{"op":"add","path":"/words/100","value":"again"}]"#),
    ("add a member", #"[{"op":"add","path":"/byID/new","value":[]}]"#),
    ("replace an array", #"[{"op":"replace","path":"/tasks","value":7}]"#),
    ("no change", "[]"),
  ])
  func `a tracker finds the patch that was applied`(name: String, patch: String) throws {
    var tracked = TrackedPatches(rules: .usual)
    var state = LargeDocuments.example
    try tracked.follow(state)
    try JSONPatch(json: JSONValue(parsing: patch)).apply(to: &state)
    try tracked.follow(state)
    expectEqual(tracked.tracker.changes?.patch.json.compact, patch)
  }

  @Test(arguments: [
    (true, #"[{"op":"replace","path":"/7/a","value":3},{"op":"replace","path":"/7/b","value":4}]"#),
    (false, #"[{"op":"replace","path":"/7","value":{"id":0,"a":3,"b":4}}]"#),
  ])
  func `an element is replaced if that is shorter and ids don't tell it from others`(
    areDistinct: Bool, patch: String
  ) throws {
    func element(_ id: Int, _ a: JSONValue, _ b: JSONValue) -> JSONValue {
      ["id": areDistinct ? .number(JSONNumber(Int64(id))) : 0, "a": a, "b": b]
    }
    var elements = (0..<100).map { element($0, 1, 2) }
    var tracked = TrackedPatches(rules: .off)
    try tracked.follow(JSONValue.array(elements))
    elements[7] = element(7, 3, 4)
    try tracked.follow(JSONValue.array(elements))
    expectEqual(tracked.tracker.changes?.patch.json.compact, patch)
  }

  // States with a thousand parts each, hashed and compared in full as well.
  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 200)), LargeDocuments.rules)
  func `a tracker finds what encoding and comparing whole documents gives`(
    seed: UInt64, rules: RedactionRules
  ) throws {
    var random = LargeDocuments(seed: seed)
    var tracked = TrackedPatches(rules: rules)
    var followed = Followed(rules: rules)
    var state = random.document()
    for round in 0..<Soak.count(3, soak: 100) {
      try tracked.follow(state, "seed \(seed), round \(round)")
      try followed.follow(state, "seed \(seed), round \(round)")
      try random.change(&state)
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(3, soak: 100)), [false, true])
  func `elements that an outline names are all that changed`(seed: UInt64, findsPatches: Bool) throws {
    var random = LargeDocuments(seed: seed)
    let session = EncodingSession()
    session.followStates(limit: .max)
    let tracker = StateTracker(rules: .off, session: session)
    func follow(_ state: JSONValue, into outline: inout StateOutline) throws {
      guard findsPatches else { return try session.outline(state, into: &outline) }
      try tracker.follow(state)
      #expect(try tracker.outline(into: &outline))
    }
    var state = random.document()
    var (before, after) = (StateOutline(), StateOutline())
    var named = 0
    for round in 0..<Soak.count(25, soak: 500) {
      try follow(state, into: &before)
      var rebuilt = state
      try random.change(&state)
      try follow(state, into: &after)
      // From the last place on, so that elements leave the end of an array one by one.
      for change in after.changes(since: before).reversed() {
        let pointer = try JSONPointer(change.pointer)
        expectEqual(change.hash, state[pointer]?.stateHash, "seed \(seed), round \(round), \(change.pointer)")
        if Int(pointer.tokens.last ?? "") != nil || pointer.tokens.first == "byID" { named += 1 }
        rebuilt.set(state[pointer], at: pointer.tokens[...])
      }
      try #require(rebuilt == state, "seed \(seed), round \(round)")
    }
    #expect(named > 4, "seed \(seed)")
  }
}
