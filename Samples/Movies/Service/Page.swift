/// One page of a list, as the service sends it.
public struct Page<Element: Codable & Identifiable>: Codable {
  /// The page's number, counted from 1.
  public var page: Int
  /// The number of pages.
  public var totalPages: Int
  /// The page's elements.
  public var results: [Element]

  /// Creates a page.
  public init(page: Int, totalPages: Int, results: [Element]) {
    self.page = page
    self.totalPages = totalPages
    self.results = results
  }
}

extension Page: Equatable where Element: Equatable {}
extension Page: Hashable where Element: Hashable {}
extension Page: Sendable where Element: Sendable {}
