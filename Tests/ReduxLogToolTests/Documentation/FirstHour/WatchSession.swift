import Foundation
import ReduxRecorder
import ReduxReplay

/// The actions of the app of docs/tutorial/first-hour.md, at every step.
protocol WatchActions {
  static func signIn(user: String, token: String) -> Self
  static func add(id: Int, title: String) -> Self
  static func rate(id: Int, stars: Int) -> Self
  static func search(_ text: String, completion: @escaping (Int) -> Void) -> Self
  static func ended(_ error: any Error) -> Self
}

/// The error that the app meets.
private struct Offline: Error, CustomStringConvertible {
  var description: String { "no network" }
}

/// The session that a user has with the app while it is recorded.
enum WatchSession {
  static func play<Action: WatchActions>(_ dispatch: (Action) -> Void) {
    dispatch(.signIn(user: "ada", token: "t0p s3cret"))
    dispatch(.add(id: 1, title: "Alien"))
    dispatch(.add(id: 2, title: "Solaris"))
    dispatch(.search("sol") { _ in })
    dispatch(.rate(id: 2, stars: 5))
    dispatch(.ended(Offline()))
  }
}

extension WatchSession {
  /// A step of the tutorial, with the remark that names it before a console block.
  enum Step: String {
    case first, second, third, fourth, unpatched, clock, passed, volatile

    /// Records the session at this step, in a new journal.
    func record(to path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      switch self {
      case .first: try recordFirst(to: path)
      case .second: try recordSecond(to: path)
      case .third: try recordThird(to: path)
      case .fourth: try recordFourth(to: path)
      case .unpatched: try recordThird(to: path, options: RecorderOptions())
      case .clock: try recordClock(to: path)
      case .passed: try recordPassed(to: path)
      case .volatile: try recordVolatile(to: path)
      }
    }

    /// The app with its reducers, for its own tool; that of the third step if this step has none.
    var app: any ReplayableApp.Type {
      switch self {
      case .first, .second, .third, .unpatched: WatchSession.app
      case .fourth: WatchSession.tableApp
      case .clock, .passed, .volatile: WatchSession.clockApp
      }
    }
  }
}
