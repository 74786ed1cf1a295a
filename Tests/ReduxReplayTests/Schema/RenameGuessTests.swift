import Expectations
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

private enum CounterAction: Codable { case add(Int), select(Int?) }

private struct Counter: Codable {
  var count = 3
  var history: [String] = ["start"]
  var selection: Int?
}

private enum CounterApp: ReplayableApp {
  static let name = "counter"
  static var initialState: Counter { Counter() }
  static func reduce(_ state: inout Counter, _ action: CounterAction) {
    switch action {
    case .add(let amount): state.count += amount
    case .select(let index): state.selection = index
    }
  }
}

/// The message of a replay that meets a member that isn't there.
struct RenameGuessTests {
  private let file: TemporaryFile

  init() throws {
    file = try TemporaryFile()
    var driver = try Driver(file.path, CounterApp.self)
    driver.reduce(.add(1))
    driver.reduce(.select(7))
  }

  @Test func `a member with the same value under another name is a guess`() throws {
    struct Renamed: Codable {
      var total = 3
      var history: [String] = ["start"]
      var selection: Int?
    }
    enum RenamedApp: ReplayableApp {
      static let name = "counter"
      static var initialState: Renamed { Renamed() }
      static func reduce(_ state: inout Renamed, _ action: CounterAction) {}
    }
    let error = #expect(throws: ReplayError.self) { try Replayer<RenamedApp>(path: file.path).verify() }
    expectEqual(
      error?.message,
      "the snapshot of state 0 is not a state of this app: at /: no member \"total\", but the unknown member "
        + "\"count\": renamed? (renamedMembers: [\"/count\": \"total\"]); if the app has changed since, declare the change in "
        + "schemaChanges")
  }

  @Test func `a member that decoding loses is named`() throws {
    struct Optional: Codable {
      var count = 3
      var events: [String]? = ["start"]
    }
    enum LosingApp: ReplayableApp {
      static let name = "counter"
      static var initialState: Optional { Optional() }
      static func reduce(_ state: inout Optional, _ action: CounterAction) {}
    }
    let error = #expect(throws: ReplayError.self) { try Replayer<LosingApp>(path: file.path).verify() }
    expectEqual(
      error?.message,
      "the snapshot of state 0 is not a state of this app: it has /history, which the app's state doesn't keep; "
        + "renamed? /history is gone, /events is new (renamedMembers: [\"/history\": \"events\"]); if the app has changed since, declare the change in schemaChanges"
    )
  }

  @Test func `a divergence names two members with the same value`() throws {
    struct Reselected: Codable {
      var count = 3
      var history: [String] = ["start"]
      var selected: Int?
    }
    enum ReselectedApp: ReplayableApp {
      static let name = "counter"
      static var initialState: Reselected { Reselected() }
      static func reduce(_ state: inout Reselected, _ action: CounterAction) {
        switch action {
        case .add(let amount): state.count += amount
        case .select(let index): state.selected = index
        }
      }
    }
    let divergence = try #require(try Replayer<ReselectedApp>(path: file.path).verify().divergence)
    expectEqual(divergence.seq, 2)
    expectEqual(divergence.possibleRenames.map(\.declaration), [#"renamedMembers: ["/selection": "selected"]"#])
  }

  @Test func `a case that the action can be decoded as is a guess`() throws {
    enum Renamed: Codable { case increase(Int), select(Int?), clear(title: String) }
    enum RenamedApp: ReplayableApp {
      static let name = "counter"
      static var initialState: Counter { Counter() }
      static func reduce(_ state: inout Counter, _ action: Renamed) {}
    }
    let error = #expect(throws: ReplayError.self) { try Replayer<RenamedApp>(path: file.path).verify() }
    expectEqual(
      error?.message,
      "action 1 (add) is not an action of this app: at /: no case is named \"add\"; the cases are increase, select, "
        + "clear; renamed to increase?; if the app has changed since, declare the change in schemaChanges")
  }

  @Test(arguments: [
    // The same value, in other places.
    (#"{"a":1,"b":{"x":"v"}}"#, #"{"a":1,"c":{"y":"v"}}"#, ["/b /c"]),
    (#"{"b":{"x":"v","z":1}}"#, #"{"b":{"z":1},"y":"v"}"#, ["/b/x /y"]),
    // Several with the same value.
    (#"{"a":[],"b":[]}"#, #"{"c":[],"d":[]}"#, []),
    // Another kind.
    (#"{"a":1}"#, #"{"b":"x"}"#, []), (#"{"a":1}"#, #"{"b":2}"#, ["/a /b"]),
    (#"{"l":[{"a":1},{"a":2}]}"#, #"{"l":[{"b":1}]}"#, ["/l/0/a /l/0/b"]),
    ("[]", "{}", []), ("1", "2", []),
  ])
  func `pairs of members are unambiguous`(old: String, new: String, pairs: [String]) throws {
    let found = try RenameGuess.compare(JSONValue(parsing: old), with: JSONValue(parsing: new))
    expectEqual(found.guesses.map { "\($0.old) \($0.new)" }, pairs)
  }

  @Test(arguments: [
    (#"{"l":[{"a":1}]}"#, #"{"l":[{"b":1}]}"#, #"renamedMembers: ["/l/*/a": "b"]"#),
    (#"{"a/\"":1}"#, #"{"\"":1}"#, #"renamedMembers: ["/a~1\"": "\""]"#),
    (#"{"b":{"x":"v","z":1}}"#, #"{"b":{"z":1},"y":"v"}"#, nil),
  ])
  func `a guess is the code to declare if the member is in the same place`(
    old: String, new: String, declaration: String?
  ) throws {
    let found = try RenameGuess.compare(JSONValue(parsing: old), with: JSONValue(parsing: new))
    expectEqual(found.guesses.map(\.declaration), [declaration])
  }
}
