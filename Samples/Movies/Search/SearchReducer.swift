import StateTree

/// Reduces the search field and its results.
public func searchReducer(state: SearchState, action: any Action) -> SearchState {
  guard let action = action as? SearchAction else { return state }
  var state = state
  switch action {
  case .request(let query, let page, let generation):
    state.query = query
    if page == 1 { state.results = Listing() }
    state.results.request(page: page, generation: generation)

  case .receive(let query, let page, let generation, let result):
    // Answers arrive in any order. Drop those for an earlier text.
    guard query == state.query, state.results.awaits(page: page, generation: generation) else { break }
    state.results.receive(result, page: page)

  case .keep(let query):
    state.recent.removeAll { $0 == query }
    state.recent.insert(query, at: 0)
    state.recent.removeLast(max(0, state.recent.count - SearchState.recentLimit))

  case .forget(let query):
    state.recent.removeAll { $0 == query }

  case .clear:
    state.query = ""
    state.results = Listing(generation: state.results.generation)
  }
  return state
}
