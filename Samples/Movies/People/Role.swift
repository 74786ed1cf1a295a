/// A role in a film and the person who plays it.
public struct Role: Codable, Hashable, Sendable {
  /// The actor.
  public var person: Person.ID
  /// The character.
  public var character: String

  /// Creates a role.
  public init(person: Person.ID, character: String) {
    self.person = person
    self.character = character
  }
}
