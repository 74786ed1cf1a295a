import ChangedSamples
import Expectations
import Foundation
import Movies
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import RuntimeLayout
import StateCoding
import StateTable
import StateTree
import TestSupport
import Testing

@Suite("The recorded weekend")
struct WeekendTests {
  private static func finalState() throws -> AppState {
    try Samples.actions("Sessions/weekend").map(\.action).reduce(AppState(), appReducer)
  }

  @Test func `every line is a plain action in its recorded encoding`() throws {
    let actions = try Samples.actions("Sessions/weekend")
    expectEqual(actions.count, 157)
    for (index, (line, action)) in actions.enumerated() {
      let encodable = try #require(action as? any Encodable, "line \(index + 1)")
      let written = try #require(try JSONValue(parsing: Array(line.utf8)).object, "line \(index + 1)")
      expectEqual(written.keys.map { TypeName.of(type(of: action)) == $0 }, [true], "line \(index + 1)")
      expectEqual(written.values.first, (try StateEncoder().tree(encodable)), "line \(index + 1)")
    }
  }

  @Test func `the recorded answers are the folder's`() async throws {
    var answers = 0
    for (line, action) in try Samples.actions("Sessions/weekend") {
      switch action {
      case let action as MoviesActions.ReceiveMenu:
        guard case .success(let page) = action.result else { continue }
        expectEqual(page.page, action.page, "\(line)")
        #expect(await Samples.service.load(.menu(action.menu, page: action.page)) == action.result, "\(line)")
      case let action as MoviesActions.ReceiveMovie:
        #expect(await Samples.service.load(.movie(action.movie)) == action.result, "\(line)")
      case SearchAction.receive(let query, let page, _, let result) as SearchAction:
        #expect(await Samples.service.load(.search(query, page: page)) == result, "\(line)")
      case let action as PeopleActions.ReceivePopular:
        #expect(await Samples.service.load(.popularPeople(page: action.page)) == action.result, "\(line)")
      case let action as PeopleActions.ReceivePerson:
        #expect(await Samples.service.load(.person(action.person)) == action.result, "\(line)")
      case let action as PeopleActions.ReceiveCredits:
        #expect(await Samples.service.load(.credits(action.movie)) == action.result, "\(line)")
      default: continue
      }
      answers += 1
    }
    expectEqual(answers, 49)
  }

  @Test func `the actions lead to the journal's last state`() throws {
    let actions = try JournalReader(path: Samples.folder + "/Sessions/weekend.jsonl").actions()
    expectEqual(actions.count, 157)
    try expectEqual(actions.last?.hash, StateEncoder().hash(Self.finalState()))
  }

  @Test func `the state at the end is right`() throws {
    let state = try Self.finalState()
    func titles(_ ids: some Sequence<Movie.ID>) -> [String?] { ids.map { state.movies.all[id: $0]?.title } }
    expectEqual(
      titles(state.lists.wishlist.keys.sorted()),
      [
        "Aliens", "The Third Man", "In the Mood for Love", "Paddington 2", "Arrival",
        "The Lighthouse Keeper's Daughter",
      ])
    expectEqual(
      titles(state.lists.seenlist.keys.sorted()),
      [
        "Alien", "Blade Runner", "My Neighbor Totoro", "Seven Samurai", "Parasite", "Yojimbo",
      ])
    expectEqual(
      state.lists.custom.map { [$0.name] + titles($0.movies) },
      [
        ["Japan", "Seven Samurai", "Spirited Away", "Yojimbo", "My Neighbor Totoro"],
        ["Rain & neon", "The Third Man", "Blade Runner", "Blade Runner 2049"],
        ["For the kids", "My Neighbor Totoro", "Paddington 2", "Aladdin"],
      ])
    expectEqual(
      state.people.fanClub.map { state.people.all[id: $0]?.name },
      [
        "Toshiro Mifune", "Sigourney Weaver", "Orson Welles", "Maggie Cheung",
      ])
    expectEqual(state.search.recent, ["Blade Runner", "totoro", "alien"])
    expectEqual(state.movies.all.count, 28)
    expectEqual(state.movies.all.count { state.lists.movies.contains($0.id) }, 15)
  }
}

/// Records a sample's actions with an app's reducers.
private func record<App: ReplayableApp<AppState, any Action>>(
  _ name: String, _ app: App.Type, to path: String, _ volatile: [RedactionRules.Pointer] = []
) throws {
  // On a busy machine, hashing some of the actions may exceed its time.
  let options = RecorderOptions(hashing: .everyAction, volatile: volatile)
  let identity = AppIdentity(name: App.name, version: App.version, schema: App.schema)
  let recorder = try Recorder(path: path, app: identity, options: options)
  var state = App.initialState
  let reduce = recorder.recording(App.reduce)
  for (_, action) in try Samples.actions(name) { try reduce(&state, action) }
  recorder.close()
}

@Suite("The sample's journals")
struct JournalTests {
  static let apps: [(name: String, app: any ReplayableApp<AppState, any Action>.Type)] = [
    ("Sessions/weekend", MoviesApp.self), ("Bugs/late-answer", LateAnswerMoviesApp.self),
    ("Bugs/wish-list", ClockMoviesApp.self),
  ]

  /// Records the journals again after a change:
  ///
  ///     UPDATE_SESSIONS=1 swift test --filter MoviesTests.JournalTests
  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_SESSIONS"] != nil), arguments: apps.indices)
  func `the journals are recorded again`(index: Int) throws {
    let (name, app) = Self.apps[index]
    let folder = try TemporaryFolder()
    try record(name, app, to: folder.path(of: "session.jsonl"))
    let journal = try Data(contentsOf: URL(filePath: folder.path(of: "session.jsonl")))
    try journal.write(to: URL(filePath: "\(Samples.folder)/\(name).jsonl"))
  }
}

@Suite("The page's bugs")
struct BugTests {
  /// Returns the hashes of an app's states after each action.
  private func hashes<App: ReplayableApp<AppState, any Action>>(
    _ name: String, _ app: App.Type, _ volatile: [RedactionRules.Pointer] = []
  ) throws -> [StateHash?] {
    let file = try TemporaryFile()
    try record(name, app, to: file.path, volatile)
    return try file.actions().map(\.hash)
  }

  private func recordedHashes(_ name: String) throws -> [StateHash?] {
    try JournalReader(path: "\(Samples.folder)/\(name).jsonl").actions().map(\.hash)
  }

  @Test func `the late answer's journal comes from the reducer without the check`() throws {
    let recorded = try recordedHashes("Bugs/late-answer")
    expectEqual(recorded.count, 29)
    try expectEqual(recorded, hashes("Bugs/late-answer", LateAnswerMoviesApp.self))
    let today = try hashes("Bugs/late-answer", MoviesApp.self)
    expectEqual(zip(recorded, today).map(!=).firstIndex(of: true), 20)
  }

  @Test func `a clock in the wish list changes the states in each run, unless it is volatile`() throws {
    let volatile = VolatileMoviesApp.volatile
    let first = try hashes("Bugs/wish-list", ClockMoviesApp.self)
    let second = try hashes("Bugs/wish-list", ClockMoviesApp.self)
    expectEqual(zip(first, second).map(!=).firstIndex(of: true), 6)
    try expectEqual(
      hashes("Bugs/wish-list", VolatileMoviesApp.self, volatile),
      hashes("Bugs/wish-list", VolatileMoviesApp.self, volatile))
  }
}
