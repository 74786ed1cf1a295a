import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTable

// The fourth step of docs/tutorial/first-hour.md: the large collection keeps its own hash.

private struct Account: Codable {
  var user: String
  var token: String
}

// docs/tutorial/first-hour.md: table
private struct Movie: Codable, Identifiable {
  var id: Int
  var title: String
  var stars: Int?
}

private struct Watchlist: Codable {
  var account: Account?
  var movies = EntityTable<Movie>()
  var problem: CodableError?
}
// docs/tutorial/first-hour.md: end

private enum WatchAction: Codable {
  case signIn(user: String, token: String)
  case add(id: Int, title: String)
  case rate(id: Int, stars: Int)
  case search(String, completion: (Int) -> Void)
  case failed(CodableError)

  enum CodingKeys: CodingKey { case signIn, add, rate, failed }
}

private func watch(_ state: inout Watchlist, _ action: WatchAction) {
  switch action {
  case .signIn(let user, let token): state.account = Account(user: user, token: token)
  // docs/tutorial/first-hour.md: upsert
  case .add(let id, let title): state.movies.upsert(Movie(id: id, title: title))
  case .rate(let id, let stars): state.movies.update(id) { $0.stars = stars }
  // docs/tutorial/first-hour.md: end
  case .search: break
  case .failed(let error): state.problem = error
  }
}

extension WatchAction: WatchActions {
  static func ended(_ error: any Error) -> WatchAction { .failed(CodableError(error)) }
}

private enum WatchApp: ReplayableApp {
  static let name = "watch"
  static var initialState: Watchlist { Watchlist() }
  static func reduce(_ state: inout Watchlist, _ action: WatchAction) { watch(&state, action) }
}

extension WatchSession {
  /// The app on the fourth step, for the tool.
  static var tableApp: any ReplayableApp.Type { WatchApp.self }

  /// Records the session as the app does on the fourth step.
  static func recordFourth(to path: String) throws {
    let recorder = try Recorder(
      path: path, app: AppIdentity(name: WatchApp.name), options: RecorderOptions(states: .patches))
    let store = WatchStore(Watchlist(), reducer: recorder.recording(watch))
    play(store.dispatch)
    recorder.close()
  }
}
