/// A list of films that the user created.
public struct CustomList: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: String
  /// Its name.
  public var name: String
  /// The films in the order of their addition, without duplicates.
  public var movies: [Movie.ID]

  /// Creates a list.
  public init(id: ID, name: String, movies: [Movie.ID] = []) {
    self.id = id
    self.name = name
    self.movies = movies
  }
}
