/// The search field, and what was found for what stands in it.
public struct SearchState: Codable, Hashable, Sendable {
  /// What stands in the field.
  public var query: String
  /// What was found for it.
  public var results: Listing
  /// What was searched for last, the newest first.
  public var recent: [String]

  /// How many of the last searches are kept.
  public static let recentLimit = 8

  /// Creates a state; without arguments, that of an empty field.
  public init(query: String = "", results: Listing = Listing(), recent: [String] = []) {
    self.query = query
    self.results = results
    self.recent = recent
  }
}
