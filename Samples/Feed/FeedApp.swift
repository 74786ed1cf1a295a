public import ReduxReplay
import ReduxStore

/// A reader of short posts, whose state is still there at the next launch.
public enum FeedApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "feed"
  /// The version of the app.
  public static let version: String? = "1.1"
  /// The version of the shape of `FeedState` and `FeedAction`.
  public static let schema: Int? = 1

  /// An app just installed.
  public static var initialState: FeedState { FeedState() }

  private static let reducer = Reducer<FeedState, FeedAction>.feed

  /// Changes the state as the action asks for; an action about what isn't there changes nothing.
  public static func reduce(_ state: inout FeedState, _ action: FeedAction) {
    reducer.reduce(&state, action)
  }
}
