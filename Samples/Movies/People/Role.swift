/// Who plays whom in a film.
public struct Role: Codable, Hashable, Sendable {
  /// The one who plays.
  public var person: Person.ID
  /// The one who is played.
  public var character: String

  /// Creates a role.
  public init(person: Person.ID, character: String) {
    self.person = person
    self.character = character
  }
}
