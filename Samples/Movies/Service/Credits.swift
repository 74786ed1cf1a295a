/// The cast of a film, as the service sends it.
public struct Credits: Codable, Hashable, Sendable {
  /// A member of the cast.
  public struct Member: Codable, Hashable, Sendable {
    /// The person's id.
    public var id: Person.ID
    /// The person's name.
    public var name: String
    /// The character.
    public var character: String

    /// Creates a member.
    public init(id: Person.ID, name: String, character: String) {
      self.id = id
      self.name = name
      self.character = character
    }
  }

  /// The members, leading roles first.
  public var cast: [Member]

  /// Creates a cast.
  public init(cast: [Member]) { self.cast = cast }
}
