import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateCoding

// The clock in docs/tutorial/first-hour.md: a reducer that reads it, and one that gets the time with the action.

private struct Movie: Codable {
  var title: String
  var added: Date
}

private struct Watchlist: Codable {
  var movies: [Int: Movie] = [:]
}

private enum WatchAction: Codable {
  case add(id: Int, title: String)
  case addAt(id: Int, title: String, date: Date)
}

private enum ClockApp: ReplayableApp {
  static let name = "watch"
  static var initialState: Watchlist { Watchlist() }

  static func reduce(_ state: inout Watchlist, _ action: WatchAction) {
    switch action {
    // docs/tutorial/first-hour.md: clock
    case .add(let id, let title): state.movies[id] = Movie(title: title, added: Date())
    // docs/tutorial/first-hour.md: end
    // docs/tutorial/first-hour.md: passed
    case .addAt(let id, let title, let date): state.movies[id] = Movie(title: title, added: date)
    // docs/tutorial/first-hour.md: end
    }
  }
}

extension WatchSession {
  /// The app whose reducer reads the clock, for the tool.
  static var clockApp: any ReplayableApp.Type { ClockApp.self }

  static func recordClock(to path: String) throws {
    try recordClock(to: path, [.add(id: 1, title: "Alien"), .add(id: 2, title: "Solaris")])
  }

  static func recordPassed(to path: String) throws {
    try recordClock(
      to: path, [.addAt(id: 1, title: "Alien", date: Date()), .addAt(id: 2, title: "Solaris", date: Date())])
  }

  static func recordVolatile(to path: String) throws {
    // docs/tutorial/first-hour.md: volatile
    let options = RecorderOptions(volatile: ["/movies/*/added"])
    // docs/tutorial/first-hour.md: end
    try recordClock(to: path, [.add(id: 1, title: "Alien"), .add(id: 2, title: "Solaris")], options)
  }

  private static func recordClock(
    to path: String, _ actions: [WatchAction], _ options: RecorderOptions = RecorderOptions()
  ) throws {
    let recorder = try Recorder(path: path, app: AppIdentity(name: ClockApp.name), options: options)
    let store = WatchStore(Watchlist(), reducer: recorder.recording(ClockApp.reduce))
    for action in actions { store.dispatch(action) }
    recorder.close()
  }
}
