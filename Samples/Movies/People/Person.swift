/// Somebody who makes films. What only the person's own page tells is `nil` until that has been loaded.
public struct Person: Codable, Hashable, Identifiable, Sendable {
  /// What tells one from another.
  public let id: Int
  /// The name.
  public var name: String
  /// The year of birth.
  public var born: Int?
  /// What there is to tell.
  public var biography: String?

  /// Creates a person.
  public init(id: ID, name: String, born: Int? = nil, biography: String? = nil) {
    self.id = id
    self.name = name
    self.born = born
    self.biography = biography
  }

  /// Whether the person's own page has been loaded.
  public var hasDetails: Bool { biography != nil }

  /// What is known when a newer answer has come: what that doesn't tell stays.
  func updated(by newer: Person) -> Person {
    var person = newer
    person.born = newer.born ?? born
    person.biography = newer.biography ?? biography
    return person
  }
}
