public import StateTree

/// A list that is loaded page by page, as a screen shows it: which entities, how far, and what became of the last request.
public struct Listing: Codable, Hashable, Sendable {
  /// The ids of what is listed, in the service's order, none twice.
  public var ids: [Int]
  /// The last page that is listed; 0 before the first.
  public var page: Int
  /// How many pages there are, once one has arrived.
  public var totalPages: Int?
  /// Whether a page is on its way.
  public var isLoading: Bool
  /// Why the last request failed, until the next one.
  public var failure: ServiceError?

  /// Creates a list, of nothing if nothing is said.
  public init(
    ids: [Int] = [], page: Int = 0, totalPages: Int? = nil, isLoading: Bool = false, failure: ServiceError? = nil
  ) {
    self.ids = ids
    self.page = page
    self.totalPages = totalPages
    self.isLoading = isLoading
    self.failure = failure
  }

  /// Whether there are pages behind the last one.
  public var hasMore: Bool { totalPages.map { page < $0 } ?? true }

  /// Whether a page goes with what is listed: the first begins anew, and any other follows the one before it.
  public func canReceive(page: Int) -> Bool { page == 1 || page == self.page + 1 }

  /// Notes that a page was asked for.
  public mutating func request() {
    isLoading = true
    failure = nil
  }

  /// Takes an answer in. A page that doesn't go with what is listed is no use any more, and changes nothing.
  public mutating func receive<Element>(_ result: CodableResult<Page<Element>, ServiceError>) where Element.ID == Int {
    switch result {
    case .failure(let error):
      failure = error
    case .success(let answer):
      guard canReceive(page: answer.page) else { return }
      if answer.page == 1 { ids = [] }
      let listed = Set(ids)
      // While somebody reads one page, what is on it may move to the next.
      ids += answer.results.map(\.id).filter { !listed.contains($0) }
      page = answer.page
      totalPages = answer.totalPages
    }
    isLoading = false
  }
}
