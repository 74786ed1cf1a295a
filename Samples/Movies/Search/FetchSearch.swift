/// Searches for films.
public struct FetchSearch: AsyncAction {
  /// What stands in the field.
  public var query: String
  /// The page, counted from 1.
  public var page: Int

  /// Creates the action.
  public init(query: String, page: Int = 1) {
    self.query = query
    self.page = page
  }

  /// Notes the request, unless it is for a further page of what isn't shown.
  public func request(in state: AppState) -> (any Action)? {
    let follows = query == state.search.query && state.search.results.canReceive(page: page)
    return page == 1 || follows ? SearchAction.request(query: query, page: page) : nil
  }

  /// Asks the service, and gives what arrived.
  public func execute(service: any MovieService) async -> any Action {
    SearchAction.receive(query: query, result: await service.load(.search(query, page: page)))
  }
}
