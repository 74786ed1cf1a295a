import Expectations
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateCoding
import StateTable
import StateTree
import TestSupport
import Testing

private struct Login: Codable, Equatable, Sendable {
  var user: String
  var code: String
}

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var fontSize = 12
}

private struct Article: Codable, Identifiable, Sendable {
  var id: Int
  var title: String
}

// docs/guides/persistence.md: places
private struct ReaderState: Codable, Sendable {
  var login: Login?
  var settings = Settings()
  var articles: EntityTable<Article> = []
  var isMenuOpen = false
}

private func places(in folder: String) throws(PersistenceError) -> StatePersistence<ReaderState> {
  let secrets = try SecretFolder(path: folder + "/secrets")
  let files = try FileFolder(path: folder + "/state")
  return .combine(
    .slice(\.login, in: SecretSlice("login", in: secrets)),
    .slice(\.settings, in: FileSlice("settings", in: files)),
    .slice(\.articles, in: FileSlice("articles", in: files)))
}
// docs/guides/persistence.md: end

private enum ReaderAction: Codable, Equatable, Sendable {
  case launch
  case restored(RestoreReport)
  case logIn(String)
  case choose(theme: String)
  case add(Int, String)
  case openMenu
}

private enum ReaderApp: ReplayableApp {
  static let name = "reader"
  static var initialState: ReaderState { ReaderState() }

  // docs/guides/schema-changes.md: schemaChanges
  static var schemaChanges: [SchemaChange] {
    [SchemaChange(to: 2, state: renamed), SchemaChange(to: 3, added: ["/settings/fontSize": 12])]
  }
  // docs/guides/schema-changes.md: end

  @Sendable static func renamed(_ state: JSONValue) throws -> JSONValue {
    var state = state
    try JSONPatch([.move(from: JSONPointer("/settings/colour"), to: JSONPointer("/settings/theme"))]).apply(to: &state)
    return state
  }

  static func reduce(_ state: inout ReaderState, _ action: ReaderAction) {
    switch action {
    case .launch, .restored: break
    case .logIn(let user): state.login = Login(user: user, code: "open sesame")
    case .choose(let theme): state.settings.theme = theme
    case .add(let id, let title): state.articles.add(Article(id: id, title: title))
    case .openMenu: state.isMenuOpen = true
    }
  }
}

/// The code that docs/guides/persistence.md shows does what the page says.
struct PersistencePage {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Launches the app, does something, and leaves it.
  private func run(_ actions: ReaderAction...) throws {
    let recorder = try Recorder(path: folder.path(of: "session.jsonl"), app: AppIdentity(ReaderApp.self))
    let reduce: @Sendable (inout ReaderState, ReaderAction) -> Void = { ReaderApp.reduce(&$0, $1) }
    let folder = folder.path
    // docs/guides/persistence.md: persister
    let persister = Persister<ReaderState, ReaderAction>(
      try places(in: folder), onLoss: { print("lost: \($0)") }, onFailure: { print("not stored: \($0)") })
    let store = Store(
      initialState: ReaderState(),
      reducer: Reducer(recorder.recording(reduce)),
      middleware: [
        persister.middleware(
          restoringAt: { $0 == .launch },
          replacing: { recorder.noteReplacedState() },
          following: { report in .restored(report) })
      ])
    store.dispatch(.launch)
    // docs/guides/persistence.md: end
    for action in actions { store.dispatch(action) }
    // docs/guides/persistence.md: flush
    try persister.flush()
    // docs/guides/persistence.md: end
    // docs/guides/persistence.md: close
    recorder.close()
    // docs/guides/persistence.md: end
  }

  @Test func `a session starts from the previous one's state`() throws {
    try run(.logIn("ada"), .choose(theme: "dark"), .add(1, "One"), .openMenu)
    try run(.add(2, "Two"))
    let replayer = try Replayer<ReaderApp>(path: folder.path(of: "session.jsonl"))
    try expectEqual(replayer.verify().divergence, nil)
    // 0 is the first state; the launch, its report and four actions follow.
    let restored = try replayer.state(at: 7)
    expectEqual(restored.login?.user, "ada")
    expectEqual(restored.settings, Settings(theme: "dark"))
    expectEqual(restored.articles.map(\.title), ["One"])
    #expect(!restored.isMenuOpen)
    try expectEqual(replayer.state(at: 10).articles.map(\.title), ["One", "Two"])
  }

  @Test func `an action before the launch doesn't end the journal`() throws {
    try run(.choose(theme: "dark"))
    let recorder = try Recorder(path: folder.path(of: "other.jsonl"), app: AppIdentity(ReaderApp.self))
    let persister = Persister<ReaderState, ReaderAction>(try places(in: folder.path)) { _ in }
    let store = Store(
      initialState: ReaderState(),
      reducer: Reducer(
        recorder.recording { (state: inout ReaderState, action: ReaderAction) in
          ReaderApp.reduce(&state, action)
        }),
      middleware: [
        persister.middleware(restoringAt: { $0 == .launch }, replacing: { recorder.noteReplacedState() })
      ])
    store.dispatch(.openMenu)
    store.dispatch(.launch)
    recorder.close()
    let report = try Replayer<ReaderApp>(path: folder.path(of: "other.jsonl")).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.actions, 2)
    expectEqual(report.gaps.count, 1)
  }

  @Test func `a slice of an older schema migrates`() throws {
    let files = try FileFolder(path: folder.path(of: "state"))
    try FileSlice<[String: String]>("settings", in: files).store(["colour": "dark"])
    // docs/guides/schema-changes.md: migration
    let addition = SliceMigration(from: 2) { settings in
      try JSONPatch([.add(JSONPointer("/fontSize"), 12)]).apply(to: &settings)
    }
    let rename = SliceMigration(from: 1) { settings in
      try JSONPatch([.move(from: JSONPointer("/colour"), to: JSONPointer("/theme"))]).apply(to: &settings)
    }
    let settings = FileSlice<Settings>("settings", in: files, schema: 3, migrations: [rename, addition])
    // docs/guides/schema-changes.md: end
    try expectEqual(settings.restore(), .restored(Settings(theme: "dark"), migratedFrom: 1))
  }

  @Test func `an older journal is read in today's schema`() throws {
    struct OldState: Codable {
      var login: Login?
      var settings = ["colour": "dark"]
      var articles: EntityTable<Article> = []
      var isMenuOpen = false
    }
    let path = folder.path(of: "session.jsonl")
    let recorder = try Recorder(path: path, app: AppIdentity(name: ReaderApp.name, schema: 1))
    let reduce = recorder.recording { (state: inout OldState, _: ReaderAction) in state.isMenuOpen = true }
    var state = OldState()
    reduce(&state, .openMenu)
    recorder.close()
    expectEqual(AppIdentity(ReaderApp.self), AppIdentity(name: "reader", schema: 3))
    let replayer = try Replayer<ReaderApp>(path: path)
    try expectEqual(replayer.verify().divergence, nil)
    let opened = try replayer.state(at: 1)
    #expect(opened.isMenuOpen && opened.settings == Settings(theme: "dark", fontSize: 12))
  }

  @Test func `a value moved aside is taken back`() throws {
    try run(.choose(theme: "dark"))
    let manifest = folder.path(of: "state/manifest.json")
    try Platform.write("{", to: manifest)
    let aside = folder.path(of: "state/settings.1.state.json.aside-1")
    do {
      let files = try FileFolder(path: folder.path(of: "state"))
      let bytes = [UInt8](try Platform.text(of: aside).utf8)
      // docs/guides/persistence.md: back
      let settings = FileSlice<Settings>("settings", in: files)
      try settings.store(try StateDecoder().decode(Settings.self, from: bytes))
      // docs/guides/persistence.md: end
    }
    try run()
    let replayer = try Replayer<ReaderApp>(path: folder.path(of: "session.jsonl"))
    // The first state, the launch, its report and an action; then the state that was restored.
    try expectEqual(replayer.state(at: 4).settings.theme, "dark")
  }
}
