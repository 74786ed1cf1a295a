import Expectations
import Foundation
import TestSupport
import Testing

@testable import StateCoding
@testable import StateTable
@testable import StateTree

/// A tracker beside an encoder that writes each state as a whole.
struct TrackedPatches {
  let encoder: StateEncoder
  let tracker: StateTracker
  private var written: JSONValue?
  private var outline = StateOutline()

  init(rules: RedactionRules = .off, limit: Int = .max) {
    encoder = StateEncoder(rules: rules)
    let session = encoder.followingSession(limit: limit)
    tracker = StateTracker(rules: rules, session: session, findsReplaced: true)
  }

  /// Follows to the next state; throws unless the patch and the outline are those of whole states.
  @discardableResult
  mutating func follow(_ state: some Encodable, _ comment: @autoclosure () -> String = "") throws -> [String] {
    try tracker.follow(state)
    let next = try encoder.tree(state)
    defer { written = next }
    if try tracker.outline(into: &outline) {
      let isSame = try encoder.outline(state).members == outline.members
      let text = isSame ? "" : comment()
      try #require(isSame, "\(text)")
    }
    guard let written else { return [] }
    let expected = JSONPatch.changes(from: written, to: next)
    let found = try #require(tracker.changes)
    let isSame = found.patch.json.compact == expected.patch.json.compact && found.replaced == expected.replaced
    let text = isSame ? "" : comment()
    try #require(found.patch.json.compact == expected.patch.json.compact, "\(text)")
    try #require(found.replaced == expected.replaced, "\(text)")
    let documents = try (JSONDocument(Array(written.compact.utf8)), JSONDocument(Array(next.compact.utf8)))
    try #require(try tracker.patchText() == JSONPatch.text(from: documents.0, to: documents.1), "\(text)")
    return found.patch.operations.map(\.json.compact)
  }
}

extension StateOutline {
  /// The hash of the whole, and those of the listed members by their pointers.
  fileprivate var members: [String: StateHash] {
    var members = ["": hash]
    var index = 0
    while index < entries.count {
      let name = "/" + key(entries[index])
      members[name] = entries[index].hash
      for child in childIndices(of: index) { members[name + "/" + key(entries[child])] = entries[child].hash }
      index = childIndices(of: index).upperBound
    }
    return members
  }
}

struct FollowedPatchTests {
  static let rules: [RedactionRules] = [
    .off, .usual, RedactionRules(redacting: ["/rows/*/text", "/lists/a", "/table/entities/*/amount", "/screens/0"]),
    RedactionRules.usual.leavingOut(["/rows/*/amount", "/table/entities/*/parts", "/byName"]),
  ]

  /// Takes seconds: each of the edits is followed by comparisons of whole states.
  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 200)), rules)
  func `a tracker finds the patch that comparing whole states gives`(seed: UInt64, rules: RedactionRules) throws {
    var generator = SeededGenerator(seed: seed)
    var state = PatchedCollections(count: seed % 2 == 0 ? 17 : 30)
    var tracked = TrackedPatches(rules: rules)
    var copies: [PatchedCollections] = []
    for step in 0..<Soak.count(8, soak: 2000) {
      try tracked.follow(state, "seed \(seed), step \(step)")
      switch Int.random(in: 0..<40, using: &generator) {
      case 0: copies.append(state)
      case 1: if let copy = copies.randomElement(using: &generator) { state = copy }
      case 2: state.rows = state.rows.map { $0 }
      case 3: copies.removeAll()
      case 4: for _ in 0..<20 { state.edit(using: &generator) }
      case 5: break
      default: for _ in 0..<(step % 3 + 1) { state.edit(using: &generator) }
      }
    }
  }

  static let tableRules: [RedactionRules] = [
    .off, .usual, RedactionRules(redacting: ["/first/entities/*/text", "/screen/shown"]),
    RedactionRules.usual.leavingOut(["/second/entities/*/numbers"]),
  ]

  /// Takes seconds: each of the edits is followed by comparisons of whole states.
  @Test(arguments: 0..<UInt64(Soak.count(2, soak: 200)), tableRules)
  func `a tracker finds the patches of tables that the app copies, restores and exchanges`(
    seed: UInt64, rules: RedactionRules
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var state = RandomTables(count: 30)
    var tracked = TrackedPatches(rules: rules, limit: seed % 3 == 0 ? 4000 : .max)
    for step in 0..<Soak.count(12, soak: 5000) {
      try tracked.follow(state, "seed \(seed), step \(step)")
      state.edit(using: &generator)
    }
  }

  @Test func `a change to a table that a tracker follows copies nothing`() throws {
    let tracker = StateTracker(rules: .off, session: following())
    var table = EntityTable((0..<1000).map { Item(id: "\($0)") })
    /// The number of parts of the table that the next change copies.
    func copied() throws -> Int {
      try tracker.follow(table)
      let before = table.storage
      table[id: "500"]?.title += "!"
      return before.subtracting(table.storage).count
    }
    // A table that doesn't change is kept as it is.
    #expect(try copied() > 0)
    try expectEqual(copied(), 0)
    try expectEqual(copied(), 0)
  }

  // A state with every kind of member that following may meet. Each step encodes 100 KB several times.
  @Test(arguments: [RedactionRules.off, .usual])
  func `a tracker finds the patches of a state with every kind of member`(rules: RedactionRules) throws {
    var generator = SeededGenerator(seed: 7)
    var state = FollowedState(count: 18, using: &generator)
    var tracked = TrackedPatches(rules: rules)
    for step in 0..<Soak.count(10, soak: 5000) {
      try tracked.follow(state, "step \(step)")
      for _ in 0..<(step % 4 * 3) { state.edit(using: &generator) }
    }
  }
}

extension FollowedPatchTests {
  struct Task: Codable { var id: Int, title: String }
  struct Tasks: Codable {
    var tasks: [Task]
    var byName: [String: Task] = [:]
    var count = 0
  }

  private func tasks(_ count: Int) -> Tasks { Tasks(tasks: (0..<count).map { Task(id: $0, title: "task \($0)") }) }

  struct Example: Sendable {
    var change: @Sendable (inout Tasks) -> Void
    var patch: [String]
  }

  static let examples = [
    Example(change: { $0.tasks[5].title = "new" }, patch: [#"{"op":"replace","path":"/tasks/5/title","value":"new"}"#]),
    Example(
      change: { $0.tasks[5] = Task(id: -1, title: "new") },
      patch: [
        #"{"op":"remove","path":"/tasks/5"}"#, #"{"op":"add","path":"/tasks/5","value":{"id":-1,"title":"new"}}"#,
      ]),
    Example(
      change: { $0.tasks.append(Task(id: -1, title: "")) },
      patch: [#"{"op":"add","path":"/tasks/100","value":{"id":-1,"title":""}}"#]),
    Example(
      change: { $0.tasks.insert($0.tasks.remove(at: 9), at: 90) },
      patch: [#"{"op":"move","from":"/tasks/9","path":"/tasks/90"}"#]),
    Example(
      change: {
        $0.tasks.remove(at: 40)
        $0.tasks[2].id = 1000
      },
      patch: [
        #"{"op":"remove","path":"/tasks/40"}"#, #"{"op":"remove","path":"/tasks/2"}"#,
        #"{"op":"add","path":"/tasks/2","value":{"id":1000,"title":"task 2"}}"#,
      ]),
    Example(
      change: { $0.byName["a"] = $0.tasks[1] },
      patch: [#"{"op":"add","path":"/byName/a","value":{"id":1,"title":"task 1"}}"#]),
    Example(change: { $0.tasks = [] }, patch: [#"{"op":"replace","path":"/tasks","value":[]}"#]),
    Example(change: { _ in }, patch: []),
  ]

  @Test(arguments: examples.indices)
  func `a patch has the operations of what changed`(index: Int) throws {
    let example = FollowedPatchTests.examples[index]
    var tracked = TrackedPatches()
    var state = tasks(100)
    try tracked.follow(state)
    example.change(&state)
    try expectEqual(tracked.follow(state), example.patch)
  }

  /// Two keys with the same id are equal, whatever their names.
  struct NamedKey: Hashable, Codable, CodingKeyRepresentable {
    var id: Int
    var name: String
    var codingKey: any CodingKey { NameKey("\(id) \(name)") }
    init(id: Int, name: String) { (self.id, self.name) = (id, name) }
    init?(codingKey: some CodingKey) { nil }
    static func == (left: NamedKey, right: NamedKey) -> Bool { left.id == right.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test func `a key that is replaced by an equal one with other bytes changes its name`() throws {
    struct Names: Codable {
      var texts: [String: Int]
      var keys: [NamedKey: Int]
    }
    var names = Names(texts: [:], keys: [:])
    for number in 0..<20 {
      names.texts["e\u{301} \(number)"] = number
      names.keys[NamedKey(id: number, name: "old")] = number
    }
    var tracked = TrackedPatches()
    try tracked.follow(["names": names])
    for number in 0..<20 {
      let (text, key) = ("é \(number)", NamedKey(id: number, name: "new"))
      #expect(names.texts.removeValue(forKey: text) == number && names.keys.removeValue(forKey: key) == number)
      names.texts[text] = number
      names.keys[key] = number
      try expectEqual(
        tracked.follow(["names": names], "\(number)"),
        [
          #"{"op":"remove","path":"/names/texts/e\#u{301} \#(number)"}"#,
          #"{"op":"add","path":"/names/texts/é \#(number)","value":\#(number)}"#,
          #"{"op":"remove","path":"/names/keys/\#(number) old"}"#,
          #"{"op":"add","path":"/names/keys/\#(number) new","value":\#(number)}"#,
        ])
    }
  }

  private func following(limit: Int = .max) -> EncodingSession { StateEncoder().followingSession(limit: limit) }

  @Test func `collections beyond the limit of memory are compared as a whole`() throws {
    var tracked = TrackedPatches(limit: 4000)
    var state = tasks(30)
    try tracked.follow(state)
    state.tasks[5].id = -1
    try tracked.follow(state)
    state.tasks += tasks(1000).tasks
    try tracked.follow(state)
    state.tasks[500].id = -1
    try tracked.follow(state)
    state.tasks.removeLast(1000)
    try tracked.follow(state)
    state.tasks[5].id = -2
    try tracked.follow(state)
  }

  @Test func `collections of which everything changes again and again are compared as a whole`() throws {
    var tracked = TrackedPatches()
    var state = tasks(20)
    for step in 0..<20 {
      for index in state.tasks.indices where step < 12 || index == 3 { state.tasks[index].title = "step \(step)" }
      try tracked.follow(state)
    }
  }

  @Test func `a state that throws is unknown, and the next one has no patch`() throws {
    typealias Throwing = FollowingTests.Throwing
    let tracker = StateTracker(rules: .off, session: following())
    var state = ["elements": (0..<100).map(Throwing.init)]
    try tracker.follow(state)
    state["elements"]?[50].number = -1
    state["elements"]?[51].number = 0
    #expect(throws: Throwing.Negative.self) { try tracker.follow(state) }
    #expect(!tracker.isFollowing)
    state["elements"]?[50].number = 1
    try tracker.follow(state)
    #expect(tracker.changes == nil)
    state["elements"]?[52].number = 2
    try tracker.follow(state)
    expectEqual(tracker.changes?.patch.json.compact, #"[{"op":"replace","path":"/elements/52","value":2}]"#)
  }

  @Test(.privateLayouts) func `a patch is unknown if the session went on without the tracker`() throws {
    let session = following()
    let tracker = StateTracker(rules: .off, session: session)
    var state = tasks(100)
    try tracker.follow(state)
    state.tasks[5].title = "new"
    _ = try session.hash(state)
    state.tasks[6].title = "new"
    try tracker.follow(state)
    #expect(tracker.changes == nil)
    state.tasks[7].title = "new"
    try tracker.follow(state)
    expectEqual(tracker.changes?.patch.operations.count, 1)
  }
}
