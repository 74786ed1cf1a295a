/// A film, as the service tells of it. What only its own page tells is `nil` until that has been loaded.
public struct Movie: Codable, Hashable, Identifiable, Sendable {
  /// What tells it from all others.
  public let id: Int
  /// Its name.
  public var title: String
  /// The year of its release.
  public var year: Int
  /// What it is about.
  public var overview: String
  /// What others think of it, from 0 to 10.
  public var voteAverage: Double
  /// How long it is, in minutes.
  public var runtime: Int?
  /// What stood on the poster.
  public var tagline: String?
  /// What kinds of film it is.
  public var genres: [String]?

  /// Creates a film.
  public init(
    id: ID, title: String, year: Int, overview: String, voteAverage: Double, runtime: Int? = nil,
    tagline: String? = nil, genres: [String]? = nil
  ) {
    self.id = id
    self.title = title
    self.year = year
    self.overview = overview
    self.voteAverage = voteAverage
    self.runtime = runtime
    self.tagline = tagline
    self.genres = genres
  }

  /// Whether its own page has been loaded.
  public var hasDetails: Bool { runtime != nil }

  /// What is known of it when a newer answer has come: what that doesn't tell stays.
  func updated(by newer: Movie) -> Movie {
    var movie = newer
    movie.runtime = newer.runtime ?? runtime
    movie.tagline = newer.tagline ?? tagline
    movie.genres = newer.genres ?? genres
    return movie
  }
}
