import Foundation
import ReduxRecorder
import ReduxReplay

/// What can happen in the app of docs/tutorial/first-hour.md, on every rung.
protocol WatchActions {
  static func signIn(user: String, token: String) -> Self
  static func add(id: Int, title: String) -> Self
  static func rate(id: Int, stars: Int) -> Self
  static func search(_ text: String, completion: @escaping (Int) -> Void) -> Self
  static func ended(_ error: any Error) -> Self
}

/// What the app meets.
private struct Offline: Error, CustomStringConvertible {
  var description: String { "no network" }
}

/// What somebody does with that app while it is recorded.
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
  /// How far the app has got.
  enum Rung: String {
    case first, second, third, fourth, unproven, clock, told, volatile

    /// Records what somebody does with the app on this rung, in a new journal.
    func record(to path: String) throws {
      try? FileManager.default.removeItem(atPath: path)
      switch self {
      case .first: try recordFirst(to: path)
      case .second: try recordSecond(to: path)
      case .third: try recordThird(to: path)
      case .fourth: try recordFourth(to: path)
      case .unproven: try recordThird(to: path, options: RecorderOptions())
      case .clock: try recordClock(to: path)
      case .told: try recordTold(to: path)
      case .volatile: try recordVolatile(to: path)
      }
    }

    /// The app's reducers, for its own tool; those of the third rung where it has none yet.
    var app: any ReplayableApp.Type {
      switch self {
      case .first, .second, .third, .unproven: WatchSession.app
      case .fourth: WatchSession.tableApp
      case .clock, .told, .volatile: WatchSession.clockApp
      }
    }
  }
}
