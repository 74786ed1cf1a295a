import Expectations
import ReduxPersistence
import ReduxStore
import TestSupport
import Testing

struct StatePersistenceTests {
  struct App: Codable, Equatable, Sendable {
    var news = NewsState()
    var score = 0
  }

  enum Action: Equatable, Sendable { case launch, score(Int), news(NewsAction) }

  private static let reducer = Reducer<App, Action>.combine(
    newsReducer.pullback(state: \.news, action: { if case .news(let action) = $0 { action } else { nil } }),
    Reducer { state, action in if case .score(let score) = action { state.score = score } })

  private func store(in folder: TemporaryFolder) throws -> (Store<App, Action>, Persister<App, Action>) {
    let files = try FileFolder(path: folder.path(of: "files"))
    let secrets = try SecretFolder(path: folder.path(of: "secrets"))
    let news = StatePersistence<NewsState>.combine(
      .slice(\.user, in: SecretSlice("user", in: secrets)), .slice(\.posts, in: FileSlice("posts", in: files)))
    let persister = Persister<App, Action>(
      .combine(.slice(\.score, in: FileSlice("score", in: files)), news.pullback(state: \.news)),
      storing: .after { _ in false }, onFailure: { _ in })
    let store = Store(
      initialState: App(), reducer: Self.reducer, middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    return (store, persister)
  }

  @Test func `combined persistences keep a tree of slices`() throws {
    let folder = try TemporaryFolder()
    var expected = App()
    do {
      let (store, persister) = try store(in: folder)
      for action in [Action.launch, .score(3), .news(.signIn("ada")), .news(.post(1, "One")), .news(.menu(true))] {
        store.dispatch(action)
      }
      try persister.flush()
      expected = store.state
    }
    try expectEqual(
      TemporaryFolder.names(in: folder.path(of: "files")),
      [
        "lock", "manifest.json", "posts.1.state.json", "score.1.state.json",
      ])
    try expectEqual(TemporaryFolder.names(in: folder.path(of: "secrets")), [".lock", "user"])
    let (store, _) = try store(in: folder)
    store.dispatch(.launch)
    expected.news.isMenuOpen = false
    expectEqual(store.state, expected)
  }

  @Test func `a report gives each slice's outcome and the losses`() {
    let report = RestoreReport(slices: [
      .init(name: "a", outcome: .absent), .init(name: "b", outcome: .restored),
      .init(name: "c", outcome: .migrated(from: 2)), .init(name: "d", outcome: .setAside),
      .init(name: "e", outcome: .unavailable),
    ])
    expectEqual(
      report.description,
      """
      a: nothing was stored
      b: restored
      c: restored from schema 2
      d: set aside
      e: not read; the stored value is unchanged
      """)
    expectEqual(report.losses.map(\.name), ["d", "e"])
  }

  @Test func `a loss names the stored value's place and the reason`() {
    let losses = [
      SliceLoss(slice: "d", place: "/d", reason: "it is cut short"),
      SliceLoss(slice: "e", place: nil, reason: "/e: open: Permission denied"),
    ]
    expectEqual(
      losses.map(\.description),
      [
        "d: not restored; /d: it is cut short",
        "e: not read; the stored value is unchanged: /e: open: Permission denied",
      ])
  }
}
