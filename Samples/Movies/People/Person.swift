/// A person in film. Members that only the person's own page contains are `nil` until that is loaded.
public struct Person: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: Int
  /// The name.
  public var name: String
  /// The year of birth.
  public var born: Int?
  /// The biography.
  public var biography: String?

  /// Creates a person.
  public init(id: ID, name: String, born: Int? = nil, biography: String? = nil) {
    self.id = id
    self.name = name
    self.born = born
    self.biography = biography
  }

  /// Whether the person's own page is loaded.
  public var hasDetails: Bool { biography != nil }

  /// Merges a newer answer into the person; members that the answer lacks stay.
  func updated(by newer: Person) -> Person {
    var person = newer
    person.born = newer.born ?? born
    person.biography = newer.biography ?? biography
    return person
  }
}
