import StateTree

/// What becomes of the films and of the menus.
public func moviesReducer(state: MoviesState, action: any Action) -> MoviesState {
  var state = state
  switch action {
  case let action as MoviesActions.ShowMenu:
    state.menu = action.menu

  case let action as MoviesActions.RequestMenu:
    state.menus[action.menu, default: Listing()].request()

  case let action as MoviesActions.ReceiveMenu:
    state.menus[action.menu, default: Listing()].receive(action.result)
    if case .success(let page) = action.result { state.learn(page.results) }

  case let action as MoviesActions.RequestMovie:
    state.pages[action.movie] = .running

  case let action as MoviesActions.ReceiveMovie:
    switch action.result {
    case .success(let movie):
      state.pages[action.movie] = nil
      state.learn([movie])
    case .failure(let error):
      state.pages[action.movie] = .failed(error)
    }

  case let action as SearchAction:
    if case .receive(_, .success(let page)) = action { state.learn(page.results) }

  default:
    break
  }
  return state
}
