public import StateTable

/// The posts and the user's position in them.
public struct Feed: Codable, Hashable, Sendable {
  /// The loaded posts, newest first.
  public var posts: EntityTable<Post>
  /// How far the feed is loaded and read.
  public var position: Position

  /// How far a feed is loaded and read.
  public struct Position: Codable, Hashable, Sendable {
    /// The id below which the server has more posts; `nil` before the first page and after the last.
    public var olderThan: Post.ID?
    /// The oldest post that the user has read.
    public var readDownTo: Post.ID?

    /// Creates a position; by default, before the first page.
    public init(olderThan: Post.ID? = nil, readDownTo: Post.ID? = nil) {
      self.olderThan = olderThan
      self.readDownTo = readDownTo
    }
  }

  /// Creates a feed; by default, empty.
  public init(posts: EntityTable<Post> = [], position: Position = Position()) {
    self.posts = posts
    self.position = position
  }
}
