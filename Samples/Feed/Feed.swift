public import StateTree

/// What there is to read, the newest first.
public struct Feed: Codable, Hashable, Sendable {
  /// The posts that have been loaded.
  public var posts: EntityTable<Post>
  /// How far it has been loaded and read.
  public var position: Position

  /// How far the feed has been loaded and read.
  public struct Position: Codable, Hashable, Sendable {
    /// The id below which the server has more; `nil` before the first page, and after the last.
    public var olderThan: Post.ID?
    /// The post down to which the user has read.
    public var readDownTo: Post.ID?

    /// Creates a position; without arguments, that before the first page.
    public init(olderThan: Post.ID? = nil, readDownTo: Post.ID? = nil) {
      self.olderThan = olderThan
      self.readDownTo = readDownTo
    }
  }

  /// Creates a feed; without arguments, an empty one.
  public init(posts: EntityTable<Post> = [], position: Position = Position()) {
    self.posts = posts
    self.position = position
  }
}
