/// A user's profile.
public struct User: Codable, Hashable, Identifiable, Sendable {
  /// What tells the user from all others.
  public let id: Int
  /// The name under which posts appear.
  public var name: String
  /// What the user says of themselves.
  public var about: String

  /// Creates a profile.
  public init(id: Int, name: String, about: String) {
    self.id = id
    self.name = name
    self.about = about
  }
}
