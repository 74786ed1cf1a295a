public import ReduxPersistence

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An action of the app.
public enum FeedAction: Codable, Hashable, Sendable {
  /// The app launched, with its state restored.
  case launch(at: Date)
  /// The result of restoring the state.
  case restored(RestoreReport)
  /// An action of the session.
  case session(SessionAction)
  /// An action of the profile.
  case user(UserAction)
  /// An action of the posts.
  case feed(PostAction)
  /// The user opened a screen.
  case show(Screen)
  /// The user dismissed the notices.
  case dismissNotices
}

/// An action of the session.
public enum SessionAction: Codable, Hashable, Sendable {
  /// The server accepted the sign-in.
  case signedIn(Session)
  /// The user signed out; the app deletes the user's data.
  case signedOut
}

/// An action of the profile.
public enum UserAction: Codable, Hashable, Sendable {
  /// The profile arrived from the server.
  case loaded(User)
  /// The user changed the name.
  case renamed(String)
  /// The user changed the self-description.
  case described(String)
}

/// An action of the posts.
public enum PostAction: Codable, Hashable, Sendable {
  /// Newer posts arrived, newest first; they replace known posts with the same ids.
  case refreshed([Post])
  /// The next page of older posts arrived; the page after it starts below `olderThan`.
  case pageLoaded([Post], olderThan: Post.ID?)
  /// The user liked a post.
  case liked(Post.ID)
  /// The user withdrew a like.
  case unliked(Post.ID)
  /// The user hid a post.
  case hidden(Post.ID)
  /// The user has read down to a post.
  case read(downTo: Post.ID)
}
