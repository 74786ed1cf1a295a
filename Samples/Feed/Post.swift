#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A post, as the user sees it.
public struct Post: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier; later posts have higher ones.
  public let id: Int
  /// The author's name.
  public var author: String
  /// The text.
  public var text: String
  /// When it was written.
  public var date: Date
  /// The number of likes, including the user's.
  public var likes: Int
  /// Whether the user likes it.
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
