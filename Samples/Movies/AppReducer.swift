/// The root reducer: every action goes to every slice.
///
/// One action may concern several of them. What a search finds is a list of ids to the search and films to the movies.
public func appReducer(state: AppState, action: any Action) -> AppState {
  AppState(
    movies: moviesReducer(state: state.movies, action: action),
    search: searchReducer(state: state.search, action: action),
    lists: listsReducer(state: state.lists, action: action),
    people: peopleReducer(state: state.people, action: action))
}
