/// A screen of the app.
public enum Screen: Codable, Hashable, Sendable {
  /// The list of posts.
  case feed
  /// A single post.
  case post(Post.ID)
  /// The user's own profile.
  case profile
}
