import Dispatch
import Foundation
import Movies
import ReduxJournal
import ReduxRecorder
import StateTable

/// Loads and records a menu and a film in a process without a run loop, and prints the film's title.
///
///     MoviesCommand serial|main RESPONSES JOURNAL
@main enum MoviesCommand {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { exit(64) }
    let recorder = try Recorder(path: arguments[3], app: AppIdentity(name: MoviesApp.name))
    let service = FolderService(folder: arguments[2])
    let reducer = recorder.recording(appReducer)
    switch arguments[1] {
    case "serial":
      let store = MovieStore(service: service, queue: .serial("movies"), reducer: reducer)
      browse(store)
      store.waitUntilIdle()
      finish(store, recorder)
    case "main":
      let store = MovieStore(service: service, reducer: reducer)
      browse(store)
      Task {
        await store.idle()
        finish(store, recorder)
        exit(0)
      }
      dispatchMain()
    default:
      exit(64)
    }
  }

  private static func browse(_ store: MovieStore) {
    store.dispatch(action: MoviesActions.FetchMenu(menu: .popular, page: 1))
    store.dispatch(action: MoviesActions.FetchMovie(movie: 118))
  }

  private static func finish(_ store: MovieStore, _ recorder: Recorder) {
    recorder.close()
    print(store.state.movies.all[id: 118]?.tagline ?? "no tagline")
  }
}
