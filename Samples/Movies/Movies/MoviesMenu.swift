/// A list of films that the service maintains.
public enum MoviesMenu: String, Codable, CaseIterable, CodingKeyRepresentable, Sendable {
  /// The currently popular films.
  case popular
  /// The films with the best votes.
  case topRated
  /// The films that open soon.
  case upcoming
  /// The films in cinemas.
  case nowPlaying
}
