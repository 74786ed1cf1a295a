public import StateCoding

/// A list that loads page by page: its entities, how far it is loaded, and the latest request's outcome.
public struct Listing: Codable, Hashable, Sendable {
  /// The ids of the listed entities, in the service's order, without duplicates.
  public var ids: [Int]
  /// The last loaded page; 0 before the first.
  public var page: Int
  /// The number of pages, once one has arrived.
  public var totalPages: Int?
  /// How often the list was restarted. Requests and answers carry it, so that answers for an older list don't count.
  public var generation: Int
  /// The page that is loading.
  public var awaited: Int?
  /// The error of the last request, until the next one.
  public var failure: ServiceError?

  /// Creates a list; by default, empty.
  public init(
    ids: [Int] = [], page: Int = 0, totalPages: Int? = nil, generation: Int = 0, awaited: Int? = nil,
    failure: ServiceError? = nil
  ) {
    self.ids = ids
    self.page = page
    self.totalPages = totalPages
    self.generation = generation
    self.awaited = awaited
    self.failure = failure
  }

  /// Whether more pages follow the last loaded one.
  public var hasMore: Bool { totalPages.map { page < $0 } ?? true }

  /// Returns the generation for a request of a page, or `nil` if the page doesn't follow the last one.
  ///
  /// Page 1 starts a new generation unless it is loading. While page 1 loads, no other page can be requested, because
  /// the new list will have its own.
  public func generation(asking page: Int) -> Int? {
    if page == 1 { return awaited == 1 ? generation : generation + 1 }
    return awaited != 1 && page == self.page + 1 ? generation : nil
  }

  /// Records a request for a page.
  public mutating func request(page: Int, generation: Int) {
    self.generation = generation
    awaited = page
    failure = nil
  }

  /// Whether the list awaits this answer.
  public func awaits(page: Int, generation: Int) -> Bool { page == awaited && generation == self.generation }

  /// Adds an answer; page 1 restarts the list. Check `awaits(page:generation:)` first.
  public mutating func receive<Element>(_ result: CodableResult<Page<Element>, ServiceError>, page: Int)
  where Element.ID == Int {
    awaited = nil
    switch result {
    case .failure(let error):
      failure = error
    case .success(let answer):
      if page == 1 { ids = [] }
      let listed = Set(ids)
      // While the user reads one page, an entry of it may move to the next.
      ids += answer.results.map(\.id).filter { !listed.contains($0) }
      self.page = page
      totalPages = answer.totalPages
    }
  }
}
