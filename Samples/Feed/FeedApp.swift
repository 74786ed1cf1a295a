public import ReduxReplay
import ReduxStore

/// A reader of short posts that restores its state at launch.
public enum FeedApp: ReplayableApp {
  /// The name in a journal's header.
  public static let name = "feed"
  /// The version of the app.
  public static let version: String? = "1.1"
  /// The version of the shape of `FeedState` and `FeedAction`.
  public static let schema: Int? = 1

  /// The state of a fresh install.
  public static var initialState: FeedState { FeedState() }

  private static let reducer = Reducer<FeedState, FeedAction>.feed

  /// Reduces an action; one about a missing item changes nothing.
  public static func reduce(_ state: inout FeedState, _ action: FeedAction) {
    reducer.reduce(&state, action)
  }
}
