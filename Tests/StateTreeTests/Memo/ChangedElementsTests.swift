import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

/// The elements that an outline names between two states that a session followed.
@Suite(.privateLayouts)
struct ChangedElementsTests {
  struct State: Encodable {
    struct Item: Encodable, Equatable {
      var id: Int
      var title = ""
      var tags: [String] = []
    }

    struct Screen: Encodable {
      var rows: [Item] = []
      var isShown = false
    }

    var items: [Item] = (0..<100).map { Item(id: $0) }
    var byName: [String: Item] = Dictionary(uniqueKeysWithValues: (0..<100).map { ("item \($0)", Item(id: $0)) })
    var screen = Screen(rows: (0..<50).map { Item(id: $0) })
    var count = 0
  }

  private let session = EncodingSession()

  init() { session.followStates(limit: .max) }

  private func outline(_ state: some Encodable) throws -> StateOutline {
    var outline = StateOutline()
    try session.outline(state, into: &outline)
    return outline
  }

  /// The pointers that a change names, and the hash of each.
  private func changes(by change: (inout State) -> Void) throws -> [String: StateHash?] {
    var state = State()
    let before = try outline(state)
    change(&state)
    return Dictionary(uniqueKeysWithValues: try outline(state).changes(since: before).map { ($0.pointer, $0.hash) })
  }

  private func hash(_ value: some Encodable) throws -> StateHash { try StateEncoder().hash(value) }

  @Test func `a changed element of an array is named by its index`() throws {
    try expectEqual(
      changes {
        $0.items[7].title = "new"
        $0.items[90].tags = ["a"]
        $0.count = 1
      },
      [
        "/items/7": hash(State.Item(id: 7, title: "new")), "/items/90": hash(State.Item(id: 90, tags: ["a"])),
        "/count": hash(1),
      ])
  }

  @Test func `elements at the end of an array are named as new or gone`() throws {
    try expectEqual(
      changes { $0.items += [State.Item(id: 100), State.Item(id: 101)] },
      [
        "/items/100": hash(State.Item(id: 100)), "/items/101": hash(State.Item(id: 101)),
      ])
    try expectEqual(changes { $0.items.removeLast(2) }, ["/items/98": nil, "/items/99": nil])
  }

  @Test func `an array whose elements moved is named itself`() throws {
    let removed = try changes { $0.items.removeFirst() }
    expectEqual(removed, ["/items": try hash((1..<100).map { State.Item(id: $0) })])
    try expectEqual(changes { $0.items.insert(State.Item(id: 100), at: 50) }.keys.sorted(), ["/items"])
    try expectEqual(changes { $0.items.swapAt(3, 60) }.keys.sorted(), ["/items/3", "/items/60"])
  }

  @Test func `changed, new and removed values of a dictionary are named by their keys`() throws {
    try expectEqual(
      changes {
        $0.byName["item 5"]?.title = "new"
        $0.byName["a/b"] = State.Item(id: 1)
        $0.byName["item 6"] = nil
      },
      [
        "/byName/item 5": hash(State.Item(id: 5, title: "new")), "/byName/a~1b": hash(State.Item(id: 1)),
        "/byName/item 6": nil,
      ])
  }

  @Test func `a collection in a member has its elements named`() throws {
    try expectEqual(changes { $0.screen.rows[3].id = -3 }, ["/screen/rows/3": hash(State.Item(id: -3))])
  }

  @Test func `a collection that is the state has its elements named`() throws {
    var state = (0..<50).map { State.Item(id: $0) }
    let before = try outline(state)
    state[4].id = -4
    try expectEqual(outline(state).changes(since: before), [.init(pointer: "/4", hash: hash(State.Item(id: -4)))])
  }

  @Test func `a large dictionary or object that is the state has its values named`() throws {
    var state = Dictionary(uniqueKeysWithValues: (0..<100).map { ("row \($0)", State.Item(id: $0)) })
    let before = try outline(state)
    state["row 4"]?.id = -4
    state["new"] = State.Item(id: 7)
    state["row 5"] = nil
    let expected: [StateOutline.Change] = try [
      .init(pointer: "/new", hash: hash(State.Item(id: 7))), .init(pointer: "/row 4", hash: hash(State.Item(id: -4))),
      .init(pointer: "/row 5", hash: nil),
    ]
    try expectEqual(outline(state).changes(since: before).sorted { $0.pointer < $1.pointer }, expected)
    var tree = try StateEncoder().tree(state.merging(["row 5": State.Item(id: 5)]) { $1 })
    let earlier = try outline(tree)
    try JSONPatch([.remove(JSONPointer("/row 5")), .replace(JSONPointer("/row 6/id"), 1)]).apply(to: &tree)
    try expectEqual(outline(tree).changes(since: earlier).map(\.pointer).sorted(), ["/row 5", "/row 6"])
  }

  @Test func `more than 16 changed elements are named by their collection`() throws {
    try expectEqual(changes { for index in 0..<16 { $0.items[index].id = -1 } }.count, 16)
    try expectEqual(changes { for index in 0..<17 { $0.items[index].id = -1 } }.keys.sorted(), ["/items"])
  }

  @Test func `an outline that isn't the last one has collections named`() throws {
    var state = State()
    let first = try outline(state)
    state.items[1].id = -1
    let second = try outline(state)
    state.items[2].id = -2
    let third = try outline(state)
    expectEqual(third.changes(since: second).map(\.pointer), ["/items/2"])
    expectEqual(third.changes(since: first).map(\.pointer), ["/items"])
    try expectEqual(StateEncoder().outline(state).changes(since: second).map(\.pointer), ["/items"])
  }

  @Test func `elements are hashed as they are written, with secrets replaced`() throws {
    struct Account: Codable, Equatable { var password: String }
    let rules = RedactionRules(redacting: [], names: ["password"])
    let session = EncodingSession(rules: rules)
    session.followStates(limit: .max)
    var accounts = (0..<50).map { Account(password: "\($0)") }
    var (before, after) = (StateOutline(), StateOutline())
    try session.outline(["accounts": accounts], into: &before)
    accounts.append(Account(password: "new"))
    try session.outline(["accounts": accounts], into: &after)
    expectEqual(
      after.changes(since: before),
      [
        .init(pointer: "/accounts/50", hash: try StateEncoder(rules: rules).hash(Account(password: "new")))
      ])
  }

  @Test func `named elements are all that changed, over random edits`() throws {
    let seed = UInt64.random(in: 0...(.max))
    var generator = SeededGenerator(seed: seed)
    var state = FollowedState(count: 40, using: &generator)
    var before = try outline(state)
    var tree = try StateEncoder().tree(state)
    var named = 0
    for step in 0..<Soak.count(25, soak: 3000) {
      for _ in 0..<Int.random(in: 1...3, using: &generator) { state.edit(using: &generator) }
      let after = try outline(state)
      let new = try StateEncoder().tree(state)
      var rebuilt = tree
      // From the last place on, so that elements leave the end of an array one by one.
      for change in after.changes(since: before).reversed() {
        let pointer = try JSONPointer(change.pointer)
        expectEqual(change.hash, new[pointer]?.stateHash, "seed \(seed), step \(step), \(change.pointer)")
        if pointer.tokens.count > 1 { named += 1 }
        rebuilt.set(new[pointer], at: pointer.tokens[...])
      }
      expectEqual(rebuilt, new, "seed \(seed), step \(step)")
      (before, tree) = (after, new)
    }
    #expect(named > 10, "seed \(seed)")
  }
}

extension JSONValue {
  /// Sets or removes the value at a pointer; elements are added and removed only at an array's end.
  mutating func set(_ value: JSONValue?, at tokens: ArraySlice<String>) {
    guard let token = tokens.first else { return self = value ?? .null }
    switch self {
    case .object(var object):
      if tokens.count == 1 {
        object[token] = value
      } else {
        var member = object[token] ?? .null
        member.set(value, at: tokens.dropFirst())
        object[token] = member
      }
      self = .object(object)
    case .array(var elements):
      guard let index = Int(token) else { return }
      if tokens.count > 1 {
        elements[index].set(value, at: tokens.dropFirst())
      } else if let value {
        while elements.count <= index { elements.append(.null) }
        elements[index] = value
      } else if index < elements.count {
        elements.removeSubrange(index...)
      }
      self = .array(elements)
    default: break
    }
  }
}
