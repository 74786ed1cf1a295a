import Expectations
import OtherShapes
import ReduxRecorder
import ReduxReplay
import Testing

struct BookShelf: State, Codable, Equatable { var books: [String] = [] }

struct AddBook: AnyStateUpdater, Codable {
  var title: String
  func updatedState(currentState: any State) -> any State {
    guard var shelf = currentState as? BookShelf else { return currentState }
    shelf.books.append(title)
    return shelf
  }
}

struct LoadBooks: Dispatchable {}

// docs/guides/stores.md: katana
func recording<AppState: State & Encodable>(_: AppState.Type, with recorder: Recorder) -> StoreInterceptor {
  { context in
    { next in
      { dispatchable in
        guard dispatchable is any AnyStateUpdater, let state = context.getAnyState() as? AppState else {
          return try next(dispatchable)
        }
        let recorded = recorder.begin(dispatchable, in: state)
        do {
          try recorded.withInputs { try next(dispatchable) }
        } catch {
          recorder.finish(recorded, in: state, error: error)
          throw error
        }
        recorder.finish(recorded, in: context.getAnyState() as? AppState ?? state)
      }
    }
  }
}

enum BookShelfApp: ReplayableApp {
  static let name = "shelf"
  static var initialState: BookShelf { BookShelf() }
  static var actions: ActionCoding<any Dispatchable> { .found(also: [AddBook.self]) }

  static func reduce(_ shelf: inout BookShelf, _ action: any Dispatchable) {
    guard let updater = action as? any AnyStateUpdater else { return }
    shelf = updater.updatedState(currentState: shelf) as? BookShelf ?? shelf
  }
}
// docs/guides/stores.md: end

struct KatanaTests {
  @Test func `an interceptor records what updates the state`() throws {
    let file = try RecordedFile()
    let recorder = try Recorder(path: file.path, app: AppIdentity(BookShelfApp.self))
    let store = KatanaStore(BookShelf(), interceptor: recording(BookShelf.self, with: recorder))
    for title in ["Emma", "Ulysses"] {
      try store.dispatch(AddBook(title: title))
      try store.dispatch(LoadBooks())
    }
    recorder.close()
    let replayer = try Replayer<BookShelfApp>(path: file.path)
    try expectEqual(replayer.state(at: 2), BookShelf(books: ["Emma", "Ulysses"]))
    try expectEqual(replayer.verify().proven, 3)
  }
}
