/// What is on screen.
public enum Screen: Codable, Hashable, Sendable {
  /// All posts.
  case feed
  /// One of them.
  case post(Post.ID)
  /// The user's own profile.
  case profile
}
