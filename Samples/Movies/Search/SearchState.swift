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

  /// Which list a page would be asked for, `nil` if it follows none: what is found for another text is another list.
  public func generation(asking page: Int, of query: String) -> Int? {
    guard query != self.query else { return results.generation(asking: page) }
    return page == 1 ? results.generation + 1 : nil
  }
}
