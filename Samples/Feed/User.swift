/// A user's profile.
public struct User: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: Int
  /// The name shown on the user's posts.
  public var name: String
  /// The user's self-description.
  public var about: String

  /// Creates a profile.
  public init(id: Int, name: String, about: String) {
    self.id = id
    self.name = name
    self.about = about
  }
}
