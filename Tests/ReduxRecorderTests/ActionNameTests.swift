import Expectations
import ReduxJournal
import StateCoding
import StateTree
import Testing

@testable import ReduxRecorder

private enum Inner: Codable {
  case create(title: String)
  case clear
}

private enum Raw: String, Codable {
  case first, second
}

private enum Described: Codable, CustomStringConvertible {
  case bare
  case full(Int)
  var description: String { "described" }
}

private final class Box: Codable {
  var value = 1
}

private enum Plain: Codable {
  case remove
  case tasks(Inner)
  case named(inner: Inner)
  case pair(Inner, Inner)
  case optional(Inner?)
  case raw(Raw)
  case described(Described)
  case list([Inner])
  case box(Box)
  case json(JSONValue)
  case _under, `default`, écrit
}

private enum Renamed: Codable {
  case add(Int), remove(Int)
  enum CodingKeys: String, CodingKey { case add = "remove", remove = "add" }
}

private indirect enum Deep: Codable {
  case leaf(Int), node(Deep)
}

private enum Generic<Value: Codable>: Codable {
  case value(Value), none
  enum Nested: Codable { case value, other }
}

/// An enum with one key for two cases.
private enum Alias: Codable {
  case add(Int), plus(Int)
  enum CodingKeys: CodingKey { case add }
  init(from decoder: any Decoder) throws {
    self = .add(try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .add))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .add(let value), .plus(let value): try container.encode(value, forKey: .add)
    }
  }
}

/// An enum that encodes as the case of another enum.
private enum Forwarding: Codable {
  case left(Inner), right(Inner)
  init(from decoder: any Decoder) throws { self = .left(try Inner(from: decoder)) }
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .left(let inner), .right(let inner): try inner.encode(to: encoder)
    }
  }
}

/// An enum with a custom mirror.
private enum Pretender: Codable, CustomReflectable {
  case one, two
  var customMirror: Mirror { Mirror(self, children: ["pretended": 1], displayStyle: .enum) }
}

/// An enum whose payload's conformance hides the case.
private enum Holder: Codable {
  case held(Forwarding), alias(Alias)
}

private struct Plainest: Codable { var value = 1 }

private struct Bare: Codable {
  var encodesNothing: Bool { true }
  init() {}
  init(from decoder: any Decoder) {}
  func encode(to encoder: any Encoder) {}
}

private protocol KindType {}
private enum ToolbarKind: KindType { case show, hide(Int) }

/// Actions of one type that a member tells apart.
private struct ToolbarAction {
  var window = 7
  var actionType: any KindType = ToolbarKind.show
}

private struct Typed: Codable {
  enum Kind: String, Codable { case first = "1", second }
  var type = Kind.first
}

private struct Numbered { var kind = 1 }

/// An action that a library names by a text.
private struct AnonymousAction<Payload>: CustomRecordable {
  var id: String
  var payload: Payload
  var recordedForm: RecordedForm { .members(["payload": payload]).named(id) }
}

private struct Form {
  var email = ""
  var login = Login()
  struct Login { var isOpen = false }
}

/// The action of a binding: the property that it sets, and the value.
private struct BindingAction<Root> {
  var keyPath: PartialKeyPath<Root>
  var value: any Sendable = ""
}

private enum Feature {
  case binding(BindingAction<Form>)
  case path(Element)
  case run(AnonymousAction<Int>)
  indirect enum Element { case element(id: Int, action: Feature) }
}

private enum First { enum Action: Codable { case go(Int), stop } }
private enum Second { enum Action: Codable { case stop, go(Int) } }

struct ActionNameTests {
  private let session = EncodingSession()

  /// Names each action through the cache, and compares the names with those by reflection alone.
  private func labels<Action: Encodable>(_ actions: [Action], _ names: inout ActionNames) throws -> [String] {
    try actions.map { action in
      _ = try session.withText(of: action) { Array($0) }
      let name = names.name(of: action, trail: session.trail)
      var types = TypeNames()
      expectEqual(name, ActionName(of: action, types: &types))
      return name.label
    }
  }

  /// The same with repeated actions in another order.
  private func labels<Action: Encodable>(_ actions: [Action]) throws -> [String] {
    var names = ActionNames()
    let labels = try labels(actions, &names)
    for _ in 0..<2 { try expectEqual(self.labels(actions, &names), labels) }
    try expectEqual(self.labels(actions.reversed(), &names), labels.reversed())
    return labels
  }

  @Test func `a member of an enum's case names the kind of a struct's action`() throws {
    var names = ActionNames()
    expectEqual(names.name(of: ToolbarAction()).label, "ToolbarAction.show")
    expectEqual(names.name(of: ToolbarAction() as Any).label, "ToolbarAction.show")
    expectEqual(names.name(of: ToolbarAction() as Any).swiftType, "ToolbarAction")
    expectEqual(names.name(of: ToolbarAction(actionType: ToolbarKind.hide(1))).label, "ToolbarAction")
    expectEqual(names.name(of: Numbered()).label, "Numbered")
    try expectEqual(labels([Typed(), Typed(type: .second), Typed()]), ["Typed.first", "Typed.second", "Typed.first"])
  }

  @Test func `a path continues while each case holds only an enum`() throws {
    try expectEqual(
      labels([
        Plain.remove, .tasks(.clear), .tasks(.create(title: "x")), .named(inner: .clear), .pair(.clear, .clear),
        .optional(.clear), .optional(nil), .raw(.first), .raw(.second), .list([.clear]), .box(Box()),
        .json(["a": 1]), ._under, .default, .écrit,
      ]),
      [
        "remove", "tasks.clear", "tasks.create", "named", "pair", "optional", "optional", "raw", "raw", "list", "box",
        "json", "_under", "default", "écrit",
      ])
  }

  @Test func `an enum with its own description is named by its cases, also inside another`() throws {
    try expectEqual(labels([Described.bare, .full(1)]), ["bare", "full"])
    try expectEqual(
      labels([Plain.described(.bare), .described(.full(1)), .described(.bare)]),
      [
        "described.bare", "described.full", "described.bare",
      ])
  }

  @Test func `renamed or swapped keys don't change the names of cases`() throws {
    try expectEqual(labels([Renamed.add(1), .remove(1), .add(2)]), ["add", "remove", "add"])
  }

  @Test func `an action may have a name of its own, also inside another`() {
    var names = ActionNames()
    expectEqual(names.name(of: AnonymousAction(id: "[Todo] fetch", payload: ())).label, "[Todo] fetch")
    expectEqual(names.name(of: AnonymousAction(id: "[Todo] add", payload: 1)).label, "[Todo] add")
    expectEqual(names.name(of: Feature.run(AnonymousAction(id: "go", payload: 1))).label, "run.go")
  }

  @Test func `a name that only some values have isn't learned for others`() throws {
    struct Sometimes: Codable, CustomRecordable {
      var id: String?
      var recordedForm: RecordedForm { id.map { .own.named($0) } ?? .own }
    }
    try expectEqual(labels([Sometimes(), Sometimes(id: "go")]), ["ActionNameTests.Sometimes", "go"])
    try expectEqual(labels([Sometimes(id: "go"), Sometimes()]), ["go", "ActionNameTests.Sometimes"])
  }

  @Test func `a value beside an id is no nested action`() {
    enum Direction: String { case left }
    enum Move { case move(id: Int, action: Direction) }
    var names = ActionNames()
    expectEqual(names.name(of: Move.move(id: 3, action: .left)).label, "move")
  }

  @Test func `a binding is named by the property that it sets`() {
    var names = ActionNames()
    expectEqual(names.name(of: Feature.binding(BindingAction(keyPath: \.email))).label, "binding.email")
    expectEqual(names.name(of: Feature.binding(BindingAction(keyPath: \.login.isOpen))).label, "binding.login.isOpen")
    expectEqual(names.name(of: BindingAction(keyPath: \Form.email)).label.hasSuffix(".email"), true)
  }

  @Test func `the action of an element is named by what is in it`() {
    var names = ActionNames()
    let binding = Feature.binding(BindingAction(keyPath: \.email))
    expectEqual(names.name(of: Feature.path(.element(id: 1, action: binding))).label, "path.element.binding.email")
  }

  @Test func `deep paths are named by twelve cases`() throws {
    let deep = (0..<12).reduce(Deep.leaf(1)) { inner, _ in .node(inner) }
    try expectEqual(
      labels([
        Deep.leaf(1), .node(.leaf(1)), .node(.node(.leaf(1))), .node(.node(.node(.leaf(1)))), deep,
        .node(.node(.leaf(2))),
      ]),
      [
        "leaf", "node.leaf", "node.node.leaf", "node.node.node.leaf",
        Array(repeating: "node", count: 12).joined(separator: "."), "node.node.leaf",
      ])
  }

  @Test func `cases of generic enums are named`() throws {
    try expectEqual(labels([Generic<Int>.value(1), .none]), ["value", "none"])
    try expectEqual(
      labels([Generic<Inner>.value(.clear), .value(.create(title: "x"))]), ["value.clear", "value.create"])
    try expectEqual(labels([Generic<[String: Int?]>.Nested.value, .other]), ["value", "other"])
  }

  @Test func `cases with the same JSON have their own names`() throws {
    try expectEqual(labels([Alias.add(1), .plus(1), .add(2), .plus(2)]), ["add", "plus", "add", "plus"])
    try expectEqual(labels([Forwarding.left(.clear), .right(.clear)]), ["left.clear", "right.clear"])
    try expectEqual(
      labels([
        Holder.held(.left(.clear)), .held(.right(.clear)), .alias(.add(1)), .alias(.plus(1)),
      ]), ["held.left.clear", "held.right.clear", "alias.add", "alias.plus"])
  }

  @Test func `raw values and custom mirrors add no cases`() throws {
    try expectEqual(labels([Raw.first, .second]), ["first", "second"])
    try expectEqual(labels([Pretender.one, .two]), ["pretended", "pretended"])
  }

  @Test func `an action that isn't an enum is named after its type`() throws {
    try expectEqual(labels([Plainest(), Plainest(value: 2)]), ["Plainest", "Plainest"])
    try expectEqual(labels([Bare()]), ["Bare"])
    try expectEqual(labels([1, 2]), ["Int", "Int"])
    try expectEqual(labels([["a": 1]]), ["Dictionary<Swift.String, Swift.Int>"])
  }

  @Test func `two types with the same cases have their own names`() throws {
    var names = ActionNames()
    try expectEqual(labels([First.Action.go(1), .stop], &names), ["go", "stop"])
    try expectEqual(labels([Second.Action.go(1), .stop], &names), ["go", "stop"])
    try expectEqual(labels([First.Action.stop, .go(1)], &names), ["stop", "go"])
  }

  @Test func `the trail of a synthesised conformance determines the name`() throws {
    func isDetermined<Action: Encodable>(_ action: Action) throws -> Bool {
      _ = try session.withText(of: action) { Array($0) }
      return CasePath(of: action).isDetermined(by: session.trail)
    }
    #expect(try isDetermined(Plain.remove))
    #expect(try isDetermined(Plain.tasks(.create(title: "x"))))
    #expect(try isDetermined(Plain.pair(.clear, .clear)))
    #expect(try isDetermined(Plain.écrit))
    #expect(try isDetermined(Renamed.add(1)))
    #expect(try isDetermined(Generic<Inner>.value(.clear)))
    #expect(try isDetermined(Described.bare))
    #expect(try isDetermined(Plainest()))
    #expect(try !isDetermined(Plain.box(Box())))
    #expect(try isDetermined(Plain.described(.bare)))
    #expect(try !isDetermined(Alias.add(1)))
    #expect(try !isDetermined(Forwarding.left(.clear)))
    #expect(try !isDetermined(Holder.held(.left(.clear))))
    #expect(try !isDetermined(Raw.first))
    #expect(try !isDetermined(Pretender.one))
    #expect(try isDetermined(Deep.node(.node(.leaf(1)))))
    #expect(try !isDetermined(Deep.node(.node(.node(.leaf(1))))))
  }

  @Test func `the type alone determines the names of its values`() {
    #expect(ActionKind<Plain>().encode != nil)
    #expect(ActionKind<Plainest>().encode != nil)
    #expect(ActionKind<Box>().encode == nil)
    #expect(ActionKind<any Error>().encode == nil)
    #expect(ActionKind<Any>().encode == nil)
    #expect(ActionKind<any Encodable>().encode == nil)
    #expect(ActionKind<() -> Void>().encode == nil)
    expectEqual(ActionKind<Plain>().replayability, .replayable)
  }
}
