package import Movies
package import ReduxReplay

/// The Movies sample before a fix: any search answer counts for the text in the field.
package enum LateAnswerMoviesApp: ReplayableApp {
  package static let name = MoviesApp.name
  package static let version = MoviesApp.version
  package static let schema = MoviesApp.schema
  package static var initialState: AppState { MoviesApp.initialState }
  package static var actions: ActionCoding<any Action> { MoviesApp.actions }

  package static func reduce(_ state: inout AppState, _ action: any Action) {
    state = AppState(
      movies: moviesReducer(state: state.movies, action: action),
      search: searchReducerTakingAll(state: state.search, action: action),
      lists: listsReducer(state: state.lists, action: action),
      people: peopleReducer(state: state.people, action: action))
  }

  private static func searchReducerTakingAll(state: SearchState, action: any Action) -> SearchState {
    switch action as? SearchAction {
    case .receive(_, let page, _, let result):
      var state = state
      state.results.receive(result, page: page)
      return state
    default:
      return searchReducer(state: state, action: action)
    }
  }
}
