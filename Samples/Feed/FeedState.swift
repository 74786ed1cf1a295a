/// The whole state of a reader of short posts: who is signed in, what is known of them, what there is to read.
public struct FeedState: Codable, Hashable, Sendable {
  /// Who is signed in; `nil` if nobody is.
  public var session: Session?
  /// The profile of the user who is signed in, once it has been loaded.
  public var user: User?
  /// What there is to read.
  public var feed: Feed
  /// What the app has to tell the user, until it has been read.
  public var notices: [String]
  /// What is on screen. It is kept nowhere: each launch begins with the feed.
  public var screen: Screen

  /// Creates a state; without arguments, that of an app just installed.
  public init(
    session: Session? = nil, user: User? = nil, feed: Feed = Feed(), notices: [String] = [], screen: Screen = .feed
  ) {
    self.session = session
    self.user = user
    self.feed = feed
    self.notices = notices
    self.screen = screen
  }

  /// What the screens may show: without a session the notices alone, as the rest may be anybody's.
  public var shown: FeedState { session == nil ? FeedState(notices: notices) : self }
}
