public import ReduxPersistence

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Everything that can happen.
public enum FeedAction: Codable, Hashable, Sendable {
  /// The app begins to run; its state has been restored by then.
  case launch(at: Date)
  /// What became of the parts of the state that were stored.
  case restored(RestoreReport)
  /// Something happens to the session.
  case session(SessionAction)
  /// Something happens to the profile.
  case user(UserAction)
  /// Something happens to the posts.
  case feed(PostAction)
  /// The user goes somewhere.
  case show(Screen)
  /// The user has read what the app had to tell.
  case dismissNotices
}

/// What can happen to the session.
public enum SessionAction: Codable, Hashable, Sendable {
  /// The server has let the user in.
  case signedIn(Session)
  /// The user leaves; nothing of theirs stays.
  case signedOut
}

/// What can happen to the profile.
public enum UserAction: Codable, Hashable, Sendable {
  /// It has come from the server.
  case loaded(User)
  /// The user takes another name.
  case renamed(String)
  /// The user says something else of themselves.
  case described(String)
}

/// What can happen to the posts.
public enum PostAction: Codable, Hashable, Sendable {
  /// Newer posts have come from the server, the newest first; those that are known already replace what was known.
  case refreshed([Post])
  /// The next page of older posts has come, and `olderThan` is where the one after it begins.
  case pageLoaded([Post], olderThan: Post.ID?)
  /// The user likes a post.
  case liked(Post.ID)
  /// The user no longer does.
  case unliked(Post.ID)
  /// The user doesn't want to see a post.
  case hidden(Post.ID)
  /// The user has read down to a post.
  case read(downTo: Post.ID)
}
