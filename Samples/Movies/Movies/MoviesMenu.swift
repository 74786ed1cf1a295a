/// A list of films that the service keeps.
public enum MoviesMenu: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
  /// What many look at just now.
  case popular
  /// What has the best votes.
  case topRated
  /// What comes to the cinemas.
  case upcoming
  /// What is in the cinemas.
  case nowPlaying
}
