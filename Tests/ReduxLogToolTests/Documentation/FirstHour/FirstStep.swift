import Foundation
import ReduxDiagnostics
import ReduxJournal
import ReduxRecorder
import StateTree

// The first step of docs/tutorial/first-hour.md: nothing is `Codable`.

// docs/tutorial/first-hour.md: app
private struct Account {
  var user: String
  var token: String
}

private struct Movie {
  var title: String
  var stars: Int?
}

private struct Watchlist {
  var account: Account?
  var movies: [Int: Movie] = [:]
  var problem: (any Error)?
}

private enum WatchAction {
  case signIn(user: String, token: String)
  case add(id: Int, title: String)
  case rate(id: Int, stars: Int)
  case search(String, completion: (Int) -> Void)
  case failed(any Error)
}

private func watch(_ state: inout Watchlist, _ action: WatchAction) {
  switch action {
  case .signIn(let user, let token): state.account = Account(user: user, token: token)
  case .add(let id, let title): state.movies[id] = Movie(title: title)
  case .rate(let id, let stars): state.movies[id]?.stars = stars
  case .search: break  // a middleware does that
  case .failed(let error): state.problem = error
  }
}
// docs/tutorial/first-hour.md: end

extension WatchAction: WatchActions {
  static func ended(_ error: any Error) -> WatchAction { .failed(error) }
}

extension WatchSession {
  /// The audit of the state on the first step.
  static var firstAudit: String { "reduxlog: \(StateAudit(of: Watchlist()))" }

  /// Records the session as the app does on the first step.
  static func recordFirst(to path: String) throws {
    // docs/tutorial/first-hour.md: one line
    let recorder = try Recorder(path: path, app: AppIdentity(name: "watch"))
    let store = WatchStore(Watchlist(), reducer: recorder.recording(watch))
    // docs/tutorial/first-hour.md: end
    play(store.dispatch)
    recorder.close()
  }
}
