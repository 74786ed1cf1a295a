/// The search field and its results.
public struct SearchState: Codable, Hashable, Sendable {
  /// The text in the field.
  public var query: String
  /// The results for it.
  public var results: Listing
  /// The recent searches, newest first.
  public var recent: [String]

  /// The maximum number of recent searches.
  public static let recentLimit = 8

  /// Creates a state; by default, an empty field.
  public init(query: String = "", results: Listing = Listing(), recent: [String] = []) {
    self.query = query
    self.results = results
    self.recent = recent
  }

  /// Returns the generation for a request of a page, or `nil` if it follows none; another text starts a new list.
  public func generation(asking page: Int, of query: String) -> Int? {
    guard query != self.query else { return results.generation(asking: page) }
    return page == 1 ? results.generation + 1 : nil
  }
}
