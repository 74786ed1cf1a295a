/// Searches for films.
public struct FetchSearch: AsyncAction {
  /// The text in the search field.
  public var query: String
  /// The page, counted from 1.
  public var page: Int

  /// Creates the action.
  public init(query: String, page: Int = 1) {
    self.query = query
    self.page = page
  }

  /// Requests the page, unless it is a later page of a list that isn't shown. Another text in the field cancels the
  /// work.
  public func work(in state: AppState) -> Work? {
    guard let generation = state.search.generation(asking: page, of: query) else { return nil }
    return Work(request: SearchAction.request(query: query, page: page, generation: generation)) { state in
      state.search.query == query && state.search.results.awaits(page: page, generation: generation)
    } execute: { service in
      SearchAction.receive(
        query: query, page: page, generation: generation, result: await service.load(.search(query, page: page)))
    }
  }
}
