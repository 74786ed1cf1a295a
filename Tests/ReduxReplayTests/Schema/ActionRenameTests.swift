import Expectations
import ReduxJournal
import StateTree
import TestSupport
import Testing

@testable import ReduxReplay

private protocol ShelfAction: Codable {}

private enum Before {
  enum Catalogue {
    enum Filtering: ShelfAction { case set(String), clear }
  }
  enum Player: ShelfAction { case set(String), one, nested(Inner) }
  enum Inner: Codable { case one }
  struct SignIn: ShelfAction { var one: Int }
}

private enum After {
  enum Catalogue {
    enum Filter: ShelfAction { case assign(String), clear }
  }
  enum Player: ShelfAction { case set(String), uno, nested(Inner) }
  enum Inner: Codable { case one }
  struct LogIn: ShelfAction { var one: Int }
}

private struct Shelf: Codable, Equatable {
  var events: [String] = []
}

private enum BeforeApp: ReplayableApp {
  static let name = "shelf"
  static var initialState: Shelf { Shelf() }
  static var actions: ActionCoding<any ShelfAction> {
    .types([Before.Catalogue.Filtering.self, Before.Player.self, Before.SignIn.self])
  }

  static func reduce(_ state: inout Shelf, _ action: any ShelfAction) {
    switch action {
    case Before.Catalogue.Filtering.set(let text): state.events.append("filter \(text)")
    case Before.Player.set(let text): state.events.append("play \(text)")
    case let action as Before.SignIn: state.events.append("sign in \(action.one)")
    default: state.events.append("other")
    }
  }
}

private enum AfterApp: ReplayableApp {
  @TaskLocal static var renames: [[String: String]] = []

  static let name = "shelf"
  static var initialState: Shelf { Shelf() }
  static var schemaChanges: [SchemaChange] {
    renames.enumerated().map { SchemaChange(to: $0 + 1, renamedActions: $1) }
  }
  static var actions: ActionCoding<any ShelfAction> {
    .types([After.Catalogue.Filter.self, After.Player.self, After.LogIn.self])
  }

  static func reduce(_ state: inout Shelf, _ action: any ShelfAction) {
    switch action {
    case After.Catalogue.Filter.assign(let text): state.events.append("filter \(text)")
    case After.Player.set(let text): state.events.append("play \(text)")
    case let action as After.LogIn: state.events.append("sign in \(action.one)")
    default: state.events.append("other")
    }
  }
}

/// The names of renamed actions are what `log` prints.
struct ActionRenameTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private static let filter = "Before.Catalogue.Filtering"
  /// The names of everything that changed, in full.
  private static let all = [
    "\(filter).set": "After.Catalogue.Filter.assign", "\(filter).clear": "After.Catalogue.Filter.clear",
    "Before.Player.one": "After.Player.uno", "Before.Player": "After.Player", "Before.SignIn": "After.LogIn",
  ]

  private func record(_ actions: any ShelfAction...) throws {
    var driver = try Driver(file.path, BeforeApp.self)
    for action in actions { driver.reduce(action) }
  }

  private func recordAll() throws {
    try record(
      Before.Catalogue.Filtering.set("a"), Before.Catalogue.Filtering.clear, Before.Player.set("b"), Before.Player.one,
      Before.Player.nested(.one), Before.SignIn(one: 1))
  }

  private func replay<Result>(
    _ renames: [[String: String]], _ body: (Replayer<AfterApp>) throws -> Result
  ) throws -> Result {
    try AfterApp.$renames.withValue(renames) { try body(Replayer(path: file.path)) }
  }

  private func verify(_ renames: [String: String]...) throws -> VerifyReport {
    try replay(renames) { try $0.verify() }
  }

  private func problem(_ renames: [String: String]...) throws -> String? {
    let error = #expect(throws: ReplayError.self) { try replay(renames) { try $0.verify() } }
    return error?.message
  }

  @Test func `names are what log prints, for types and cases`() throws {
    try recordAll()
    try expectEqual(verify(ActionRenameTests.all).proven, 7)
  }

  @Test func `a name may leave out the first parts of its type's name if it stays unambiguous`() throws {
    try recordAll()
    try expectEqual(
      verify(
        [
          "Filtering.set": "Filter.assign", "clear": "clear", "SignIn": "LogIn", "one": "uno",
        ],
        [
          "Before.Catalogue.Filter": "After.Catalogue.Filter", "Before.Catalogue.Filtering": "After.Catalogue.Filter",
          "Before.Player": "After.Player", "Before.LogIn": "After.LogIn",
        ]
      ).proven, 7)
  }

  @Test func `a name that fits actions of several types is refused and lists them`() throws {
    try recordAll()
    try expectEqual(
      problem(["set": "assign"]),
      "the app's schemaChanges can't be applied: \"set\" is renamed to \"assign\", but fits actions of several "
        + "types: Before.Catalogue.Filtering.set and Before.Player.set; use one of these names")
  }

  @Test func `a rename of one type's case leaves other types and members alone`() throws {
    try recordAll()
    // `one` is also a case of an enum in a payload, and a member of a struct.
    try expectEqual(verify(ActionRenameTests.all.filter { $0.key != "Before.Player.one" }, ["one": "uno"]).proven, 7)
  }

  @Test func `renames of several versions follow each other`() throws {
    try recordAll()
    var renames = ActionRenameTests.all
    renames["\(Self.filter).set"] = "Before.Catalogue.Filtering.put"
    try expectEqual(verify(renames, ["Before.Catalogue.Filtering.put": "After.Catalogue.Filter.assign"]).proven, 7)
  }

  @Test func `a session without the renamed action is fine`() throws {
    try record(Before.Catalogue.Filtering.clear)
    try expectEqual(verify(ActionRenameTests.all).proven, 2)
    try expectEqual(verify(["\(Self.filter)": "After.Catalogue.Filter", "one": "uno"]).proven, 2)
  }

  @Test func `a rename that fits neither the journal nor the app is refused and lists both`() throws {
    try record(Before.Catalogue.Filtering.clear)
    var renames = ["\(Self.filter)": "After.Catalogue.Filter"]
    renames["Before.Player.two"] = "After.Player.dos"
    try expectEqual(
      problem(renames),
      "the app's schemaChanges can't be applied: \"Before.Player.two\" is renamed to \"After.Player.dos\", but the "
        + "journal has no such action, and the app has none either: at /: no case is named \"dos\"; the cases are set, "
        + "uno, nested; the journal has Before.Catalogue.Filtering.clear")
    renames["Before.Player.two"] = nil
    renames["Before.Gone"] = "After.Missing"
    try expectEqual(
      problem(renames)?.contains(
        "and the app has none either: no action type is named After.Missing; the app lists After.Catalogue.Filter, "),
      true)
  }

  @Test func `an unknown action names the renames that fit nothing, and what the journal has`() throws {
    try record(Before.Catalogue.Filtering.set("a"), Before.Catalogue.Filtering.clear)
    let message = try problem([
      "\(Self.filter)": "After.Catalogue.Filter", "Before.Catalogue.Filterin.set": "After.Catalogue.Filter.assign",
    ])
    expectEqual(
      message?.hasPrefix(
        "action 1 (Before.Catalogue.Filtering.set) is not an action of this app: renamed by "
          + "\"Before.Catalogue.Filtering\": \"After.Catalogue.Filter\", at /: no case is named \"set\"; the cases are "
          + "assign, clear; renamed to assign?; no action of the journal fits the rename of "
          + "\"Before.Catalogue.Filterin.set\"; it has Before.Catalogue.Filtering.set, Before.Catalogue.Filtering.clear"
      ), true, "\(message ?? "")")
  }

  @Test func `a new name with too few or too many cases is refused`() throws {
    try recordAll()
    try expectEqual(problem(["Before.Player.nested.one": "uno"])?.contains("which must name 2 cases"), true)
    try expectEqual(problem(["clear": "filter.clear"])?.contains("which must name 1 case,"), true)
  }

  @Test func `a single action can be read with a renamed type`() throws {
    try recordAll()
    try expectEqual(replay([ActionRenameTests.all]) { try $0.state(at: 1) }, Shelf(events: ["filter a"]))
    #expect(throws: ReplayError.self) { try replay([["set": "assign"]]) { try $0.state(at: 1) } }
  }

  @Test func `all types that the app doesn't list are reported at once`() throws {
    try recordAll()
    try expectEqual(
      problem(),
      "action 1 (Before.Catalogue.Filtering.set) is not an action of this app: no action type is named "
        + "Before.Catalogue.Filtering, Before.Player or Before.SignIn; the app lists After.Catalogue.Filter, After.LogIn, "
        + "After.Player; if types were renamed, declare their new names: renamedTypes: "
        + "[\"Before.Catalogue.Filtering\": \"NewName\", \"Before.Player\": \"NewName\", \"Before.SignIn\": \"NewName\"]; "
        + "if the app has changed since, declare the change in schemaChanges")
  }
}
