// Persistence in ReSwift. The lines between two markers appear in `docs/guides/persistence.md`; SnippetTests compares
// them.

import Expectations
import ReSwiftShape
import ReduxJournal
import ReduxLogTool
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxTimeTravel
import TestSupport
import Testing

struct AddToCart: Action, Codable { var item: String }
struct OpenCart: Action, Codable {}

private struct CartState: Codable, Equatable, Sendable {
  var items: [String] = []
  var isOpen = false
}

private func cartReducer(action: any Action, state: CartState?) -> CartState {
  var state = state ?? CartState()
  switch action {
  case let action as AddToCart: state.items.append(action.item)
  case is OpenCart: state.isOpen = true
  default: break
  }
  return state
}

private enum CartApp: ReplayableApp {
  static let name = "cart"
  static var initialState: CartState { CartState() }
  static var actions: ActionCoding<any Action> { .found }
  static func reduce(_ state: inout CartState, _ action: any Action) {
    state = cartReducer(action: action, state: state)
  }
}

private func places(in folder: String) throws(PersistenceError) -> StatePersistence<CartState> {
  .slice(\.items, in: FileSlice("items", in: try FileFolder(path: folder)))
}

@Suite("Guide: persistence in ReSwift") struct ReSwiftPersistenceTests {
  private let folder: TemporaryFolder
  private let file: RecordedFile

  init() throws {
    folder = try TemporaryFolder()
    file = try RecordedFile()
  }

  /// Launches the app, adds items, and returns the state at the launch, and what was restored.
  private func run(adding items: String...) throws -> (state: CartState?, report: String) {
    let recorder = try Recorder(path: file.path, app: AppIdentity(CartApp.self))
    let folder = folder.path
    // docs/guides/persistence.md: ReSwift
    let persister = StatePersister<CartState>(
      try places(in: folder), onLoss: { print("lost: \($0)") }, onFailure: { print("not stored: \($0)") })
    var state = CartState()
    let report = persister.restore(into: &state)
    let recorded = recorder.recording(cartReducer)
    let store = Store<CartState>(
      reducer: { action, state in
        let next = recorded(action, state)
        persister.note(next)
        return next
      }, state: state)
    // docs/guides/persistence.md: end
    let launched = store.state
    store.dispatch(OpenCart())
    for item in items { store.dispatch(AddToCart(item: item)) }
    try persister.flush()
    recorder.close()
    return (launched, "\(report)")
  }

  @Test func `the next launch restores the state, and its session is proven`() throws {
    #expect(try run(adding: "tea", "oats") == (CartState(), "items: nothing was stored"))
    #expect(try run(adding: "milk") == (CartState(items: ["tea", "oats"]), "items: restored"))
    #expect(try run() == (CartState(items: ["tea", "oats", "milk"]), "items: restored"))
    #expect(file.verify(CartApp.self) == (.fine, "ok FILE: 6 actions, 9 states proven, 3 sessions, closed\n"))
  }

  @Test func `a noted state is stored by itself after a pause`() async throws {
    let slice = FileSlice<[String]>("items", in: try FileFolder(path: folder.path))
    let persister = StatePersister<CartState>(
      .slice(\.items, in: slice), storing: .afterQuiet(.milliseconds(1), atMost: .milliseconds(2))
    ) { _ in }
    var state = CartState()
    // Before the launch, nothing is stored.
    persister.note(CartState(items: ["early"]))
    #expect(throws: PersistenceError.self) { try persister.flush() }
    _ = persister.restore(into: &state)
    persister.note(CartState(items: ["tea"]))
    while try slice.restore() != .restored(["tea"], migratedFrom: nil) { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `a state of the past isn't stored`() throws {
    do {
      let persister = StatePersister<CartState>(try places(in: folder.path)) { _ in }
      var state = CartState()
      _ = persister.restore(into: &state)
      let timeline = LiveTimeline<CartState, any Action>()
      let store = Store<CartState>(
        reducer: timeline.following(
          cartReducer,
          live: { action, state in
            let next = cartReducer(action: action, state: state)
            persister.note(next)
            return next
          }),
        state: state, middleware: [timeline.middleware])
      timeline.onLook = { [weak store] in store?.dispatch(TimelineLook()) }
      for item in ["tea", "oats"] { store.dispatch(AddToCart(item: item)) }
      try timeline.back()
      expectEqual(store.state?.items, ["tea"])
      try persister.flush()
    }
    try expectEqual(run().state?.items, ["tea", "oats"])
  }
}
