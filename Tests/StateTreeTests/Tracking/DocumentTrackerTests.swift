import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

struct DocumentTrackerTests {
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
    let tracker = try #require(DocumentTracker(of: JSONValue.self, rules: .usual, findsPatches: true))
    var state = LargeDocuments.example
    #expect(try tracker.follow(state))
    #expect(tracker.changes == nil)
    try JSONPatch(json: JSONValue(parsing: patch)).apply(to: &state)
    #expect(try tracker.follow(state))
    expectEqual(tracker.changes?.patch.json.compact, patch)
    expectEqual(tracker.hash, state.stateHash)
  }

  // States with a thousand parts each, hashed and compared in full as well.
  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 200)), LargeDocuments.rules)
  func `a tracker finds what encoding and comparing whole documents gives`(
    seed: UInt64, rules: RedactionRules
  ) throws {
    var random = LargeDocuments(seed: seed)
    let encoder = StateEncoder(rules: rules)
    let tracker = try #require(DocumentTracker(of: JSONValue.self, rules: rules, findsPatches: true))
    let hasher = try #require(DocumentTracker(of: JSONValue.self, rules: rules))
    var state = random.document()
    var written = try encoder.tree(state)
    _ = try tracker.follow(state)
    for round in 0..<Soak.count(12, soak: 100) {
      try random.change(&state)
      #expect(try tracker.follow(state))
      let hash = try encoder.hash(state)
      expectEqual(tracker.hash, hash, "seed \(seed), round \(round)")
      if try hasher.follow(state) { expectEqual(hasher.hash, hash, "seed \(seed), round \(round)") }
      var outline = StateOutline()
      if tracker.outline(into: &outline) {
        try expectEqual(outline, encoder.outline(state), "seed \(seed), round \(round)")
      }
      let next = try encoder.tree(state)
      let expected = JSONPatch.changes(from: written, to: next)
      let found = try #require(tracker.changes)
      expectEqual(found.patch.json.compact, expected.patch.json.compact, "seed \(seed), round \(round)")
      expectEqual(found.replaced, expected.replaced, "seed \(seed), round \(round)")
      let documents = try (JSONDocument(Array(written.compact.utf8)), JSONDocument(Array(next.compact.utf8)))
      expectEqual(tracker.patchText, JSONPatch.text(from: documents.0, to: documents.1), "seed \(seed), round \(round)")
      written = next
    }
  }

  @Test(arguments: 0..<UInt64(Soak.count(3, soak: 100)))
  func `elements that an outline names are all that changed`(seed: UInt64) throws {
    var random = LargeDocuments(seed: seed)
    let tracker = try #require(DocumentTracker(of: JSONValue.self, rules: .off, findsPatches: true))
    var state = random.document()
    var (before, after) = (StateOutline(), StateOutline())
    var named = 0
    for round in 0..<Soak.count(60, soak: 500) {
      #expect(try tracker.follow(state))
      guard tracker.outline(into: &before) else { continue }
      var rebuilt = state
      try random.change(&state)
      #expect(try tracker.follow(state))
      guard tracker.outline(into: &after) else { continue }
      // From the last place on, so that elements leave the end of an array one by one.
      for change in after.changes(since: before).reversed() {
        let pointer = try JSONPointer(change.pointer)
        expectEqual(change.hash, state[pointer]?.stateHash, "seed \(seed), round \(round), \(change.pointer)")
        if Int(pointer.tokens.last ?? "") != nil || pointer.tokens.first == "byID" { named += 1 }
        rebuilt.set(state[pointer], at: pointer.tokens[...])
      }
      try #require(rebuilt == state, "seed \(seed), round \(round)")
    }
    #expect(named > 10, "seed \(seed)")
  }

  @Test func `a tracker follows no states but documents, and none with volatile places`() {
    #expect(DocumentTracker(of: [Int].self, rules: .usual) == nil)
    #expect(DocumentTracker(of: JSONValue.self, rules: RedactionRules.usual.leavingOut(["/now"])) == nil)
  }

  @Test func `a tracker leaves the hash of a small document to the encoder`() throws {
    let tracker = try #require(DocumentTracker(of: JSONValue.self, rules: .usual))
    #expect(try !tracker.follow(["a": 1] as JSONValue))
    #expect(!tracker.isFollowing)
  }
}
