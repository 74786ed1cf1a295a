import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding

// The third step of docs/tutorial/first-hour.md: actions and state come back from JSON.

// docs/tutorial/first-hour.md: codable
private struct Account: Codable {
  var user: String
  var token: String
}

private struct Movie: Codable {
  var title: String
  var stars: Int?
}

private struct Watchlist: Codable {
  var account: Account?
  var movies: [Int: Movie] = [:]
  var problem: CodableError?
}

private enum WatchAction: Codable {
  case signIn(user: String, token: String)
  case add(id: Int, title: String)
  case rate(id: Int, stars: Int)
  case search(String, completion: (Int) -> Void)
  case failed(CodableError)

  enum CodingKeys: CodingKey { case signIn, add, rate, failed }  // a closure can't be coded
}
// docs/tutorial/first-hour.md: end

private func watch(_ state: inout Watchlist, _ action: WatchAction) {
  switch action {
  case .signIn(let user, let token): state.account = Account(user: user, token: token)
  case .add(let id, let title): state.movies[id] = Movie(title: title)
  case .rate(let id, let stars): state.movies[id]?.stars = stars
  case .search: break
  case .failed(let error): state.problem = error
  }
}

extension WatchAction: WatchActions {
  static func ended(_ error: any Error) -> WatchAction { .failed(CodableError(error)) }
}

// docs/tutorial/first-hour.md: replayable
private enum WatchApp: ReplayableApp {
  static let name = "watch"
  static var initialState: Watchlist { Watchlist() }
  static func reduce(_ state: inout Watchlist, _ action: WatchAction) { watch(&state, action) }
}
// docs/tutorial/first-hour.md: end

extension WatchSession {
  /// The app, for the tool.
  static var app: any ReplayableApp.Type { WatchApp.self }

  /// Records the session as the app does on the third step.
  static func recordThird(to path: String, options: RecorderOptions = RecorderOptions(states: .patches)) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: WatchApp.name), options: options)
    let store = WatchStore(Watchlist(), reducer: recorder.recording(watch))
    play(store.dispatch)
    recorder.close()
  }
}
