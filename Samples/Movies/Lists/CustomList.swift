/// A list of films that its owner has named.
public struct CustomList: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from other lists.
  public let id: String
  /// Its name.
  public var name: String
  /// The films, in the order in which they were added, none twice.
  public var movies: [Movie.ID]

  /// Creates a list.
  public init(id: ID, name: String, movies: [Movie.ID] = []) {
    self.id = id
    self.name = name
    self.movies = movies
  }
}
