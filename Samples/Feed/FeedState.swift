/// The whole state of a reader of short posts: session, profile, and feed.
public struct FeedState: Codable, Hashable, Sendable {
  /// The session; `nil` while signed out.
  public var session: Session?
  /// The signed-in user's profile, once loaded.
  public var user: User?
  /// The feed.
  public var feed: Feed
  /// Notices for the user, until dismissed.
  public var notices: [String]
  /// The current screen. It isn't stored: each launch starts with the feed.
  public var screen: Screen

  /// Creates a state; by default, that of a fresh install.
  public init(
    session: Session? = nil, user: User? = nil, feed: Feed = Feed(), notices: [String] = [], screen: Screen = .feed
  ) {
    self.session = session
    self.user = user
    self.feed = feed
    self.notices = notices
    self.screen = screen
  }

  /// The part that screens may show: without a session only the notices, as the rest may be another user's.
  public var shown: FeedState { session == nil ? FeedState(notices: notices) : self }
}
