public import StateTree

/// A list that is loaded page by page, as a screen shows it: which entities, how far, and what became of the last request.
public struct Listing: Codable, Hashable, Sendable {
  /// The ids of what is listed, in the service's order, none twice.
  public var ids: [Int]
  /// The last page that is listed; 0 before the first.
  public var page: Int
  /// How many pages there are, once one has arrived.
  public var totalPages: Int?
  /// How often the list was begun anew. Requests and answers name it: what answers an older list is no page of this one.
  public var generation: Int
  /// The page that is on its way.
  public var awaited: Int?
  /// Why the last request failed, until the next one.
  public var failure: ServiceError?

  /// Creates a list, of nothing if nothing is said.
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

  /// Whether there are pages behind the last one.
  public var hasMore: Bool { totalPages.map { page < $0 } ?? true }

  /// Which list a page would be asked for: the first begins a new one, unless it is on its way, and any other follows the one
  /// before it; `nil` if it follows none. While the first is on its way, none does: the new list will have pages of its own.
  public func generation(asking page: Int) -> Int? {
    if page == 1 { return awaited == 1 ? generation : generation + 1 }
    return awaited != 1 && page == self.page + 1 ? generation : nil
  }

  /// Notes that a page was asked for.
  public mutating func request(page: Int, generation: Int) {
    self.generation = generation
    awaited = page
    failure = nil
  }

  /// Whether an answer for a page is the one that the list waits for.
  public func awaits(page: Int, generation: Int) -> Bool { page == awaited && generation == self.generation }

  /// Takes in the answer for a page: the first begins the list anew. Ask `awaits(page:generation:)` before.
  public mutating func receive<Element>(_ result: CodableResult<Page<Element>, ServiceError>, page: Int)
  where Element.ID == Int {
    awaited = nil
    switch result {
    case .failure(let error):
      failure = error
    case .success(let answer):
      if page == 1 { ids = [] }
      let listed = Set(ids)
      // While somebody reads one page, what is on it may move to the next.
      ids += answer.results.map(\.id).filter { !listed.contains($0) }
      self.page = page
      totalPages = answer.totalPages
    }
  }
}
