import Expectations
import Foundation
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTree

/// A session that follows states, and one that hashes each state in full.
struct Followed {
  let session: EncodingSession
  let plain: EncodingSession
  private var last = StateOutline()

  init(rules: RedactionRules = .off, limit: Int = .max) {
    session = EncodingSession(rules: rules)
    session.followStates(limit: limit)
    plain = EncodingSession(rules: rules)
  }

  /// Follows to the next state; throws if the outline is not the one of the whole state.
  mutating func follow(_ state: some Encodable, _ comment: @autoclosure () -> String = "") throws {
    try session.outline(state, into: &last)
    var expected = StateOutline()
    try plain.outline(state, into: &expected)
    let text = last == expected ? "" : comment()
    try #require(last == expected, "\(text)")
  }
}

struct FollowingTests {
  /// Takes seconds: each step is followed by a hash of the whole state. A soak makes a million edits, a tenth
  /// of that in a debug build, with other seeds each time.
  @Test(arguments: [(18, .off), (18, .usual), (40, .off), (40, .usual)] as [(Int, RedactionRules)])
  func `a followed state has the hash of the whole state, whatever changes`(count: Int, rules: RedactionRules) throws {
    let seed = Soak.isOn ? UInt64.random(in: 0...(.max)) : UInt64(count)
    var generator = SeededGenerator(seed: seed)
    var state = FollowedState(count: count, using: &generator)
    var followed = Followed(rules: rules)
    var copies: [FollowedState] = []
    var (steps, total) = (0, 0)
    while total < Soak.count(30, soak: Soak.isOptimized ? 250_000 : 25_000) {
      try followed.follow(state, "seed \(seed), step \(steps)")
      steps += 1
      // Texts and arrays of elements only grow, and hashing the whole state would take all the time.
      if steps % 1000 == 0 { state = FollowedState(count: count, using: &generator) }
      var edits = Int.random(in: 1...3, using: &generator)
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: copies.append(state)
      case 1: if let copy = copies.randomElement(using: &generator) { state = copy }
      case 2: state = try StateDecoder().decode(FollowedState.self, from: StateEncoder().encode(state))
      case 3: copies.removeAll()
      case 4: edits = 40
      case 5: edits = 0
      default: break
      }
      for _ in 0..<edits { state.edit(using: &generator) }
      total += edits
    }
    expectEqual(followed.session.takeUnstableElements(), [])
    if Soak.isOn { Soak.report("\(total) edits in \(steps) steps of a followed state, seed \(seed)") }
  }
}

extension FollowingTests {
  struct Row: Codable, Equatable {
    var id: Int
    var text = "a text that is stored on the heap"
  }
  struct Rows: Codable { var rows: [Row] }

  private func rows(_ count: Int) -> Rows { Rows(rows: (0..<count).map { Row(id: $0) }) }

  @Test func `replacements at both ends, in the middle and beside each other change the hash of a long array`() throws {
    var followed = Followed()
    var numbers = Array(0..<5000)
    try followed.follow(numbers)
    for indices in [[0], [4999], [2500], [63, 64], [0, 127, 128, 4998, 4999], Array(0..<1000)] {
      for index in indices { numbers[index] += 10_000 }
      try followed.follow(numbers, "\(indices)")
    }
  }

  @Test func `elements of a set that are written alike are one element, or one each`() throws {
    let secrets = ["ghp_16C7e42F292c6912E7710c838347Ae178B4a", "ghp_26C7e42F292c6912E7710c838347Ae178B4b"]
    var texts = Set((0..<30).map { "text \($0)" })
    var followed = Followed(rules: .usual)
    for secret in secrets + ["another text"] + secrets {
      texts.formSymmetricDifference([secret])
      try followed.follow(texts, secret)
      try followed.follow([texts: 1, []: 2], secret)
    }
    struct Alike: Hashable, Encodable {
      var id: Int
      func encode(to encoder: any Encoder) throws { try (id / 2).encode(to: encoder) }
    }
    var alike = Set((0..<30).map { Alike(id: 2 * $0) })
    followed = Followed()
    for id in [1, 100, 1, 2] {
      alike.formSymmetricDifference([Alike(id: id)])
      try followed.follow(alike, "\(id)")
    }
  }

  @Test func `an array may be copied, restored and cleared`() throws {
    var followed = Followed()
    var state = rows(100)
    try followed.follow(state)
    let copy = state
    state.rows[3].text += "!"
    try followed.follow(state)
    state = copy
    try followed.follow(state)
    state.rows.removeAll()
    try followed.follow(state)
    state = copy
    try followed.follow(state)
    state.rows.removeLast(90)
    try followed.follow(state)
  }

  @Test func `memory beyond the limit is not used`() throws {
    var followed = Followed(limit: 4000)
    var state = rows(60)
    try followed.follow(state)
    state.rows[5].id = -1
    try followed.follow(state)
    state.rows += rows(1000).rows
    try followed.follow(state)
    state.rows[500].id = -1
    try followed.follow(state)
    state.rows.removeLast(1000)
    state.rows[5].id = -2
    try followed.follow(state)
  }

  struct Keyed: Codable { var entries: [FollowedState.NoteID: Int] }
  struct SameKey: Hashable, Codable, CodingKeyRepresentable {
    var id: Int
    var codingKey: any CodingKey { NameKey("key \(id / 2)") }
    init(id: Int) { self.id = id }
    init?(codingKey: some CodingKey) { nil }
  }

  @Test func `two keys with the same coding key are refused`() throws {
    let session = EncodingSession()
    session.followStates(limit: .max)
    var outline = StateOutline()
    var entries = Dictionary(uniqueKeysWithValues: (0..<100).map { (SameKey(id: 2 * $0), $0) })
    try session.outline(["entries": entries], into: &outline)
    entries[SameKey(id: 7)] = 7
    #expect(throws: EncodingError.self) { try session.outline(["entries": entries], into: &outline) }
    entries[SameKey(id: 6)] = nil
    try session.outline(["entries": entries], into: &outline)
    try expectEqual(outline.hash, StateEncoder().hash(["entries": entries]))
  }

  /// Throws when its number is negative.
  struct Throwing: Codable {
    struct Negative: Error {}
    var number: Int

    func encode(to encoder: any Encoder) throws {
      guard number >= 0 else { throw Negative() }
      var container = encoder.singleValueContainer()
      try container.encode(number)
    }
  }

  @Test func `an element that throws leaves nothing wrong behind`() throws {
    let session = EncodingSession()
    session.followStates(limit: .max)
    var outline = StateOutline()
    var elements = (0..<100).map(Throwing.init)
    try session.outline(elements, into: &outline)
    elements[50].number = -1
    elements[51].number = 0
    #expect(throws: Throwing.Negative.self) { try session.outline(elements, into: &outline) }
    elements[50].number = 1
    try session.outline(elements, into: &outline)
    try expectEqual(outline.hash, StateEncoder().hash(elements))
  }

  struct Deep: Codable {
    var children: [Deep]
    init(depth: Int) { children = depth == 0 ? [] : [Deep(depth: depth - 1)] }
  }

  @Test func `elements that are not walked again still count for the depth`() throws {
    let session = EncodingSession()
    session.followStates(limit: .max)
    var outline = StateOutline()
    var elements = (0..<20).map { _ in Deep(depth: 2) }
    elements[3] = Deep(depth: 254)
    try session.outline(elements, into: &outline)
    #expect(throws: EncodingError.self) { try session.outline([[elements]], into: &outline) }
    elements[3] = Deep(depth: 255)
    #expect(throws: EncodingError.self) { try session.outline(elements, into: &outline) }
    elements[3] = Deep(depth: 1)
    try session.outline(elements, into: &outline)
  }
}
