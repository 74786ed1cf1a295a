import Expectations
import Foundation
import ReduxPersistence
import ReduxStore
import ReduxTimeTravel
import StateTable
import TestSupport
import Testing

struct PersisterTests {
  typealias User = NewsState.User
  typealias Post = NewsState.Post

  private let user: MemorySlice<User?>
  private let posts: MemorySlice<EntityTable<Post>>
  private let failures = Log<PersistenceFailure>()
  private let losses = Log<SliceLoss>()
  private let transaction = MemoryTransaction()

  init() {
    user = MemorySlice("user", in: transaction)
    posts = MemorySlice("posts", in: transaction)
  }

  private func persister(
    storing policy: StoringPolicy<NewsAction> = .everyAction, user: MemorySlice<User?>? = nil
  ) -> Persister<NewsState, NewsAction> {
    Persister(
      .combine(.slice(\.user, in: user ?? self.user), .slice(\.posts, in: posts)), storing: policy,
      onLoss: { [losses] in losses.append($0) }, onFailure: { [failures] in failures.append($0) })
  }

  private func store(
    _ persister: Persister<NewsState, NewsAction>, _ initialState: NewsState = NewsState()
  ) -> Store<NewsState, NewsAction> {
    Store(
      initialState: initialState, reducer: newsReducer,
      middleware: [
        persister.middleware(
          restoringAt: { $0 == .launch }, following: { report in .restored(report.slices.map(\.description)) })
      ])
  }

  @Test func `its middleware stops the process with a message if pulled back`() async throws {
    try await onOwnThread {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        struct App: Sendable { var news = NewsState() }
        let part = Persister<NewsState, NewsAction>(.combine(), storing: .everyAction, onFailure: { _ in })
          .middleware(restoringAt: { $0 == .launch })
        Store<App, NewsAction>(
          initialState: App(), reducer: .identity,
          middleware: [part.pullback(state: \.news, action: { $0 }, embed: { $0 })]
        ).dispatch(.launch)
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("the middleware of a `Persister` was pulled back"))
    }
  }

  // MARK: Launch

  @Test func `the launch finds the state restored`() {
    let seen = Log<NewsState>()
    let user = MemorySlice<User?>("user", .restored(User(name: "ada")))
    let persister = persister(user: user)
    let store = Store(
      initialState: NewsState(isMenuOpen: true),
      reducer: Reducer<NewsState, NewsAction> { state, action in
        seen.append(state)
        newsReducer.reduce(&state, action)
      }, middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    store.dispatch(.launch)
    expectEqual(seen.values, [NewsState(user: User(name: "ada"), isMenuOpen: true)])
  }

  @Test func `an action after the launch can carry the report`() {
    let actions = Log<NewsAction>()
    let user = MemorySlice<User?>("user", .setAside(place: "/a", reason: "it is cut short"))
    let persister = persister(user: user)
    let store = Store(
      initialState: NewsState(), reducer: Reducer<NewsState, NewsAction> { _, action in actions.append(action) },
      middleware: [
        persister.middleware(
          restoringAt: { $0 == .launch }, following: { .restored($0.losses.map(\.description)) })
      ])
    store.dispatch(.launch)
    expectEqual(actions.values, [.launch, .restored(["user: set aside"])])
    #expect(waitUntil { losses.values == [SliceLoss(slice: "user", place: "/a", reason: "it is cut short")] })
  }

  @Test func `only the first launch restores`() throws {
    let persister = persister(user: MemorySlice("user", .restored(User(name: "ada"))))
    let store = store(persister)
    store.dispatch(.launch)
    store.dispatch(.signOut)
    store.dispatch(.launch)
    expectEqual(store.state.user, nil)
  }

  @Test func `the replacing closure runs before the state is replaced`() {
    let log = Log<String>()
    let persister = persister(user: MemorySlice("user", .restored(User(name: "ada"))))
    let store = Store(
      initialState: NewsState(),
      reducer: Reducer<NewsState, NewsAction> { state, action in
        log.append("\(action): \(state.user?.name ?? "nobody")")
      },
      middleware: [
        persister.middleware(restoringAt: { $0 == .launch }, replacing: { log.append("replacing") })
      ])
    store.dispatch(.menu(true))
    store.dispatch(.launch)
    expectEqual(log.values, ["menu(true): nobody", "replacing", "launch: ada"])
  }

  @Test func `other threads' actions wait for the launch`() throws {
    let reading = DispatchSemaphore(value: 0)
    let user = SlowSlice(User(name: "ada"), whileReading: { reading.signal() })
    let persister = Persister<NewsState, NewsAction>(
      .slice(\.user, in: user), storing: .everyAction, onFailure: { _ in })
    let store = Store(
      initialState: NewsState(), reducer: newsReducer,
      middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    let other = Thread {
      reading.wait()
      store.dispatch(.signIn("eve"))
    }
    other.start()
    store.dispatch(.launch)
    #expect(waitUntil { store.state.user == User(name: "eve") })
  }

  @Test func `a second store is refused, since it would overwrite the stored state`() async throws {
    try await onOwnThread {
      await #expect(processExitsWith: .failure) {
        let persister = Persister<NewsState, NewsAction>(
          .slice(\.user, in: MemorySlice<User?>("user")), onFailure: { _ in })
        for _ in 1...2 {
          let store = Store(
            initialState: NewsState(), reducer: newsReducer,
            middleware: [persister.middleware(restoringAt: { $0 == .launch })])
          store.dispatch(.launch)
        }
      }
    }
  }

  @Test func `subscribers see the restored state after the launch`() {
    let log = Log<String>()
    let persister = persister(user: MemorySlice("user", .restored(User(name: "ada"))))
    let store = Store(
      initialState: NewsState(),
      reducer: Reducer<NewsState, NewsAction> { _, action in log.append("reduced \(action)") },
      middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    let subscription = store.subscribe(\.user) { log.append("received \($0?.name ?? "nobody")") }
    store.dispatch(.launch)
    expectEqual(log.values, ["reduced launch", "received ada"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `a secret moved aside stays until its user signs out`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "secrets")
    _ = try SecretFolder(path: path)
    try Platform.write("of a newer version", to: path + "/session")
    let session = SecretSlice<User?>("session", in: try SecretFolder(path: path))
    let persister = Persister<NewsState, NewsAction>(
      .slice(\.user, in: session), storing: .after { _ in false }, onFailure: { _ in })
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    try expectEqual(TemporaryFolder.names(in: path), [".lock", "session.aside"])
    store.dispatch(.signIn("ada"))
    try persister.flush()
    try expectEqual(TemporaryFolder.names(in: path), [".lock", "session", "session.aside"])
    store.dispatch(.signOut)
    try persister.flush()
    try expectEqual(TemporaryFolder.names(in: path), [".lock"])
  }

  @Test func `a slice that can't be encoded holds back its transaction`() throws {
    struct Moods: Encodable, Sendable {
      struct Secretive: Error { let mood: String }
      var mood = "fine"
      func encode(to encoder: any Encoder) throws {
        guard mood == "fine" else { throw Secretive(mood: mood) }
        var container = encoder.singleValueContainer()
        try container.encode(mood)
      }
    }
    struct Place: SlicePersistence {
      let name = "moods"
      var isSecret = true
      let transaction: (any PersistenceTransaction)?
      func restore() throws(PersistenceError) -> RestoredSlice<Moods> { .absent }
      func store(_ value: Moods) throws(PersistenceError) {}
    }
    struct State: Sendable {
      var moods = Moods()
      var user: User?
    }
    let (user, transaction) = (user, transaction)
    let persister = Persister<State, Int>(
      .combine(.slice(\.moods, in: Place(transaction: transaction)), .slice(\.user, in: user)),
      storing: .after { _ in false }, onFailure: { [failures] in failures.append($0) })
    let store = Store<State, Int>(
      initialState: State(),
      reducer: Reducer { state, action in
        state.user = User(name: "\(action)")
        state.moods.mood = action == 1 ? "gloomy" : "fine"
      },
      middleware: [persister.middleware(restoringAt: { $0 == 0 })])
    store.dispatch(0)
    store.dispatch(1)
    // The slice is secret, so the error isn't quoted.
    let error = PersistenceError(.encoding(reason: "its encode(to:) throws"), place: "moods")
    #expect(throws: error) { try persister.flush() }
    #expect(user.log.isEmpty)
    store.dispatch(2)
    try persister.flush()
    expectEqual(user.log, [User(name: "2")])
  }

  // MARK: What is stored

  @Test func `nothing is stored before the launch`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.signIn("ada"))
    #expect(throws: PersistenceError(.notLaunched, place: "the state")) { try persister.flush() }
    #expect(user.log.isEmpty)
    store.dispatch(.launch)
    try persister.flush()
    expectEqual(user.log, [User(name: "ada")])
  }

  @Test func `only changed slices are stored`() throws {
    let restored = EntityTable([Post(id: 1, title: "One")])
    let posts = MemorySlice("posts", .restored(restored))
    let persister = Persister<NewsState, NewsAction>(
      .combine(.slice(\.user, in: user), .slice(\.posts, in: posts)), storing: .everyAction, onFailure: { _ in })
    let store = Store(
      initialState: NewsState(), reducer: newsReducer,
      middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    store.dispatch(.launch)
    store.dispatch(.menu(true))
    try persister.flush()
    // No user has signed in, and no slice is stored yet.
    expectEqual(user.log, [nil])
    #expect(posts.log.isEmpty)
    store.dispatch(.post(2, "Two"))
    try persister.flush()
    expectEqual(user.log, [nil])
    expectEqual(posts.log, [[Post(id: 1, title: "One"), Post(id: 2, title: "Two")]])
    store.dispatch(.post(2, "Zwei"))
    store.dispatch(.post(2, "Two"))
    try persister.flush()
    expectEqual(posts.log.last, [Post(id: 1, title: "One"), Post(id: 2, title: "Two")])
  }

  @Test func `a migrated slice is stored in the new schema`() throws {
    let user = MemorySlice<User?>("user", .restored(User(name: "ada"), migratedFrom: 1))
    let persister = persister(user: user)
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    expectEqual(user.log, [User(name: "ada")])
  }

  @Test func `slices of one transaction are stored together`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    expectEqual(transaction.log, ["begin", "commit"])
    store.dispatch(.post(1, "One"))
    try persister.flush()
    expectEqual(transaction.log, ["begin", "commit", "begin", "commit"])
  }

  @Test func `a presented state is never stored, but the head is`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    store.present(NewsState(user: User(name: "eve")))
    store.dispatch(.post(1, "One"))
    try persister.flush()
    store.present(nil)
    try persister.flush()
    expectEqual(user.log, [nil])
    expectEqual(posts.log, [[], [Post(id: 1, title: "One")]])
  }

  @Test func `a resumed state is stored, without an action`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    let earlier = store.state
    store.dispatch(.signIn("ada"))
    #expect(waitUntil { user.log == [nil, User(name: "ada")] })
    store.replaceState(earlier)
    #expect(waitUntil { user.log == [nil, User(name: "ada"), nil] })
  }

  @Test func `a timeline knows the restored state, and its resumed states are stored`() throws {
    let posts = MemorySlice("posts", .restored(EntityTable([Post(id: 1, title: "One")])))
    let persister = Persister<NewsState, NewsAction>(
      .slice(\.posts, in: posts), storing: .after { _ in false }, onFailure: { _ in })
    let timeline = StoreTimeline(
      initialState: NewsState(), reducer: newsReducer,
      middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    for action in [NewsAction.launch, .post(2, "Two"), .post(3, "Three")] { timeline.store.dispatch(action) }
    try persister.flush()
    try timeline.back()
    try persister.flush()
    expectEqual(posts.log.map(\.count), [3])
    timeline.resume()
    try persister.flush()
    expectEqual(posts.log.map { $0.map(\.title) }, [["One", "Two", "Three"], ["One", "Two"]])
    let isReplaced = if case .replaced? = timeline.steps.first?.kind { true } else { false }
    #expect(isReplaced)
  }

  @Test func `an action that an inner middleware passes on later is stored`() throws {
    let held = Log<Middleware<NewsState, NewsAction>.Context>()
    let persister = persister()
    let store = Store(
      initialState: NewsState(), reducer: newsReducer,
      middleware: [
        persister.middleware(restoringAt: { $0 == .launch }),
        Middleware { action, context in
          if case .signIn = action { held.append(context) } else { context.next(action) }
        },
      ])
    store.dispatch(.launch)
    try persister.flush()
    store.dispatch(.signIn("ada"))
    held.values.first?.next(.signIn("ada"))
    #expect(waitUntil { user.log.last == User(name: "ada") })
  }

  // MARK: When

  @Test func `everyAction stores after each action`() {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    store.dispatch(.signIn("ada"))
    #expect(waitUntil { user.log.last == User(name: "ada") })
  }

  @Test func `afterQuiet doesn't store before the interval or a flush`() throws {
    let persister = persister(storing: .afterQuiet(.seconds(6000), atMost: .seconds(60_000)))
    let store = store(persister)
    store.dispatch(.launch)
    for number in 1...50 { store.dispatch(.signIn("\(number)")) }
    #expect(user.log.isEmpty)
    try persister.flush()
    expectEqual(user.log, [User(name: "50")])
  }

  @Test func `afterQuiet stores after the interval`() {
    let persister = persister(storing: .afterQuiet(.milliseconds(20)))
    let store = store(persister)
    store.dispatch(.launch)
    store.dispatch(.signIn("ada"))
    #expect(waitUntil { user.log == [User(name: "ada")] })
  }

  @Test func `after stores after certain actions, or on a flush`() throws {
    let persister = persister(storing: .after { $0 == .menu(false) })
    let store = store(persister)
    store.dispatch(.launch)
    store.dispatch(.signIn("ada"))
    store.dispatch(.menu(false))
    #expect(waitUntil { user.log == [User(name: "ada")] })
    store.dispatch(.signIn("eve"))
    expectEqual(user.log, [User(name: "ada")])
    try persister.flush()
    expectEqual(user.log, [User(name: "ada"), User(name: "eve")])
  }

  @Test func `no action waits for storing, and the newest state is stored last`() throws {
    let gate = DispatchSemaphore(value: 0)
    let user = SlowSlice(User(name: ""), whileStoring: { gate.wait() })
    let persister = Persister<NewsState, NewsAction>(
      .slice(\.user, in: user), storing: .everyAction, onFailure: { _ in })
    let store = Store(
      initialState: NewsState(), reducer: newsReducer,
      middleware: [persister.middleware(restoringAt: { $0 == .launch })])
    store.dispatch(.launch)
    // All are dispatched while nothing can be stored.
    for number in 0..<1000 { store.dispatch(.signIn("\(number)")) }
    for _ in 0..<1001 { gate.signal() }
    try persister.flush()
    let stored = user.log.compactMap { Int($0) }
    expectEqual(stored, stored.sorted())
    expectEqual(stored.last, 999)
  }

  /// Takes the second of the quiet period.
  @Test func `pending changes keep the store alive until they are stored`() {
    let persister = persister(storing: .afterQuiet(.seconds(1)))
    weak var released: Store<NewsState, NewsAction>?
    do {
      let store = store(persister)
      released = store
      store.dispatch(.launch)
      store.dispatch(.signIn("ada"))
    }
    #expect(waitUntil { user.log == [User(name: "ada")] })
    #expect(waitUntil { released == nil })
  }

  // MARK: Failures

  @Test func `a failure is reported once, and retried with the next change`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    let full = PersistenceError(.io(operation: "write", reason: "No space left on device"), place: "/a")
    user.fail(with: full)
    for name in ["ada", "eve"] {
      store.dispatch(.signIn(name))
      #expect(throws: full) { try persister.flush() }
    }
    #expect(waitUntil { failures.values == [PersistenceFailure(slice: "user", error: full)] })
    user.fail(with: nil)
    store.dispatch(.menu(true))
    try persister.flush()
    expectEqual(user.log, [nil, User(name: "eve")])
    user.fail(with: full)
    store.dispatch(.signOut)
    #expect(throws: full) { try persister.flush() }
    #expect(waitUntil { failures.values.count == 2 })
  }

  @Test func `after a failure, a return to the earlier state is stored, too`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    store.dispatch(.signIn("ada"))
    try persister.flush()
    let error = PersistenceError(.io(operation: "fsync", reason: "Input/output error"), place: "/a")
    user.fail(with: error)
    store.dispatch(.signIn("eve"))
    #expect(throws: error) { try persister.flush() }
    user.fail(with: nil)
    store.dispatch(.signIn("ada"))
    try persister.flush()
    expectEqual(user.log.suffix(2), [User(name: "ada"), User(name: "ada")])
  }

  @Test func `a value that can't be read at launch is never overwritten`() throws {
    user.fail(with: PersistenceError(.io(operation: "open", reason: "Permission denied"), place: "/a"))
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    user.fail(with: nil)
    // Only later changes count as lost.
    try persister.flush()
    store.dispatch(.signIn("eve"))
    store.dispatch(.post(1, "One"))
    #expect(throws: PersistenceError(.notRestored, place: "user")) { try persister.flush() }
    #expect(user.log.isEmpty)
    expectEqual(posts.log.last, [Post(id: 1, title: "One")])
  }

  @Test func `a failing part fails its whole transaction`() throws {
    let persister = persister()
    let store = store(persister)
    store.dispatch(.launch)
    try persister.flush()
    let error = PersistenceError(.io(operation: "write", reason: "Input/output error"), place: "/a")
    posts.fail(with: error)
    store.dispatch(.signIn("ada"))
    store.dispatch(.post(1, "One"))
    #expect(throws: error) { try persister.flush() }
    expectEqual(transaction.log.suffix(2), ["begin", "rollback"])
    posts.fail(with: nil)
    try persister.flush()
    expectEqual(user.log.last, User(name: "ada"))
    expectEqual(posts.log.last, [Post(id: 1, title: "One")])
    expectEqual(transaction.log.suffix(2), ["begin", "commit"])
  }
}
