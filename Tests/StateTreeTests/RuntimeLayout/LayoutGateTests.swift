import Expectations
import TestSupport
import Testing

@testable import RuntimeLayout
@testable import StateCoding
@testable import StateTree

struct LayoutGateTests {
  @Test(
    arguments: [
      (true, nil, true, true), (true, "", true, true), (true, "0", true, true), (true, "1", true, false),
      (true, "yes", true, false), (false, nil, true, false), (true, nil, false, false),
    ] as [(Bool, String?, Bool, Bool)])
  func `a gate is open on a checked platform, unless the setting or the self-test closes it`(
    isPlatformChecked: Bool, setting: String?, passes: Bool, isOpen: Bool
  ) {
    let gate = LayoutGate(isPlatformChecked: isPlatformChecked, setting: setting) { passes }
    expectEqual(gate.isOpen, isOpen)
  }

  @Test(arguments: [(false, nil), (true, "1")] as [(Bool, String?)])
  func `no layout is read where the gate is closed anyway`(isPlatformChecked: Bool, setting: String?) {
    _ = LayoutGate(isPlatformChecked: isPlatformChecked, setting: setting) {
      Issue.record("the self-test ran")
      return true
    }
  }

  @Test func `every layout is the expected one on this platform`() { #expect(LayoutSelfTest.passes()) }

  enum Keys: CodingKey { case one, two }

  @Test func `a failed self-test closes every feature`() {
    let gate = LayoutGate(isPlatformChecked: true, setting: nil) { false }
    #expect(RuntimeFields(of: FollowedState.Part.self, through: gate) == nil)
    #expect(DictionaryStorage(["a": 1], through: gate) == nil)
    #expect(Keys.allNames(through: gate) == nil)
    #expect(!Keys.areBytes(through: gate))
    #expect(ContainerReference.take(from: Reference(), through: gate) == nil)
    expectEqual(Keys.allNames(through: .open), ["one", "two"])
    #expect(ContainerReference.take(from: Reference(), through: .open) != nil)
  }

  struct Reference { let object = Object() }
  final class Object {}

  @Test(arguments: [.off, .usual] as [RedactionRules], [20, 33])
  func `hashes, outlines and patches are the same through a closed gate`(rules: RedactionRules, count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    var state = FollowedState(count: count, using: &generator)
    let gates = [LayoutGate.open, .closed]
    let sessions = gates.map { following(rules, $0) }
    let trackers = gates.map { StateTracker(rules: rules, session: following(rules, $0), findsReplaced: true) }
    for step in 0..<Soak.count(8, soak: 2000) {
      let outlines = try sessions.map {
        var outline = StateOutline()
        try $0.outline(state, into: &outline)
        return outline
      }
      try #require(outlines[0] == outlines[1], "step \(step)")
      for tracker in trackers { try tracker.follow(state) }
      try #require(trackers[0].changes?.patch == trackers[1].changes?.patch, "step \(step)")
      try #require(trackers[0].changes?.replaced == trackers[1].changes?.replaced, "step \(step)")
      for _ in 0...(step % 4) { state.edit(using: &generator) }
    }
  }

  private func following(_ rules: RedactionRules, _ gate: LayoutGate) -> EncodingSession {
    let session = EncodingSession(rules: rules, gate: gate)
    session.followStates(limit: .max)
    return session
  }

  @Test(arguments: 0..<UInt64(Soak.count(3, soak: 500)))
  func `values are written and read in the same way through a closed gate`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let state = FollowedState(count: 1 + Int(seed) * 3, using: &generator)
    let texts = try [LayoutGate.open, .closed].map { gate in
      try EncodingSession(rules: .off, gate: gate).withText(of: state) { Array($0) }
    }
    expectEqual(texts[0], texts[1])
    let document = try JSONDocument(texts[0])
    for gate in [LayoutGate.open, .closed] {
      let decoded = try document.withView { view in
        var core = DecodingCore(view: view, gate: gate)
        return try DecodingCore.run(&core, FollowedState.self, at: 0, of: view, [:])
      }
      expectEqual(decoded, state)
    }
  }
}
