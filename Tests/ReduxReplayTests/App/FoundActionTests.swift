import Expectations
import StateTree
import Synchronization
import Testing

@testable import ReduxReplay

protocol Gesture {}

enum Gestures {
  struct Tap: Gesture, Codable, Equatable { var times: Int }
  struct Drag<Value: Codable & Equatable>: Gesture, Codable, Equatable { var to: Value }
  enum Edge {
    final class Swipe: Gesture, Codable { var from = 0 }
  }
  struct Encoded: Gesture, Encodable {}
  /// Counts its instances.
  struct Bystander: Decodable {
    static let made = Mutex(0)
    init(from decoder: any Decoder) throws { Bystander.made.withLock { $0 += 1 } }
  }
}

private struct Hidden: Gesture, Codable, Equatable { var x: Int }

private enum Namesake {
  struct Hidden: Gesture, Codable {}
}

private protocol PrivateGesture {}

private struct Nod: PrivateGesture, Codable, Equatable {}

class Command: Codable {}
final class Undo: Command {}

struct FoundActionTests {
  private let coding = ActionCoding<any Gesture>.found(
    also: [Hidden.self], renamed: ["Gestures.Click": Gestures.Tap.self])

  private func node(_ text: String) throws -> JSONNode { try JSONDocument(Array(text.utf8)).root }

  private func problem(
    _ name: String?, in module: String? = "ReduxReplayTests", _ coding: ActionCoding<any Gesture>? = nil
  ) throws -> ActionTypeError.Problem? {
    let node = try node(#"{"times":1,"to":1,"from":0,"x":1}"#)
    return #expect(throws: ActionTypeError.self) {
      try (coding ?? self.coding).decode(node, swiftType: name, module: module)
    }?.problem
  }

  @Test func `finds a recorded action by its type's name and module`() throws {
    let tap = try coding.decode(node(#"{"times":2}"#), swiftType: "Gestures.Tap", module: "ReduxReplayTests")
    expectEqual(tap as? Gestures.Tap, Gestures.Tap(times: 2))
    let drag = try coding.decode(
      node(#"{"to":[3]}"#), swiftType: "Gestures.Drag<Swift.Array<Swift.Int>>", module: "ReduxReplayTests")
    expectEqual(drag as? Gestures.Drag<[Int]>, Gestures.Drag(to: [3]))
    let swipe = try coding.decode(node(#"{"from":4}"#), swiftType: "Gestures.Edge.Swipe", module: "ReduxReplayTests")
    expectEqual((swipe as? Gestures.Edge.Swipe)?.from, 4)
  }

  @Test(arguments: [nil, "Renamed", "Swift", ""])
  func `searches the protocol's module if the record's module is missing or unknown`(module: String?) throws {
    let tap = try coding.decode(node(#"{"times":2}"#), swiftType: "Gestures.Tap", module: module)
    expectEqual(tap as? Gestures.Tap, Gestures.Tap(times: 2))
  }

  @Test func `uses listed private and renamed types`() throws {
    let hidden = try coding.decode(node(#"{"x":1}"#), swiftType: "Hidden")
    expectEqual(hidden as? Hidden, Hidden(x: 1))
    let click = try coding.decode(node(#"{"times":3}"#), swiftType: "Gestures.Click", module: "ReduxReplayTests")
    expectEqual(click as? Gestures.Tap, Gestures.Tap(times: 3))
    try expectEqual(problem("Hidden", .found), .unknown)
  }

  @Test func `reads a written action that names its type with or without the module`() throws {
    for name in ["Gestures.Tap", "ReduxReplayTests.Gestures.Tap", "Gestures.Click"] {
      let tap = try coding.decode(written: node(#"{"\#(name)":{"times":2}}"#))
      expectEqual(tap as? Gestures.Tap, Gestures.Tap(times: 2))
    }
    for text in ["[1]", "{}", #"{"Gestures.Tap":{},"Hidden":{}}"#, #"{"Nothing":{}}"#] {
      let error = #expect(throws: ActionTypeError.self, "\(text)") { try coding.decode(written: node(text)) }
      #expect(error?.name == (text.contains("Nothing") ? "Nothing" : nil) && error?.problem == .unknown, "\(text)")
    }
  }

  @Test func `finds a class and its subclasses`() throws {
    let coding = ActionCoding<Command>.found
    #expect(try coding.decode(node("{}"), swiftType: "Undo", module: "ReduxReplayTests") is Undo)
    let error = #expect(throws: ActionTypeError.self) {
      try coding.decode(node("{}"), swiftType: "Gestures.Edge.Swipe", module: "ReduxReplayTests")
    }
    expectEqual(error?.problem, .noAction)
  }

  // MARK: Refused types

  @Test func `creates no value that isn't an action`() throws {
    try expectEqual(problem("Gestures.Bystander"), .noAction)
    expectEqual(Gestures.Bystander.made.withLock { $0 }, 0)
    for (name, module) in [("Int", "Swift"), ("Array<Swift.Int>", "Swift"), ("JSONValue", "StateTree")] {
      try expectEqual(problem(name, in: module), .unknown)
    }
    #expect(throws: ActionTypeError(name: "Swift.Int", problem: .noAction)) {
      try coding.decode(written: node(#"{"Swift.Int":1}"#))
    }
    // Listed by mistake.
    let listing = ActionCoding<any Gesture>.found(also: [Gestures.Bystander.self])
    try expectEqual(problem("Gestures.Bystander", listing), .noAction)
    expectEqual(Gestures.Bystander.made.withLock { $0 }, 0)
  }

  @Test func `refuses a type that isn't decodable`() throws {
    try expectEqual(problem("Gestures.Encoded"), .notDecodable)
  }

  @Test(arguments: [
    nil, "", ".", "Gestures", "Gestures.", "Gestures.Drag", "Gestures.Drag<", "Gestures.Drag<Swift.Int", "\0",
    "\u{1}aaaa", "Gestures.Tap\0", "16ReduxReplayTests8GesturesO3TapV", "Gestures.Drag<(Swift.Int)>",
    "Gestures.Drag<Swift.Int>.Type",
  ])
  func `refuses names without a type`(name: String?) throws {
    let problem = try problem(name)
    expectEqual(problem, (name == "Gestures" ? .noAction : .unknown))
  }

  @Test(arguments: [500, 100_000]) func `neither looks up nor prints a name that is too long`(count: Int) throws {
    let name = "Gestures." + String(repeating: "T", count: count + 4)
    let error = #expect(throws: ActionTypeError.self) {
      try coding.decode(node("{}"), swiftType: name, module: "ReduxReplayTests")
    }
    #expect(
      error?.description
        == "the action type's name has \(count + 13) bytes; such names are looked up with at most 512"
        || count < 512 && error?.problem == .unknown)
  }

  // MARK: Ambiguous names

  @Test func `refuses two types listed under one name`() throws {
    let coding = ActionCoding<any Gesture>.found(also: [Hidden.self], renamed: ["Hidden": Namesake.Hidden.self])
    guard case .ambiguous(let names) = try problem("Hidden", coding) else {
      Issue.record("no ambiguity")
      return
    }
    expectEqual(names.count, 2)
  }

  @Test func `refuses a listed name for which the runtime finds another type`() throws {
    let coding = ActionCoding<any Gesture>.found(renamed: ["Gestures.Tap": Hidden.self])
    guard case .ambiguous(let names) = try problem("Gestures.Tap", coding) else {
      Issue.record("no ambiguity")
      return
    }
    #expect(names.contains("ReduxReplayTests.Gestures.Tap"))
    // Written names fail as well, every time.
    let error = #expect(throws: ActionTypeError.self) {
      try coding.decode(written: node(#"{"Gestures.Tap":{"times":1}}"#))
    }
    expectEqual(error?.problem, .ambiguous(names))
    try expectEqual(problem("Gestures.Tap", coding), .ambiguous(names))
  }

  @Test func `accepts a type that is both listed and found`() throws {
    let coding = ActionCoding<any Gesture>.found(
      also: [Gestures.Tap.self, Gestures.Tap.self], renamed: ["Gestures.Tap": Gestures.Tap.self])
    let tap = try coding.decode(node(#"{"times":2}"#), swiftType: "Gestures.Tap", module: "ReduxReplayTests")
    expectEqual(tap as? Gestures.Tap, Gestures.Tap(times: 2))
  }

  // MARK: Protocols that don't identify actions

  @Test func `looks up nothing for Any, protocols of any type, and private protocols`() throws {
    func refuses<Action>(_: Action.Type) throws {
      let error = #expect(throws: ActionTypeError.self) {
        try ActionCoding<Action>.found.decode(
          node(#"{"times":1}"#), swiftType: "Gestures.Tap", module: "ReduxReplayTests")
      }
      expectEqual(error?.problem, .unbounded(action: "\(Action.self)"))
    }
    try refuses(Any.self)
    try refuses((any Decodable).self)
    try refuses((any Codable & Sendable).self)
    try refuses(AnyObject.self)
    try refuses((any PrivateGesture).self)
    try refuses(Gestures.Tap.self)
  }

  @Test func `uses listed types for a private protocol`() throws {
    let coding = ActionCoding<any PrivateGesture>.found(also: [Nod.self, Gestures.Tap.self])
    #expect(try coding.decode(node("{}"), swiftType: "Nod") is Nod)
    #expect(throws: ActionTypeError(name: "Gestures.Tap", problem: .noAction)) {
      try coding.decode(node(#"{"times":1}"#), swiftType: "Gestures.Tap")
    }
  }
}
