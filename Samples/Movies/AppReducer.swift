/// The root reducer: passes every action to every slice.
///
/// One action may affect several slices: a search result is a list of ids to the search and films to the movies.
public func appReducer(state: AppState, action: any Action) -> AppState {
  AppState(
    movies: moviesReducer(state: state.movies, action: action),
    search: searchReducer(state: state.search, action: action),
    lists: listsReducer(state: state.lists, action: action),
    people: peopleReducer(state: state.people, action: action))
}
