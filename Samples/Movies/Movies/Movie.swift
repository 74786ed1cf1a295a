/// A film. Members that only its own page contains are `nil` until that is loaded.
public struct Movie: Codable, Hashable, Identifiable, Sendable {
  /// A unique identifier.
  public let id: Int
  /// The title.
  public var title: String
  /// The year of release.
  public var year: Int
  /// A summary of the plot.
  public var overview: String
  /// The average vote, from 0 to 10.
  public var voteAverage: Double
  /// The length in minutes.
  public var runtime: Int?
  /// The slogan on the poster.
  public var tagline: String?
  /// The genres.
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

  /// Whether the film's own page is loaded.
  public var hasDetails: Bool { runtime != nil }

  /// Merges a newer answer into the film; members that the answer lacks stay.
  func updated(by newer: Movie) -> Movie {
    var movie = newer
    movie.runtime = newer.runtime ?? runtime
    movie.tagline = newer.tagline ?? tagline
    movie.genres = newer.genres ?? genres
    return movie
  }
}
