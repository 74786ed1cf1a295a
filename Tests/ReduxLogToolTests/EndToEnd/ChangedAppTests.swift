import CommandLineKit
import Expectations
import Movies
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import StateTree
import Tasks
import TestSupport
import Testing

struct SignIn: Movies.Action, Codable { var user: String }

enum Wishes {
  enum Change: Movies.Action, Codable { case add, remove }
}

private enum FormerTaskAction: Codable { case archive(Int) }

private struct Selection: Codable {
  var selection: Int?
}

private struct Selected: Codable {
  var selected: Int?
}

private enum SelectingAction: Codable { case select(Int) }

private enum SelectedApp: ReplayableApp {
  static let name = "selecting"
  static var initialState: Selected { Selected() }
  static func reduce(_ state: inout Selected, _ action: SelectingAction) {
    if case .select(let index) = action { state.selected = index }
  }
}

private protocol PlayerAction: Codable {}
private enum Track: PlayerAction { case set(Int) }
private enum Volume: PlayerAction { case set(Int) }

private protocol PlayerApp: ReplayableApp where State == Selected, Action == any PlayerAction {}
extension PlayerApp {
  static var name: String { "player" }
  static var initialState: Selected { Selected() }
  static var actions: ActionCoding<any PlayerAction> { .types([Track.self, Volume.self]) }
  static func reduce(_ state: inout Selected, _ action: any PlayerAction) {}
}

private enum AmbiguousApp: PlayerApp {
  static var schemaChanges: [SchemaChange] { [SchemaChange(to: 1, renamedActions: ["set": "assign"])] }
}

private enum DeadApp: PlayerApp {
  static var schemaChanges: [SchemaChange] { [SchemaChange(to: 1, renamedActions: ["Volume.mute": "Volume.silence"])] }
}

/// Journals with actions and members that the app no longer has.
struct ChangedAppTests {
  private let folder: TemporaryFolder
  private let executable: Executable

  init() throws {
    folder = try TemporaryFolder()
    executable = try Executable(tool: "samples", in: folder.path)
  }

  private func record<State: Encodable, Action>(
    _ app: AppIdentity, _ state: State, _ actions: Action..., reduce: @escaping (inout State, Action) -> Void
  ) throws {
    let recorder = try Recorder(path: folder.path(of: "j"), app: app)
    var state = state
    let recorded: (inout State, Action) -> Void = recorder.recording(reduce)
    for action in actions { recorded(&state, action) }
    recorder.close()
  }

  @Test func `all types that the app doesn't have are reported with the code to add`() async throws {
    try await onOwnThread {
      try record(
        AppIdentity(MoviesApp.self), MoviesApp.initialState, SignIn(user: "a") as any Movies.Action, Wishes.Change.add,
        Wishes.Change.remove
      ) {
        _, _ in
      }
      let error = """
        j:3: error: action 1 (SignIn) is not an action of this app: no action type is named SignIn or Wishes.Change; searched \
        the modules ReduxLogToolTests and Movies; list private, moved and renamed types: .found(renamed: ["SignIn": \
        SignIn.self, "Wishes.Change": Wishes.Change.self]); if the app has changed since, declare the change in schemaChanges

        """
      let result = try executable.run("verify j")
      #expect((result.status, result.output) == (2, "failed j: at line 3\n"))
      #expect(result.errorOutput.hasPrefix(error), "\(result.errorOutput)")
      #expect(try executable.run("show j@2").errorOutput.hasPrefix(error.dropLast()))
    }
  }

  @Test func `an unknown case is reported with the cases of the app`() async throws {
    try await onOwnThread {
      try record(AppIdentity(TasksApp.self), TasksApp.initialState, FormerTaskAction.archive(1)) { _, _ in }
      let result = try executable.run("verify j")
      expectEqual(result.status, 2)
      #expect(
        result.errorOutput.contains(
          "action 1 (archive) is not an action of this app: at /: no case is named \"archive\"; the cases are "),
        "\(result.errorOutput)")
      #expect(result.errorOutput.contains("; if the app has changed since, declare the change in schemaChanges"))
    }
  }

  @Test func `ambiguous renames and renames of nothing are reported with the names that there are`() throws {
    try record(AppIdentity(name: "player"), Selected(), Track.set(1) as any PlayerAction, Volume.set(2)) { _, _ in }
    let ambiguous = InspectorTool.capture(["verify", folder.path(of: "j")], apps: [AmbiguousApp.self])
    expectEqual(ambiguous.exitCode, .trouble)
    #expect(
      ambiguous.errorOutput.contains(
        "the app's schemaChanges can't be applied: \"set\" is renamed to \"assign\", but fits actions of several types: "
          + "Track.set and Volume.set; use one of these names\n"), "\(ambiguous)")
    let dead = InspectorTool.capture(["verify", folder.path(of: "j")], apps: [DeadApp.self])
    expectEqual(dead.exitCode, .trouble)
    #expect(
      dead.errorOutput.contains(
        "\"Volume.mute\" is renamed to \"Volume.silence\", but the journal has no such action, and the app has none either: "
          + "at /: no case is named \"silence\"; the journal has Track.set, Volume.set\n"),
      "\(dead)")
  }

  @Test func `a divergence between two members with the same value is reported as a possible rename`() throws {
    try record(AppIdentity(SelectedApp.self), Selection(), SelectingAction.select(7)) { state, action in
      if case .select(let index) = action { state.selection = index }
    }
    let run = InspectorTool.capture(["verify", folder.path(of: "j")], apps: [SelectedApp.self])
    #expect(
      run.errorOutput.contains(
        "\n  /selection and /selected have the same value: renamed? Declare renamedMembers: "
          + "[\"/selection\": \"selected\"] in schemaChanges.\n"),
      "\(run.errorOutput)")
  }
}
