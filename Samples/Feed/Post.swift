#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A post of somebody's, as the user sees it.
public struct Post: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all others; later posts have higher ones.
  public let id: Int
  /// Who wrote it.
  public var author: String
  /// What it says.
  public var text: String
  /// When it was written.
  public var date: Date
  /// How many like it, the user included.
  public var likes: Int
  /// Whether the user does.
  public var isLiked: Bool

  /// Creates a post.
  public init(id: Int, author: String, text: String, date: Date, likes: Int = 0, isLiked: Bool = false) {
    self.id = id
    self.author = author
    self.text = text
    self.date = date
    self.likes = likes
    self.isLiked = isLiked
  }
}
