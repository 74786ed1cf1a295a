import StateCoding

/// Reduces the films and the menus.
public func moviesReducer(state: MoviesState, action: any Action) -> MoviesState {
  var state = state
  switch action {
  case let action as MoviesActions.ShowMenu:
    state.menu = action.menu

  case let action as MoviesActions.RequestMenu:
    state.menus[action.menu, default: Listing()].request(page: action.page, generation: action.generation)

  case let action as MoviesActions.ReceiveMenu:
    if case .success(let page) = action.result { state.learn(page.results) }
    guard state.menus[action.menu]?.awaits(page: action.page, generation: action.generation) == true else { break }
    state.menus[action.menu]?.receive(action.result, page: action.page)

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
    if case .receive(_, _, _, .success(let page)) = action { state.learn(page.results) }

  default:
    break
  }
  return state
}
