import Foundation
import ReduxJournal
import ReduxRecorder
import StateCoding

// The second step of docs/tutorial/first-hour.md: the actions and the state become encodable.

// docs/tutorial/first-hour.md: encodable
private struct Account: Encodable {
  var user: String
  var token: String
}

private struct Movie: Encodable {
  var title: String
  var stars: Int?
}

private struct Watchlist: Encodable {
  var account: Account?
  var movies: [Int: Movie] = [:]
  var problem: CodableError?
}
// docs/tutorial/first-hour.md: end

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
  case .search: break
  // docs/tutorial/first-hour.md: adapter
  case .failed(let error): state.problem = CodableError(error)
  // docs/tutorial/first-hour.md: end
  }
}

extension WatchAction: WatchActions {
  static func ended(_ error: any Error) -> WatchAction { .failed(error) }
}

extension WatchSession {
  /// Records the session as the app does on the second step.
  static func recordSecond(to path: String) throws {
    // docs/tutorial/first-hour.md: options
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: "watch"),
      options: RecorderOptions(states: .patches, rules: RedactionRules(redacting: ["/account/user", "/signIn/user"])))
    // docs/tutorial/first-hour.md: end
    let store = WatchStore(Watchlist(), reducer: recorder.recording(watch))
    play(store.dispatch)
    recorder.close()
  }
}
